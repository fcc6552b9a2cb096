import { hasCome } from '#domain/platform/moments.ts'
import type { Kysely } from 'kysely'
import { logUnlessAway } from '#server/platform/database/loss-log.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { leaveLease, takeLease } from '#server/platform/jobs/runner.ts'
import { rowsAfterBlock } from '#server/platform/journal/follow.ts'
import {
  afterBlock,
  inChain,
  keepFault,
  keptFault,
  moveCursor,
  storedCursor,
  type Cursor,
  type SiemReceiver,
} from './cursors.ts'
import { eventOf, eventOfCheckpoint, type SiemEvent } from './events.ts'
import { openFile } from './file-receiver.ts'
import { DeliveryError, type Delivery, type OpenDelivery } from './receivers.ts'
import type { SiemSettings } from './settings.ts'
import { openSyslog } from './syslog-receiver.ts'

export const siemTimes = {
  /** How often new blocks are looked for, in milliseconds. */
  pollMs: 5_000,
  /** The longest wait for a receiver that failed; the first is `pollMs`, each next twice as long. */
  backoffMs: 60_000,
  /** For how long one node alone delivers to a receiver; it renews the lease while it does. */
  leaseMs: 20_000,
  /** How long a stop waits for the delivery under way. */
  stopMs: 5_000,
} as const
type SiemTimes = { readonly [Name in keyof typeof siemTimes]: number }

/**
 * Blocks of one delivery, which is what is sent twice after a cut: 10,000 events at most. After a failure one block is tried
 * first.
 */
const mostBlocks = 20

/** Delivers the events of the journal to the receivers of the settings; of several nodes, one at a time. */
export type SiemSender = {
  /** Delivers all there is to every receiver. */
  round(): Promise<void>
  start(): void
  stop(): Promise<void>
}

type SenderDeps = Pick<PlatformDeps, 'db' | 'clock' | 'log' | 'randomBytes'> & {
  readonly config: { readonly siem: SiemSettings; readonly publicOrigin: string }
}

export function createSiemSender(deps: SenderDeps, times: Partial<SiemTimes> = {}): SiemSender {
  const { siem, publicOrigin } = deps.config
  const host = new URL(publicOrigin).hostname.replace(/^\[|\]$/g, '')
  const opens: [SiemReceiver, OpenDelivery][] = []
  if (siem.syslog) opens.push(['syslog', openSyslog(siem.syslog, siem.format, host)])
  if (siem.file !== null) opens.push(['file', openFile(siem.file, siem.format)])
  // Each by itself: a receiver that is away holds up no other.
  const feeds = opens.map(([receiver, open]) => createFeed(deps, receiver, open, { ...siemTimes, ...times }))
  return {
    round: async () => void (await Promise.all(feeds.map((feed) => feed.round()))),
    start: () => feeds.forEach((feed) => feed.start()),
    stop: async () => void (await Promise.all(feeds.map((feed) => feed.stop()))),
  }
}

function createFeed(
  { db, clock, log, randomBytes }: SenderDeps,
  receiver: SiemReceiver,
  open: OpenDelivery,
  times: SiemTimes,
): SiemSender {
  const lease = { name: `siem-${receiver}`, holder: Buffer.from(randomBytes(16)).toString('hex') }
  let leasedUntil = 0
  let blocks = 1
  let waitMs = times.pollMs
  let current: Delivery | null = null
  let turn: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopping = false

  const hold = async (): Promise<boolean> => {
    const now = clock()
    if (!hasCome(leasedUntil - times.leaseMs / 2, times.leaseMs / 2, now)) return true
    if (!(await takeLease(db, lease, now, times.leaseMs))) {
      leasedUntil = 0
      return false
    }
    leasedUntil = now + times.leaseMs
    return true
  }

  /** Delivers some blocks. @returns whether there may be more */
  const deliver = async (): Promise<boolean> => {
    const known = await storedCursor(db, receiver)
    let cursor = await inChain(db, JSON.parse(known) as Cursor)
    let read = 0
    for (; read < blocks && !isStopping; read += 1) {
      const next = await eventsAfter(db, cursor)
      if (next === null) break
      // Another node has taken over: its delivery counts.
      if (!(await hold())) throw new DeliveryError('LEASE')
      if (next.events.length > 0) {
        current ??= await open()
        await current.write(next.events)
      }
      cursor = next.cursor
    }
    if (read === 0) return false
    await current?.finish()
    await moveCursor(db, receiver, known, cursor)
    return read === blocks
  }

  const deliverAll = async (): Promise<void> => {
    if (isStopping || !(await hold())) return
    try {
      for (let isMore = true; isMore && !isStopping;) {
        isMore = await deliver().finally(() => {
          current?.abandon()
          current = null
        })
        blocks = Math.min(blocks * 2, mostBlocks)
        waitMs = times.pollMs
      }
      const fault = await keptFault(db, receiver)
      if (fault === null) return
      await keepFault(db, receiver, null)
      log.info({ receiver, sinceMs: clock() - fault.since }, 'the SIEM takes events again')
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error
      blocks = 1
      if (isStopping || error.code === 'LEASE') return
      waitMs = Math.min(waitMs * 2, times.backoffMs)
      await tell(error)
    }
  }

  /** Logs a fault once while it lasts, on whichever node. */
  const tell = async (error: DeliveryError): Promise<void> => {
    const fault = await keptFault(db, receiver)
    if (fault?.code === error.code) return
    await keepFault(db, receiver, { code: error.code, since: fault?.since ?? clock() })
    log.warn({ receiver, reason: error.code, err: error.cause }, 'the SIEM does not take events')
  }

  const round = (): Promise<void> => {
    turn ??= deliverAll().finally(() => {
      turn = null
    })
    return turn
  }

  const poll = async (): Promise<void> => {
    await round().catch(logUnlessAway(log, 'the delivery to the SIEM failed'))
    if (!isStopping) timer = setTimeout(() => void poll(), waitMs).unref()
  }

  return {
    round,
    start: () => {
      timer ??= setTimeout(() => void poll(), 0).unref()
    },
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      const late = setTimeout(() => current?.abandon(), times.stopMs)
      await turn?.catch(() => undefined)
      clearTimeout(late)
      if (leasedUntil > 0) await leaveLease(db, lease).catch(() => undefined)
    },
  }
}

type Next = { readonly events: SiemEvent[]; readonly cursor: Cursor }

/** Returns the events after a cursor: checkpoints over what was delivered, else a block; null when there are none. */
async function eventsAfter(db: Kysely<Tables>, cursor: Cursor): Promise<Next | null> {
  const checkpoints = await db
    .selectFrom('journal_checkpoints')
    .selectAll()
    .where('size', '>', cursor.checkpoint)
    .where('size', '<=', cursor.size)
    .orderBy('size')
    .limit(checkpointsAtOnce)
    .execute()
  const last = checkpoints.at(-1)
  if (last)
    return { events: checkpoints.map(eventOfCheckpoint), cursor: { ...cursor, checkpoint: last.size } }
  const bound = await rowsAfterBlock(db, cursor.block)
  if (bound === null) return null
  const { oldFrom } = cursor
  const rows =
    oldFrom === undefined ? bound.rows : bound.rows.filter(({ mac, at }) => mac !== null || at >= oldFrom)
  return { events: rows.map(eventOf), cursor: afterBlock(cursor, bound) }
}

const checkpointsAtOnce = 100
