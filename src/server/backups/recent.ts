import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isBelieved } from '#domain/platform/moments.ts'
import type { Config } from '#server/config.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { createRounds } from '#server/platform/jobs/rounds.ts'
import { leaveLease, takeLease } from '#server/platform/jobs/runner.ts'
import { momentOfBackup } from './rotation.ts'
import { requireFolder, writeBackup } from './write-backup.ts'

/** How many recent backups are kept. */
const keptRecent = 3
const leaseMs = 600_000

const isOfPast = (name: string, now: number): boolean => {
  const at = momentOfBackup(name)
  return at !== null && isBelieved(at, now)
}

/** Makes whole backups every few minutes while something changes, so that a restoration loses minutes only. */
export type RecentBackups = {
  /** Makes one, unless nothing was recorded since the last one. */
  round(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export function createRecentBackups(
  deps: Pick<PlatformDeps, 'db' | 'keys' | 'clock' | 'log'> & {
    readonly config: Pick<Config, 'dataFolder' | 'database' | 'backup'>
  },
): RecentBackups {
  const { db, keys, clock, log, config } = deps
  const { folder, everyMinutes } = config.backup
  const leaving = new AbortController()
  /** The last row of the journal that a backup has. */
  let known = -1
  let toldFault = ''

  const back = async (into: string): Promise<void> => {
    // What is worth a backup is recorded.
    const { last } = await db
      .selectFrom('journal')
      .select((row) => row.fn.max('seq').as('last'))
      .executeTakeFirstOrThrow()
    const lease = { name: 'back-up-recent', holder: `${hostname()}:${config.dataFolder}` }
    if (Number(last) === known || !(await takeLease(db, lease, clock(), leaseMs))) return
    try {
      const recent = join(into, 'recent')
      await requireFolder(into)
      await mkdir(recent, { recursive: true, mode: 0o700 })
      const made = await writeBackup(deps, recent, { signal: leaving.signal })
      known = Number(last)
      // A backup of the future, which a clock that was ahead has made, stays and pushes none out. The one just made stays too:
      // of a clock that was ahead by less than the tolerated difference there may be later ones.
      const older = (await readdir(recent)).filter((name) => name !== made.name && isOfPast(name, clock()))
      for (const name of older.toSorted().slice(0, 1 - keptRecent))
        await rm(join(recent, name), { force: true })
    } finally {
      await leaveLease(db, lease)
    }
  }
  const round = async (): Promise<void> => {
    if (folder === null || keys.isSealed) return
    try {
      await back(folder)
      toldFault = ''
    } catch (error) {
      if (leaving.signal.aborted) return
      // Once while it lasts; the nightly one raises an alert.
      if (String(error) !== toldFault) log.error({ err: error }, 'a recent backup was not made')
      toldFault = String(error)
    }
  }
  const rounds = everyMinutes === null ? null : createRounds(everyMinutes * 60_000, round)
  return {
    round,
    start: () => {
      if (folder !== null) rounds?.start()
    },
    stop: async () => {
      leaving.abort()
      await rounds?.stop()
    },
  }
}
