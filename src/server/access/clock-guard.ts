import { isBelieved, settledMs, toleratedMs } from '#domain/platform/moments.ts'
import { createRounds } from '#server/platform/jobs/rounds.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { correctMoments, newestMoment, settleClock, toleratedStepMs, type Corrected } from './moments.ts'

/**
 * Corrects what a clock that was ahead has stored, before anybody is answered by it. What a clock that is behind would lose is
 * corrected only once the clock has stood (docs/decisions/0111-clocks-that-fall-behind.md).
 */
export type ClockGuard = {
  /**
   * Corrects first if the clock was set back, or nothing was corrected since the start, or a minute ago while the clock stands
   * before the newest moment. Nearly always nothing is done.
   */
  check(): Promise<void> | undefined
  /** Corrects what other nodes, or this one before its last stop, have stored. */
  round(): Promise<void>
  /** Whether the clock stands before the newest moment of the journal, as of the last round. */
  isBehind(): boolean
  /**
   * Whether nobody has set the clock for an hour, and it is the database's: until then nothing is deleted for good for its age,
   * since a clock that is ahead would do it too early.
   */
  readonly hasSettled: () => Promise<boolean>
  start(): void
  stop(): Promise<void>
}

type GuardDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal' | 'keys' | 'log'> & {
  /**
   * Whether this node's clock may judge what others have stored: one that differs from the database's would shut everybody
   * out.
   */
  readonly isTrusted: () => Promise<boolean>
  /** Milliseconds that pass whatever the clock is set to: how long the clock has stood is measured by them. */
  readonly steady?: () => number
}

const everyMs = 60_000
const byItself: RequestOrigin = { ip: 'local', requestId: 'clock', userAgent: 'trousseau' }

export function createClockGuard(deps: GuardDeps): ClockGuard {
  const { db, clock, journal, keys, log, isTrusted, steady = () => performance.now() } = deps
  let highest = clock()
  let stoodSince = steady()
  let difference = highest - stoodSince
  /** How often the clock was set back, in all and when the last correction began. */
  let setBacks = 0
  let judgedBacks = 0
  let lookedAt = highest
  let isDue = false
  let isBehind = false
  let isLogged = false
  let running: Promise<void> | undefined

  /** Notices that the clock was set, and measures anew how long it has stood. */
  const follow = (now: number): void => {
    const at = steady()
    const isBack = now < highest - toleratedStepMs
    if (isBack) setBacks += 1
    if (isBack || Math.abs(now - at - difference) > toleratedMs) {
      stoodSince = at
      difference = now - at
      highest = lookedAt = now
      isLogged = false
    } else if (now > highest) highest = now
    isDue ||= isBack
  }

  const look = async (now: number): Promise<void> => {
    const newest = await newestMoment(db)
    isBehind = newest !== null && !isBelieved(newest, now)
    lookedAt = now
    const isNews = isBehind && !isLogged
    isLogged = isBehind
    if (isNews)
      log.warn({ newest: new Date(newest ?? 0) }, 'the clock stands before the newest stored moment')
  }

  const correct = async (): Promise<void> => {
    const now = clock()
    follow(now)
    judgedBacks = setBacks
    const stoodMs = Math.max(0, Math.floor(steady() - stoodSince))
    await look(now)
    if (!(await isTrusted())) return
    const settles = isBehind && stoodMs >= settledMs
    const corrected = await db.transaction().execute(async (tx) => {
      const done = await correctMoments(tx, now, stoodMs)
      if (settles) await settleClock(tx)
      if (isNothing(done)) return null
      if (hasRows(done))
        await journal.record(tx, null, byItself, { action: 'clock.corrected', objects: countsOf(done) })
      for (const user of done.steps)
        await journal.record(tx, null, byItself, { action: 'second-factor.step-reset', objects: { user } })
      return done
    })
    if (corrected) log.warn(corrected, 'moments later than now were not believed')
    if (!settles) return
    log.warn('the clock has stood for an hour and is taken to be right')
    await look(now)
  }

  const round = async (): Promise<void> => {
    if (keys.isSealed) return
    // A clock that was set back meanwhile is judged again.
    do {
      running ??= correct().finally(() => (running = undefined))
      await running
    } while (judgedBacks < setBacks)
    isDue = false
  }

  const rounds = createRounds(everyMs, () =>
    round().catch((error: unknown) => log.warn({ err: error }, 'stored moments were not judged')),
  )
  return {
    check: () => {
      const now = clock()
      follow(now)
      return isDue || (isBehind && now >= lookedAt + everyMs) ? round() : undefined
    },
    round,
    isBehind: () => isBehind,
    hasSettled: async () => {
      follow(clock())
      return steady() - stoodSince >= settledMs && (await isTrusted())
    },
    start: () => {
      isDue = true
      // A supervisor asks before anybody else does, and makes no correction begin.
      rounds.start({ atOnce: true })
    },
    stop: () => rounds.stop(),
  }
}

const hasRows = ({ rows, links }: Corrected): boolean => Object.keys(rows).length > 0 || links > 0
const isNothing = (done: Corrected): boolean => !hasRows(done) && done.steps.length === 0

const countsOf = ({ rows, links, steps }: Corrected) => ({
  sessions: rows.sessions ?? 0,
  unlocks: rows.chest_unlocks ?? 0,
  blocks: (rows.users ?? 0) + (rows.unknown_logins ?? 0),
  links,
  authenticators: steps.length,
})
