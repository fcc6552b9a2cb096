import { sql, type RawBuilder } from 'kysely'
import type { Right } from '#domain/platform/rights.ts'
import { banksOfUser } from './scope.ts'

// The rule who may read a chest, in SQL: it finds candidates. `proved-rights.ts` decides about them, by what the server wrote
// alone. `ways.ts` has it in memory, with the reason when a grant does not count. `office/chest-rights/audience.test.ts` compares
// the three.

type Ref = RawBuilder<unknown>

/** The columns of a grant that hold its rights. */
export const grantFlags = sql`can_read, can_create, can_update, can_delete, can_export`

/** Returns the grants on one chest, or those that reach one user, or both: own ones, and those of teams (`team_id`). */
export function grantsOf({ user, chest }: { user?: number; chest?: Ref | number }): Ref {
  const matches = (userId: Ref) =>
    sql.join(
      [
        ...(user === undefined ? [] : [sql`${userId} = ${user}`]),
        ...(chest === undefined ? [] : [sql`r.chest_id = ${chest}`]),
      ],
      sql` and `,
    )
  return sql`
    select r.chest_id, r.user_id, null as team_id, ${grantFlags} from chest_user_rights r
     where ${matches(sql`r.user_id`)}
    union all
    select r.chest_id, t.user_id, r.team_id, ${grantFlags}
      from team_users t join chest_team_rights r on r.team_id = t.team_id
     where ${matches(sql`t.user_id`)}`
}

/**
 * A grant counts only when the chest `c` has no bank, or an active bank that the user is on.
 * @param isOn whether the user is on the bank `bc.bank_id`, and it is active: one of the two below
 */
const sharesBank = (isOn: Ref) => sql<boolean>`coalesce((
  select max(case when ${isOn} then 1 else 0 end) from bank_chests bc where bc.chest_id = c.id), 1) = 1`

/** Looks for the user on each bank of a chest: the cheaper way for few chests. */
const onActiveBank = (user: number) => sql`exists (
  select 1 from banks b where b.id = bc.bank_id and b.active = 1 and (
    exists (select 1 from bank_users bu where bu.bank_id = b.id and bu.user_id = ${user})
    or exists (select 1 from bank_teams bt join team_users tu on tu.team_id = bt.team_id
                where bt.bank_id = b.id and tu.user_id = ${user})))`

/** Reads the user's active banks once: the cheaper way for many chests. */
const amongActiveBanks = (user: number) =>
  sql`bc.bank_id in (select id from banks where active = 1 and id in (${banksOfUser(user)}))`

/** Returns the condition that the grants of a user on a chest `c` count, for few chests. */
export const grantsCount = (user: number) => sharesBank(onActiveBank(user))

/**
 * Returns the rule for `read` as a condition on a row `c` of `chests` that is not deleted, for lists that begin with few
 * chests: a grant that counts, the user's own or a team's.
 */
export const mayRead = (user: number) => sql<boolean>`exists (
    select 1 from (${grantsOf({ user, chest: sql.ref('c.id') })}) as g where g.can_read = 1)
  and ${grantsCount(user)}`

/**
 * Returns the same rule for a list, as a `from` with the chests `c` that a user may read; it begins with the grants.
 * @param right a further right that the user must have there, by any of the grants
 */
export const readableBy = (user: number, right?: Right) => sql`chests c
  where c.id in (select g.chest_id from (${grantsOf({ user })}) as g ${
    right === undefined
      ? sql`where g.can_read = 1`
      : sql`group by g.chest_id having max(g.can_read) = 1 and max(${sql.ref(`g.can_${right}`)}) = 1`
  })
    and c.deleted_at is null and ${sharesBank(amongActiveBanks(user))}`
