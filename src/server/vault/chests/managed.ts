import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { QueryOf } from '#contract/platform/endpoint.ts'
import type { chests, ManagedChest } from '#contract/vault/chests.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import { paging } from '#domain/platform/limits.ts'
import { readableAmong } from '#server/access/locate.ts'
import { pageInScope, inScope, reachIn, scopeOf, type Scope } from '#server/access/listed.ts'
import { attachedTo, namesFor } from '#server/access/attached.ts'
import { isVisible } from '#server/access/scope.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { readTogether } from '#server/platform/database/engine.ts'
import { byBytes, isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { matchesSearch } from '#server/platform/database/words.ts'
import type { Caller } from '#server/access/session.ts'

export type Managed = Static<typeof ManagedChest>
type ListAsked = QueryOf<typeof chests.list>
export type ManagedPage = { chests: Managed[]; total: number; offset: number; limit: number }

/** Returns a page of the chests in a caller's scope, by id unless another order is asked, with the users, teams and banks of each. */
export const managedPage = (db: Kysely<Tables>, caller: Caller, asked: ListAsked): Promise<ManagedPage> =>
  readTogether(db, (held) => readPage(held, caller, asked))

async function readPage(
  db: Kysely<Tables>,
  caller: Caller,
  {
    offset = 0,
    limit = paging.defaultLimit,
    search = '',
    bankId,
    selectId,
    order: direction = 'ASC',
    orderBy = 'id',
  }: ListAsked,
): Promise<ManagedPage> {
  const scope = await scopeOf(db, caller)
  const condition = search === '' ? undefined : matchesSearch(search, sql`t.search_text`, sql`t.id`)
  const filter = { bankId, condition }
  const asked = { offset, limit, selectId, direction, orderBy: orders[orderBy]?.(db, caller) }
  const { ids, ...page } = await pageInScope(db, 'chest', caller, scope, filter, asked)
  return { ...page, limit, chests: await described(db, caller, scope, ids) }
}

/** The orders besides the list's own. Users, teams and banks are counted as a row shows them. */
const orders: Record<
  NonNullable<ListAsked['orderBy']>,
  ((db: Kysely<Tables>, caller: Caller) => RawBuilder<unknown>) | undefined
> = {
  id: undefined,
  // The folded name, then the folded description.
  name: (db) => byBytes(db, sql`t.search_text`),
  users: () => sql`(select count(*) from chest_user_rights g join users u on u.id = g.user_id
    where g.chest_id = t.id and u.deleted_at is null)`,
  teams: () => sql`(select count(*) from chest_team_rights g where g.chest_id = t.id)`,
  banks: (_db, caller) => sql`(select count(*) from bank_chests l
    where l.chest_id = t.id and ${isVisible('bank', caller, sql`l.bank_id`, sql`null`)})`,
}

/** Returns a chest as the table shows it; the caller has checked that it is in scope. */
export async function managedChest(db: Kysely<Tables>, caller: Caller, id: number): Promise<Managed> {
  const [chest] = await described(db, caller, await scopeOf(db, caller), [id])
  if (!chest) throw new Error(`chest ${id} does not exist`)
  return chest
}

const facts = prepared((db: Kysely<Tables>, params: Params<{ ids: string }>) =>
  db
    .selectFrom('chests as c')
    .leftJoin('users as u', 'u.id', 'c.created_by')
    .select(['c.id', 'c.name', 'c.description', 'c.type', 'c.guardian', 'c.created_at', 'c.created_by'])
    .select('u.login as creator')
    .where(isAmong(db, sql.ref('c.id'), sql`${params('ids')}`))
    .where('c.deleted_at', 'is', null),
)

/** Describes chests, in the order of the ids, in a fixed number of queries, whatever the numbers of chests, users and teams. */
async function described(
  db: Kysely<Tables>,
  caller: Caller,
  scope: Scope,
  ids: readonly number[],
): Promise<Managed[]> {
  if (ids.length === 0) return []
  const [rows, { users, teams, banksOf }, readable] = await Promise.all([
    facts.all(db, { ids: listOf(db, ids) }),
    attachedTo(db, ids),
    readableAmong(db, caller.id, ids),
  ])
  const reaches = new Map(
    rows.map(({ id, created_by: madeBy }) => {
      const thing = { noun: 'chest', id, madeBy, role: null } as const
      return [id, reachIn(caller, scope, { ...thing, bankIds: banksOf(id).map((bank) => bank.id) })]
    }),
  )
  const mayName = await namesFor(
    db,
    caller,
    ids.filter((id) => reaches.get(id) !== 'managed'),
    {
      user: [...idsIn(users), ...rows.flatMap((row) => row.created_by ?? [])],
      team: idsIn(teams),
    },
  )
  const { compare } = frenchCollator()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const all = banksOf(id)
    // A bank outside the caller's scope belongs to another client and is not named.
    const seen = all.filter((bank) => inScope(scope, bank.id))
    const [people, groups] = [users.get(id) ?? [], teams.get(id) ?? []]
    const [namedPeople, namedGroups] = [
      people.filter((user) => mayName(id, 'user', user.id)),
      groups.filter((team) => mayName(id, 'team', team.id)),
    ]
    return [
      {
        id,
        name: row.name,
        description: row.description,
        type: row.type,
        guardian: row.guardian === 1,
        creator: row.created_by !== null && mayName(id, 'user', row.created_by) ? row.creator : null,
        createAt: new Date(row.created_at).toISOString(),
        users: namedPeople,
        hiddenUsers: people.length - namedPeople.length,
        teams: namedGroups,
        hiddenTeams: groups.length - namedGroups.length,
        banks: seen
          .map(({ id: bank, label }) => ({ id: bank, label }))
          .toSorted((one, other) => compare(one.label, other.label)),
        hiddenBanks: all.length - seen.length,
        manageable: reaches.get(id) === 'managed',
        readable: readable.has(id),
      },
    ]
  })
}

const idsIn = (lists: ReadonlyMap<number, readonly { id: number }[]>): number[] =>
  [...lists.values()].flatMap((list) => list.map(({ id }) => id))
