import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { QueryOf } from '#contract/platform/endpoint.ts'
import type { TeamReply, teams } from '#contract/office/teams.ts'
import { fold } from '#domain/platform/folding.ts'
import { paging } from '#domain/platform/limits.ts'
import { seenAmong } from '#server/access/members.ts'
import { hangsOnBank, isVisible, reachFrom, scopeCounts } from '#server/access/scope.ts'
import type { Caller } from '#server/access/session.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf, rowsAsJson, rowsIn } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { holdsWord, wordsOf } from '#server/platform/database/words.ts'
import { offsetOf } from '#server/platform/http/offset.ts'
import type { PageOf } from '#server/platform/http/paging-header.ts'

export type Team = Static<typeof TeamReply>
type Person = Team['users'][number]
type Compare = (one: string, other: string) => number
type Asked = QueryOf<typeof teams.list>

const teamId = sql.ref('t.id')

/**
 * A page of the teams in scope, by name unless another order is asked. All teams are read: there are hundreds at
 * most. Other orders compare what the rows show, so that they reveal nothing else.
 */
export async function pageOfTeams(
  db: Kysely<Tables>,
  caller: Caller,
  { offset = 0, limit = paging.defaultLimit, selectId, order = 'ASC', orderBy = 'name', ...filter }: Asked,
  compare: Compare,
): Promise<{ page: PageOf; teams: Team[] }> {
  const found = await matching(db, caller, filter)
  const sign = order === 'ASC' ? 1 : -1
  const byName = (one: NamedTeam, other: NamedTeam) => compare(one.name, other.name) || one.id - other.id
  const sorted = found.toSorted((one, other) => sign * byName(one, other))
  const pageIn = (teams: readonly NamedTeam[]) => {
    const ids = teams.map((team) => team.id)
    const start = offsetOf(ids, { offset, limit, selectId })
    return { page: { countTotal: ids.length, offset: start, limit }, ids: ids.slice(start, start + limit) }
  }
  if (orderBy === 'name') {
    const { page, ids } = pageIn(sorted)
    return { page, teams: await teamsByIds(db, caller, ids) }
  }
  const every = await teamsByIds(
    db,
    caller,
    sorted.map(({ id }) => id),
  )
  const by = orders[orderBy]
  const { page, ids } = pageIn(every.toSorted((one, other) => sign * by(one, other, compare)))
  const byId = new Map(every.map((team) => [team.id, team]))
  return { page, teams: ids.flatMap((id) => byId.get(id) ?? []) }
}
type NamedTeam = { readonly id: number; readonly name: string }

/** The orders besides that by name, of which equal rows keep the order. */
const orders: Record<
  Exclude<NonNullable<Asked['orderBy']>, 'name'>,
  (one: Team, other: Team, compare: Compare) => number
> = {
  description: (one, other, compare) => compare(one.description, other.description),
  creator: (one, other, compare) => compare(one.creator ?? '', other.creator ?? ''),
  users: (one, other) => one.users.length - other.users.length,
  banks: (one, other) => one.banks.length - other.banks.length,
}

async function matching(
  db: Kysely<Tables>,
  caller: Caller,
  { bankId, search = '' }: Pick<Asked, 'bankId' | 'search'>,
): Promise<NamedTeam[]> {
  const words = wordsOf(search)
  if (words === null) return []
  let query = db
    .selectFrom('teams as t')
    .select(['t.id', 't.name'])
    .where(isVisible('team', caller, teamId, sql.ref('t.created_by')))
  if (bankId !== undefined) {
    // A bank out of scope yields the same result as an unknown one, even if it shares teams with the caller's
    // banks.
    const isSeen = isVisible('bank', caller, sql`${bankId}`, sql`null`)
    query = query.where(hangsOnBank('team', bankId, teamId)).where(isSeen)
  }
  if (words.length === 0) return query.execute()
  const rows = await query.select('t.description').execute()
  const named = await wordsOfMembers(db, words)
  return rows.filter(({ id, name, description }) => {
    const text = fold(`${name} ${description}`)
    return words.every((word) => word === String(id) || text.includes(word) || named.get(id)?.has(word))
  })
}

