import { sql, type RawBuilder } from 'kysely'
import type { dormantReasons } from '#contract/platform/attached.ts'
import { userStates } from '#domain/platform/roles.ts'

export type DormantReason = (typeof dormantReasons)[number]
type Ref = RawBuilder<unknown>

/** What a chest and its banks are to somebody; null when the chest hangs on no bank, where grants count as they are. */
export type Sharing = (typeof sharings)[keyof typeof sharings] | null
export const sharings = { none: 0, inactive: 1, active: 2 } as const

/** The best of a chest's banks for which a condition holds; each bank (`sbc.bank_id`) is found by its key alone. */
const bestBank = (chest: Ref, condition: Ref) => sql<Sharing>`(
  select max(case when ${condition}
                  then 1 + (select sb.active from banks sb where sb.id = sbc.bank_id) else 0 end)
    from bank_chests sbc where sbc.chest_id = ${chest})`

/**
 * The best of a chest's banks that a user is attached to, directly or through a team: what the judge
 * (access/locate.ts) asks, with the reason of a no.
 */
export const sharingOfUser = (chest: Ref, user: Ref) =>
  bestBank(
    chest,
    sql`exists (select 1 from bank_users sbu where sbu.bank_id = sbc.bank_id and sbu.user_id = ${user})
      or exists (select 1 from bank_teams sbt join team_users stu on stu.team_id = sbt.team_id
                  where sbt.bank_id = sbc.bank_id and stu.user_id = ${user})`,
  )

/** The best of a chest's banks that a team itself is attached to. */
export const sharingOfTeam = (chest: Ref, team: Ref) =>
  bestBank(
    chest,
    sql`exists (select 1 from bank_teams sbt where sbt.bank_id = sbc.bank_id and sbt.team_id = ${team})`,
  )

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
