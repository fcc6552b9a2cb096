import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { readCheckpoint } from '#server/platform/crypto/signed-note.ts'
import type { JournalKeys } from './journal-keys.ts'
import { latestOwnRows } from './own-rows.ts'

/** A backup that was restored on purpose: when, and how many rows the journal had then. */
export type Restoration = { readonly at: number; readonly rows: number }

/** Returns the latest restorations that the journal proves, newest first. */
export async function restorationsOf(
  db: Kysely<Tables>,
  own: Pick<JournalKeys, 'rows'>,
): Promise<Restoration[]> {
  const rows = await latestOwnRows(db, own, 'backup.restored')
  return rows.map(({ at, objects }) => ({ at, rows: (JSON.parse(objects) as { rows: number }).rows }))
}

/**
 * Leaves out the checkpoints that a restoration undid: signed before it, of more rows than it left. The time is in what is
 * signed, and the restoration in a proved row, so that an older database that somebody put back later is not excused.
 */
export async function withoutUndone(
  db: Kysely<Tables>,
  own: Pick<JournalKeys, 'rows' | 'signer'>,
  notes: readonly string[],
): Promise<string[]> {
  if (notes.length === 0) return []
  const restorations = await restorationsOf(db, own)
  if (restorations.length === 0) return [...notes]
  return notes.filter((note) => {
    const text = own.signer.open(note)
    const checkpoint = text === null ? null : readCheckpoint(own.signer.name, text)
    const signedAt = Date.parse(text?.split('\n')[3] ?? '')
    return !restorations.some(
      ({ at, rows }) => checkpoint !== null && checkpoint.size > rows && signedAt < at,
    )
  })
}
