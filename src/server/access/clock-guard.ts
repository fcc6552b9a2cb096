import { isBelieved, toleratedMs } from '#domain/platform/moments.ts'
import { createRounds } from '#server/platform/jobs/rounds.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { correctMoments, newestMoment, type Corrected } from './moments.ts'

/** Corrects what a clock that was ahead has stored, before anybody is answered by it. */
export type ClockGuard = {
  /** Corrects first if the clock was set back, or nothing was corrected since the start. Nearly always nothing is done. */
  check(): Promise<void> | undefined
  /** Corrects what other nodes, or this one before its last stop, have stored. */
  round(): Promise<void>
  /** Whether the clock stands before the newest moment of the journal, as of the last round. */
  isBehind(): boolean
  start(): void
  stop(): Promise<void>
}

type GuardDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal' | 'keys' | 'log'> & {
  /**
   * Whether this node's clock may judge what others have stored: one that differs from the database's would shut everybody
   * out.
   */
  readonly isTrusted: () => Promise<boolean>
}

const everyMs = 60_000
const byItself: RequestOrigin = { ip: 'local', requestId: 'clock', userAgent: 'trousseau' }

export function createClockGuard({ db, clock, journal, keys, log, isTrusted }: GuardDeps): ClockGuard {
  let highest = -Infinity
  let isDue = false
  let isBehind = false
  let running: Promise<void> | undefined

  const look = async (now: number): Promise<void> => {
    const newest = await newestMoment(db)
    const wasBehind = isBehind
    isBehind = newest !== null && !isBelieved(newest, now)
    if (isBehind && !wasBehind)
      log.warn({ newest: new Date(newest ?? 0) }, 'the clock stands before the newest stored moment')
  }

  const correct = async (): Promise<void> => {
    const now = clock()
    await look(now)
    if (!(await isTrusted())) return
    const corrected = await db.transaction().execute(async (tx) => {
      const done = await correctMoments(tx, now)
      if (isNothing(done)) return null
      await journal.record(tx, null, byItself, { action: 'clock.corrected', objects: countsOf(done) })
      for (const user of done.steps)
        await journal.record(tx, null, byItself, { action: 'second-factor.step-reset', objects: { user } })
      return done
    })
    if (corrected) log.warn(corrected, 'moments later than now were not believed')
  }

  const round = async (): Promise<void> => {
    if (keys.isSealed) return
    running ??= correct().finally(() => (running = undefined))
    await running
    isDue = false
    highest = clock()
  }

  const rounds = createRounds(everyMs, () =>
    round().catch((error: unknown) => log.warn({ err: error }, 'stored moments were not judged')),
  )
  return {
    check: () => {
      const now = clock()
      if (isDue || now < highest - toleratedMs) return round()
      if (now > highest) highest = now
      return undefined
    },
    round,
    isBehind: () => isBehind,
    start: () => {
      isDue = true
      rounds.start()
    },
    stop: () => rounds.stop(),
  }
}

const isNothing = ({ rows, links, steps }: Corrected): boolean =>
  Object.keys(rows).length === 0 && links === 0 && steps.length === 0

const countsOf = ({ rows, links, steps }: Corrected) => ({
  sessions: rows.sessions ?? 0,
  unlocks: rows.chest_unlocks ?? 0,
  blocks: (rows.users ?? 0) + (rows.unknown_logins ?? 0),
  links,
  authenticators: steps.length,
})
