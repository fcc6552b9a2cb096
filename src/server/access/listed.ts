import { sql, type Kysely, type RawBuilder } from 'kysely'
import { roleMay, type Role } from '#domain/roles.ts'
import { prepared, type Params } from '../database/compiled.ts'
import { groupAsJson, idsAsJson, idsOf, listOf, unindexed } from '../database/lists.ts'
import type { Tables } from '../database/tables.ts'
import type { Reach } from './policy.ts'
import { banksOfUser, hangingOn, hangsOnNone, reachFrom, type Standing } from './scope.ts'

type Caller = { readonly id: number; readonly role: Role }
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

/**
 * The lists of the back offices, each row of which is `t`. Within a set, chests are found by their ids, which is
 * their order already, and users by the index that holds theirs.
 */
const listed = {
  chest: {
    table: sql`chests`,
    order: sql`t.id`,
    found: () => sql`t.id`,
  },
  user: {
    table: sql`users`,
    order: sql`t.search_key, t.id`,
    found: (db: Kysely<Tables>) => unindexed(db, sql`t.id`),
  },
} as const
type Listed = keyof typeof listed

/**
 * What a list shows, in its order: what hangs on the caller's banks, and what hangs on none but was made by them
 * (`isVisible`), found from the banks instead of asked of every row. All in one statement and one text: counting,
 * finding the page and finding a row's page would each look through the list once more.
 *
 * @param bankId only what hangs on this bank; one out of scope is told like one that does not exist
 * @param condition what else to ask of `t`
 */
export async function idsInScope(
  db: Kysely<Tables>,
  noun: Listed,
  caller: Caller,
  scope: Scope,
  { bankId, condition }: { bankId?: number | undefined; condition?: Condition | undefined },
): Promise<number[]> {
  if (bankId !== undefined && !inScope(scope, bankId)) return []
  const { table, found: id, order } = listed[noun]
  const set = bankId === undefined ? inSight(db, noun, caller, scope) : hangingOn[noun](banks(db, [bankId]))
  const conditions = [
    sql<boolean>`t.deleted_at is null`,
    ...(set ? [sql<boolean>`${id(db)} in (${set})`] : []),
    ...(condition ? [condition] : []),
  ]
  const rows = sql`select t.id from ${table} t where ${sql.join(conditions, sql` and `)} order by ${order}`
  const found = await sql<{ ids: string }>`select ${idsAsJson(db, rows)} as ids`.execute(db)
  return JSON.parse(found.rows[0]?.ids ?? '[]') as number[]
}

const banks = (db: Kysely<Tables>, ids: Iterable<number>) => idsOf(db, sql`${listOf(db, ids)}`)

function inSight(db: Kysely<Tables>, noun: Listed, caller: Caller, scope: Scope): RawBuilder<unknown> | null {
  if (scope === null) return null
  return sql`${hangingOn[noun](banks(db, scope))}
    union all
    select o.id from ${listed[noun].table} o where o.created_by = ${caller.id} and ${hangsOnNone[noun](sql`o.id`)}`
}
