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

/** The banks in a caller's scope; null for who manages everything, whose scope has no end. */
export type Scope = ReadonlySet<number> | null

const ownBanks = prepared(
  (db: Kysely<Tables>, params: Params<{ user: number }>) =>
    sql<{ banks: string | null }>`
      select ${groupAsJson(db, sql`own.bank_id`)} as banks from (${banksOfUser(sql`${params('user')}`)}) as own`,
)

/** The scope of a caller at this moment: a list reads it once, for its conditions and for what its rows show. */
export async function scopeOf(db: Kysely<Tables>, caller: Caller): Promise<Scope> {
  if (roleMay(caller.role, 'manageEverything')) return null
  const row = await ownBanks.first(db, { user: caller.id })
  return new Set(JSON.parse(row?.banks ?? '[]') as number[])
}

export const inScope = (scope: Scope, bankId: number): boolean => scope === null || scope.has(bankId)

/**
 * How far a caller reaches a thing whose banks, each of them once, were read with it.
 * @param bankIds the banks that it hangs on; the list of `banksOf` in scope.ts
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

/** What stands in a caller's sight without a look at the thing itself; null for who manages everything. */
type Sight = { readonly banks: RawBuilder<unknown>; readonly maker: number | null } | null

/** Whether a chest stands in sight, asked of each that a search has found: they are few. */
const isChestInSight = (db: Kysely<Tables>, { banks, maker }: NonNullable<Sight>): Condition => {
  const onBanks = sql<boolean>`exists (
    select 1 from bank_chests l where l.chest_id = t.id and ${unindexed(db, sql`l.bank_id`)} in (${banks}))`
  return maker === null
    ? onBanks
    : sql<boolean>`(${onBanks} or (t.created_by = ${maker} and ${hangsOnNone.chest(sql`t.id`)}))`
}
/** Users are found by the index that holds them, however few they are. */
const isUserInSight = (db: Kysely<Tables>, sight: NonNullable<Sight>): Condition =>
  sql<boolean>`${unindexed(db, sql`t.id`)} in (${idsInSight('user', sight)})`

/** The lists of the back offices, each row of which is `t`. */
const listed = {
  chest: { table: sql`chests`, order: { ASC: sql`t.id`, DESC: sql`t.id desc` }, isInSight: isChestInSight },
  user: {
    table: sql`users`,
    order: { ASC: sql`t.search_key, t.id`, DESC: sql`t.search_key desc, t.id desc` },
    isInSight: isUserInSight,
  },
} as const
type Listed = keyof typeof listed

type Filter = {
  /** Only what hangs on this bank; one out of scope is told like one that does not exist. */
  readonly bankId?: number | undefined
  /** What else to ask of `t`. */
  readonly condition?: Condition | undefined
}
type PageAsked = {
  readonly offset: number
  readonly limit: number
  readonly selectId?: number | undefined
  readonly direction: 'ASC' | 'DESC'
}
export type PageFound = { readonly ids: number[]; readonly total: number; readonly offset: number }

/**
 * A page of what a list shows: what hangs on the caller's banks, and what hangs on none but was made by them
 * (`isVisible`), found from the banks instead of asked of every row.
 *
 * @param page `selectId` asks for the page that holds it
 */
export async function pageInScope(
  db: Kysely<Tables>,
  noun: Listed,
  caller: Caller,
  scope: Scope,
  { bankId, condition }: Filter,
  page: PageAsked,
): Promise<PageFound> {
  const { offset, limit, selectId, direction } = page
  if (bankId !== undefined && !inScope(scope, bankId)) return { ids: [], total: 0, offset }
  const sight = sightOf(db, caller, scope, bankId)
  const { table, isInSight } = listed[noun]
  const order = listed[noun].order[direction]
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
  // Counting, finding the page and finding a row's page would each look through the list once more.
  const isPlain = noun === 'chest' && sight !== null && condition === undefined
  const every = isPlain
    ? await chestsInSight(db, sight, direction)
    : (await found(db, sql`select ${idsAsJson(db, sql`${rows} order by ${order}`)} as ids`)).ids
  const start = offsetOf(every, page)
  return { ids: every.slice(start, start + limit), total: every.length, offset: start }
}

/** Chests stand in the order of their ids, and the deleted have an index: the links alone tell the list. */
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
  // Some hang on several of the banks. Each once and in order takes a database several times as long.
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

/** A list of `id`, some of them more than once. */
function idsInSight(noun: Listed, { banks, maker }: NonNullable<Sight>): RawBuilder<unknown> {
  const hanging = hangingOn[noun](banks)
  if (maker === null) return hanging
  return sql`${hanging}
    union all
    select o.id from ${listed[noun].table} o where o.created_by = ${maker} and ${hangsOnNone[noun](sql`o.id`)}`
}
