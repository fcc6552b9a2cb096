import { elapsedSince, hasCome } from '#domain/platform/moments.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { newToken } from '#server/platform/crypto/token.ts'
import { nextId } from '#server/platform/database/columns.ts'
import { logUnlessAway } from '#server/platform/database/loss-log.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { composeMail } from './compose.ts'
import { createConnectionLimit } from './connection-limit.ts'
import type { Mail } from './mail.ts'
import { outboxState, type MailState } from './outbox-state.ts'
import { giveUpBeyond, hurryRefused, refusedSenderLimits, resumeRefused } from './refused-senders.ts'
import {
  claim,
  deleteEnded,
  finish,
  isAnythingDue,
  isPointless,
  isProbeDue,
  postpone,
  release,
  type Claimed,
} from './rows.ts'
import { openMail, sealMail } from './sealing.ts'
import type { Sender } from './settings.ts'
import { SendFailure, type Transport } from './transport.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { KeyHolder } from '#server/platform/crypto/key-holder.ts'
import type { Clock, RandomBytes } from '#server/platform/sources.ts'
import type { Logger } from 'pino'

/**
 * What `attempt` reports of a mail. `sent`: the mail server accepted it. `refused`: it is not sent again. `delayed`:
 * it is retried later, because the server is unreachable, rejects the sign-in or reports a temporary failure.
 * `waiting`: no answer yet.
 */
export type MailOutcome = 'sent' | 'waiting' | 'delayed' | 'refused'

export type Outbox = {
  /**
   * Writes a mail in the transaction of the change that it reports, so that it is sent only if that change commits.
   * @param invited the id of the invited user, for an invitation
   * @returns the id of the mail
   */
  add(tx: Transaction<Tables>, mail: Mail, invited?: number): Promise<number>
  /**
   * Tries to send a mail now, after the commit, and returns its outcome. It never throws, and waits at most
   * `patienceMs`. For one minute after a timeout it returns immediately and leaves the mail to the next poll. It then
   * returns `delayed` only if the connection or sign-in failed: a slow server still accepts mails.
   * @param patienceMs the longest wait, in milliseconds, for a caller that needs the mail itself; it also disables
   * the immediate return
   */
  attempt(id: number, patienceMs?: number): Promise<MailOutcome>
  /** Returns whether the mail server accepts mails now, whatever their recipient. Concurrent calls share one check. */
  isReachable(): Promise<boolean>
  /** Starts sending the due mails and returns immediately; for use after a commit that wrote many mails. */
  wake(): void
  /** Returns how many mails wait or failed, and the last error (null if the last mail was sent). */
  state(): Promise<MailState>
  /** Sends all due mails, in batches, until none is due or a whole batch fails. Concurrent calls share one run. */
  deliverDue(): Promise<void>
  /**
   * Tries one of the mails whose sender is refused, for all of them: the others follow once the server accepts it.
   * @returns its outcome; null when no such mail waits
   */
  tryRefused(): Promise<MailOutcome | null>
  /** Starts polling for due mails. */
  start(): void
  /** Stops polling. Mails under way have `stopMs` to finish; after that they wait for the next start. */
  stop(): Promise<void>
}

export const outboxTimes = {
  /** Interval between two polls for due mails. */
  pollMs: 5_000,
  /**
   * How long `attempt` waits for the server's answer. The dozen exchanges over TLS take half a second with a distant
   * server, and the first mail of a node also loads the mail library.
   */
  patienceMs: 1_500,
  /** How long `attempt` returns immediately after a timeout. */
  silenceMs: 60_000,
  /** Timeout of one delivery; far shorter than the lease, after which another node may claim the mail. */
  sendMs: 60_000,
  leaseMs: 150_000,
  stopMs: 8_000,
  /** Retention of sent and failed mails, for the counts of the administration page, and of mails written as files. */
  keptMs: 30 * 24 * 3_600_000,
  tidyMs: 3_600_000,
}

/** How long `tryRefused` waits for the server, in milliseconds. */
const probePatienceMs = 10_000

