import { sql, type Kysely } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { chestRights } from '#contract/chest-rights.ts'
import { frenchCollator } from '#domain/folding.ts'
import { noRights, unionOfGrants } from '#domain/rights.ts'
import { roleMay, type Role } from '#domain/roles.ts'
import { rightsOf } from '../access/locate.ts'
import { banksOfUser, isVisible } from '../access/scope.ts'
import type { GrantFlags } from '../database/chest-tables.ts'
import type { Flag } from '../database/column-types.ts'
import type { Tables } from '../database/tables.ts'
import { byPerson, personOf } from './queries.ts'
import { dormantReason, sharingOfUser, type Sharing } from './sharing.ts'

type Caller = { readonly id: number; readonly role: Role }
type Audience = ReplyOf<typeof chestRights.audience>
type Access = ReplyOf<typeof chestRights.accessOfUser>
type Way = Audience[number]['ways'][number]
type SharedBanks = Pick<Audience[number], 'banks' | 'hiddenBanks'>

/** One way by which a grant reaches somebody. */
type WayRow = GrantFlags & {
  team_id: number | null
  team_name: string | null
  state_id: number
  sharing: Sharing
}
type BankRow = { key: number; id: number; label: string; in_scope: Flag }

const flags = sql`can_read, can_create, can_update, can_delete, can_export`

/** Whether a bank (alias `b`) is one of those that a caller may be told the name of. */
const inScope = (caller: Caller) =>
  roleMay(caller.role, 'manageEverything')
    ? sql<Flag>`1`
    : sql<Flag>`case when b.id in (${banksOfUser(caller.id)}) then 1 else 0 end`

const wayOf = (row: WayRow): Way => ({
  team: row.team_id === null ? null : { id: row.team_id, name: row.team_name ?? '' },
  rights: rightsOf(row),
  dormant: dormantReason(row.sharing, row.state_id),
})

/** The direct grant first, then the teams by name. */
const sortedWays = (rows: readonly WayRow[]): Way[] => {
  const { compare } = frenchCollator()
  return rows
    .map(wayOf)
    .toSorted(
      (one, other) =>
        Number(one.team !== null) - Number(other.team !== null) ||
        compare(one.team?.name ?? '', other.team?.name ?? ''),
    )
}

/** What counts in the end, which is what the judge (access/locate.ts) finds. */
const effective = (ways: readonly Way[]) => {
  const counting = ways.filter(({ dormant }) => dormant === null)
  return counting.length === 0 ? noRights : unionOfGrants(counting.map(({ rights }) => rights))
}

const banksIn = (rows: readonly BankRow[] = []): SharedBanks => {
  const { compare } = frenchCollator()
  const named = rows.filter((row) => row.in_scope === 1).map(({ id, label }) => ({ id, label }))
  return {
    banks: named.toSorted((one, other) => compare(one.label, other.label)),
    hiddenBanks: rows.length - named.length,
  }
}

/**
 * Everybody whom a grant on a chest reaches or would reach, by name, with each way. Who sees the chest is told of
 * all of them, those of other clients included: a list that leaves somebody out would answer the question wrongly.
 */
export async function audienceOf(db: Kysely<Tables>, caller: Caller, chestId: number): Promise<Audience> {
  const grants = sql`
    select user_id, null as team_id, ${flags} from chest_user_rights where chest_id = ${chestId}
    union all
    select tu.user_id, r.team_id, ${flags} from chest_team_rights r
      join team_users tu on tu.team_id = r.team_id where r.chest_id = ${chestId}`
  const ways = sql<WayRow & { id: number; login: string; first_name: string; last_name: string }>`
    select u.id, u.login, u.first_name, u.last_name, u.state_id, g.team_id, t.name as team_name, ${flags},
           ${sharingOfUser(sql`${chestId}`, sql`u.id`)} as sharing
      from (${grants}) g join users u on u.id = g.user_id and u.deleted_at is null
      left join teams t on t.id = g.team_id`
  const own = sql`select bank_id from bank_chests where chest_id = ${chestId}`
  const banks = sql<BankRow>`
    select m.user_id as key, b.id, b.label, ${inScope(caller)} as in_scope
      from banks b join (
        select bank_id, user_id from bank_users where bank_id in (${own})
        union
        select bt.bank_id, tu.user_id from bank_teams bt join team_users tu on tu.team_id = bt.team_id
         where bt.bank_id in (${own})) m on m.bank_id = b.id
     where b.active = 1`
  const [found, shared] = await Promise.all([ways.execute(db), banks.execute(db)])
  const banksOf = Map.groupBy(shared.rows, (row) => row.key)
  const compare = byPerson()
  return [...Map.groupBy(found.rows, (row) => row.id).values()]
    .map((rows) => {
      const reaching = sortedWays(rows)
      const [row] = rows as [(typeof rows)[number]]
      return {
        user: personOf(row),
        rights: effective(reaching),
        ways: reaching,
        ...banksIn(banksOf.get(row.id)),
      }
    })
    .toSorted((one, other) => compare(one.user, other.user))
}

type ReachedChest = WayRow & { id: number; name: string; guardian: Flag; visible: Flag }

/** Every live chest that a grant reaches a user on, by name, as far as the caller sees them, with each way. */
export async function accessOf(db: Kysely<Tables>, caller: Caller, userId: number): Promise<Access> {
  const grants = sql`
    select chest_id, null as team_id, ${flags} from chest_user_rights where user_id = ${userId}
    union all
    select r.chest_id, r.team_id, ${flags} from chest_team_rights r
      join team_users tu on tu.team_id = r.team_id where tu.user_id = ${userId}`
  const visible = isVisible('chest', caller, sql`c.id`, sql`c.created_by`)
  const ways = sql<ReachedChest>`
    select c.id, c.name, c.guardian, u.state_id, g.team_id, t.name as team_name, ${flags},
           case when ${visible} then 1 else 0 end as visible,
           ${sharingOfUser(sql`c.id`, sql`u.id`)} as sharing
      from (${grants}) g join chests c on c.id = g.chest_id and c.deleted_at is null
      join users u on u.id = ${userId} and u.deleted_at is null
      left join teams t on t.id = g.team_id`
  const banks = sql<BankRow>`
    select bc.chest_id as key, b.id, b.label, ${inScope(caller)} as in_scope
      from bank_chests bc join banks b on b.id = bc.bank_id and b.active = 1
     where bc.bank_id in (${banksOfUser(userId)}) and bc.chest_id in (select g.chest_id from (${grants}) g)`
  const [found, shared] = await Promise.all([ways.execute(db), banks.execute(db)])
  const banksOf = Map.groupBy(shared.rows, (row) => row.key)
  const groups = [...Map.groupBy(found.rows, (row) => row.id).values()]
  const { compare } = frenchCollator()
  const chests = groups
    .filter(([row]) => row?.visible === 1)
    .map((rows) => {
      const reaching = sortedWays(rows)
      const [{ id, name, guardian }] = rows as [ReachedChest]
      return {
        chest: { id, name, guardian: guardian === 1 },
        rights: effective(reaching),
        ways: reaching,
        ...banksIn(banksOf.get(id)),
      }
    })
    .toSorted((one, other) => compare(one.chest.name, other.chest.name) || one.chest.id - other.chest.id)
  return { chests, hidden: groups.length - chests.length }
}
