import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import type { EntryKey } from './entries.ts'

/** The rows of `settings` that name the mapped groups which are the primary group of somebody. */
const prefix = 'directory.primary-group:'

/** Stores whether a group was somebody's primary group when it was mapped. A row stays when the mapping goes. */
export async function storePrimary(
  tx: Transaction<Tables>,
  key: EntryKey,
  isPrimary: boolean,
): Promise<void> {
  const name = `${prefix}${key}`
  await (
    isPrimary
      ? tx
          .insertInto('settings')
          .values({ name, value: '' })
          .onConflict((conflict) => conflict.doNothing())
      : tx.deleteFrom('settings').where('name', '=', name)
  ).execute()
}

/** Returns the groups that were somebody's primary group when they were mapped. */
export async function primaryGroups(db: Kysely<Tables>): Promise<ReadonlySet<EntryKey>> {
  const rows = await db.selectFrom('settings').select('name').where('name', 'like', `${prefix}%`).execute()
  return new Set(rows.map(({ name }) => name.slice(prefix.length)))
}
