import { sql, type Kysely, type Transaction } from 'kysely'
import { Refusal, type RefusalCode } from '#domain/platform/refusals.ts'
import { roleMay, userStates, type Permission, type Person, type Role } from '#domain/platform/roles.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { genuineUser } from './account-rows.ts'
import { changeMarks, genuineRow, markOf } from './proved-changes.ts'
import type { ProvedFields } from './proved-rows.ts'
import { banksOfPerson, isVisible, reachOf } from './scope.ts'
import type { Actor } from './session.ts'

/**
 * Reads the caller's current role, inside the transaction of an action that depends on it.
 * @throws Refusal SESSION_EXPIRED when the caller is no longer an active user
 */
export async function callerNow(
  tx: Kysely<Tables>,
  { id }: { readonly id: number },
): Promise<{ id: number } & Person> {
  const row = await activeUserOf(tx, id)
  if (!row) throw new Refusal('SESSION_EXPIRED')
  return { id, role: row.role, type: row.type }
}

/** Returns the row of an active user, as the server wrote it; null otherwise. */
async function activeUserOf(tx: Kysely<Tables>, id: number): Promise<ProvedFields<'users'> | null> {
  const row = await genuineUser(tx, id)
  return row?.state_id === userStates.active && row.deleted_at === null ? row : null
}

const kinds = {
  user: { live: sql<boolean>`deleted_at is null`, absent: 'USER_NOT_FOUND' },
  team: { live: sql<boolean>`1 = 1`, absent: 'TEAM_NOT_FOUND' },
} as const satisfies Record<string, { live: unknown; absent: RefusalCode }>

/** Returns those of some users or teams that a caller sees: themselves, and what is in their scope. */
export async function seenAmong(
  db: Kysely<Tables>,
  caller: { readonly id: number; readonly role: Role },
  kind: keyof typeof kinds,
  ids: Iterable<number>,
): Promise<ReadonlySet<number>> {
  const list = listOf(db, new Set(ids))
  const { live } = kinds[kind]
  const isSeen = isVisible(kind, caller, sql.ref('id'), sql.ref('created_by'))
  // Users see themselves, on whatever banks they are.
  const isSelf = kind === 'user' ? sql<boolean>`id = ${caller.id}` : sql<boolean>`1 = 0`
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(`${kind}s`)}
     where ${isAmong(db, sql.ref('id'), sql`${list}`)} and ${live} and (${isSelf} or ${isSeen})`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/**
 * Requires that all of some users or teams exist and are in the caller's scope.
 * @throws Refusal USER_NOT_FOUND or TEAM_NOT_FOUND when the caller may not see one of the ids
 */
export async function requireAllSeen(
  tx: Kysely<Tables>,
  actor: { readonly id: number },
  kind: keyof typeof kinds,
  ids: readonly number[],
): Promise<void> {
  const wanted = new Set(ids)
  if (wanted.size === 0) return
  const seen = await seenAmong(tx, await callerNow(tx, actor), kind, wanted)
  if (seen.size < wanted.size) throw new Refusal(kinds[kind].absent)
  // What the rows of links say is confirmed by what the server wrote: what is attached here may widen who manages it.
  for (const id of wanted) {
    const reach = await reachOf(tx, actor.id, kind, id)
    if (reach === 'none') throw new Refusal(kinds[kind].absent)
  }
}

/** Whether a user is on a bank, directly or through a team. */
export async function isOnBank(tx: Kysely<Tables>, bankId: number, userId: number): Promise<boolean> {
  const [user, bank] = [await genuineUser(tx, userId), await genuineRow(tx, 'banks', bankId)]
  if (!user || bank?.mark == null) return false
  return (await banksOfPerson(tx, user)).marks.has(bank.mark)
}

/**
 * Attaches the caller to a bank, unless they are on it already: creators can open what they create in a bank.
 * The transaction must have locked the caller's row, and found a role that `max_user` does not count.
 */
export async function joinBank(
  tx: Transaction<Tables>,
  {
    clock,
    journal,
    actor,
    origin,
  }: Pick<PlatformDeps, 'clock' | 'journal'> & { actor: Actor; origin: RequestOrigin },
  bankId: number,
): Promise<void> {
  if (await isOnBank(tx, bankId, actor.id)) return
  const change = { list: 'bank_marks', add: [await markOf(tx, 'banks', bankId)] } as const
  await changeMarks(tx, 'users', [actor.id], change, clock())
  const link = { bank_id: bankId, user_id: actor.id }
  await tx
    .insertInto('bank_users')
    .values(link)
    .onConflict((known) => known.doNothing())
    .execute()
  const objects = { bank: bankId, users: [String(actor.id)] }
  await journal.record(tx, actor, origin, { action: 'bank.users-attached', objects })
}

/**
 * Requires a permission of the caller's current role, not of the one that the session was read with.
 * @throws Refusal with the given code without the permission
 */
export async function requirePermission(
  tx: Transaction<Tables>,
  actor: { readonly id: number },
  permission: Permission,
  code: RefusalCode,
): Promise<void> {
  const row = await activeUserOf(tx, actor.id)
  if (!row || !roleMay(row.role, permission)) throw new Refusal(code)
}
