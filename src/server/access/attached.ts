import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { AttachedTeam, AttachedUser } from '#contract/platform/lists.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import { readableAmong } from './locate.ts'
import { rightsOf } from './proved-rights.ts'
import { seenAmong } from './members.ts'
import { reachOf } from './scope.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { activeMembersOf, dormantReason, waysTo, type BankOfChest, type Ways } from './ways.ts'
import type { Caller } from './session.ts'

/** The kinds of holders of a grant on a chest. */
export type Holder = 'user' | 'team'
export type UserOfChest = Static<typeof AttachedUser>
export type TeamOfChest = Static<typeof AttachedTeam>

const flags = ['g.can_read', 'g.can_create', 'g.can_update', 'g.can_delete', 'g.can_export'] as const

/** Returns a user as the contract names them. */
export const personOf = (row: { id: number; login: string; first_name: string; last_name: string }) => ({
  id: row.id,
  login: row.login,
  firstName: row.first_name,
  lastName: row.last_name,
})

type PersonReply = ReturnType<typeof personOf>

/** Returns the order of lists of people: last name, first name, login. */
export const byPerson = () => {
  const { compare } = frenchCollator()
  return (one: PersonReply, other: PersonReply): number =>
    compare(one.lastName, other.lastName) ||
    compare(one.firstName, other.firstName) ||
    compare(one.login, other.login)
}

const userGrants = prepared((db: Kysely<Tables>, params: Params<{ chests: string }>) =>
  db
    .selectFrom('chest_user_rights as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .select(['g.chest_id', 'u.id', 'u.login', 'u.first_name', 'u.last_name', 'u.state_id', ...flags])
    .where(isAmong(db, sql.ref('g.chest_id'), sql`${params('chests')}`))
    .where('u.deleted_at', 'is', null),
)

/**
 * Reads the users attached to each of these chests, with the grant and the reason why it does not count, if any.
 * @param ways the ways of these chests, if they were already read
 */
export async function usersOfChests(
  db: Kysely<Tables>,
  chestIds: readonly number[],
  ways: Promise<Ways> = waysTo(db, chestIds),
): Promise<Map<number, UserOfChest[]>> {
  const [rows, on] = await Promise.all([userGrants.all(db, { chests: listOf(db, chestIds) }), ways])
  const entries = rows.map((row) => ({
    chest: row.chest_id,
    entry: {
      ...personOf(row),
      rights: rightsOf(row),
      dormant: dormantReason(on.banksOf(row.chest_id), ({ users }) => users.has(row.id), row.state_id),
    },
  }))
  return grouped(entries, byPerson())
}

const teamGrants = prepared((db: Kysely<Tables>, params: Params<{ chests: string }>) =>
  db
    .selectFrom('chest_team_rights as g')
    .innerJoin('teams as t', 't.id', 'g.team_id')
    .select(['g.chest_id', 't.id', 't.name', ...flags])
    .where(isAmong(db, sql.ref('g.chest_id'), sql`${params('chests')}`)),
)

/**
 * Reads the teams attached to each of these chests. A team's grant is dormant when it counts for no member. A team on none
 * of the chest's banks is not dormant if a member is on one of them by another way.
 *
 * @param ways the ways of these chests, if they were already read
 */
export async function teamsOfChests(
  db: Kysely<Tables>,
  chestIds: readonly number[],
  ways: Promise<Ways> = waysTo(db, chestIds),
): Promise<Map<number, TeamOfChest[]>> {
  const [rows, on] = await Promise.all([teamGrants.all(db, { chests: listOf(db, chestIds) }), ways])
  const ofTeam = (row: { id: number; chest_id: number }) =>
    dormantReason(on.banksOf(row.chest_id), (bank) => bank.teams.has(row.id))
  const doubtful = rows.filter((row) => ofTeam(row) !== null).map((row) => row.id)
  const members = doubtful.length === 0 ? new Map<number, number[]>() : await activeMembersOf(db, doubtful)
  const reasonOf = (row: { id: number; chest_id: number }) =>
    ofTeam(row) === null
      ? null
      : dormantReason(on.banksOf(row.chest_id), (bank) => isOnBank(bank, row.id, members))
  const entries = rows.map((row) => ({
    chest: row.chest_id,
    entry: { id: row.id, name: row.name, rights: rightsOf(row), dormant: reasonOf(row) },
  }))
  const { compare } = frenchCollator()
  return grouped(entries, (one, other) => compare(one.name, other.name))
}

/** Whether a team is on a bank, itself or by one of its active members. */
const isOnBank = (
  bank: BankOfChest,
  team: number,
  members: ReadonlyMap<number, readonly number[]>,
): boolean => bank.teams.has(team) || (members.get(team)?.some((user) => bank.users.has(user)) ?? false)

/** Reads the users, the teams and the banks of a page of chests; what the three share is read once. */
export async function attachedTo(db: Kysely<Tables>, chestIds: readonly number[]) {
  const ways = waysTo(db, chestIds)
  const [users, teams, { banksOf }] = await Promise.all([
    usersOfChests(db, chestIds, ways),
    teamsOfChests(db, chestIds, ways),
    ways,
  ])
  return { users, teams, banksOf }
}

/** Groups entries by chest, in order. Each chest has few, so they are sorted by chest. */
function grouped<Entry>(
  rows: readonly { chest: number; entry: Entry }[],
  compare: (one: Entry, other: Entry) => number,
): Map<number, Entry[]> {
  const lists = new Map<number, Entry[]>()
  for (const { chest, entry } of rows) {
    const list = lists.get(chest)
    if (list) list.push(entry)
    else lists.set(chest, [entry])
  }
  for (const list of lists.values()) list.sort(compare)
  return lists
}

/** Returns whether a caller may see the name of a user or a team that is attached to a chest. */
export type MayName = (chestId: number, holder: Holder, id: number) => boolean

/**
 * Returns a function that decides which names a caller of the back offices may see. A caller who manages a chest, or
 * may read it, sees everybody attached to it. Other callers see the users and teams in their own scope.
 *
 * @param unmanaged the chests in question that the caller does not manage
 * @param holders the users and teams in question
 */
export async function namesFor(
  db: Kysely<Tables>,
  caller: Caller,
  unmanaged: readonly number[],
  holders: Readonly<Record<Holder, Iterable<number>>>,
): Promise<MayName> {
  if (unmanaged.length === 0) return () => true
  const [readable, user, team] = await Promise.all([
    readableAmong(db, caller.id, unmanaged),
    seenAmong(db, caller, 'user', holders.user),
    seenAmong(db, caller, 'team', holders.team),
  ])
  const onlySeen = new Set(unmanaged.filter((id) => !readable.has(id)))
  const inScope = { user, team }
  return (chestId, holder, id) => !onlySeen.has(chestId) || inScope[holder].has(id)
}

/** Returns the chest if the caller does not manage it, for `namesFor`. */
export const unmanagedAmong = async (
  db: Kysely<Tables>,
  caller: Caller,
  chestId: number,
): Promise<number[]> => ((await reachOf(db, caller.id, 'chest', chestId)) === 'managed' ? [] : [chestId])
