import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { allRights, type Rights } from '#domain/platform/rights.ts'
import { fold } from '#domain/platform/folding.ts'
import { nextId } from '#server/platform/database/columns.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { grantsOf, readableBy } from '#server/access/sharing.ts'
import { engineOf, type Engine } from '#server/platform/database/engine.ts'
import { idsAsJson } from '#server/platform/database/lists.ts'
import type { GrantFlags } from '#server/platform/database/chest-tables.ts'
import type { Flag } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { firstLockVersion, type ChestKeys, type NewLock } from './chest-keys.ts'

export type ChestRow = { id: number; name: string; description: string; type: string; guardian: Flag }

/** The columns read of readable chests: those that lists show, and those that find their indexes. */
const columnsOf = {
  listed: ['id', 'name', 'description', 'type', 'guardian'],
  searched: ['id', 'name', 'description', 'guardian', 'revision', 'key_version', 'former_key_version'],
} as const
type Shown = keyof typeof columnsOf

/** Returns all rows as one JSON text, with an array for each column. */
function columnsAsJson(engine: Engine, shown: Shown): RawBuilder<string> {
  const columns = columnsOf[shown].map((name) => sql`c.${sql.ref(name)}`)
  return engine === 'sqlite'
    ? sql`json_array(${sql.join(columns.map((column) => sql`json_group_array(${column})`))})`
    : sql`json_build_array(${sql.join(columns.map((column) => sql`array_agg(${column})`))})::text`
}

const chestsShown = (shown: Shown) =>
  prepared(
    (db: Kysely<Tables>, params: Params<{ user: number }>) => sql<{ chests: string }>`
    select ${columnsAsJson(engineOf(db), shown)} as chests from ${readableBy(params('user'))}`,
  )
const readable = { listed: chestsShown('listed'), searched: chestsShown('searched') }

type ListedColumns = [Numbers, Texts, Texts, Texts, Flag[] | null]

/** Returns the undeleted chests that a user may read, by effective direct or team grants, in no order. */
export async function readableChests(db: Kysely<Tables>, userId: number): Promise<ChestRow[]> {
  const text = (await readable.listed.first(db, { user: userId }))?.chests ?? '[]'
  // Where there is no row, PostgreSQL has no arrays either.
  const [ids, names, descriptions, types, guardians] = JSON.parse(text) as ListedColumns
  return (ids ?? []).map((id, at) => ({
    id,
    name: names?.[at] ?? '',
    description: descriptions?.[at] ?? '',
    type: types?.[at] ?? '',
    guardian: guardians?.[at] ?? 0,
  }))
}

/** A readable chest, with the columns that show whether its index is up to date. */
export type SearchedChestRow = Omit<ChestRow, 'type'> & {
  revision: number
  keyVersion: number
  formerKeyVersion: number | null
}

/** Returns the chests that a user may read now, for a search. */
export async function chestsToSearch(db: Kysely<Tables>, userId: number): Promise<SearchedChestRow[]> {
  const text = (await readable.searched.first(db, { user: userId }))?.chests ?? '[]'
  // Where there is no row, PostgreSQL has no arrays either.
  const [ids, names, descriptions, guardians, revisions, keyVersions, formerKeyVersions] = JSON.parse(
    text,
  ) as SearchedColumns
  return (ids ?? []).map((id, at) => ({
    id,
    name: names?.[at] ?? '',
    description: descriptions?.[at] ?? '',
    guardian: guardians?.[at] ?? 0,
    revision: revisions?.[at] ?? 0,
    keyVersion: keyVersions?.[at] ?? 0,
    formerKeyVersion: formerKeyVersions?.[at] ?? null,
  }))
}

const updatable = prepared(
  (db: Kysely<Tables>, params: Params<{ user: number }>) => sql<{ ids: string }>`
    select ${idsAsJson(
      db,
      sql`select g.chest_id as id from (${grantsOf({ user: params('user') })}) as g where g.can_update = 1`,
    )} as ids`,
)

/** Returns the chests whose content a user may change, if they may also read them. */
export const chestsToUpdate = async (db: Kysely<Tables>, userId: number): Promise<Set<number>> =>
  new Set(JSON.parse((await updatable.first(db, { user: userId }))?.ids ?? '[]') as number[])

type Texts = string[] | null
type Numbers = number[] | null
type SearchedColumns = [Numbers, Texts, Texts, Flag[] | null, Numbers, Numbers, (number | null)[] | null]

export const chestById = (db: Kysely<Tables>, id: number): Promise<ChestRow> =>
  db
    .selectFrom('chests')
    .select(['id', 'name', 'description', 'type', 'guardian'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Returns rights as the columns of a grant. */
export const flagsOf = (rights: Rights): GrantFlags => ({
  can_read: rights.read ? 1 : 0,
  can_create: rights.create ? 1 : 0,
  can_update: rights.update ? 1 : 0,
  can_delete: rights.delete ? 1 : 0,
  can_export: rights.export ? 1 : 0,
})

/** Returns the text that the back office's search matches, besides the id. */
export const searchTextOf = ({ name, description }: { name: string; description: string }): string =>
  fold(`${name} ${description}`)

export type NewChest = {
  name: string
  description: string
  createdBy: number
  at: number
  bankId: number | null
  /** Creates a guardian chest. */
  lock?: NewLock | null
}

/** Inserts a chest with its key, grants its creator all five rights, and attaches it to the current bank. */
export async function insertChest(
  tx: Transaction<Tables>,
  chestKeys: ChestKeys,
  { name, description, createdBy, at, bankId, lock = null }: NewChest,
): Promise<ChestRow> {
  const id = await nextId(tx, 'chests')
  const row = { id, name, description, type: 'service', guardian: lock ? (1 as const) : (0 as const) }
  await tx
    .insertInto('chests')
    .values({
      ...row,
      search_text: searchTextOf(row),
      revision: 0,
      key_version: 1,
      lock_version: lock ? firstLockVersion : 0,
      created_by: createdBy,
      created_at: at,
      deleted_at: null,
    })
    .execute()
  await chestKeys.create(tx, id, lock)
  await tx
    .insertInto('chest_user_rights')
    .values({ chest_id: id, user_id: createdBy, ...flagsOf(allRights) })
    .execute()
  if (bankId !== null) await tx.insertInto('bank_chests').values({ bank_id: bankId, chest_id: id }).execute()
  return row
}

/** Stores the chest that the explorer opens first next time. */
export async function saveLastOpenedChest(
  db: Kysely<Tables>,
  userId: number,
  chestId: number,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_chest_id: chestId })
    .where('id', '=', userId)
    .where((where) => where.or([where('last_chest_id', 'is', null), where('last_chest_id', '!=', chestId)]))
    .execute()
}

/** Changes the texts of a chest whose row the transaction has locked. */
export async function updateChest(
  tx: Transaction<Tables>,
  id: number,
  changes: { name?: string; description?: string },
): Promise<void> {
  const { name, description } = { ...(await chestById(tx, id)), ...changes }
  const texts = { name, description, search_text: searchTextOf({ name, description }) }
  await tx.updateTable('chests').set(texts).where('id', '=', id).execute()
}
