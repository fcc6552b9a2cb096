import { sql, type Kysely, type Transaction } from 'kysely'
import { Refusal, type RefusalCode } from '#domain/platform/refusals.ts'
import { engineOf } from '#server/platform/database/engine.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Owner } from '#server/platform/crypto/place.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { isGenuine, proofColumns, proofOfRow } from './authority.ts'
import { marksAs, marksIn } from './marks.ts'
import type { ChangesOf, ProvedFields, StoredProof } from './proved-rows.ts'
import { withdrawProofs } from './withdrawn.ts'

/** The tables whose rows have a number and a mark, and the refusal for a row that is not there. */
const absent = {
  users: 'USER_NOT_FOUND',
  teams: 'TEAM_NOT_FOUND',
  banks: 'BANK_NOT_FOUND',
  chests: 'CHEST_NOT_FOUND',
} as const satisfies Record<string, RefusalCode>
export type Marked = keyof typeof absent

/** Returns those of some rows that the server wrote, by id. */
export async function genuineRows<Table extends Marked>(
  db: Kysely<Tables>,
  table: Table,
  ids: readonly number[],
): Promise<Map<number, ProvedFields<Table>>> {
  const rows = await rowsOf(db, table, ids, false)
  return new Map(rows.map((row) => [(row as unknown as { readonly id: number }).id, row]))
}

/** Returns a row as the server wrote it; null when there is none, or the server did not write it. */
export async function genuineRow<Table extends Marked>(
  db: Kysely<Tables>,
  table: Table,
  id: number,
): Promise<ProvedFields<Table> | null> {
  return (await genuineRows(db, table, [id])).get(id) ?? null
}

/** The same. @throws Refusal USER_NOT_FOUND, TEAM_NOT_FOUND, BANK_NOT_FOUND, CHEST_NOT_FOUND instead of null */
export async function requireGenuineRow<Table extends Marked>(
  db: Kysely<Tables>,
  table: Table,
  id: number,
): Promise<ProvedFields<Table>> {
  const row = await genuineRow(db, table, id)
  if (!row) throw new Refusal(absent[table])
  return row
}

/** Returns the mark of a row. @throws Refusal as `requireGenuineRow` */
export const markOf = async (db: Kysely<Tables>, table: Marked, id: number): Promise<string> =>
  (await requireGenuineRow(db, table, id)).mark ?? ''

/**
 * Returns the account that a sealed value of a user's belongs to, by the mark beside the value; null when that is another's, who
 * had the number before or has it now.
 */
export async function ownerOf(
  db: Kysely<Tables>,
  userId: number,
  mark: string | null,
): Promise<Owner | null> {
  if (mark !== null && mark !== (await markOf(db, 'users', userId))) return null
  return { id: userId, mark }
}

/** Returns the marks of some rows as a list is stored. @throws Refusal as `requireGenuineRow` */
export async function marksOf(
  db: Kysely<Tables>,
  table: 'banks' | 'teams',
  ids: readonly number[],
): Promise<string> {
  const rows = await genuineRows(db, table, ids)
  if (rows.size < new Set(ids).size) throw new Refusal(absent[table])
  return marksAs([...rows.values()].map(({ mark }) => mark ?? ''))
}

/**
 * Changes a row, and proves it anew. On PostgreSQL it locks the row first, so that no other change comes between.
 * @throws Refusal as `requireGenuineRow`, also when the row was not the server's before
 */
export async function changeRow<Table extends Marked>(
  tx: Transaction<Tables>,
  table: Table,
  id: number,
  changes: ChangesOf<Table>,
  now: number,
): Promise<void> {
  const [row] = await rowsOf(tx, table, [id], true)
  if (!row) throw new Refusal(absent[table])
  await write(tx, table, row, changes, now)
}

/** Which marks a change of attachments adds to lists, and which it takes out of them. */
type MarkChanges = { readonly add?: readonly string[]; readonly remove?: readonly string[] }

/**
 * Changes the lists of marks of some rows: what they are attached to. A row that the server did not write stays as it is:
 * it counts for nothing.
 */
export async function changeMarks(
  tx: Transaction<Tables>,
  table: Exclude<Marked, 'banks'>,
  ids: readonly number[],
  change: MarkChanges & { readonly list: 'bank_marks' | 'team_marks' },
  now: number,
): Promise<void> {
  const { list, add = [], remove = [] } = change
  const removed = new Set(remove)
  for (const row of await rowsOf(tx, table as 'users', ids, true)) {
    const kept = marksIn(row[list]).filter((mark) => !removed.has(mark))
    const next = marksAs([...kept, ...add])
    if (next !== row[list]) await write(tx, table as 'users', row, { [list]: next }, now)
  }
}

async function rowsOf<Table extends Marked>(
  db: Kysely<Tables>,
  table: Table,
  ids: readonly number[],
  isLocking: boolean,
): Promise<(ProvedFields<Table> & StoredProof)[]> {
  if (ids.length === 0) return []
  // Kysely has no type for one of several tables.
  const rows = await db
    .selectFrom(table as 'users')
    .select(proofColumns(table as 'users'))
    .where(isAmong(db, sql.ref('id'), sql`${listOf(db, new Set(ids))}`))
    .orderBy('id')
    .$if(isLocking && engineOf(db) === 'postgres', (query) => query.forNoKeyUpdate())
    .execute()
  const asked = new Set(ids)
  const genuine = rows.filter((row) => isGenuine(db, table as 'users', row, {}) && asked.has(row.id))
  return genuine as unknown as (ProvedFields<Table> & StoredProof)[]
}

const write = async <Table extends Marked>(
  tx: Transaction<Tables>,
  table: Table,
  row: ProvedFields<Table> & StoredProof,
  changes: ChangesOf<Table>,
  now: number,
): Promise<void> => {
  const proof = proofOfRow(tx, table, { ...row, ...changes }, now)
  await withdrawProofs(tx, [row])
  await tx
    .updateTable(table as 'users')
    .set({ ...(changes as ChangesOf<'users'>), ...proof })
    .where('id', '=', (row as unknown as { readonly id: number }).id)
    .execute()
}
