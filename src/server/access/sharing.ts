import { sql, type RawBuilder } from 'kysely'
import type { dormantReasons } from '#contract/platform/attached.ts'
import { userStates } from '#domain/platform/roles.ts'

export type DormantReason = (typeof dormantReasons)[number]
type Ref = RawBuilder<unknown>

/** The best bank that a chest shares with a user or team; null when the chest has no bank, where all grants count. */
export type Sharing = (typeof sharings)[keyof typeof sharings] | null
export const sharings = { none: 0, inactive: 1, active: 2 } as const

/** Returns the best of a chest's banks for which a condition holds; each bank (`sbc.bank_id`) is read by its key. */
const bestBank = (chest: Ref, condition: Ref) => sql<Sharing>`(
  select max(case when ${condition}
                  then 1 + (select sb.active from banks sb where sb.id = sbc.bank_id) else 0 end)
    from bank_chests sbc where sbc.chest_id = ${chest})`

/**
 * Returns the best of a chest's banks that a user is attached to, directly or through a team: the rule of
 * access/locate.ts, with the reason when a grant does not count.
 */
export const sharingOfUser = (chest: Ref, user: Ref) =>
  bestBank(
    chest,
    sql`exists (select 1 from bank_users sbu where sbu.bank_id = sbc.bank_id and sbu.user_id = ${user})
      or exists (select 1 from bank_teams sbt join team_users stu on stu.team_id = sbt.team_id
                  where sbt.bank_id = sbc.bank_id and stu.user_id = ${user})`,
  )

/** Returns the best of a chest's banks that a team itself is attached to. */
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

/** Returns why a grant does not count; null when it does. */
export function dormantReason(sharing: Sharing, stateId: number = userStates.active): DormantReason | null {
  if (stateId !== userStates.active) return 'inactive-user'
  return sharing === null ? null : reasons[sharing]
}
