import { sql, type Kysely } from 'kysely'
import type { dormantReasons } from '#contract/platform/lists.ts'
import { userStates } from '#domain/platform/roles.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { groupAsJson, isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Flag } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/tables.ts'

export type BankOfChest = {
  readonly id: number
  readonly label: string
  readonly active: Flag
  readonly users: ReadonlySet<number>
  readonly teams: ReadonlySet<number>
}

/** The banks of some chests, with the users and teams on each, directly or through a team. */
export type Ways = { readonly banksOf: (chest: number) => readonly BankOfChest[] }

const linksOfChests = prepared(
  (db: Kysely<Tables>, params: Params<{ chests: string }>) => sql<{
    chest_id: number
    id: number
    label: string
    active: Flag
    teams: string | null
  }>`
    select l.chest_id, b.id, b.label, b.active,
           (select ${groupAsJson(db, sql`bt.team_id`)} from bank_teams bt where bt.bank_id = b.id) as teams
      from bank_chests l join banks b on b.id = l.bank_id
     where ${isAmong(db, sql`l.chest_id`, sql`${params('chests')}`)}`,
)

const peopleOfBanks = prepared((db: Kysely<Tables>, params: Params<{ chests: string }>) => {
  const banks = sql`select bank_id from bank_chests where ${isAmong(db, sql`chest_id`, sql`${params('chests')}`)}`
  return sql<{ id: number; users: string }>`
    select way.bank_id as id, ${groupAsJson(db, sql`way.user_id`)} as users
      from (select bank_id, user_id from bank_users where bank_id in (${banks})
            union all
            select bt.bank_id, tu.user_id from bank_teams bt join team_users tu on tu.team_id = bt.team_id
             where bt.bank_id in (${banks})) as way
     group by way.bank_id`
})

const activeMembers = prepared(
  (db: Kysely<Tables>, params: Params<{ teams: string }>) => sql<{ id: number; users: string }>`
    select tu.team_id as id, ${groupAsJson(db, sql`tu.user_id`)} as users
      from team_users tu
      join users u on u.id = tu.user_id and u.state_id = ${sql.lit(userStates.active)} and u.deleted_at is null
     where ${isAmong(db, sql`tu.team_id`, sql`${params('teams')}`)}
     group by tu.team_id`,
)

const idsIn = (text: string | null | undefined) => JSON.parse(text ?? '[]') as number[]

/**
 * Reads who is on the banks of some chests, as sets. A look-up then decides whether each grant of a page counts; a SQL
 * condition on each row takes both engines several times as long.
 */
export async function waysTo(db: Kysely<Tables>, chestIds: readonly number[]): Promise<Ways> {
  const chests = listOf(db, chestIds)
  const [links, people] = await Promise.all([
    linksOfChests.all(db, { chests }),
    peopleOfBanks.all(db, { chests }),
  ])
  const users = new Map(people.map((bank) => [bank.id, new Set(idsIn(bank.users))]))
  const banks = new Map<number, BankOfChest>()
  const byChest = new Map<number, BankOfChest[]>()
  for (const { chest_id: chest, id, label, active, teams } of links) {
    const bank = banks.get(id) ?? {
      id,
      label,
      active,
      users: users.get(id) ?? new Set<number>(),
      teams: new Set(idsIn(teams)),
    }
    banks.set(id, bank)
    const list = byChest.get(chest)
    if (list) list.push(bank)
    else byChest.set(chest, [bank])
  }
  return { banksOf: (chest) => byChest.get(chest) ?? [] }
}

/** Why a grant does not count. */
type DormantReason = (typeof dormantReasons)[number]

/**
 * Returns why a grant on a chest does not count; null when it does: the chest has no bank, or the holder is on one that
 * is active. It is the rule of `sharing.ts` in memory.
 *
 * @param banks the chest's
 * @param isOn whether the holder is on a bank
 */
export function dormantReason(
  banks: readonly BankOfChest[],
  isOn: (bank: BankOfChest) => boolean,
  stateId: number = userStates.active,
): DormantReason | null {
  if (stateId !== userStates.active) return 'inactive-user'
  if (banks.length === 0) return null
  const shared = banks.filter(isOn)
  if (shared.length === 0) return 'no-shared-bank'
  return shared.some((bank) => bank.active === 1) ? null : 'inactive-bank'
}

/** Returns the active members of teams, by team. */
export async function activeMembersOf(
  db: Kysely<Tables>,
  teamIds: Iterable<number>,
): Promise<Map<number, number[]>> {
  const teams = listOf(db, new Set(teamIds))
  const rows = await activeMembers.all(db, { teams })
  return new Map(rows.map(({ id, users }) => [id, idsIn(users)]))
}
