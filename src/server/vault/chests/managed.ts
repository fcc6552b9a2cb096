import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { ManagedChest } from '#contract/vault/chests.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import { paging } from '#domain/platform/limits.ts'
import { pageInScope, inScope, reachIn, scopeOf, type Scope } from '#server/access/listed.ts'
import { attachedTo, namesFor } from '#server/access/attached.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { readTogether } from '#server/platform/database/engine.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { matchesSearch } from '#server/platform/database/words.ts'
import type { Caller } from '#server/access/session.ts'

export type Managed = Static<typeof ManagedChest>
/** The query of a list call (ListQuery of the contract). */
export type ListAsked = {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly search?: string | undefined
  readonly bankId?: number | undefined
  readonly selectId?: number | undefined
  readonly order?: 'ASC' | 'DESC' | undefined
}
export type ManagedPage = { chests: Managed[]; total: number; offset: number; limit: number }

/** Returns a page of the chests in a caller's scope, by id, with the users, teams and banks of each. */
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
  }: ListAsked,
): Promise<ManagedPage> {
  const scope = await scopeOf(db, caller)
  const condition = search === '' ? undefined : matchesSearch(search, sql`t.search_text`, sql`t.id`)
  const filter = { bankId, condition }
  const asked = { offset, limit, selectId, direction }
  const { ids, ...page } = await pageInScope(db, 'chest', caller, scope, filter, asked)
  const chests = await described(db, caller, scope, ids)
  return { ...page, limit, chests: direction === 'ASC' ? chests : chests.toReversed() }
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
    .where('c.deleted_at', 'is', null)
    .orderBy('c.id'),
)

/** Describes chests in a fixed number of queries, whatever the numbers of chests, users and teams. */
async function described(
  db: Kysely<Tables>,
  caller: Caller,
  scope: Scope,
  ids: readonly number[],
): Promise<Managed[]> {
  if (ids.length === 0) return []
  const [rows, { users, teams, banksOf }] = await Promise.all([
    facts.all(db, { ids: listOf(db, ids) }),
    attachedTo(db, ids),
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
  return rows.map((row) => {
    const { id } = row
    const all = banksOf(id)
    // A bank outside the caller's scope belongs to another client and is not named.
    const seen = all.filter((bank) => inScope(scope, bank.id))
    const [people, groups] = [users.get(id) ?? [], teams.get(id) ?? []]
    const [namedPeople, namedGroups] = [
      people.filter((user) => mayName(id, 'user', user.id)),
      groups.filter((team) => mayName(id, 'team', team.id)),
    ]
    return {
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
    }
  })
}

const idsIn = (lists: ReadonlyMap<number, readonly { id: number }[]>): number[] =>
  [...lists.values()].flatMap((list) => list.map(({ id }) => id))
