import { sql, type RawBuilder } from 'kysely'
import type { dormantReasons } from '#contract/platform/lists.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { userStates } from '#domain/platform/roles.ts'

// The rule that decides who may read a chest: as a condition, as a list, and with its reason. `locate.ts` adds the
// rights. `office/chest-rights/audience.test.ts` compares the forms.

export type DormantReason = (typeof dormantReasons)[number]
type Ref = RawBuilder<unknown>

/** Whether a user is attached to a bank, directly or through a team. The aliases are its own: `bank` and `user` may be columns. */
export const isUserOn = (bank: Ref, user: Ref) => sql<boolean>`(
  exists (select 1 from bank_users on_bu where on_bu.bank_id = ${bank} and on_bu.user_id = ${user})
  or exists (select 1 from bank_teams on_bt join team_users on_tu on on_tu.team_id = on_bt.team_id
              where on_bt.bank_id = ${bank} and on_tu.user_id = ${user}))`

/** Whether a team itself is attached to a bank. */
export const isTeamOn = (bank: Ref, team: Ref) =>
  sql<boolean>`exists (select 1 from bank_teams on_bt where on_bt.bank_id = ${bank} and on_bt.team_id = ${team})`

/**
 * A grant counts only when the chest has no bank, or an active bank that it shares with the user. A chest without banks
 * counts as shared; otherwise one active shared bank is enough. With `exists`, PostgreSQL reads the banks of all chests.
 */
export const sharesBank = (userId: number) => sql<boolean>`coalesce((
  select max(case when b.active = 1 and ${isUserOn(sql`b.id`, sql`${userId}`)} then 1 else 0 end)
    from bank_chests bc join banks b on b.id = bc.bank_id
   where bc.chest_id = c.id), 1) = 1`

/**
 * Returns the rule for `read` as a condition on a row `c` of `chests` that is not deleted, for lists that begin with few
 * chests: a grant that counts, the user's own or a team's.
 */
export const mayRead = (userId: number) => sql<boolean>`(exists (
    select 1 from chest_user_rights r where r.user_id = ${userId} and r.chest_id = c.id and r.can_read = 1)
  or exists (
    select 1 from team_users t join chest_team_rights r on r.team_id = t.team_id
     where t.user_id = ${userId} and r.chest_id = c.id and r.can_read = 1)) and ${sharesBank(userId)}`

/** A small set of ids, evaluated once. PostgreSQL overestimates it without the array. */
const isAmong: Record<Engine, (ids: RawBuilder<number>) => RawBuilder<boolean>> = {
  sqlite: (ids) => sql`in (${ids})`,
  postgres: (ids) => sql`= any(array(${ids}))`,
}

/**
 * Chests by ids that are evaluated first. Without statistics, PostgreSQL would scan all chests for each id.
 */
const chestsAmong: Record<Engine, (ids: RawBuilder<{ chest_id: number }>) => RawBuilder<unknown>> = {
  sqlite: (ids) => sql`chests c where c.id in (${ids})`,
  postgres: (ids) => sql`(select distinct chest_id from (${ids}) granted) found
    cross join lateral (select * from chests where id = found.chest_id offset 0) c where true`,
}

/**
 * Returns the same rule for a list, as a `from` with the chests `c` that a user may read. The user's grants and
 * effective banks are read once, not for each chest: with a thousand chests this halves the time.
 */
export const readableBy = (engine: Engine, userId: number) => sql`${chestsAmong[engine](sql`
         select chest_id from chest_user_rights where user_id = ${userId} and can_read = 1
         union all
         select r.chest_id from chest_team_rights r join team_users t on t.team_id = r.team_id
          where t.user_id = ${userId} and r.can_read = 1`)}
       and c.deleted_at is null
       and (
         c.id in (
           select bc.chest_id from bank_chests bc where bc.bank_id ${isAmong[engine](sql`
             select b.id from banks b where b.active = 1 and b.id in (
               select bank_id from bank_users where user_id = ${userId}
               union all
               select bt.bank_id from bank_teams bt join team_users tu on tu.team_id = bt.team_id
                where tu.user_id = ${userId})`)})
         or not exists (select 1 from bank_chests bc where bc.chest_id = c.id))`

/** The best bank that a chest shares with a user or team; null when the chest has no bank, where all grants count. */
export type Sharing = (typeof sharings)[keyof typeof sharings] | null
export const sharings = { none: 0, inactive: 1, active: 2 } as const

/** Returns the best of a chest's banks for which a condition holds; each bank (`sbc.bank_id`) is read by its key. */
const bestBank = (chest: Ref, condition: Ref) => sql<Sharing>`(
  select max(case when ${condition}
                  then 1 + (select sb.active from banks sb where sb.id = sbc.bank_id) else 0 end)
    from bank_chests sbc where sbc.chest_id = ${chest})`

/**
 * Returns the best of a chest's banks that a user is attached to, directly or through a team: the rule of `sharesBank`,
 * with the reason when a grant does not count.
 */
export const sharingOfUser = (chest: Ref, user: Ref) => bestBank(chest, isUserOn(sql`sbc.bank_id`, user))

/** Returns the best of a chest's banks that a team itself is attached to. */
export const sharingOfTeam = (chest: Ref, team: Ref) => bestBank(chest, isTeamOn(sql`sbc.bank_id`, team))

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
