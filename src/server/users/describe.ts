import { sql, type Kysely } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { users } from '#contract/users.ts'
import { roleMay, userStates, type Role } from '#domain/roles.ts'
import { banksOfUser, isVisible, reachFrom } from '../access/scope.ts'
import type { Config } from '../config.ts'
import type { Tables } from '../database/tables.ts'

export type Caller = { readonly id: number; readonly role: Role }
/** What tells how a row is shown besides the row itself. */
export type View = { readonly directories: Config['directories']; readonly now: number }
type UserReply = ReplyOf<typeof users.read>

/**
 * Live users as the back office shows them, in the order of its lists: six queries however many they are. What of
 * them hangs on somebody else's banks is left out.
 */
export async function describeUsers(
  db: Kysely<Tables>,
  caller: Caller,
  view: View,
  ids: readonly number[],
): Promise<UserReply[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.login', 'u.first_name', 'u.last_name', 'u.email', 'u.role', 'u.type', 'u.state_id'])
    .select(['u.ad_id', 'u.ad_sam_account', 'u.read_features', 'u.qr_scanned', 'u.blocked_until'])
    .select(['u.created_at', 'u.created_by', 'u.last_bank_id', 'u.last_chest_id'])
    .where('u.id', 'in', ids)
    .where('u.deleted_at', 'is', null)
    .orderBy('u.search_key')
    .orderBy('u.id')
    .execute()
  const inScope = await scopeOf(db, caller)
  const held = await banksHeld(db, caller, ids)
  const banks = await banksOfUsers(db, ids)
  const teams = await teamsOfUsers(db, caller, ids)
  const chests = await chestsSeen(
    db,
    caller,
    rows.flatMap((row) => row.last_chest_id ?? []),
  )
  return rows.map((row) => {
    const theirs = held.get(row.id) ?? []
    const reach = reachFrom(caller, {
      noun: 'user',
      id: row.id,
      madeBy: row.created_by,
      role: row.role,
      banks: theirs.length,
      shared: theirs.filter(inScope).length,
    })
    const until = row.blocked_until !== null && row.blocked_until > view.now ? row.blocked_until : null
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
      last_bank_id: row.last_bank_id !== null && inScope(row.last_bank_id) ? row.last_bank_id : null,
      last_chest_id: chests.has(row.last_chest_id) ? row.last_chest_id : null,
      readFeatures: row.read_features === 1,
      qrScanned: row.qr_scanned === 1,
      blocked: until !== null,
      blockedUntil: until === null ? null : new Date(until).toISOString(),
      createAt: new Date(row.created_at).toISOString(),
      banks: (banks.get(row.id) ?? []).filter(({ id }) => inScope(id)),
      teams: teams.get(row.id) ?? [],
      manageable: reach === 'managed',
    }
  })
}

const stateOf = (id: number): UserReply['state'] =>
  id === userStates.active
    ? { id: userStates.active, state: 'active' }
    : { id: userStates.inactive, state: 'inactive' }

/** Whether a bank is in the caller's scope; read once for a page. */
async function scopeOf(db: Kysely<Tables>, caller: Caller): Promise<(bankId: number) => boolean> {
  if (roleMay(caller.role, 'manageEverything')) return () => true
  const { rows } = await sql<{ bank_id: number }>`${banksOfUser(caller.id)}`.execute(db)
  const own = new Set(rows.map((row) => row.bank_id))
  return (bankId) => own.has(bankId)
}

/**
 * The banks that each user hangs on, directly or through a team: what `scopeCounts` counts, for a whole page at
 * once. Super administrators are judged without.
 */
async function banksHeld(db: Kysely<Tables>, caller: Caller, ids: readonly number[]) {
  if (roleMay(caller.role, 'manageEverything')) return new Map<number, number[]>()
  const list = sql.join([...ids])
  const { rows } = await sql<{ user_id: number; bank_id: number }>`
    select user_id, bank_id from bank_users where user_id in (${list})
    union
    select tu.user_id, bt.bank_id from team_users tu join bank_teams bt on bt.team_id = tu.team_id
     where tu.user_id in (${list})`.execute(db)
  return grouped(rows.map(({ user_id: user, bank_id: bank }) => [user, bank]))
}

/** The banks that users are attached to themselves. */
async function banksOfUsers(db: Kysely<Tables>, ids: readonly number[]) {
  const rows = await db
    .selectFrom('bank_users as l')
    .innerJoin('banks as b', 'b.id', 'l.bank_id')
    .select(['l.user_id', 'b.id', 'b.label'])
    .where('l.user_id', 'in', ids)
    .orderBy('b.label')
    .orderBy('b.id')
    .execute()
  return grouped(rows.map(({ user_id: user, id, label }) => [user, { id, label }]))
}

/** The teams that users are in, as far as the caller sees them. */
async function teamsOfUsers(db: Kysely<Tables>, caller: Caller, ids: readonly number[]) {
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

/** Which of the chests that users opened last the caller sees. */
async function chestsSeen(
  db: Kysely<Tables>,
  caller: Caller,
  ids: readonly number[],
): Promise<ReadonlySet<number | null>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('chests as c')
    .select('c.id')
    .where('c.id', 'in', ids)
    .where('c.deleted_at', 'is', null)
    .where(isVisible('chest', caller, sql.ref('c.id'), sql.ref('c.created_by')))
    .execute()
  return new Set(rows.map(({ id }) => id))
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
