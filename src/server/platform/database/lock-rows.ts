import type { Transaction } from 'kysely'
import { engineOf } from './engine.ts'
import type { Tables } from './tables.ts'

type Lockable = 'banks' | 'chests' | 'teams' | 'users'

/**
 * Makes other changes of these rows wait until the transaction ends. Rows are locked by growing id, so that two
 * callers never wait for each other; who locks several tables locks users first, then teams, banks, chests.
 * SQLite, which has one writer, needs no such clause.
 *
 * @param why `change` lets others insert what refers to the rows, which is their own foreign key's lock;
 *   `removal` waits for those as well, so that nothing hangs on a row that goes
 * @returns the ids that exist
 */
export async function lockRows(
  tx: Transaction<Tables>,
  table: Lockable,
  ids: readonly number[],
  why: 'change' | 'removal' = 'change',
): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .$if(engineOf(tx) === 'postgres', (query) =>
      why === 'change' ? query.forNoKeyUpdate() : query.forUpdate(),
    )
    .execute()
  return rows.map((row) => row.id)
}
