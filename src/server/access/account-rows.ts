import { sql, type Kysely, type Transaction } from 'kysely'
import { matchesPattern } from '#domain/platform/patterns.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { userStates, type Role, type UserType } from '#domain/platform/roles.ts'
import { accountKeyOf, userSearchKey, type UserTexts } from '#domain/platform/user-keys.ts'
import { isUniqueViolation } from '#server/platform/database/problems.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { releases } from '#texts/platform/changelog.ts'
import { activeUser, isGenuine, proofColumns, proofOfRow } from './authority.ts'
import { newMark } from './marks.ts'
import { nextNumber } from './numbers.ts'
import { changeRow, genuineRow, marksOf, requireGenuineRow } from './proved-changes.ts'
import type { ChangesOf, ProvedFields } from './proved-rows.ts'

export type NewUser = UserTexts & {
  readonly role: Role
  readonly type: UserType
  readonly adId: number | null
  readonly adSamAccount: string | null
  readonly createdBy: number | null
  /** The banks and teams that the user is attached to; their rows are locked. None if absent. */
  readonly bankIds?: readonly number[]
  readonly teamIds?: readonly number[]
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** In SQL: whether a user `u` has no second factor yet. */
export const hasNoFactor = sql<boolean>`u.second_factor = 'totp' and u.totp_secret is null
  and not exists (select 1 from passkeys p where p.user_id = u.id)`

/** The columns that a user's texts fill. */
export const textColumns = (texts: UserTexts) => ({
  login: texts.login,
  login_key: accountKeyOf(texts.login),
  email: texts.email,
  email_key: accountKeyOf(texts.email),
  first_name: texts.firstName,
  last_name: texts.lastName,
  search_key: userSearchKey(texts),
})

/**
 * Inserts an active user without a password and without a second factor.
 * @returns the id
 * @throws Refusal USER_LOGIN_IS_ALREADY_USED, USER_MAIL_IS_ALREADY_USED; BANK_NOT_FOUND, TEAM_NOT_FOUND
 */
export async function insertUser(tx: Transaction<Tables>, user: NewUser): Promise<number> {
  await refuseTaken(tx, user, null)
  const { bankIds = [], teamIds = [] } = user
  const id = await nextNumber(tx, 'users')
  const proved = {
    id,
    login: user.login,
    email: user.email,
    role: user.role,
    type: user.type,
    state_id: userStates.active,
    ad_id: user.adId,
    ad_sam_account: user.adSamAccount,
    second_factor: 'totp' as const,
    created_by: user.createdBy,
    last_bank_id: null,
    deleted_at: null,
    mark: newMark(),
    bank_marks: await marksOf(tx, 'banks', bankIds),
    team_marks: await marksOf(tx, 'teams', teamIds),
  }
  await sayingWhichIsTaken(async () =>
    tx
      .insertInto('users')
      .values({
        ...textColumns(user),
        ...proved,
        ...proofOfRow(tx, 'users', proved, user.at),
        last_chest_id: null,
        // What the installed version offers is not news to a new user.
        read_features: releases.length,
        totp_secret: null,
        qr_scanned: 0,
        last_step: 0,
        failures: 0,
        blocks: 0,
        blocked_until: null,
        created_at: user.at,
      })
      .execute(),
  )
  const [banks, teams] = [bankIds, teamIds].map((ids) => [...new Set(ids)])
  if (banks?.length)
    await tx
      .insertInto('bank_users')
      .values(banks.map((bank_id) => ({ bank_id, user_id: id })))
      .execute()
  if (teams?.length)
    await tx
      .insertInto('team_users')
      .values(teams.map((team_id) => ({ team_id, user_id: id })))
      .execute()
  return id
}

const refreshable = {
  firstName: 'REGEX_FIRST_NAME',
  lastName: 'REGEX_LAST_NAME',
  email: 'REGEX_EMAIL',
} as const
type Refreshable = keyof typeof refreshable

/**
 * Updates a user's texts from another source, such as a directory. A text that breaks a rule, and an e-mail that another
 * user has, are skipped.
 * @returns the fields that changed, and those that were skipped though they differ
 */
export async function refreshTexts(
  tx: Transaction<Tables>,
  id: number,
  told: Readonly<Record<Refreshable, string | null>>,
  now: number,
): Promise<{ changed: Refreshable[]; kept: Refreshable[] }> {
  const { login, email } = await requireGenuineUser(tx, id)
  const names = await tx
    .selectFrom('users')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const row = { ...names, login, email }
  const next = { ...row }
  const [changed, kept]: [Refreshable[], Refreshable[]] = [[], []]
  for (const field of Object.keys(refreshable) as Refreshable[]) {
    const text = told[field]?.trim().normalize('NFC') ?? ''
    if (text === '' || text === row[field]) continue
    const isUsable =
      matchesPattern(refreshable[field], text) && (field !== 'email' || (await takeMail(tx, id, text)))
    if (isUsable) next[field] = text
    ;(isUsable ? changed : kept).push(field)
  }
  if (changed.length > 0) await changeUser(tx, id, textColumns(next), now)
  return { changed, kept }
}

/**
 * Changes a user's row, and proves it anew.
 * @throws Refusal USER_NOT_FOUND when the row was not the server's before
 */
export const changeUser = (
  tx: Transaction<Tables>,
  id: number,
  changes: ChangesOf<'users'>,
  now: number,
): Promise<void> => changeRow(tx, 'users', id, changes, now)

/** Returns a user's row as it was proved; null when there is none, or the server did not write it. */
export const genuineUser = (db: Kysely<Tables>, id: number): Promise<ProvedFields<'users'> | null> =>
  genuineRow(db, 'users', id)

/** The same. @throws Refusal USER_NOT_FOUND instead of null */
export const requireGenuineUser = (db: Kysely<Tables>, id: number): Promise<ProvedFields<'users'>> =>
  requireGenuineRow(db, 'users', id)

/**
 * Returns the active people of some roles who have an address, as the server wrote them: whoever forges a role or an address gets
 * no mail.
 */
export async function officersOf(db: Kysely<Tables>, roles: readonly Role[]) {
  const rows = await db
    .selectFrom('users')
    .select([...proofColumns('users'), 'first_name'])
    .where('role', 'in', roles)
    .where('state_id', '=', userStates.active)
    .where('deleted_at', 'is', null)
    .where('email', '<>', '')
    .orderBy('id')
    .execute()
  return rows.filter((row) => roles.includes(row.role) && isGenuine(db, 'users', row, activeUser))
}

/**
 * Gives a user an e-mail, unless another user has it. The constraint decides: another transaction may give it away at the
 * same time, which a query would not show.
 * @returns whether the user has it
 */
async function takeMail(tx: Transaction<Tables>, id: number, email: string): Promise<boolean> {
  // On PostgreSQL a breach would otherwise end the whole transaction.
  await sql`savepoint mail`.execute(tx)
  try {
    await tx
      .updateTable('users')
      .set({ email_key: accountKeyOf(email) })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await sql`rollback to savepoint mail`.execute(tx)
    return false
  }
  await sql`release savepoint mail`.execute(tx)
  return true
}

/**
 * Refuses a login or an e-mail that another user has. If both are taken, it names the login, where engines would differ.
 *
 * @param except the user who may already have them
 * @throws Refusal USER_LOGIN_IS_ALREADY_USED, USER_MAIL_IS_ALREADY_USED
 */
export async function refuseTaken(
  tx: Transaction<Tables>,
  texts: Pick<UserTexts, 'login' | 'email'>,
  except: number | null,
): Promise<void> {
  const login = accountKeyOf(texts.login)
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'login_key'])
    .where((is) => is.or([is('login_key', '=', login), is('email_key', '=', accountKeyOf(texts.email))]))
    .execute()
  const taken = rows.filter((row) => row.id !== except)
  if (taken.some((row) => row.login_key === login)) throw new Refusal('USER_LOGIN_IS_ALREADY_USED')
  if (taken.length > 0) throw new Refusal('USER_MAIL_IS_ALREADY_USED')
}

/** Turns a breach of a unique constraint by concurrent writes into a refusal: engines name the constraint or column. */
export async function sayingWhichIsTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Error) || !isUniqueViolation(error)) throw error
    if (error.message.includes('email_key')) throw new Refusal('USER_MAIL_IS_ALREADY_USED')
    if (error.message.includes('login_key')) throw new Refusal('USER_LOGIN_IS_ALREADY_USED')
    throw error
  }
}

/** Whether a user has read every release, by the number in their row. */
export const hasReadReleases = (read: number): boolean => read >= releases.length

/** Records that a user has read every release. A node of an older version does not lower the number. */
export async function markReleasesRead(tx: Transaction<Tables>, userId: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ read_features: releases.length })
    .where('id', '=', userId)
    .where('read_features', '<', releases.length)
    .execute()
}
