import { isBelieved } from '#domain/platform/moments.ts'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { operatorSentence } from '#server/operator-problem.ts'
import { raiseOnce } from '#server/platform/alerts/raise.ts'
import { awaitBackups, backupRecord, isLate, type BackupMaker } from '#server/platform/backups/record.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { byItself, type RequestOrigin } from '#server/platform/journal/journal.ts'
import { BackupProblem } from './problem.ts'
import { momentOfBackup, rotatedOut } from './rotation.ts'
import { nextShares, shareOf } from './turns.ts'
import { writeBackup, type MadeBackup } from './write-backup.ts'

type ScheduleDeps = Pick<PlatformDeps, 'db' | 'keys' | 'clock' | 'log' | 'journal'> & {
  readonly config: Pick<Config, 'dataFolder' | 'database' | 'backup'>
}

/** How often a long backup renews the lease of its job and learns that the server stops, in milliseconds. */
const renewMs = 5_000

/** Returns the last moment at which a backup was due, by the clock of the machine. */
export function lastDue(now: number, atMinutes: number): number {
  const due = new Date(now)
  due.setHours(Math.floor(atMinutes / 60), atMinutes % 60, 0, 0)
  if (due.getTime() > now) due.setDate(due.getDate() - 1)
  return due.getTime()
}

/**
 * Makes the backup of a day once its hour has come, then deletes those that rotation does not keep. A failed one is tried
 * again in the next round, and told once a day. One with values that do not open is the day's all the same: it is told, and until
 * a later one opens them, none is deleted.
 */
export async function backUpDaily(deps: ScheduleDeps, goOn: () => Promise<boolean>): Promise<void> {
  const { config, db, keys, clock, log } = deps
  const { folder, atMinutes } = config.backup
  const now = clock()
  const record = folder === null ? null : await backupRecord(db, keys, { now, isScheduled: true })
  if (folder === null || record === null) return
  const due = lastDue(now, atMinutes)
  const isSince = (at: number | null | undefined): boolean => at != null && at >= due && isBelieved(at, now)
  if (isSince(record.writtenAt)) return
  const stop = new AbortController()
  const renew = () =>
    goOn().then(
      (may) => may || stop.abort(),
      () => stop.abort(),
    )
  const timer = setInterval(() => void renew(), renewMs)
  let isRecorded = false
  try {
    const made = await writeBackup(deps, folder, { signal: stop.signal, shares: nextShares(record) })
    const { opened } = made
    const broken = opened.brokenCount > 0 ? brokenProblem(made) : null
    await (broken ? recordFailure(deps, broken, made) : recordBackup(deps, byItself, made, 'night'))
    isRecorded = true
    // Of a base that is damaged, the older backups are the good ones: none is deleted.
    if (broken) throw broken
    log.info({ file: made.name, bytes: made.bytes, chests: opened.chests }, 'a backup was made')
    await rotate(folder, clock())
  } catch (error) {
    if (stop.signal.aborted) return
    if (!isRecorded && !isSince(record.failedAt)) await recordFailure(deps, error)
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Records a backup in the journal, whose proved row tells it on the administration page. */
export const recordBackup = (
  { db, journal }: Pick<PlatformDeps, 'db' | 'journal'>,
  origin: RequestOrigin,
  made: MadeBackup,
  by: BackupMaker,
): Promise<void> =>
  db.transaction().execute((tx) =>
    journal.record(tx, null, origin, {
      action: 'backup.made',
      objects: { ...factsOf(made), by },
    }),
  )

const factsOf = ({ name, bytes, opened, shares: [share] }: MadeBackup) => ({
  file: name,
  bytes,
  opened: opened.chests,
  ...(share === undefined ? {} : { share }),
})

const brokenProblem = ({ opened }: MadeBackup): BackupProblem =>
  new BackupProblem(`closed values: ${opened.broken.join(', ')}`)

const brokenSharesOf = ({ opened }: MadeBackup): string[] =>
  [...new Set([...opened.brokenChests].map((chest) => String(shareOf(chest))))].toSorted()

/** Records that a backup of the night failed, which raises an alert; `made`: the file, if values in it do not open. */
const recordFailure = (
  { db, journal }: Pick<PlatformDeps, 'db' | 'journal'>,
  error: unknown,
  made?: MadeBackup,
): Promise<void> =>
  db.transaction().execute((tx) =>
    journal.record(tx, null, byItself, {
      action: 'backup.made',
      outcome: 'refused',
      objects: {
        ...(made ? { ...factsOf(made), broken: brokenSharesOf(made) } : {}),
        by: 'night',
        // Only sentences for the operator: another error may quote what it failed on.
        reason: operatorSentence(error)?.slice(0, 500) ?? 'unknown',
      },
    }),
  )

async function rotate(folder: string, now: number): Promise<void> {
  const names = await readdir(folder)
  const backups = names.flatMap((name) => {
    const at = momentOfBackup(name)
    return at === null ? [] : [{ name, at }]
  })
  for (const { name } of rotatedOut(backups, now)) await rm(join(folder, name), { force: true })
}

/** Raises an alert once a day while the last backup is late, for example because the job that makes it hangs elsewhere. */
export async function watchBackups({ config, db, keys, clock }: ScheduleDeps): Promise<void> {
  if (config.backup.folder === null) return
  const now = clock()
  await awaitBackups(db, now)
  const record = await backupRecord(db, keys, { now, isScheduled: true })
  if (!record || !isLate(record, now)) return
  const due = new Date(lastDue(now, config.backup.atMinutes)).toISOString()
  await raiseOnce(db, { kind: 'backup-late', at: now, about: due })
}