/** Which of the words match a member of each team. One statement: a search may have a hundred words. */
async function wordsOfMembers(
  db: Kysely<Tables>,
  words: readonly string[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const holdsOne = sql.join(
    words.map((word) => holdsWord(sql.ref('u.search_key'), word)),
    sql` or `,
  )
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('team_users as m', 'm.user_id', 'u.id')
    .select(['m.team_id', 'u.search_key'])
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`(${holdsOne})`)
    .execute()
  const named = new Map<number, Set<string>>()
  for (const { team_id: team, search_key: key } of rows) {
    const found = named.get(team) ?? new Set()
    named.set(team, found)
    if (found.size === words.length) continue
    for (const word of words) if (!found.has(word) && key.includes(word)) found.add(word)
  }
  return named
}

const factsOf = prepared((db: Kysely<Tables>, params: Params<{ teams: string; caller: number }>) => {
  const counts = scopeCounts('team', teamId, sql`${params('caller')}`)
  return db
    .selectFrom('teams as t')
    .leftJoin('users as u', 'u.id', 't.created_by')
    .select(['t.id', 't.name', 't.description', 't.created_by', 'u.login'])
    .select([counts.banks.as('banks'), counts.shared.as('shared')])
    .where(isAmong(db, teamId, sql`${params('teams')}`))
})

/** Teams in wire format, in the order of the ids. The caller of this function checks their visibility. */
export async function teamsByIds(
  db: Kysely<Tables>,
  caller: Caller,
  ids: readonly number[],
): Promise<Team[]> {
  if (ids.length === 0) return []
  const teams = listOf(db, ids)
  const [rows, people, banks] = await Promise.all([
    factsOf.all(db, { teams, caller: caller.id }),
    peopleOf(db, ids),
    banksOf(db, caller, ids),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const creators = await seenAmong(
    db,
    caller,
    'user',
    rows.flatMap((row) => row.created_by ?? []),
  )
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { name, description, login, created_by: madeBy, banks: held, shared } = row
    const reach = reachFrom(caller, { noun: 'team', id, banks: held, shared, madeBy, role: null })
    const seen = banks.get(id) ?? []
    return [
      {
        id,
        name,
        description,
        // Without rights to manage the team, the creator is shown only if in the caller's scope.
        creator: reach === 'managed' || (madeBy !== null && creators.has(madeBy)) ? login : null,
        users: people.get(id) ?? [],
        banks: seen,
        hiddenBanks: Number(held) - seen.length,
        manageable: reach === 'managed',
      },
    ]
  })
}

const members = prepared((db: Kysely<Tables>, params: Params<{ teams: string }>) => {
  const rows = db
    .selectFrom('team_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.team_id', 'u.id', 'u.login', 'u.first_name', 'u.last_name'])
    .where(isAmong(db, sql.ref('m.team_id'), sql`${params('teams')}`))
    .where('u.deleted_at', 'is', null)
    .orderBy('u.search_key')
    .orderBy('u.id')
  return rowsAsJson(db, ['team_id', 'id', 'login', 'first_name', 'last_name'], sql`${rows}`)
})
type Member = readonly [team: number, id: number, login: string, firstName: string, lastName: string]

/** The members of teams except deleted users, by last name. */
export async function peopleOf(
  db: Kysely<Tables>,
  teamIds: readonly number[],
): Promise<Map<number, Person[]>> {
  const rows = rowsIn<Member>(await members.first(db, { teams: listOf(db, teamIds) }))
  const people = new Map<number, Person[]>(teamIds.map((id) => [id, []]))
  for (const [team, id, login, firstName, lastName] of rows) {
    people.get(team)?.push({ id, login, firstName, lastName })
  }
  return people
}

/** The banks of teams, limited to the caller's scope. */
async function banksOf(
  db: Kysely<Tables>,
  caller: Caller,
  teamIds: readonly number[],
): Promise<Map<number, Team['banks']>> {
  const rows = await db
    .selectFrom('bank_teams as l')
    .innerJoin('banks as b', 'b.id', 'l.bank_id')
    .select(['l.team_id', 'b.id', 'b.label'])
    .where('l.team_id', 'in', [...teamIds])
    .where(isVisible('bank', caller, sql.ref('b.id'), sql`null`))
    .orderBy('b.label')
    .orderBy('b.id')
    .execute()
  const banks = new Map<number, Team['banks']>(teamIds.map((id) => [id, []]))
  for (const { team_id: team, id, label } of rows) banks.get(team)?.push({ id, label })
  return banks
}
