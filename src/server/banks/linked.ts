import { sql, type Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

type UserLink = {
  id: number
  entity: { id: number; login: string; first_name: string; last_name: string }
}
type NamedLink = { id: number; entity: { id: number; name: string } }
export type Links = { user: UserLink[]; team: NamedLink[]; chest: NamedLink[] }

export const noLinks = (): Links => ({ user: [], team: [], chest: [] })

/** A row of a join of links with what they lead to. */
type UserRow = { link: number; id: number; login: string; first_name: string; last_name: string }
type NamedRow = { link: number; id: number; name: string }

export const userLinkOf = ({ link, ...entity }: UserRow): UserLink => ({
  id: link,
  entity: {
    id: entity.id,
    login: entity.login,
    first_name: entity.first_name,
    last_name: entity.last_name,
  },
})
export const namedLinkOf = ({ link, id, name }: NamedRow): NamedLink => ({ id: link, entity: { id, name } })

/** The live users, teams and live chests that hang on banks, by bank: three statements, however many banks. */
export async function linksOf(db: Kysely<Tables>, bankIds: readonly number[]): Promise<Map<number, Links>> {
  const links = new Map(bankIds.map((id) => [id, noLinks()]))
  for (const row of await userRows(db)
    .where('l.bank_id', 'in', [...bankIds])
    .execute()) {
    links.get(row.bank_id)?.user.push(userLinkOf(row))
  }
  for (const row of await teamRows(db)
    .where('l.bank_id', 'in', [...bankIds])
    .execute()) {
    links.get(row.bank_id)?.team.push(namedLinkOf(row))
  }
  for (const row of await chestRows(db)
    .where('l.bank_id', 'in', [...bankIds])
    .execute()) {
    links.get(row.bank_id)?.chest.push(namedLinkOf(row))
  }
  return links
}

/** Links with their live users, in the order in which they were attached. */
export const userRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('bank_users as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.bank_id', 'l.id as link', 'u.id', 'u.login', 'u.first_name', 'u.last_name'])
    .where('u.deleted_at', 'is', null)
    .orderBy('l.id')

export const teamRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('bank_teams as l')
    .innerJoin('teams as t', 't.id', 'l.team_id')
    .select(['l.bank_id', 'l.id as link', 't.id', 't.name'])
    .orderBy('l.id')

/** The plus keeps SQLite from starting at the index of deleted chests, which holds those that are live as well. */
export const chestRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('bank_chests as l')
    .innerJoin('chests as c', 'c.id', 'l.chest_id')
    .select(['l.bank_id', 'l.id as link', 'c.id', 'c.name'])
    .where(sql<boolean>`+c.deleted_at is null`)
    .orderBy('l.id')
