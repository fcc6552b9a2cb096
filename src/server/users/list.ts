import { sql, type Kysely } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { users } from '#contract/users.ts'
import { paging } from '#domain/limits.ts'
import { roleMay, userStates, type Role } from '#domain/roles.ts'
import { banksOfUser, hangsOnBank, isVisible, reachFrom, scopeCounts } from '../access/scope.ts'
import type { Config } from '../config.ts'
import type { Tables } from '../database/tables.ts'
import { matchesSearch } from '../database/words.ts'

export type Caller = { readonly id: number; readonly role: Role }
/** What tells how a row is shown besides the row itself. */
export type View = { readonly directories: Config['directories']; readonly now: number }
type UserRow = ReplyOf<typeof users.read>
type Asked = QueryOf<typeof users.list>

const userId = sql.ref('u.id')

/** A page of the users whom a person of the back offices sees, by last name, first name and login. */
export async function pageOfUsers(
  db: Kysely<Tables>,
  caller: Caller,
  view: View,
  { offset: wanted = 0, limit = paging.defaultLimit, ...asked }: Asked,
): Promise<{ rows: UserRow[]; total: number; offset: number; limit: number }> {
  const { total } = await matching(db, caller, asked)
    .select((select) => select.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const offset = (await offsetOfRow(db, caller, asked, limit)) ?? wanted
  const rows = await described(db, caller, view, matching(db, caller, asked).limit(limit).offset(offset))
  return { rows, total: Number(total), offset, limit }
}

/** One user as the back office shows them, to a caller who has been judged. */
export async function readUser(db: Kysely<Tables>, caller: Caller, view: View, id: number): Promise<UserRow> {
  const [user] = await described(db, caller, view, live(db).where('u.id', '=', id))
  if (!user) throw new Error('a user was judged who is not there')
  return user
}

const live = (db: Kysely<Tables>) => db.selectFrom('users as u').where('u.deleted_at', 'is', null)
type Rows = ReturnType<typeof live>

function matching(db: Kysely<Tables>, caller: Caller, { search = '', bankId }: Asked): Rows {
  let query = live(db).where(isVisible('user', caller, userId, sql.ref('u.created_by')))
  if (bankId !== undefined) {
    // Whom somebody else's bank shares with one's own is that bank's secret.
    query = query
      .where(hangsOnBank('user', bankId, userId))
      .where(isVisible('bank', caller, sql`${bankId}`, sql`null`))
  }
  return search === '' ? query : query.where(matchesSearch(search, sql.ref('u.search_key'), userId))
}

/** The offset of the page on which a user stands; null when none is asked for or they are not in the list. */
async function offsetOfRow(
  db: Kysely<Tables>,
  caller: Caller,
  asked: Asked,
  limit: number,
): Promise<number | null> {
  if (asked.selectId === undefined) return null
  const row = await matching(db, caller, asked)
    .where('u.id', '=', asked.selectId)
    .select('u.search_key')
    .executeTakeFirst()
  if (!row) return null
  const { before } = await matching(db, caller, asked)
    .where(sql<boolean>`(u.search_key, u.id) < (${row.search_key}, ${asked.selectId})`)
    .select((select) => select.fn.countAll<number | string>().as('before'))
    .executeTakeFirstOrThrow()
  return Math.floor(Number(before) / limit) * limit
}

/** Three queries for a page, however many users it shows. */
async function described(db: Kysely<Tables>, caller: Caller, view: View, page: Rows): Promise<UserRow[]> {
  const counts = scopeCounts('user', userId, caller.id)
  const rows = await page
    .select(['u.id', 'u.login', 'u.first_name', 'u.last_name', 'u.email', 'u.role', 'u.type', 'u.state_id'])
    .select(['u.ad_id', 'u.ad_sam_account', 'u.read_features', 'u.qr_scanned', 'u.blocked_until'])
    .select(['u.created_at', 'u.created_by', 'u.last_bank_id', 'u.last_chest_id'])
    .select([counts.banks.as('held'), counts.shared.as('shared')])
    .orderBy('u.search_key')
    .orderBy('u.id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const banks = await banksOfUsers(db, caller, ids)
  const teams = await teamsOfUsers(db, caller, ids)
  const seen = await placesSeen(db, caller, rows)
  return rows.map((row) => {
    const standing = { noun: 'user', id: row.id, madeBy: row.created_by, role: row.role } as const
    const reach = reachFrom(caller, { ...standing, banks: row.held, shared: row.shared })
    const blockedUntil = row.blocked_until !== null && row.blocked_until > view.now ? row.blocked_until : null
    return {
      id: row.id,
      login: row.login,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      role: row.role,
      roles: [row.role],
      type: row.type,
      state: stateOf(row.state_id),
      ad: view.directories.find(({ id }) => id === row.ad_id) ?? null,
      sam_account: row.ad_sam_account,
      last_bank_id: seen.banks.has(row.last_bank_id) ? row.last_bank_id : null,
      last_chest_id: seen.chests.has(row.last_chest_id) ? row.last_chest_id : null,
      readFeatures: row.read_features === 1,
      qrScanned: row.qr_scanned === 1,
      blocked: blockedUntil !== null,
      blockedUntil: blockedUntil === null ? null : new Date(blockedUntil).toISOString(),
      createAt: new Date(row.created_at).toISOString(),
      banks: banks.get(row.id) ?? [],
      teams: teams.get(row.id) ?? [],
      manageable: reach === 'managed',
    }
  })
}

const stateOf = (id: number): UserRow['state'] =>
  id === userStates.active
    ? { id: userStates.active, state: 'active' }
    : { id: userStates.inactive, state: 'inactive' }

/** The banks that users are attached to themselves, as far as the caller sees them. */
async function banksOfUsers(db: Kysely<Tables>, caller: Caller, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { id: number; label: string }[]>()
  const rows = await db
    .selectFrom('bank_users as l')
    .innerJoin('banks as b', 'b.id', 'l.bank_id')
    .select(['l.user_id', 'b.id', 'b.label'])
    .where('l.user_id', 'in', ids)
    .where(isVisible('bank', caller, sql.ref('b.id'), sql`null`))
    .orderBy('b.label')
    .orderBy('b.id')
    .execute()
  return grouped(rows.map(({ user_id: user, id, label }) => [user, { id, label }]))
}

/** The teams that users are in, as far as the caller sees them. */
async function teamsOfUsers(db: Kysely<Tables>, caller: Caller, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { id: number; name: string }[]>()
  const rows = await db
    .selectFrom('team_users as l')
    .innerJoin('teams as t', 't.id', 'l.team_id')
    .select(['l.user_id', 't.id', 't.name'])
    .where('l.user_id', 'in', ids)
    .where(isVisible('team', caller, sql.ref('t.id'), sql.ref('t.created_by')))
    .orderBy('t.name')
    .orderBy('t.id')
    .execute()
  return grouped(rows.map(({ user_id: user, id, name }) => [user, { id, name }]))
}

function grouped<Thing>(pairs: readonly (readonly [number, Thing])[]): Map<number, Thing[]> {
  const groups = new Map<number, Thing[]>()
  for (const [key, thing] of pairs) {
    const group = groups.get(key)
    if (group) group.push(thing)
    else groups.set(key, [thing])
  }
  return groups
}

type Places = { readonly last_bank_id: number | null; readonly last_chest_id: number | null }

/** Which of the banks and chests that users went to last are in the caller's scope: the others are not named. */
async function placesSeen(db: Kysely<Tables>, caller: Caller, rows: readonly Places[]) {
  const wanted = (name: keyof Places) => [...new Set(rows.flatMap((row) => row[name] ?? []))]
  const [bankIds, chestIds] = [wanted('last_bank_id'), wanted('last_chest_id')]
  if (roleMay(caller.role, 'manageEverything')) return { banks: setOf(bankIds), chests: setOf(chestIds) }
  const banks = await sql<{ bank_id: number }>`${banksOfUser(caller.id)}`.execute(db)
  const own = new Set(banks.rows.map((row) => row.bank_id))
  const chests =
    chestIds.length === 0
      ? []
      : await db
          .selectFrom('chests as c')
          .select('c.id')
          .where('c.id', 'in', chestIds)
          .where(isVisible('chest', caller, sql.ref('c.id'), sql.ref('c.created_by')))
          .execute()
  return {
    banks: setOf(bankIds.filter((id) => own.has(id))),
    chests: setOf(chests.map(({ id }) => id)),
  }
}

const setOf = (ids: readonly number[]): ReadonlySet<number | null> => new Set(ids)
