import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Managed } from '#contract/platform/endpoint.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { roleMay, roles, type Person, type Role } from '#domain/platform/roles.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { genuineUser } from './account-rows.ts'
import { activeUser } from './authority.ts'
import { marksIn } from './marks.ts'
import { judge, type Reach } from './policy.ts'
import { genuineRow } from './proved-changes.ts'
import { banksOfMember, teamsAround, type UserBanks } from './proved-rights.ts'
import type { ProvedFields } from './proved-rows.ts'
import type { Caller } from './session.ts'

/** The kinds of objects that banks put into an administrator's scope. */
export type Noun = 'bank' | 'chest' | 'team' | 'user'
type Ref = RawBuilder<unknown>

/** Returns the banks that a user is attached to, directly or through a team, as a list of `bank_id`: their scope. */
export const banksOfUser = (user: Ref | number): RawBuilder<unknown> => sql`
  select bank_id from bank_users where user_id = ${user}
  union
  select bt.bank_id from bank_teams bt join team_users tu on tu.team_id = bt.team_id where tu.user_id = ${user}`

/** The banks that an object is attached to, as a list of `bank_id`. */
const banksOf: Record<Noun, (id: Ref) => RawBuilder<unknown>> = {
  bank: (id) => sql`select id as bank_id from banks where id = ${id}`,
  chest: (id) => sql`select bank_id from bank_chests where chest_id = ${id}`,
  team: (id) => sql`select bank_id from bank_teams where team_id = ${id}`,
  user: banksOfUser,
}

/** Whether an object is attached to no bank; lists test it on every row, the cheapest condition first. */
export const hangsOnNone: Record<Exclude<Noun, 'bank'>, (id: Ref) => RawBuilder<boolean>> = {
  chest: (id) => sql<boolean>`not exists (select 1 from bank_chests where chest_id = ${id})`,
  team: (id) => sql<boolean>`not exists (select 1 from bank_teams where team_id = ${id})`,
  user: (id) => sql<boolean>`(not exists (select 1 from bank_users where user_id = ${id})
    and not exists (select 1 from team_users tu join bank_teams bt on bt.team_id = tu.team_id
                     where tu.user_id = ${id}))`,
}

/** What is attached to the banks of a list, as a list of ids with duplicates. */
export const hangingOn: Record<Noun, (banks: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  bank: (banks) => banks,
  chest: (banks) => sql`select chest_id as id from bank_chests where bank_id in (${banks})`,
  team: (banks) => sql`select team_id as id from bank_teams where bank_id in (${banks})`,
  user: (banks) => sql`
    select user_id as id from bank_users where bank_id in (${banks})
    union all
    select user_id from team_users where team_id in (select team_id from bank_teams where bank_id in (${banks}))`,
}

/**
 * Returns the condition for what a caller of the back offices sees: what is attached to a bank of theirs, and what is
 * attached to no bank but was created by them. Super administrators see everything.
 *
 * @param id the column of the object's id, such as `sql.ref('c.id')`
 * @param madeBy the column of its creator
 */
export function isVisible(noun: Noun, caller: Caller, id: Ref, madeBy: Ref): RawBuilder<boolean> {
  if (roleMay(caller.role, 'manageEverything')) return sql<boolean>`1 = 1`
  if (noun === 'bank') return sql<boolean>`${id} in (${banksOfUser(caller.id)})`
  return sql<boolean>`(${id} in (${hangingOn[noun](banksOfUser(caller.id))})
    or (${madeBy} = ${caller.id} and ${hangsOnNone[noun](id)}))`
}

/** Returns the condition that an object is attached to one bank. */
export const hangsOnBank = (noun: Noun, bankId: number, id: Ref): RawBuilder<boolean> =>
  sql<boolean>`${id} in (${hangingOn[noun](sql`select id from banks where id = ${bankId}`)})`

/** Returns two columns for `reachFrom`: the number of an object's banks, and how many of them are in a user's scope. */
export const scopeCounts = (noun: Noun, id: Ref, caller: Ref | number) => ({
  banks: sql<number>`(select count(*) from (${banksOf[noun](id)}) as held)`,
  shared: sql<number>`(select count(*) from (${banksOf[noun](id)}) as held where held.bank_id in (${banksOfUser(caller)}))`,
})

export type Standing = {
  readonly noun: Noun
  readonly id: number
  readonly banks: number | string
  readonly shared: number | string
  readonly madeBy: number | null
  /** The role of the object if it is a user; else null. */
  readonly role: Role | null
}

/**
 * Returns how far a user reaches an object. An administrator manages an object only if every bank that it is attached to
 * is theirs. What is attached to none is managed by its creator. No user manages themselves or a user of a higher role.
 */
export function reachFrom(caller: Caller, thing: Standing): Reach {
  if (thing.noun === 'user' && thing.id === caller.id) return 'self'
  const isHigher = thing.role !== null && roles[thing.role].rank > roles[caller.role].rank
  const [banks, shared] = [Number(thing.banks), Number(thing.shared)]
  if (roleMay(caller.role, 'manageEverything')) return isHigher ? 'seen' : 'managed'
  if (banks === 0 ? thing.madeBy !== caller.id : shared === 0) return 'none'
  return isHigher || shared < banks ? 'seen' : 'managed'
}

