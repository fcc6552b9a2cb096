import { sql, type RawBuilder } from 'kysely'
import type { dormantReasons } from '#contract/chest-rights.ts'
import { userStates } from '#domain/roles.ts'

export type DormantReason = (typeof dormantReasons)[number]
type Ref = RawBuilder<unknown>

/** What a chest and its banks are to somebody; null when the chest hangs on no bank, where grants count as they are. */
export type Sharing = (typeof sharings)[keyof typeof sharings] | null
export const sharings = { none: 0, inactive: 1, active: 2 } as const

/**
 * The best of a chest's banks that a user is attached to, directly or through a team, as a `Sharing`: what the judge
 * (access/locate.ts) asks, with the reason of a no. By `max`, as there, so that PostgreSQL reads the chest's banks only.
 */
export const sharingOfUser = (chest: Ref, user: Ref) => sql<Sharing>`(
  select max(case when (
      exists (select 1 from bank_users sbu where sbu.bank_id = sb.id and sbu.user_id = ${user})
      or exists (
        select 1 from bank_teams sbt join team_users stu on stu.team_id = sbt.team_id
         where sbt.bank_id = sb.id and stu.user_id = ${user})) then 1 + sb.active else 0 end)
    from bank_chests sbc join banks sb on sb.id = sbc.bank_id
   where sbc.chest_id = ${chest})`

/** The best of a chest's banks that a team itself is attached to. */
export const sharingOfTeam = (chest: Ref, team: Ref) => sql<Sharing>`(
  select max(case when exists (select 1 from bank_teams sbt where sbt.bank_id = sb.id and sbt.team_id = ${team})
                  then 1 + sb.active else 0 end)
    from bank_chests sbc join banks sb on sb.id = sbc.bank_id
   where sbc.chest_id = ${chest})`

/**
 * The best sharing among a team's active members: the grant of a team that is on none of the chest's banks still
 * counts for a member who is, by another way. Null for a team without active members.
 */
export const sharingOfMembers = (chest: Ref, team: Ref) => sql<Sharing>`(
  select max(${sharingOfUser(chest, sql`mtu.user_id`)})
    from team_users mtu join users mu on mu.id = mtu.user_id
   where mtu.team_id = ${team} and mu.state_id = ${sql.lit(userStates.active)} and mu.deleted_at is null)`

const reasons = {
  [sharings.none]: 'no-shared-bank',
  [sharings.inactive]: 'inactive-bank',
  [sharings.active]: null,
} as const satisfies Record<number, DormantReason | null>

/** Why a grant does not count, null when it does. */
export function dormantReason(sharing: Sharing, stateId: number = userStates.active): DormantReason | null {
  if (stateId !== userStates.active) return 'inactive-user'
  return sharing === null ? null : reasons[sharing]
}
