import { sql, type Kysely } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { chestRights } from '#contract/office/chest-rights.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import { noRights, unionOfGrants } from '#domain/platform/rights.ts'
import { roleMay } from '#domain/platform/roles.ts'
import { rightsOf } from '#server/access/locate.ts'
import { banksOfUser, isVisible, reachFrom, scopeCounts } from '#server/access/scope.ts'
import type { GrantFlags } from '#server/platform/database/chest-tables.ts'
import type { Flag } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { byPerson, namesFor, personOf, unmanagedAmong } from '#server/access/attached.ts'
import { dormantReason, sharingOfUser, type Sharing } from '#server/access/sharing.ts'
import type { Caller } from '#server/access/session.ts'

type Audience = ReplyOf<typeof chestRights.audience>
type Access = ReplyOf<typeof chestRights.accessOfUser>
type Reached = Audience['people'][number]
type Way = Reached['ways'][number]
type SharedBanks = Pick<Reached, 'banks' | 'hiddenBanks'>

/** One way in which a grant reaches a user. */
type WayRow = GrantFlags & {
  team_id: number | null
  team_name: string | null
  state_id: number
  sharing: Sharing
}
type BankRow = { key: number; id: number; label: string; in_scope: Flag }

const flags = sql`can_read, can_create, can_update, can_delete, can_export`

/** Returns the SQL of whether a caller may see the name of a bank (alias `b`). */
const inScope = (caller: Caller) =>
  roleMay(caller.role, 'manageEverything')
    ? sql<Flag>`1`
    : sql<Flag>`case when b.id in (${banksOfUser(caller.id)}) then 1 else 0 end`

const wayOf = (row: WayRow, isNamed: boolean): Way => ({
  team: row.team_id === null || !isNamed ? null : { id: row.team_id, name: row.team_name ?? '' },
  isHidden: row.team_id !== null && !isNamed,
  rights: rightsOf(row),
  dormant: dormantReason(row.sharing, row.state_id),
})

/** Returns the direct grant first, then the teams by name, then the hidden ones. */
const sortedWays = (rows: readonly WayRow[], mayNameTeam: (id: number) => boolean): Way[] => {
  const { compare } = frenchCollator()
  const place = ({ team, isHidden }: Way): number => (isHidden ? 2 : team === null ? 0 : 1)
  return rows
    .map((row) => wayOf(row, row.team_id === null || mayNameTeam(row.team_id)))
    .toSorted(
      (one, other) => place(one) - place(other) || compare(one.team?.name ?? '', other.team?.name ?? ''),
    )
}

const teamIdsOf = (rows: readonly WayRow[]): number[] => rows.flatMap(({ team_id: id }) => id ?? [])

/** Returns the rights that take effect, equal to those of access/locate.ts. */
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
 * Returns the users whom a grant on a chest reaches, dormant grants included, by name and with each way.
 * Those whom the caller may not see are counted: omitting them silently would give a wrong answer.
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
  const [found, shared, unmanaged] = await Promise.all([
    ways.execute(db),
    banks.execute(db),
    unmanagedAmong(db, caller, chestId),
  ])
  const mayName = await namesFor(db, caller, unmanaged, {
    user: found.rows.map(({ id }) => id),
    team: teamIdsOf(found.rows),
  })
  const banksOf = Map.groupBy(shared.rows, (row) => row.key)
  const compare = byPerson()
  const reached = [...Map.groupBy(found.rows, (row) => row.id).entries()]
  const people = reached
    .filter(([id]) => mayName(chestId, 'user', id))
    .map(([id, rows]) => {
      const reaching = sortedWays(rows, (team) => mayName(chestId, 'team', team))
      const [row] = rows as [(typeof rows)[number]]
      return {
        user: personOf(row),
        rights: effective(reaching),
        ways: reaching,
        ...banksIn(banksOf.get(id)),
      }
    })
    .toSorted((one, other) => compare(one.user, other.user))
  return { people, hidden: reached.length - people.length }
}

type ReachedChest = WayRow & {
  id: number
  name: string
  guardian: Flag
  visible: Flag
  made_by: number | null
  banks: number | string
  shared: number | string
}

/** Returns the chests visible to the caller on which a grant reaches a user, by name and with each way. */
export async function accessOf(db: Kysely<Tables>, caller: Caller, userId: number): Promise<Access> {
  const grants = sql`
    select chest_id, null as team_id, ${flags} from chest_user_rights where user_id = ${userId}
    union all
    select r.chest_id, r.team_id, ${flags} from chest_team_rights r
      join team_users tu on tu.team_id = r.team_id where tu.user_id = ${userId}`
  const visible = isVisible('chest', caller, sql`c.id`, sql`c.created_by`)
  const counts = scopeCounts('chest', sql`c.id`, caller.id)
  const ways = sql<ReachedChest>`
    select c.id, c.name, c.guardian, u.state_id, g.team_id, t.name as team_name, ${flags},
           case when ${visible} then 1 else 0 end as visible,
           c.created_by as made_by, ${counts.banks} as banks, ${counts.shared} as shared,
           ${sharingOfUser(sql`c.id`, sql`u.id`)} as sharing
      from (${grants}) g join chests c on c.id = g.chest_id and c.deleted_at is null
      join users u on u.id = ${userId} and u.deleted_at is null
      left join teams t on t.id = g.team_id`
  const banks = sql<BankRow>`
    select bc.chest_id as key, b.id, b.label, ${inScope(caller)} as in_scope
      from bank_chests bc join banks b on b.id = bc.bank_id and b.active = 1
     where bc.bank_id in (${banksOfUser(userId)}) and bc.chest_id in (select g.chest_id from (${grants}) g)`
  const [found, shared] = await Promise.all([ways.execute(db), banks.execute(db)])
  const mayName = await namesFor(
    db,
    caller,
    found.rows.filter((row) => !isManaged(caller, row)).map(({ id }) => id),
    { user: [], team: teamIdsOf(found.rows) },
  )
  const banksOf = Map.groupBy(shared.rows, (row) => row.key)
  const groups = [...Map.groupBy(found.rows, (row) => row.id).entries()]
  const { compare } = frenchCollator()
  const chests = groups
    .filter(([, [row]]) => row?.visible === 1)
    .map(([id, rows]) => {
      const reaching = sortedWays(rows, (team) => mayName(id, 'team', team))
      const [{ name, guardian }] = rows as [ReachedChest]
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

const isManaged = (caller: Caller, { id, banks, shared, made_by: madeBy }: ReachedChest): boolean =>
  reachFrom(caller, { noun: 'chest', id, banks, shared, madeBy, role: null }) === 'managed'