/** Finds the bank of a link, which decides who reaches it. */
const bankOfLink: Partial<Record<Managed, 'bank_users' | 'bank_teams' | 'bank_chests'>> = {
  'bank-user-link': 'bank_users',
  'bank-team-link': 'bank_teams',
  'bank-chest-link': 'bank_chests',
}

/** Returns the bank that a link belongs to, or the object that an id names otherwise. */
async function objectOf(
  db: Kysely<Tables>,
  kind: Managed,
  id: number,
): Promise<{ noun: Noun; id: number } | null> {
  const links = bankOfLink[kind]
  if (!links) return { noun: kind as Noun, id }
  const link = await db.selectFrom(links).select('bank_id').where('id', '=', id).executeTakeFirst()
  return link ? { noun: 'bank', id: link.bank_id } : null
}

/** Returns the banks of a user, by the marks of their row and of their teams. */
export const banksOfPerson = async (db: Kysely<Tables>, user: ProvedFields<'users'>): Promise<UserBanks> =>
  banksOfMember(db, user, user.team_marks === '' ? [] : await teamsAround(db, user.id))

/**
 * Reads what of an object decides who reaches it, from rows that the server wrote: the marks of its banks, its creator, and
 * its role if it is a user. Deleted objects are not there.
 */
async function standingObject(
  db: Kysely<Tables>,
  { noun, id }: { readonly noun: Noun; readonly id: number },
  caller: Person,
): Promise<{ banks: ReadonlySet<string>; madeBy: number | null; role: Role | null } | null> {
  if (noun === 'user') {
    const user = await genuineUser(db, id)
    if (user?.deleted_at !== null) return null
    const { marks, isWhole } = await banksOfPerson(db, user)
    // Somebody who manages everything needs no bank: nobody puts themselves out of their reach by deleting a link.
    return isWhole || roleMay(caller.role, 'manageEverything')
      ? { banks: marks, madeBy: user.created_by, role: user.role }
      : null
  }
  if (noun === 'bank') {
    const bank = await genuineRow(db, 'banks', id)
    return bank && { banks: new Set([bank.mark ?? '']), madeBy: null, role: null }
  }
  if (noun === 'team') {
    const team = await genuineRow(db, 'teams', id)
    return team && { banks: new Set(marksIn(team.bank_marks)), madeBy: team.created_by, role: null }
  }
  const chest = await genuineRow(db, 'chests', id)
  if (chest?.deleted_at !== null) return null
  return { banks: new Set(marksIn(chest.bank_marks)), madeBy: chest.created_by, role: null }
}

/**
 * Reads how far a caller reaches the object of an id, by the caller's current role, state and banks, from rows that the server
 * wrote. Deleted objects are out of reach.
 *
 * @returns the reach, and the caller's current role; null when the caller is no longer an active user
 */
async function standingOf(db: Kysely<Tables>, caller: number, kind: Managed, id: number) {
  const row = await genuineUser(db, caller)
  if (row?.state_id !== activeUser.state_id || row.deleted_at !== null) return null
  const actor: Person = { role: row.role, type: row.type }
  const object = await objectOf(db, kind, id)
  const found = object && (await standingObject(db, object, actor))
  if (!object || !found) return { actor, reach: 'none' as const }
  const own = (await banksOfPerson(db, row)).marks
  const thing = {
    ...object,
    banks: found.banks.size,
    shared: own.intersection(found.banks).size,
    madeBy: found.madeBy,
    role: found.role,
  }
  return { actor, reach: reachFrom({ id: caller, role: actor.role }, thing) }
}

/** Returns how far a caller reaches the object of an id, for the access check before a handler runs. */
export const reachOf = async (
  db: Kysely<Tables>,
  caller: number,
  kind: Managed,
  id: number,
): Promise<Reach> => (await standingOf(db, caller, kind, id))?.reach ?? 'none'

/**
 * Requires again, inside the transaction of the action, that a caller manages an object. Since the first check the call
 * may have waited, and the caller may have lost the role or the bank (CWE-367). It also checks other objects that the
 * body of a call names.
 *
 * @throws Refusal 404 when the object is not in scope, SCOPE_EXCEEDED when not all of it is
 */
export async function requireManaged(
  tx: Kysely<Tables>,
  caller: { readonly id: number },
  kind: Managed,
  id: number,
): Promise<void> {
  await confirmReach(tx, caller.id, { manages: kind, by: 'params.id' }, kind, id)
}

/**
 * Requires that a caller sees an object that an action only names, such as the user who receives a chest.
 * @throws Refusal 404 when it is not in the caller's scope
 */
export async function requireSeen(
  tx: Kysely<Tables>,
  caller: { readonly id: number },
  kind: Managed,
  id: number,
): Promise<void> {
  await confirmReach(tx, caller.id, { sees: kind, by: 'params.id' }, kind, id)
}

async function confirmReach(
  tx: Kysely<Tables>,
  caller: number,
  access: Parameters<typeof judge>[0],
  kind: Managed,
  id: number,
): Promise<void> {
  const standing = await standingOf(tx, caller, kind, id)
  const situation = { actor: standing?.actor ?? null, by: null, rights: null }
  const code = judge(access, { ...situation, reach: standing?.reach ?? 'none' })
  if (code !== null) throw new Refusal(code)
}
