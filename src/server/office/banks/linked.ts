import { sql, type Kysely } from 'kysely'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf, rowsAsJson, rowsIn } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type UserLink = {
  id: number
  entity: { id: number; login: string; first_name: string; last_name: string }
}
type NamedLink = { id: number; entity: { id: number; name: string } }
export type Links = { user: UserLink[]; team: NamedLink[]; chest: NamedLink[] }

export const noLinks = (): Links => ({ user: [], team: [], chest: [] })

/** A row of links joined with their members. */
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

type Banks = Params<{ banks: string }>
const isOnBanks = (db: Kysely<Tables>, params: Banks) =>
  isAmong(db, sql.ref('l.bank_id'), sql`${params('banks')}`)

const usersOfBanks = prepared((db: Kysely<Tables>, params: Banks) =>
  rowsAsJson(
    db,
    ['bank_id', 'link', 'id', 'login', 'first_name', 'last_name'],
    sql`${userRows(db).where(isOnBanks(db, params))}`,
  ),
)
const teamsOfBanks = prepared((db: Kysely<Tables>, params: Banks) =>
  rowsAsJson(db, named, sql`${teamRows(db).where(isOnBanks(db, params))}`),
)
const chestsOfBanks = prepared((db: Kysely<Tables>, params: Banks) =>
  rowsAsJson(db, named, sql`${chestRows(db).where(isOnBanks(db, params))}`),
)
const named = ['bank_id', 'link', 'id', 'name']
type NamedJson = readonly [bank: number, link: number, id: number, name: string]
type UserJson = readonly [bank: number, link: number, id: number, login: string, first: string, last: string]

/**
 * Returns what is attached to banks, without deleted users and chests: three statements for any number of
 * banks.
 */
export async function linksOf(db: Kysely<Tables>, bankIds: readonly number[]): Promise<Map<number, Links>> {
  const banks = { banks: listOf(db, bankIds) }
  const [users, teams, chests] = await Promise.all([
    usersOfBanks.first(db, banks),
    teamsOfBanks.first(db, banks),
    chestsOfBanks.first(db, banks),
  ])
  const links = new Map(bankIds.map((id) => [id, noLinks()]))
  for (const [bank, link, id, login, first, last] of rowsIn<UserJson>(users)) {
    links.get(bank)?.user.push(userLinkOf({ link, id, login, first_name: first, last_name: last }))
  }
  for (const [bank, link, id, name] of rowsIn<NamedJson>(teams)) {
    links.get(bank)?.team.push(namedLinkOf({ link, id, name }))
  }
  for (const [bank, link, id, name] of rowsIn<NamedJson>(chests)) {
    links.get(bank)?.chest.push(namedLinkOf({ link, id, name }))
  }
  return links
}

/** Returns the query of links with their users, without deleted ones, in the order of attachment. */
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

export const chestRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('bank_chests as l')
    .innerJoin('chests as c', 'c.id', 'l.chest_id')
    .select(['l.bank_id', 'l.id as link', 'c.id', 'c.name'])
    .where('c.deleted_at', 'is', null)
    .orderBy('l.id')
