import { sql, type Kysely } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { chestRights } from '#contract/office/chest-rights.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import { noRights, unionOfGrants } from '#domain/platform/rights.ts'
import { rightsOf } from '#server/access/proved-rights.ts'
import { inScope, reachIn, scopeOf, type Scope } from '#server/access/listed.ts'
import type { GrantFlags } from '#server/platform/database/chest-tables.ts'
import type { Flag } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { byPerson, namesFor, personOf, unmanagedAmong } from '#server/access/attached.ts'
import { grantFlags, grantsOf } from '#server/access/sharing.ts'
import { dormantReason, waysTo, type BankOfChest } from '#server/access/ways.ts'
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
}

/** A user whom the grants on a chest reach, and the chest's banks. */
type Held = { readonly user: number; readonly banks: readonly BankOfChest[] }

const wayOf = (row: WayRow, { user, banks }: Held, isNamed: boolean): Way => ({
  team: row.team_id === null || !isNamed ? null : { id: row.team_id, name: row.team_name ?? '' },
  isHidden: row.team_id !== null && !isNamed,
  rights: rightsOf(row),
  dormant: dormantReason(banks, ({ users }) => users.has(user), row.state_id),
})

/** Returns the direct grant first, then the teams by name, then the hidden ones. */
const sortedWays = (rows: readonly WayRow[], held: Held, mayNameTeam: (id: number) => boolean): Way[] => {
  const { compare } = frenchCollator()
  const place = ({ team, isHidden }: Way): number => (isHidden ? 2 : team === null ? 0 : 1)
  return rows
    .map((row) => wayOf(row, held, row.team_id === null || mayNameTeam(row.team_id)))
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

/** Returns the active banks of a chest that a user is on; those outside the caller's scope are counted. */
const banksIn = ({ user, banks }: Held, scope: Scope): SharedBanks => {
  const { compare } = frenchCollator()
  const shared = banks.filter(({ active, users }) => active === 1 && users.has(user))
  const named = shared.filter(({ id }) => inScope(scope, id)).map(({ id, label }) => ({ id, label }))
  return {
    banks: named.toSorted((one, other) => compare(one.label, other.label)),
    hiddenBanks: shared.length - named.length,
  }
}

/**
 * Returns the users whom a grant on a chest reaches, dormant grants included, by name and with each way.
 * Those whom the caller may not see are counted: omitting them silently would give a wrong answer.
 */
export async function audienceOf(db: Kysely<Tables>, caller: Caller, chestId: number): Promise<Audience> {
  const ways = sql<WayRow & { id: number; login: string; first_name: string; last_name: string }>`
    select u.id, u.login, u.first_name, u.last_name, u.state_id, g.team_id, t.name as team_name, ${grantFlags}
      from (${grantsOf({ chest: chestId })}) as g join users u on u.id = g.user_id and u.deleted_at is null
      left join teams t on t.id = g.team_id`
  const [found, { banksOf }, scope, unmanaged] = await Promise.all([
    ways.execute(db),
    waysTo(db, [chestId]),
    scopeOf(db, caller),
    unmanagedAmong(db, caller, chestId),
  ])
  const mayName = await namesFor(db, caller, unmanaged, {
    user: found.rows.map(({ id }) => id),
    team: teamIdsOf(found.rows),
  })
  const banks = banksOf(chestId)
  const compare = byPerson()
  const reached = [...Map.groupBy(found.rows, (row) => row.id).entries()]
  const people = reached
    .filter(([id]) => mayName(chestId, 'user', id))
    .map(([id, rows]) => {
      const held = { user: id, banks }
      const reaching = sortedWays(rows, held, (team) => mayName(chestId, 'team', team))
      const [row] = rows as [(typeof rows)[number]]
      return {
        user: personOf(row),
        rights: effective(reaching),
        ways: reaching,
        ...banksIn(held, scope),
      }
    })
    .toSorted((one, other) => compare(one.user, other.user))
  return { people, hidden: reached.length - people.length }
}

type ReachedChest = WayRow & { id: number; name: string; guardian: Flag; made_by: number | null }

/** Returns the chests visible to the caller on which a grant reaches a user, by name and with each way. */
export async function accessOf(db: Kysely<Tables>, caller: Caller, userId: number): Promise<Access> {
  const ways = sql<ReachedChest>`
    select c.id, c.name, c.guardian, c.created_by as made_by, u.state_id, g.team_id, t.name as team_name,
           ${grantFlags}
      from (${grantsOf({ user: userId })}) as g join chests c on c.id = g.chest_id and c.deleted_at is null
      join users u on u.id = g.user_id and u.deleted_at is null
      left join teams t on t.id = g.team_id`
  const [found, scope] = await Promise.all([ways.execute(db), scopeOf(db, caller)])
  const groups = Map.groupBy(found.rows, (row) => row.id)
  const { banksOf } = await waysTo(db, [...groups.keys()])
  const reachOf = (id: number, madeBy: number | null) =>
    reachIn(caller, scope, { noun: 'chest', id, madeBy, role: null, bankIds: banksOf(id).map((b) => b.id) })
  const reaches = new Map([...groups].map(([id, [row]]) => [id, reachOf(id, row?.made_by ?? null)]))
  const mayName = await namesFor(
    db,
    caller,
    [...groups.keys()].filter((id) => reaches.get(id) !== 'managed'),
    { user: [], team: teamIdsOf(found.rows) },
  )
  const { compare } = frenchCollator()
  const chests = [...groups]
    .filter(([id]) => reaches.get(id) !== 'none')
    .map(([id, rows]) => {
      const held = { user: userId, banks: banksOf(id) }
      const reaching = sortedWays(rows, held, (team) => mayName(id, 'team', team))
      const [{ name, guardian }] = rows as [ReachedChest]
      return {
        chest: { id, name, guardian: guardian === 1 },
        rights: effective(reaching),
        ways: reaching,
        ...banksIn(held, scope),
      }
    })
    .toSorted((one, other) => compare(one.chest.name, other.chest.name) || one.chest.id - other.chest.id)
  return { chests, hidden: groups.size - chests.length }
}
