import { sql, type Kysely, type RawBuilder } from 'kysely'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf, rowsAsJson, rowsIn } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type Person = { id: number; login: string; first_name: string; last_name: string }
type Named = { id: number; name: string }
type Link<Entity> = { id: number; entity: Entity }
export type Links = { user: Link<Person>[]; team: Link<Named>[]; chest: Link<Named>[] }

export const noLinks = (): Links => ({ user: [], team: [], chest: [] })

type Row<Entity> = Entity & { link: number }
export const userLinkOf = ({ link, id, login, first_name, last_name }: Row<Person>): Link<Person> => ({
  id: link,
  entity: { id, login, first_name, last_name },
})
export const namedLinkOf = ({ link, id, name }: Row<Named>): Link<Named> => ({
  id: link,
  entity: { id, name },
})

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

type Rows = (db: Kysely<Tables>) => { where(condition: RawBuilder<boolean>): unknown }

const ofBanks = (rows: Rows, columns: readonly string[]) =>
  prepared((db: Kysely<Tables>, params: Params<{ banks: string }>) => {
    const isOnBanks = isAmong(db, sql.ref('l.bank_id'), sql`${params('banks')}`)
    return rowsAsJson(db, ['bank_id', 'link', 'id', ...columns], sql`${rows(db).where(isOnBanks)}`)
  })
const usersOfBanks = ofBanks(userRows, ['login', 'first_name', 'last_name'])
const teamsOfBanks = ofBanks(teamRows, ['name'])
const chestsOfBanks = ofBanks(chestRows, ['name'])

type UserJson = readonly [bank: number, link: number, id: number, login: string, first: string, last: string]
type NamedJson = readonly [bank: number, link: number, id: number, name: string]

/** Returns what is attached to banks, without deleted users and chests, in three statements. */
export async function linksOf(db: Kysely<Tables>, bankIds: readonly number[]): Promise<Map<number, Links>> {
  const banks = { banks: listOf(db, bankIds) }
  const [users, teams, chests] = await Promise.all(
    [usersOfBanks, teamsOfBanks, chestsOfBanks].map((query) => query.first(db, banks)),
  )
  const links = new Map(bankIds.map((id) => [id, noLinks()]))
  for (const [bank, link, id, login, first, last] of rowsIn<UserJson>(users)) {
    links.get(bank)?.user.push(userLinkOf({ link, id, login, first_name: first, last_name: last }))
  }
  for (const [noun, rows] of [
    ['team', teams],
    ['chest', chests],
  ] as const) {
    for (const [bank, link, id, name] of rowsIn<NamedJson>(rows))
      links.get(bank)?.[noun].push(namedLinkOf({ link, id, name }))
  }
  return links
}
