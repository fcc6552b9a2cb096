import { sql, type Kysely, type RawBuilder } from 'kysely'
import { roleMay } from '#domain/platform/roles.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { groupAsJson, idsAsJson, idsOf, listOf, unindexed } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { offsetOf } from '#server/platform/http/offset.ts'
import type { Reach } from './policy.ts'
import { banksOfUser, hangingOn, hangsOnNone, reachFrom, type Standing } from './scope.ts'
import type { Caller } from './session.ts'

type Condition = RawBuilder<boolean>

/** The banks in a caller's scope; null for a caller who manages everything. */
export type Scope = ReadonlySet<number> | null

const ownBanks = prepared(
  (db: Kysely<Tables>, params: Params<{ user: number }>) =>
    sql<{ banks: string | null }>`
      select ${groupAsJson(db, sql`own.bank_id`)} as banks from (${banksOfUser(sql`${params('user')}`)}) as own`,
)

/** Reads a caller's current scope: a list reads it once, for its conditions and for what its rows show. */
export async function scopeOf(db: Kysely<Tables>, caller: Caller): Promise<Scope> {
  if (roleMay(caller.role, 'manageEverything')) return null
  const row = await ownBanks.first(db, { user: caller.id })
  return new Set(JSON.parse(row?.banks ?? '[]') as number[])
}

export const inScope = (scope: Scope, bankId: number): boolean => scope === null || scope.has(bankId)

/**
 * Returns how far a caller reaches an object whose banks were read with it.
 * @param bankIds the banks that it is attached to, each once; the list of `banksOf` in scope.ts
 */
export const reachIn = (
  caller: Caller,
  scope: Scope,
  { bankIds, ...thing }: Omit<Standing, 'banks' | 'shared'> & { readonly bankIds: readonly number[] },
): Reach =>
  reachFrom(caller, {
    ...thing,
    banks: bankIds.length,
    shared: bankIds.filter((id) => inScope(scope, id)).length,
  })

/** A caller's scope, known before any row is read; null for a caller who manages everything. */
type Sight = { readonly banks: RawBuilder<unknown>; readonly maker: number | null } | null

/** Returns the condition that a chest is in scope, for the few chests that a search has found. */
const isChestInSight = (db: Kysely<Tables>, { banks, maker }: NonNullable<Sight>): Condition => {
  const onBanks = sql<boolean>`exists (
    select 1 from bank_chests l where l.chest_id = t.id and ${unindexed(db, sql`l.bank_id`)} in (${banks}))`
  return maker === null
    ? onBanks
    : sql<boolean>`(${onBanks} or (t.created_by = ${maker} and ${hangsOnNone.chest(sql`t.id`)}))`
}
/** Returns the condition that a user is in scope; it uses the index of users, however few match. */
const isUserInSight = (db: Kysely<Tables>, sight: NonNullable<Sight>): Condition =>
  sql<boolean>`${unindexed(db, sql`t.id`)} in (${idsInSight('user', sight)})`

/** The lists of the back offices, each row of which is `t`. */
const listed = {
  chest: { table: sql`chests`, order: [sql`t.id`], isInSight: isChestInSight },
  user: { table: sql`users`, order: [sql`t.search_key`, sql`t.id`], isInSight: isUserInSight },
} as const
type Listed = keyof typeof listed

type Filter = {
  /** Only what is attached to this bank; a bank out of scope gives the same as an unknown one. */
  readonly bankId?: number | undefined
  /** A further condition on `t`. */
  readonly condition?: Condition | undefined
}
type PageAsked = {
  readonly offset: number
  readonly limit: number
  readonly selectId?: number | undefined
  readonly direction: 'ASC' | 'DESC'
  /** An expression on `t`, never null, by which rows are ordered before the list's own order. */
  readonly orderBy?: RawBuilder<unknown> | undefined
}
export type PageFound = { readonly ids: number[]; readonly total: number; readonly offset: number }

