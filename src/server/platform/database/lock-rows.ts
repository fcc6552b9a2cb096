import type { Transaction } from 'kysely'
import { engineOf } from './engine.ts'
import type { Tables } from './tables.ts'

/** The tables whose rows are locked, with the type of their ids. */
type Lockable = {
  banks: number
  categories: number
  chests: number
  sessions: string
  teams: number
  users: number
}

/**
 * Locks rows until the transaction ends: other changes of them wait. Rows are locked by ascending id, so that two
 * callers never wait for each other; who locks several tables locks users first, then teams, banks, chests.
 * SQLite, which has one writer, needs no such clause. Only the outbox locks rows otherwise: it skips locked ones.
 *
 * @param why `change` lets others insert what refers to the rows, which is their own foreign key's lock;
 *   `removal` blocks those as well, so that nothing refers to a row that is deleted
 * @returns the ids that exist
 */
export async function lockRows<Table extends keyof Lockable>(
  tx: Transaction<Tables>,
  table: Table,
  ids: readonly Lockable[Table][] | 'all',
  why: 'change' | 'removal' = 'change',
): Promise<Lockable[Table][]> {
  if (ids.length === 0) return []
  // Kysely has no type for one of several tables; each of them has an id.
  const rows = await tx
    .selectFrom(table as 'users')
    .select('id')
    .$if(ids !== 'all', (query) => query.where('id', 'in', [...new Set<unknown>(ids)] as number[]))
    .orderBy('id')
    .$if(engineOf(tx) === 'postgres', (query) =>
      why === 'change' ? query.forNoKeyUpdate() : query.forUpdate(),
    )
    .execute()
  return rows.map((row) => row.id as Lockable[Table])
}
