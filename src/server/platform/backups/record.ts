import type { Kysely } from 'kysely'
import { elapsedSince, isBelieved } from '#domain/platform/moments.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { storedJournalKeys } from '#server/platform/journal/journal-keys.ts'
import { recordFirst } from '#server/platform/jobs/runs.ts'
import { latestOwnRows } from '#server/platform/journal/own-rows.ts'

/** The last backups, as the journal proves. */
export type BackupRecord = {
  /** The last good one. */
  readonly last: { readonly at: number; readonly bytes: number; readonly chests: number } | null
  /** When the last try failed; null once a later one has not. */
  readonly failedAt: number | null
  /** When the last file was written, good or with values that do not open. */
  readonly writtenAt: number | null
  /** The part of the chests whose turn the last file was; null before the first. */
  readonly share: number | null
  /** The parts in which values did not open; empty again once a later file has opened them. */
  readonly brokenShares: readonly number[]
  /** Since when nightly backups are set, as far as the hourly watch has seen; null before it has. */
  readonly awaitedAt: number | null
}

/** Who made a backup. Those of the command `backup` do not count as those of the night: they may lie in another folder. */
export const backupMakers = ['night', 'command'] as const
export type BackupMaker = (typeof backupMakers)[number]

/** After so many milliseconds without a good one, backups are late. */
const lateMs = 36 * 60 * 60 * 1000
/** No job: its row among their runs says since when backups are awaited. A clock that was ahead is corrected there. */
const awaitedName = 'backups-awaited'

type Recorded = {
  readonly file?: string
  readonly bytes?: number
  readonly opened?: number
  readonly share?: number
  readonly broken?: readonly string[]
}

/**
 * Returns the record of backups; null while the node is sealed.
 * @param isScheduled whether nightly backups are set: only they count then
 */
export async function backupRecord(
  db: Kysely<Tables>,
  keys: Pick<PlatformDeps['keys'], 'isSealed' | 'keyring'>,
  { now, isScheduled }: { readonly now: number; readonly isScheduled: boolean },
): Promise<BackupRecord | null> {
  if (keys.isSealed) return null
  const own = await storedJournalKeys(db, keys)
  const byCommand = '"by":"command"' satisfies `"by":"${BackupMaker}"`
  const rows = own ? await latestOwnRows(db, own, 'backup.made', isScheduled ? byCommand : undefined) : []
  const awaited = await db
    .selectFrom('job_runs')
    .select('done_at')
    .where('name', '=', awaitedName)
    .executeTakeFirst()
  const records = rows
    .filter(({ at }) => isBelieved(at, now))
    .map(({ at, outcome, objects }) => ({ at, outcome, ...(JSON.parse(objects) as Recorded) }))
  const good = records.find(({ outcome }) => outcome === 'done')
  const failed = records.find(({ outcome }) => outcome === 'refused')
  const written = records.find(({ file }) => file !== undefined)
  const shared = records.find(({ share }) => share !== undefined)
  return {
    last: good ? { at: good.at, bytes: good.bytes ?? 0, chests: good.opened ?? 0 } : null,
    failedAt: failed && failed.at > (good?.at ?? 0) ? failed.at : null,
    writtenAt: written?.at ?? null,
    share: shared?.share ?? null,
    brokenShares: (shared?.broken ?? []).map(Number),
    awaitedAt: awaited?.done_at ?? null,
  }
}

/** Whether nightly backups are late: since the last good one, or since they are set when there was none. */
export function isLate(
  { last, awaitedAt }: { readonly last: { readonly at: number } | null; readonly awaitedAt: number | null },
  now: number,
): boolean {
  const since = last?.at ?? awaitedAt
  return since !== null && elapsedSince(since, now) >= lateMs
}

/** Records that nightly backups are set. */
export const awaitBackups = (db: Kysely<Tables>, now: number): Promise<void> =>
  recordFirst(db, awaitedName, now)
