import type { Kysely, Transaction } from 'kysely'
import { newToken } from '#server/platform/crypto/token.ts'
import { nextId } from '#server/platform/database/columns.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { composeMail } from './compose.ts'
import type { Mail } from './mail.ts'
import {
  claim,
  countStates,
  deleteEnded,
  finish,
  isAnythingDue,
  postpone,
  release,
  type Claimed,
} from './rows.ts'
import { openMail, sealMail } from './sealing.ts'
import type { Sender } from './settings.ts'
import { sentenceOfError } from './state.ts'
import { SendFailure, type Transport } from './transport.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { KeyHolder } from '#server/platform/crypto/key-holder.ts'
import type { Clock, RandomBytes } from '#server/platform/sources.ts'
import type { Logger } from 'pino'

/**
 * What became of a mail: taken over by the mail server, refused for good, delayed because the server is away, lets
 * nobody in or asks to come again later, or on its way to a server that is slow to answer.
 */
export type MailOutcome = 'sent' | 'waiting' | 'delayed' | 'refused'

export type MailState = {
  readonly transport: Transport['kind']
  readonly waiting: number
  readonly failed: number
  readonly lastError: string | null
}

export type Outbox = {
  /**
   * Writes a mail in the transaction of what it tells: it leaves after the commit, and only then.
   * @param invited whom it lets enter, when that is what it is for
   */
  add(tx: Transaction<Tables>, mail: Mail, invited?: number): Promise<number>
  /**
   * Tries to send a mail now, after the commit; waits a moment for a definite answer and never fails. While the server
   * is known to be silent it waits for nothing: the mail leaves with the next turn, and is called delayed only once the
   * server has been given up, for one that is slow takes it.
   * @param patienceMs how long, where somebody waits for the mail itself
   */
  attempt(id: number, patienceMs?: number): Promise<MailOutcome>
  /** Whether the mail server would take mails at this moment, whoever they are for. Who asks together shares an answer. */
  isReachable(): Promise<boolean>
  /** Sends what is due without anybody waiting: after a commit that wrote many mails. */
  wake(): void
  /** What waits, and what was the last failure (null when the last mail left). */
  state(): Promise<MailState>
  /** Sends everything that is due, once. */
  deliverDue(): Promise<void>
  /** Looks for due mails from now on. */
  start(): void
  /** Stops looking; mails under way get a moment, then wait for the next start. */
  stop(): Promise<void>
}

export const outboxTimes = {
  /** How often due mails are looked for. */
  pollMs: 5_000,
  /**
   * How long `attempt` waits to say that the server refuses a mail: the dozen exchanges that lead there over TLS take a
   * distant server half a second, and the first mail of a node loads the library besides.
   */
  patienceMs: 1_500,
  /** How long `attempt` returns at once after it waited in vain. */
  silenceMs: 60_000,
  /** A mail that takes longer is given up, well before its lease ends and another node takes it. */
  sendMs: 60_000,
  leaseMs: 150_000,
  stopMs: 8_000,
  /** How long ended mails are kept, for the administration page's counts, and so are those that are files. */
  keptMs: 30 * 24 * 3_600_000,
  tidyMs: 3_600_000,
}

/** Mails of one turn that are under way together. */
const batch = 8

type OutboxParts = {
  readonly db: Kysely<Tables>
  readonly keys: KeyHolder
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Logger
} & {
  readonly transport: Transport
  readonly publicUrl: string
  readonly from: Sender
  /** Asked before a mail with a link leaves: begins the link's lifetime; false when the link serves no more. */
  readonly renewLink: (db: Kysely<Tables>, token: string, now: number) => Promise<boolean>
  readonly times?: Partial<typeof outboxTimes>
}

