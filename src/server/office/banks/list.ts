import { sql, type Kysely } from 'kysely'
import { paging } from '#domain/platform/limits.ts'
import { isVisible } from '#server/access/scope.ts'
import type { Caller } from '#server/access/session.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Flag } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { offsetOf } from '#server/platform/http/offset.ts'
import type { PageOf } from '#server/platform/http/paging-header.ts'
import { filterOf, orderOf, type BankFacts, type Compare, type Paging } from './criterias.ts'
import { linksOf, noLinks } from './linked.ts'

const onBank = {
  user: sql<number>`(select count(*) from bank_users l join users p on p.id = l.user_id
    where l.bank_id = b.id and p.deleted_at is null)`,
  team: sql<number>`(select count(*) from bank_teams l where l.bank_id = b.id)`,
  chest: sql<number>`(select count(*) from bank_chests l join chests c on c.id = l.chest_id
    where l.bank_id = b.id and c.deleted_at is null)`,
} as const
type Linked = keyof typeof onBank
const linked = Object.keys(onBank) as Linked[]

/**
 * Returns the banks in a caller's scope for search and order; there are hundreds at most, so all are read.
 * @param counted the links to count; the others count as none
 */
const factsInScope = (db: Kysely<Tables>, caller: Caller, counted: readonly Linked[]): Promise<BankFacts[]> =>
  db
    .selectFrom('banks as b')
    .leftJoin('users as u', 'u.id', 'b.create_by')
    .select(['b.id', 'b.label', 'b.description', 'b.active', 'b.max_user', 'u.login as create_by'])
    .select(linked.map((kind) => (counted.includes(kind) ? onBank[kind] : sql<number>`0`).as(kind)))
    .where(isVisible('bank', caller, sql.ref('b.id'), sql`null`))
    .orderBy('b.id')
    .execute()

type AskedPage = Paging & { selectId?: number }

/** Returns a page of the banks in scope, with what is attached to them. */
export async function pageOfBanks(
  db: Kysely<Tables>,
  caller: Caller,
  asked: AskedPage,
  compare: Compare,
): Promise<{ page: PageOf; banks: Awaited<ReturnType<typeof banksByIds>> }> {
  const { offset = 0, limit = paging.defaultLimit, criterias = [], orders = {}, selectId } = asked
  const facts = await factsInScope(
    db,
    caller,
    linked.filter((kind) => orders[kind] !== undefined),
  )
  const found = facts
    .filter(filterOf(criterias, compare))
    .toSorted(orderOf(orders, compare))
    .map((bank) => bank.id)
  const start = offsetOf(found, { offset, limit, selectId })
  const ids = found.slice(start, start + limit)
  return {
    page: { countTotal: found.length, offset: start, limit },
    banks: await banksByIds(db, ids),
  }
}

const factsOf = prepared((db: Kysely<Tables>, params: Params<{ banks: string }>) =>
  db
    .selectFrom('banks as b')
    .leftJoin('users as u', 'u.id', 'b.create_by')
    .select(['b.id', 'b.label', 'b.description', 'b.max_user', 'b.active', 'u.login'])
    .where(isAmong(db, sql.ref('b.id'), sql`${params('banks')}`)),
)

/** Returns banks in the reply's form, in the order of the ids. Their visibility has been checked. */
export async function banksByIds(db: Kysely<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return []
  const [rows, links] = await Promise.all([factsOf.all(db, { banks: listOf(db, ids) }), linksOf(db, ids)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { label, description, max_user, active, login } = row
    return [
      {
        id,
        label,
        description,
        max_user,
        create_by: login,
        active: active === 1,
        links: links.get(id) ?? noLinks(),
      },
    ]
  })
}

/** Returns the banks of the change-bank dialog: those in the caller's scope. */
export async function banksOfCaller(
  db: Kysely<Tables>,
  caller: Caller,
  compare: Compare,
): Promise<{ id: number; label: string; active: boolean }[]> {
  const rows: { id: number; label: string; active: Flag }[] = await db
    .selectFrom('banks as b')
    .select(['b.id', 'b.label', 'b.active'])
    .where(isVisible('bank', caller, sql.ref('b.id'), sql`null`))
    .execute()
  return rows
    .map(({ id, label, active }) => ({ id, label, active: active === 1 }))
    .toSorted((one, other) => compare(one.label, other.label) || one.id - other.id)
}
