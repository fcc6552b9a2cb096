import { sql, type Kysely, type Transaction } from 'kysely'
import { absenceLimits, absenceReasonOf, type AbsenceReason } from '#domain/identity/directory-absences.ts'
import { userStates } from '#domain/platform/roles.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import { byItself } from '#server/platform/journal/journal.ts'
import type { EntryKey } from './entries.ts'

/** An account whose entry is gone or disabled. */
export type Absence = {
  readonly userId: number
  readonly login: string
  readonly firstName: string
  readonly lastName: string
  readonly isActive: boolean
  readonly reason: AbsenceReason
  /** In milliseconds. */
  readonly since: number
}

/**
 * Stores that the entry of an account is gone or disabled; since when, the first time alone.
 * @returns whether that was not known
 */
async function storeAbsence(
  db: Kysely<Tables>,
  userId: number,
  reason: AbsenceReason,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('directory_absences')
    .values({ user_id: userId, reason, absent_since: now, deactivated_at: null })
    .onConflict((known) =>
      known.column('user_id').doUpdateSet({ reason }).where('directory_absences.reason', '<>', reason),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/**
 * Stores that the entry of an account is gone or disabled, and records it the first time. An account that was linked to
 * another entry meanwhile is left alone.
 */
export async function noteAbsence(
  { db, clock, journal }: Pick<PlatformDeps, 'db' | 'clock' | 'journal'>,
  { userId, key }: { readonly userId: number; readonly key: EntryKey },
  reason: AbsenceReason,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockRows(tx, 'users', [userId])
    const links = tx.selectFrom('directory_links').select('entry_key').where('user_id', '=', userId)
    if ((await links.executeTakeFirst())?.entry_key !== key) return
    if (!(await storeAbsence(tx, userId, reason, clock()))) return
    await journal.record(tx, null, byItself, {
      action: 'directory.absence-found',
      objects: { user: userId, reason },
    })
  })
}

/** Deletes the absences of accounts, whose entries are there. */
export async function forgetAbsences(db: Kysely<Tables>, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await db
    .deleteFrom('directory_absences')
    .where('user_id', 'in', [...userIds])
    .execute()
}

/** Absences of accounts of a directory. */
const absentOf = (db: Kysely<Tables>, directoryId: number) =>
  db
    .selectFrom('directory_absences as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('u.ad_id', '=', directoryId)
    .where('u.deleted_at', 'is', null)

/** Returns how many accounts have no usable entry. */
export async function countAbsent(db: Kysely<Tables>, directoryId: number): Promise<number> {
  const { number } = await absentOf(db, directoryId)
    .select(sql<number | string>`count(*)`.as('number'))
    .executeTakeFirstOrThrow()
  return Number(number)
}

/** Returns the accounts without a usable entry, longest absent first, up to the limit of a reply. */
export async function listAbsent(db: Kysely<Tables>, directoryId: number): Promise<Absence[]> {
  const rows = await absentOf(db, directoryId)
    .select(['u.id', 'u.login', 'u.first_name', 'u.last_name', 'u.state_id', 'a.reason', 'a.absent_since'])
    .orderBy('a.absent_since')
    .orderBy('u.id')
    .limit(absenceLimits.listed)
    .execute()
  return rows.map((row) => ({
    userId: row.id,
    login: row.login,
    firstName: row.first_name,
    lastName: row.last_name,
    isActive: row.state_id === userStates.active,
    reason: absenceReasonOf(row.reason),
    since: row.absent_since,
  }))
}

/** Returns active accounts that are absent since a moment or longer and were not deactivated for it; some at a time. */
export async function dueForDeactivation(
  db: Kysely<Tables>,
  directoryId: number,
  since: number,
): Promise<number[]> {
  const rows = await absentOf(db, directoryId)
    .select('u.id')
    .where('a.absent_since', '<=', since)
    .where('a.deactivated_at', 'is', null)
    .where('u.state_id', '=', userStates.active)
    // An installation keeps its super administrators, whatever the directory says.
    .where('u.role', '<>', 'ROLE_SUPER_ADMINISTRATOR')
    .orderBy('u.id')
    .limit(absenceLimits.listed)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Marks an absence as the reason of a deactivation, in the transaction that deactivates.
 * @returns false when the account is no longer absent since that moment, or was deactivated for it
 */
export async function claimDeactivation(
  tx: Transaction<Tables>,
  userId: number,
  { since, now }: { since: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('directory_absences')
    .set({ deactivated_at: now })
    .where('user_id', '=', userId)
    .where('absent_since', '<=', since)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