/**
 * The outbox: mails wait in the database until a mail server has them, whatever happens to it or to us. Several
 * nodes may send from one table; a lease keeps a mail to one of them. A node that dies between the server's
 * acknowledgement and its own note sends again, under the same Message-ID.
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const { db, keys, clock, randomBytes, log, transport, publicUrl, from, renewLink } = parts
  const times = { ...outboxTimes, ...parts.times }
  const underWay = new Map<number, Promise<MailOutcome>>()
  /** Taken over by the server while the database would not note it: they are not sent again. */
  const acknowledged = new Set<number>()
  /** Until when `attempt` returns at once, and what: `delayed` once the server was given up without an answer. */
  const silence: { until: number; outcome: MailOutcome } = { until: 0, outcome: 'waiting' }
  let reaching: Promise<boolean> | null = null
  const halt = new AbortController()
  let turn: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let tidiedAt = 0

  const lease = () => {
    const now = clock()
    return { lease: newToken(randomBytes, 16).reveal(), now, until: now + times.leaseMs }
  }

  /** The server answered. It is waited for again if that was soon enough. */
  const endSilence = (afterMs: number): void => {
    silence.outcome = 'waiting'
    if (afterMs < times.patienceMs) silence.until = 0
  }

  /** Hands a mail over. @throws SendFailure */
  const send = async ({ id, sealed, messageId }: Claimed): Promise<void> => {
    const mail = openMail(keys.keyring, id, sealed)
    if (mail.until !== undefined && clock() >= mail.until) throw new SendFailure('obsolete', '', true)
    const token = 'token' in mail.values ? mail.values.token : null
    if (token !== null && !(await renewLink(db, token, clock()))) throw new SendFailure('obsolete', '', true)
    const message = composeMail(mail, { publicUrl, from, messageId, at: clock() })
    const signal = AbortSignal.any([halt.signal, AbortSignal.timeout(times.sendMs)])
    await transport.send(id, message, signal)
  }

  const deliver = async (row: Claimed): Promise<MailOutcome> => {
    const { id, template, attempts } = row
    const begun = performance.now()
    try {
      if (!acknowledged.has(id)) await send(row)
    } catch (error) {
      if (halt.signal.aborted) {
        await release(db, row)
        return 'waiting'
      }
      const failure = error instanceof SendFailure ? error : new SendFailure('unknown')
      if (failure.kind === 'reply') endSilence(performance.now() - begun)
      const note = { error: failure.code, now: clock() }
      log.warn(
        { mail: id, template, attempts, reason: failure.code, ...(failure !== error && { err: error }) },
        'a mail did not leave',
      )
      if (!failure.isFinal) {
        if (failure.kind !== 'reply') silence.outcome = 'delayed'
        return (await postpone(db, row, note)) ? 'delayed' : 'refused'
      }
      await finish(db, row, note)
      return 'refused'
    }
    endSilence(performance.now() - begun)
    acknowledged.add(id)
    await finish(db, row, { error: null, now: clock() })
    acknowledged.delete(id)
    return 'sent'
  }

  /** One promise a mail, which those who wait for it share. */
  const begin = (row: Claimed): Promise<MailOutcome> => {
    const work = deliver(row)
      .catch((error: unknown): MailOutcome => {
        log.error({ err: error, mail: row.id }, 'the outbox failed')
        return 'waiting'
      })
      .finally(() => underWay.delete(row.id))
    underWay.set(row.id, work)
    return work
  }

  const outcomeOf = async (id: number): Promise<MailOutcome> => {
    const known = underWay.get(id)
    if (known) return known
    const [row] = isStopped ? [] : await claim(db, lease(), { id })
    if (row) return begin(row)
    const { state } = await db
      .selectFrom('outbox')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return ({ waiting: 'waiting', sent: 'sent', failed: 'refused' } as const)[state]
  }

  const deliverAll = async (): Promise<void> => {
    for (;;) {
      if (isStopped || keys.isSealed || !(await isAnythingDue(db, clock()))) return
      const rows = await claim(db, lease(), { limit: batch })
      const outcomes = await Promise.all(rows.map(begin))
      // A server that took none of them is down: the others need not find that out one by one.
      if (!outcomes.some((outcome) => outcome === 'sent' || outcome === 'refused')) return
    }
  }

  const deliverDue = (): Promise<void> => {
    turn ??= deliverAll().finally(() => {
      turn = null
    })
    return turn
  }

  const deliverQuietly = (): Promise<void> =>
    deliverDue().catch((error: unknown) => log.error({ err: error }, 'the outbox failed'))

  /** Once in a while, or a busy table would be searched for each mail. */
  const tidy = async (): Promise<void> => {
    const now = clock()
    if (keys.isSealed || now - tidiedAt < times.tidyMs) return
    tidiedAt = now
    await deleteEnded(db, now - times.keptMs)
    await transport.tidy?.(now - times.keptMs)
  }

  const poll = async (): Promise<void> => {
    await deliverQuietly()
    await tidy().catch((error: unknown) => log.error({ err: error }, 'the outbox failed'))
    if (!isStopped) timer = setTimeout(() => void poll(), times.pollMs).unref()
  }

  return {
    async add(tx, mail, invited) {
      const id = await nextId(tx, 'outbox')
      const now = clock()
      const domain = from.address.slice(from.address.indexOf('@') + 1)
      await tx
        .insertInto('outbox')
        .values({
          id,
          template: mail.template,
          message_id: `<${newToken(randomBytes, 18).reveal()}@${domain}>`,
          sealed: sealMail(await sealingKeys(tx, keys.keyring), id, mail),
          state: 'waiting',
          attempts: 0,
          next_at: now,
          created_at: now,
          invited_user_id: invited ?? null,
        })
        .execute()
      return id
    },

    async attempt(id, patienceMs) {
      if (patienceMs === undefined && clock() < silence.until) return silence.outcome
      const patience = new AbortController()
      const late = new Promise<MailOutcome>((resolve) => {
        const wait = setTimeout(() => {
          // Under way to a server, and not waiting for the database; a folder that took its time once is none.
          if (underWay.has(id) && transport.kind === 'smtp')
            Object.assign(silence, { until: clock() + times.silenceMs, outcome: 'waiting' })
          resolve('waiting')
        }, patienceMs ?? times.patienceMs)
        patience.signal.addEventListener('abort', () => clearTimeout(wait))
      })
      const work = outcomeOf(id).catch((error: unknown): MailOutcome => {
        log.error({ err: error, mail: id }, 'the outbox failed')
        return 'waiting'
      })
      try {
        return await Promise.race([work, late])
      } finally {
        patience.abort()
      }
    },

    isReachable: () =>
      (reaching ??= transport
        .isReachable()
        .catch(() => false)
        .finally(() => (reaching = null))),

    wake: () => void deliverQuietly(),

    async state() {
      const { lastError, ...counts } = await countStates(db)
      return { transport: transport.kind, ...counts, lastError: lastError && sentenceOfError(lastError) }
    },

    deliverDue,

    start() {
      timer ??= setTimeout(() => void poll(), 0).unref()
    },

    async stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      const late = setTimeout(() => halt.abort(), times.stopMs)
      await Promise.all([turn, ...underWay.values()])
      clearTimeout(late)
    },
  }
}
