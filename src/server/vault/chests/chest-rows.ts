import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { allRights, type Rights } from '#domain/platform/rights.ts'
import { fold, frenchCollator } from '#domain/platform/folding.ts'
import { judgeVersion } from '#domain/platform/password-strength.ts'
import { nextNumber } from '#server/access/numbers.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { inScope, scopeOf } from '#server/access/listed.ts'
import type { Caller } from '#server/access/session.ts'
import { readableAmong } from '#server/access/locate.ts'
import { newMark } from '#server/access/marks.ts'
import { rightsAmong } from '#server/access/proved-rights.ts'
import { markOf, marksOf } from '#server/access/proved-changes.ts'
import { proofOfRow } from '#server/access/authority.ts'
import { grantsOf, readableBy } from '#server/access/sharing.ts'
import { engineOf, type Engine } from '#server/platform/database/engine.ts'
import { idsAsJson, isAmong, listOf } from '#server/platform/database/lists.ts'
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
  const chests = (ids ?? []).map((id, at) => ({
    id,
    name: names?.[at] ?? '',
    description: descriptions?.[at] ?? '',
    type: types?.[at] ?? '',
    guardian: guardians?.[at] ?? 0,
  }))
  return provedAmong(db, userId, chests)
}

/** Leaves out the chests that a user may not read by what the server wrote, whatever the rows of links say. */
async function provedAmong<Chest extends { readonly id: number }>(
  db: Kysely<Tables>,
  userId: number,
  chests: Chest[],
): Promise<Chest[]> {
  const readable = await readableAmong(
    db,
    userId,
    chests.map(({ id }) => id),
  )
  return chests.filter(({ id }) => readable.has(id))
}

const bankLinks = prepared((db: Kysely<Tables>, params: Params<{ chests: string }>) =>
  db
    .selectFrom('bank_chests as l')
    .innerJoin('banks as b', 'b.id', 'l.bank_id')
    .select(['l.chest_id', 'b.id', 'b.label'])
    .where(isAmong(db, sql.ref('l.chest_id'), sql`${params('chests')}`)),
)

type NamedBank = { id: number; label: string }

/** Returns the banks of chests, sorted by label. A bank outside the caller's scope is not named. */
export async function banksOfChests(
  db: Kysely<Tables>,
  caller: Caller,
  chestIds: readonly number[],
): Promise<ReadonlyMap<number, readonly NamedBank[]>> {
  const [scope, links] = [
    await scopeOf(db, caller),
    await bankLinks.all(db, { chests: listOf(db, chestIds) }),
  ]
  const { compare } = frenchCollator()
  const banks = new Map<number, NamedBank[]>()
  for (const { chest_id: chestId, id, label } of links) {
    if (inScope(scope, id)) banks.set(chestId, [...(banks.get(chestId) ?? []), { id, label }])
  }
  for (const each of banks.values()) each.sort((one, other) => compare(one.label, other.label))
  return banks
}

const chestsOn = prepared(
  (db: Kysely<Tables>, params: Params<{ bank: number }>) =>
    sql<{ ids: string }>`
      select ${idsAsJson(db, sql`select chest_id as id from bank_chests where bank_id = ${params('bank')}`)} as ids`,
)

/** Returns the chests that are attached to a bank. */
export const chestsOfBank = async (db: Kysely<Tables>, bankId: number): Promise<ReadonlySet<number>> =>
  new Set(JSON.parse((await chestsOn.first(db, { bank: bankId }))?.ids ?? '[]') as number[])

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
  const chests = (ids ?? []).map((id, at) => ({
    id,
    name: names?.[at] ?? '',
    description: descriptions?.[at] ?? '',
    guardian: guardians?.[at] ?? 0,
    revision: revisions?.[at] ?? 0,
    keyVersion: keyVersions?.[at] ?? 0,
    formerKeyVersion: formerKeyVersions?.[at] ?? null,
  }))
  return provedAmong(db, userId, chests)
}

const updatable = prepared(
  (db: Kysely<Tables>, params: Params<{ user: number }>) => sql<{ ids: string }>`
    select ${idsAsJson(
      db,
      sql`select g.chest_id as id from (${grantsOf({ user: params('user') })}) as g where g.can_update = 1`,
    )} as ids`,
)

/** Returns the chests whose content a user may change, if they may also read them. */
export async function chestsToUpdate(db: Kysely<Tables>, userId: number): Promise<Set<number>> {
  const ids = JSON.parse((await updatable.first(db, { user: userId }))?.ids ?? '[]') as number[]
  const rights = await rightsAmong(db, userId, ids)
  return new Set(ids.filter((id) => rights.get(id)?.update === true))
}

type Texts = string[] | null
type Numbers = number[] | null
type SearchedColumns = [Numbers, Texts, Texts, Flag[] | null, Numbers, Numbers, (number | null)[] | null]

/** Returns a chest with its rule of renewal. */
export const chestById = (
  db: Kysely<Tables>,
  id: number,
): Promise<ChestRow & { renew_days: number | null }> =>
  db
    .selectFrom('chests')
    .select(['id', 'name', 'description', 'type', 'guardian', 'renew_days'])
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
  const id = await nextNumber(tx, 'chests')
  const row = { id, name, description, type: 'service', guardian: lock ? (1 as const) : (0 as const) }
  const proved = {
    id,
    mark: newMark(),
    bank_marks: await marksOf(tx, 'banks', bankId === null ? [] : [bankId]),
    created_by: createdBy,
    deleted_at: null,
  }
  await tx
    .insertInto('chests')
    .values({
      ...row,
      search_text: searchTextOf(row),
      revision: 0,
      key_version: 1,
      lock_version: lock ? firstLockVersion : 0,
      judged_by: judgeVersion,
      created_at: at,
      ...proved,
      ...proofOfRow(tx, 'chests', proved, at),
    })
    .execute()
  await chestKeys.create(tx, id, lock)
  const grant = {
    chest_id: id,
    chest_mark: proved.mark,
    user_id: createdBy,
    user_mark: await markOf(tx, 'users', createdBy),
    ...flagsOf(allRights),
  }
  const proof = proofOfRow(tx, 'chest_user_rights', grant, at)
  await tx
    .insertInto('chest_user_rights')
    .values({ ...grant, ...proof })
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

/** Changes the texts or the rule of a chest whose row the transaction has locked. */
export async function updateChest(
  tx: Transaction<Tables>,
  id: number,
  changes: { name?: string; description?: string; renew_days?: number | null },
): Promise<void> {
  const { name, description, renew_days } = { ...(await chestById(tx, id)), ...changes }
  const columns = { name, description, search_text: searchTextOf({ name, description }), renew_days }
  await tx.updateTable('chests').set(columns).where('id', '=', id).execute()
}

/** Counts the items and folders of a chest, except those in its trash. */
export async function countContent(
  db: Kysely<Tables>,
  chestId: number,
): Promise<{ items: number; folders: number }> {
  const countIn = async (table: 'items' | 'folders') => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('chest_id', '=', chestId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return Number(row?.count ?? 0)
  }
  const [items, folders] = await Promise.all([countIn('items'), countIn('folders')])
  return { items, folders }
}