/** How many due mails a node claims and sends concurrently. */
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
  /** Starts the lifetime of a mail's link before the mail is sent. Returns false if the link is no longer valid. */
  readonly renewLink: (db: Kysely<Tables>, token: string, now: number) => Promise<boolean>
  /** Whether the clock has stood, so that mails may be deleted for their age. */
  readonly hasSettled: () => Promise<boolean>
  readonly times?: Partial<typeof outboxTimes>
  /** Mails that may wait for their sender; see `refusedSenderLimits`. */
  readonly keptRefused?: number
  /** Resolves when the patience of `attempt` is over; rejects when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const waitFor = (ms: number, signal: AbortSignal): Promise<void> => pause(ms, undefined, { signal })

/**
 * Creates the outbox: mails stay in the database until a mail server accepts them. Several nodes may send from one
 * table; a lease reserves a mail for one of them. If a node crashes after the server's acknowledgement and before its
 * own update, the mail is sent again with the same Message-ID.
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const { db, keys, clock, randomBytes, log, transport, publicUrl, from, renewLink, hasSettled } = parts
  const times = { ...outboxTimes, ...parts.times }
  const wait = parts.wait ?? waitFor
  const underWay = new Map<number, Promise<MailOutcome>>()
  /** Mails for which the server is asked now; others that are under way wait for a connection. */
  const asking = new Set<number>()
  /** Mails that the server accepted and that are not yet marked as sent in the database; they are not sent again. */
  const acknowledged = new Set<number>()
  /** Until when `attempt` returns immediately, and its outcome: `delayed` after the connection or sign-in failed. */
  const silence: { until: number; outcome: MailOutcome } = { until: 0, outcome: 'waiting' }
  let reaching: Promise<boolean> | null = null
  const halt = new AbortController()
  const connections = createConnectionLimit(halt.signal)
  let turn: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let tidiedAt = 0
  let isFirstPoll = true
  /** Which mails wait in vain for their sender: a mail was accepted since, or even one of them. */
  let accepted: 'nothing' | 'a mail' | 'one of them' = 'nothing'

  const lease = () => {
    const now = clock()
    return { lease: newToken(randomBytes, 16).reveal(), now, until: now + times.leaseMs }
  }

  /** Records an answer of the server; if it was fast enough, `attempt` waits for the server again. */
  const endSilence = (afterMs: number): void => {
    silence.outcome = 'waiting'
    if (afterMs < times.patienceMs) silence.until = 0
  }

  /** Sends a mail. @throws SendFailure if the mail is obsolete or the transport fails */
  const send = async (row: Claimed): Promise<void> => {
    const { id, sealed, messageId } = row
    if (isPointless(row, clock())) throw new SendFailure('obsolete', '', true)
    const mail = openMail(keys.keyring, id, sealed)
    if (mail.until !== undefined && clock() >= mail.until) throw new SendFailure('obsolete', '', true)
    const token = 'token' in mail.values ? mail.values.token : null
    if (token !== null && !(await renewLink(db, token, clock()))) throw new SendFailure('obsolete', '', true)
    const message = composeMail(mail, { publicUrl, from, messageId, at: clock() })
    const signal = AbortSignal.any([halt.signal, AbortSignal.timeout(times.sendMs)])
    await transport.send(id, message, signal)
  }

  /** Sends a mail over one of the connections that the server takes. */
  const sendWithin = async (row: Claimed): Promise<'sent' | 'late' | 'turned-away'> => {
    await connections.enter()
    const begun = clock()
    try {
      if (halt.signal.aborted || hasCome(row.leasedUntil - times.sendMs, times.leaseMs, begun)) return 'late'
      asking.add(row.id)
      await send(row)
      endSilence(clock() - begun)
      connections.succeed()
      return 'sent'
    } catch (error) {
      if (error instanceof SendFailure && error.isAnswer) endSilence(clock() - begun)
      // The others go on, and this one after them: it did not fail.
      if (error instanceof SendFailure && error.isTurnedAway && connections.lower()) return 'turned-away'
      throw error
    } finally {
      asking.delete(row.id)
      connections.leave()
    }
  }

  /** @returns whether the mail was sent, and not that its lease ends too soon to send it */
  const sendInTurn = async (row: Claimed): Promise<boolean> => {
    for (;;) {
      const outcome = await sendWithin(row)
      if (outcome !== 'turned-away') return outcome === 'sent'
    }
  }

  const deliver = async (row: Claimed): Promise<MailOutcome> => {
    const { id, template, attempts } = row
    try {
      if (!acknowledged.has(id) && !(await sendInTurn(row))) {
        await release(db, row)
        return 'waiting'
      }
    } catch (error) {
      if (halt.signal.aborted) {
        await release(db, row)
        return 'waiting'
      }
      const failure = error instanceof SendFailure ? error : new SendFailure('unknown')
      const note = { error: failure.code, isOfSender: failure.kind === 'sender', now: clock() }
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
    acknowledged.add(id)
    await finish(db, row, { error: null, now: clock() })
    acknowledged.delete(id)
    if (accepted !== 'one of them') accepted = row.isRefused ? 'one of them' : 'a mail'
    return 'sent'
  }

  /** Starts a delivery; concurrent callers for the same mail share its promise. */
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

  /** Makes mails due whose sender was refused, once the server has accepted a mail from it. */
  const followAccepted = async (): Promise<void> => {
    if (accepted === 'nothing') return
    const isOneOfThem = accepted === 'one of them'
    accepted = 'nothing'
    // A recipient whose server refuses our sender alone is not tried after each mail.
    await resumeRefused(db, isOneOfThem ? null : clock() - refusedSenderLimits.probeMs, clock())
  }

  const nextBatch = async (): Promise<Claimed[]> => {
    if (await isAnythingDue(db, clock()))
      return claim(db, lease(), { limit: Math.min(batch, connections.most) })
    return (await isProbeDue(db, clock())) ? claim(db, lease(), { probe: clock() }) : []
  }

  const deliverAll = async (): Promise<void> => {
    for (;;) {
      if (isStopped || keys.isSealed) return
      await followAccepted()
      const rows = await nextBatch()
      const outcomes = await Promise.all(rows.map(begin))
      // If a whole batch was delayed, the server is down: do not try the other mails.
      if (!outcomes.some((outcome) => outcome === 'sent' || outcome === 'refused')) return
    }
  }

  const deliverDue = (): Promise<void> => {
    turn ??= deliverAll().finally(() => {
      turn = null
    })
    return turn
  }

  const deliverQuietly = (): Promise<void> => deliverDue().catch(logUnlessAway(log, 'the outbox failed'))

  /** Deletes old mails, at most once per `tidyMs`: searching a large table at every poll would be slow. */
  const tidy = async (): Promise<void> => {
    const now = clock()
    if (keys.isSealed || elapsedSince(tidiedAt, now) < times.tidyMs || !(await hasSettled())) return
    tidiedAt = now
    await deleteEnded(db, now - times.keptMs)
    const note = { error: new SendFailure('crowded').code, now }
    const mails = await giveUpBeyond(db, parts.keptRefused ?? refusedSenderLimits.kept, note)
    if (mails > 0) log.warn({ mails }, 'too many mails waited for their sender: the oldest were given up')
    await transport.tidy?.(now - times.keptMs)
  }

  const poll = async (): Promise<void> => {
    if (isFirstPoll && !keys.isSealed) {
      isFirstPoll = false
      await hurryRefused(db, clock()).catch(logUnlessAway(log, 'the outbox failed'))
    }
    await deliverQuietly()
    await tidy().catch(logUnlessAway(log, 'the outbox failed'))
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
      if (patienceMs === undefined && !hasCome(silence.until, times.silenceMs, clock()))
        return silence.outcome
      const patience = new AbortController()
      const late = wait(patienceMs ?? times.patienceMs, patience.signal).then((): MailOutcome => {
        // Only a slow mail server counts: neither a slow database nor a slow folder starts the silence.
        if (asking.has(id) && transport.kind === 'smtp')
          Object.assign(silence, { until: clock() + times.silenceMs, outcome: 'waiting' })
        return 'waiting'
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

    state: () => outboxState(db, transport.kind),

    deliverDue,

    async tryRefused() {
      for (;;) {
        const [row] = isStopped ? [] : await claim(db, lease(), { probe: null })
        if (!row) return null
        const patience = new AbortController()
        const late = wait(probePatienceMs, patience.signal).then((): MailOutcome => 'waiting')
        const outcome = await Promise.race([begin(row), late]).finally(() => patience.abort())
        // Its own link has ended: it tells nothing of the sender.
        if (outcome === 'refused') continue
        if (outcome === 'sent') void deliverQuietly()
        return outcome
      }
    },

    start() {
      timer ??= setTimeout(() => void poll(), 0).unref()
    },

    async stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      const late = setTimeout(() => halt.abort(), times.stopMs)
      // A turn that fails has been logged: a lost database must not count as an unclean stop.
      await Promise.all([turn?.catch(() => undefined), ...underWay.values()])
      clearTimeout(late)
    },
  }
}
