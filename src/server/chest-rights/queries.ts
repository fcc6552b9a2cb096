import { sql, type Kysely, type Transaction } from 'kysely'
import type { Static } from 'typebox'
import type { AttachedTeam, AttachedUser } from '#contract/chest-rights.ts'
import { frenchCollator } from '#domain/folding.ts'
import { Refusal } from '#domain/refusals.ts'
import type { Role } from '#domain/roles.ts'
import { rightsOf } from '../access/locate.ts'
import { engineOf } from '../database/engine.ts'
import type { Tables } from '../database/tables.ts'
import { dormantReason, sharingOfMembers, sharingOfTeam, sharingOfUser, sharings } from './sharing.ts'

export type UserOfChest = Static<typeof AttachedUser>
export type TeamOfChest = Static<typeof AttachedTeam>

const flags = ['g.can_read', 'g.can_create', 'g.can_update', 'g.can_delete', 'g.can_export'] as const

/** A person as the contract names them. */
export const personOf = (row: { id: number; login: string; first_name: string; last_name: string }) => ({
  id: row.id,
  login: row.login,
  firstName: row.first_name,
  lastName: row.last_name,
})

type PersonReply = ReturnType<typeof personOf>

/** The order of lists of people: last name, first name, login. */
export const byPerson = () => {
  const { compare } = frenchCollator()
  return (one: PersonReply, other: PersonReply): number =>
    compare(one.lastName, other.lastName) ||
    compare(one.firstName, other.firstName) ||
    compare(one.login, other.login)
}

/** The users attached to each of these chests, with the grant itself and why it may not count. */
export async function usersOfChests(
  db: Kysely<Tables>,
  chestIds: readonly number[],
): Promise<Map<number, UserOfChest[]>> {
  if (chestIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('chest_user_rights as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .select(['g.chest_id', 'u.id', 'u.login', 'u.first_name', 'u.last_name', 'u.state_id', ...flags])
    .select(sharingOfUser(sql.ref('g.chest_id'), sql.ref('u.id')).as('sharing'))
    .where('g.chest_id', 'in', [...chestIds])
    .where('u.deleted_at', 'is', null)
    .execute()
  const compare = byPerson()
  const entries = rows.map((row) => ({
    chest: row.chest_id,
    entry: {
      ...personOf(row),
      rights: rightsOf(row),
      dormant: dormantReason(row.sharing, row.state_id),
    },
  }))
  return grouped(entries.toSorted((one, other) => compare(one.entry, other.entry)))
}

/** The teams attached to each of these chests; one is dormant when its grant counts for nobody it could hold. */
export async function teamsOfChests(
  db: Kysely<Tables>,
  chestIds: readonly number[],
): Promise<Map<number, TeamOfChest[]>> {
  if (chestIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('chest_team_rights as g')
    .innerJoin('teams as t', 't.id', 'g.team_id')
    .select(['g.chest_id', 't.id', 't.name', ...flags])
    .select(sharingOfTeam(sql.ref('g.chest_id'), sql.ref('g.team_id')).as('sharing'))
    .where('g.chest_id', 'in', [...chestIds])
    .execute()
  const doubtful = rows.filter((row) => dormantReason(row.sharing) !== null).map((row) => row.chest_id)
  const ofMembers = await bestOfMembers(db, [...new Set(doubtful)])
  const { compare } = frenchCollator()
  const entries = rows.map((row) => {
    const members = ofMembers.get(`${row.chest_id} ${row.id}`) ?? sharings.none
    const sharing = row.sharing === null || row.sharing > members ? row.sharing : members
    const entry = { id: row.id, name: row.name, rights: rightsOf(row), dormant: dormantReason(sharing) }
    return { chest: row.chest_id, entry }
  })
  return grouped(entries.toSorted((one, other) => compare(one.entry.name, other.entry.name)))
}

/** The best sharing of each team's members, by chest and team; only where there is any. */
async function bestOfMembers(db: Kysely<Tables>, chestIds: readonly number[]): Promise<Map<string, 1 | 2>> {
  const best = new Map<string, 1 | 2>()
  if (chestIds.length === 0) return best
  const { rows } = await sharingOfMembers(chestIds).execute(db)
  for (const { chest_id: chest, team_id: team, sharing } of rows) {
    const key = `${chest} ${team}`
    if (sharing > (best.get(key) ?? sharings.none)) best.set(key, sharing)
  }
  return best
}

function grouped<Entry>(rows: readonly { chest: number; entry: Entry }[]): Map<number, Entry[]> {
  const lists = new Map<number, Entry[]>()
  for (const { chest, entry } of rows) {
    const list = lists.get(chest)
    if (list) list.push(entry)
    else lists.set(chest, [entry])
  }
  return lists
}

/**
 * Makes other changes of a live chest's attachments, name or life wait until the transaction ends. It comes before
 * the judgement of the deed, so that what is judged stays true.
 * @throws Refusal CHEST_NOT_FOUND
 */
export async function lockChest(tx: Transaction<Tables>, id: number): Promise<void> {
  const row = await tx
    .selectFrom('chests')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    // SQLite has one writer, and no such clause.
    .$if(engineOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!row) throw new Refusal('CHEST_NOT_FOUND')
}

/** A caller's role of this moment, for the conditions of a deed: the session's may be a moment old (CWE-367). */
export async function roleNow(tx: Transaction<Tables>, userId: number): Promise<Role> {
  const row = await tx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow()
  return row.role
}
