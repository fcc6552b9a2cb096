import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import { roleMay, roleNames, roles, userStates } from '#domain/platform/roles.ts'
import { isVisible, scopeCounts } from '#server/access/scope.ts'
import type { Caller } from '#server/access/session.ts'
import { matchesSearch } from '#server/platform/database/words.ts'

type Condition = RawBuilder<boolean>
type Filters = Pick<QueryOf<typeof users.list>, 'search' | 'role' | 'state' | 'teamId' | 'lastSignIn'>

const dayMs = 24 * 60 * 60 * 1000

const inState: Record<NonNullable<Filters['state']>, (now: number) => Condition> = {
  active: () => sql<boolean>`t.state_id = ${userStates.active}`,
  inactive: () => sql<boolean>`t.state_id = ${userStates.inactive}`,
  blocked: (now) => sql<boolean>`t.blocked_until > ${now}`,
}

const signedIn: Record<NonNullable<Filters['lastSignIn']>, (now: number) => Condition> = {
  within30Days: (now) => sql<boolean>`t.last_sign_in_at >= ${now - 30 * dayMs}`,
  over30Days: (now) => sql<boolean>`t.last_sign_in_at < ${now - 30 * dayMs}`,
  over90Days: (now) => sql<boolean>`t.last_sign_in_at < ${now - 90 * dayMs}`,
  never: () => sql<boolean>`t.last_sign_in_at is null`,
}

/** In SQL: the rank of a user's role. */
export const rankOfRole = sql`case t.role ${sql.join(
  roleNames.map((role) => sql`when ${sql.lit(role)} then ${sql.lit(roles[role].rank)}`),
  sql` `,
)} end`

/** Returns whether a caller manages a user whom they see, or is that user: `reachFrom` in SQL. */
export const isManagedOrSelf = (caller: Caller): Condition => {
  if (roleMay(caller.role, 'manageEverything')) return sql<boolean>`1 = 1`
  const { banks, shared } = scopeCounts('user', sql`t.id`, caller.id)
  return sql<boolean>`(t.id = ${caller.id}
    or (${rankOfRole} <= ${roles[caller.role].rank} and ${banks} = ${shared}))`
}

/** Returns whether a user is a member of a team. A team out of scope has no members, as an unknown one. */
const isMember = (caller: Caller, teamId: number): Condition => {
  const maker = sql`(select created_by from teams where id = ${teamId})`
  return sql<boolean>`(t.id in (select user_id from team_users where team_id = ${teamId})
    and ${isVisible('team', caller, sql`${teamId}`, maker)})`
}

/** Returns the condition of the filters on a user `t`; undefined without any. */
export function conditionOf(caller: Caller, asked: Filters, now: number): Condition | undefined {
  const { search = '', role, state, teamId, lastSignIn } = asked
  const conditions = [
    search !== '' && matchesSearch(search, sql`t.search_key`, sql`t.id`),
    role !== undefined && sql<boolean>`t.role = ${role}`,
    state !== undefined && inState[state](now),
    teamId !== undefined && isMember(caller, teamId),
    lastSignIn !== undefined && sql<boolean>`(${isManagedOrSelf(caller)} and ${signedIn[lastSignIn](now)})`,
  ].filter((condition) => condition !== false)
  return conditions.length === 0 ? undefined : sql<boolean>`${sql.join(conditions, sql` and `)}`
}