/**
 * Reads a page of a list: what is attached to the caller's banks, and what is attached to none but was created by the
 * caller (`isVisible`). It starts from the banks instead of testing every row.
 *
 * @param page `selectId` requests the page that holds it
 */
export async function pageInScope(
  db: Kysely<Tables>,
  noun: Listed,
  caller: Caller,
  scope: Scope,
  { bankId, condition }: Filter,
  page: PageAsked,
): Promise<PageFound> {
  const { offset, limit, selectId, direction, orderBy } = page
  if (bankId !== undefined && !inScope(scope, bankId)) return { ids: [], total: 0, offset }
  const sight = sightOf(db, caller, scope, bankId)
  const { table, isInSight } = listed[noun]
  const columns = [...(orderBy ? [orderBy] : []), ...listed[noun].order]
  const order = sql.join(direction === 'ASC' ? columns : columns.map((column) => sql`${column} desc`))
  const conditions = [
    sql<boolean>`t.deleted_at is null`,
    ...(sight ? [isInSight(db, sight)] : []),
    ...(condition ? [condition] : []),
  ]
  const rows = sql`select t.id from ${table} t where ${sql.join(conditions, sql` and `)}`
  if (conditions.length === 1 && selectId === undefined) {
    const slice = idsAsJson(db, sql`${rows} order by ${order} limit ${limit} offset ${offset}`)
    const { ids, total } = await found(
      db,
      sql`select (select count(*) from (${rows}) as t) as total, ${slice} as ids`,
    )
    return { ids, total, offset }
  }
  // Counting, reading the page and finding a row's page would each scan the list again.
  const isPlain = noun === 'chest' && sight !== null && condition === undefined && orderBy === undefined
  const every = isPlain
    ? await chestsInSight(db, sight, direction)
    : (await found(db, sql`select ${idsAsJson(db, sql`${rows} order by ${order}`)} as ids`)).ids
  const start = offsetOf(every, page)
  return { ids: every.slice(start, start + limit), total: every.length, offset: start }
}

/** Returns the ids of the chests in scope. Chests are ordered by id and deleted ones indexed: the links are enough. */
async function chestsInSight(
  db: Kysely<Tables>,
  sight: NonNullable<Sight>,
  direction: 'ASC' | 'DESC',
): Promise<number[]> {
  const { ids } = await found(
    db,
    sql`select ${idsAsJson(
      db,
      sql`
    select t.id from (${idsInSight('chest', sight)}) as t
     where t.id not in (select id from chests where deleted_at is not null)`,
    )} as ids`,
  )
  // A chest may be attached to several of the banks. Removing duplicates in the database takes several times as long.
  const sign = direction === 'ASC' ? 1 : -1
  return [...new Set(ids)].toSorted((one, other) => sign * (one - other))
}

async function found(
  db: Kysely<Tables>,
  statement: RawBuilder<unknown>,
): Promise<{ ids: number[]; total: number }> {
  const { rows } = await (statement as RawBuilder<{ total?: number; ids: string }>).execute(db)
  return { ids: JSON.parse(rows[0]?.ids ?? '[]') as number[], total: rows[0]?.total ?? 0 }
}

function sightOf(db: Kysely<Tables>, { id }: Caller, scope: Scope, bankId: number | undefined): Sight {
  const banks = (ids: Iterable<number>) => idsOf(db, sql`${listOf(db, ids)}`)
  if (bankId !== undefined) return { banks: banks([bankId]), maker: null }
  return scope === null ? null : { banks: banks(scope), maker: id }
}

/** Returns a list of `id`, with duplicates. */
function idsInSight(noun: Listed, { banks, maker }: NonNullable<Sight>): RawBuilder<unknown> {
  const hanging = hangingOn[noun](banks)
  if (maker === null) return hanging
  return sql`${hanging}
    union all
    select o.id from ${listed[noun].table} o where o.created_by = ${maker} and ${hangsOnNone[noun](sql`o.id`)}`
}
