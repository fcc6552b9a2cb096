import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { storedJournalKeys } from '#server/platform/journal/journal-keys.ts'
import { latestOwnRows } from '#server/platform/journal/own-rows.ts'

/** The last backups, as the journal proves: the last good one, and the last failure. */
export type BackupRecord = {
  readonly last: { readonly at: number; readonly bytes: number; readonly chests: number } | null
  readonly failedAt: number | null
}

/** Backups that are older than these when their next one is due are late, in milliseconds. */
export const lateMs = 36 * 60 * 60 * 1000

/** Returns the record of backups; null while the node is sealed. */
export async function backupRecord(
  db: Kysely<Tables>,
  keys: PlatformDeps['keys'],
): Promise<BackupRecord | null> {
  if (keys.isSealed) return null
  const own = await storedJournalKeys(db, keys)
  const rows = own ? await latestOwnRows(db, own, 'backup.made') : []
  const good = rows.find(({ outcome }) => outcome === 'done')
  const failed = rows.find(({ outcome }) => outcome === 'refused')
  const objects = good && (JSON.parse(good.objects) as { bytes?: number; opened?: number })
  return {
    last: good ? { at: good.at, bytes: objects?.bytes ?? 0, chests: objects?.opened ?? 0 } : null,
    failedAt: failed && failed.at > (good?.at ?? 0) ? failed.at : null,
  }
}
