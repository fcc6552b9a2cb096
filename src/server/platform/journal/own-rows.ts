import type { Kysely } from 'kysely'
import type { JournalAction } from '#domain/platform/journal-actions.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { JournalKeys } from './journal-keys.ts'
import { rowMac, type JournalRow } from './row-proof.ts'

/** Rows that may be copies of earlier ones, or forged. */
const latestRows = 20

/**
 * Returns the latest rows of an action that the server has written, newest first. By their proofs, they tell its own state:
 * whoever writes to the database cannot say that something was done.
 * @param without leaves out rows in whose recorded fields this part of the JSON stands; it holds no `%`, `_` or `\`
 */
export async function latestOwnRows(
  db: Kysely<Tables>,
  own: Pick<JournalKeys, 'rows'>,
  action: JournalAction,
  without?: string,
): Promise<JournalRow[]> {
  const rows = await db
    .selectFrom('journal')
    .selectAll()
    .where('action', '=', action)
    .$if(without !== undefined, (query) => query.where('objects', 'not like', `%${without}%`))
    .orderBy('seq', 'desc')
    .limit(latestRows)
    .execute()
  return rows
    .filter((row) => row.mac !== null && rowMac(own.rows, row).equals(row.mac))
    .toSorted((one, other) => other.at - one.at)
}
