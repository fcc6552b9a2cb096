import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { elapsedSince } from '#domain/platform/moments.ts'
import type { Config } from '#server/config.ts'
import { raiseOnce } from '#server/platform/alerts/raise.ts'
import { isRecentLate, recentRecord, recentRunName } from '#server/platform/backups/recent-record.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { createRounds } from '#server/platform/jobs/rounds.ts'
import { leaveLease, takeLease } from '#server/platform/jobs/runner.ts'
import { recordRun } from '#server/platform/jobs/runs.ts'
import { recentRotatedOut } from './rotation.ts'
import { requireFolder, writeBackup, type IncrementBase } from './write-backup.ts'

const leaseMs = 600_000
/** After so many milliseconds a new whole backup follows, so that increments stay small. */
const baseMs = 24 * 60 * 60 * 1000

/** Makes backups every few minutes while something changes, so that a restoration loses minutes only. */
export type RecentBackups = {
  /** Makes one, unless nothing was recorded since the last one. */
  round(): Promise<void>
  /** Raises an alert once while the newest one is late, whether it fails or hangs. */
  watch(): Promise<void>
  start(): void
  stop(): Promise<void>
}

/**
 * Returns the maker of recent backups. On SQLite those after a whole one hold only the pages that changed since it; its digests
 * are in memory, so that the first one after a start is whole.
 */
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
  let base: IncrementBase | null = null
  let toldFault = ''

  const back = async (into: string): Promise<void> => {
    // What is worth a backup is recorded.
    const { last } = await db
      .selectFrom('journal')
      .select((row) => row.fn.max('seq').as('last'))
      .executeTakeFirstOrThrow()
    const now = clock()
    // SQLite has one node, whose lease must outlive no container of another name.
    const node = config.database.kind === 'sqlite' ? 'sqlite' : hostname()
    const lease = { name: 'back-up-recent', holder: `${node}:${config.dataFolder}` }
    if (!(await takeLease(db, lease, now, leaseMs))) return
    try {
      const recent = join(into, 'recent')
      await requireFolder(into)
      await mkdir(recent, { recursive: true, mode: 0o700 })
      const there = await readdir(recent)
      // Whoever deletes the files must get others.
      const isThere = base !== null && there.includes(base.name) && elapsedSince(base.at, now) < baseMs
      if (Number(last) === known && (base === null || isThere)) {
        await recordRun(db, recentRunName, 'done_at', now)
        return
      }
      const made = await writeBackup(deps, recent, {
        signal: leaving.signal,
        recent: { base: isThere ? base : null },
      })
      known = Number(last)
      base = made.base
      await recordRun(db, recentRunName, 'done_at', made.at)
      for (const name of recentRotatedOut(await readdir(recent), made.name, clock()))
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
      // Once while it lasts.
      if (String(error) !== toldFault) log.error({ err: error }, 'a recent backup was not made')
      toldFault = String(error)
      await recordRun(db, recentRunName, 'failed_at', clock()).catch(() => undefined)
    }
  }
  const watch = async (): Promise<void> => {
    if (folder === null || everyMinutes === null || keys.isSealed) return
    try {
      await raiseIfLate(deps, everyMinutes)
    } catch (error) {
      log.warn({ err: error }, 'the recent backups could not be watched')
    }
  }
  const everyMs = (everyMinutes ?? 1) * 60_000
  const rounds = [createRounds(everyMs, round), createRounds(everyMs, watch)] as const
  return {
    round,
    watch,
    start: () => {
      if (folder === null || everyMinutes === null) return
      const [backups, late] = rounds
      // The digests of the last one went with the process: the first whole one is made at once.
      backups.start({ atOnce: true })
      late.start()
    },
    stop: async () => {
      leaving.abort()
      await Promise.all(rounds.map((one) => one.stop()))
    },
  }
}

async function raiseIfLate(
  { db, clock }: Pick<PlatformDeps, 'db' | 'clock'>,
  everyMinutes: number,
): Promise<void> {
  const now = clock()
  const record = await recentRecord(db)
  if (!isRecentLate(record, everyMinutes, now)) return
  const about = record.at === null ? '' : new Date(record.at).toISOString()
  await raiseOnce(db, { kind: 'recent-backup-late', at: now, about })
}
