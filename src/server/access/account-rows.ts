import type { Transaction } from 'kysely'
import { matchesPattern } from '#domain/platform/patterns.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { userStates, type Role, type UserType } from '#domain/platform/roles.ts'
import { accountKeyOf, userSearchKey, type UserTexts } from '#domain/platform/user-keys.ts'
import { nextId } from '#server/platform/database/columns.ts'
import { isUniqueViolation } from '#server/platform/database/problems.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { releases } from '#texts/platform/changelog.ts'

export type NewUser = UserTexts & {
  readonly role: Role
  readonly type: UserType
  readonly adId: number | null
  readonly adSamAccount: string | null
  readonly createdBy: number | null
  /** Milliseconds since the epoch. */
  readonly at: number
}

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
 * @throws Refusal USER_LOGIN_IS_ALREADY_USED, USER_MAIL_IS_ALREADY_USED
 */
export async function insertUser(tx: Transaction<Tables>, user: NewUser): Promise<number> {
  await refuseTaken(tx, user, null)
  const id = await nextId(tx, 'users')
  await sayingWhichIsTaken(async () =>
    tx
      .insertInto('users')
      .values({
        id,
        ...textColumns(user),
        role: user.role,
        type: user.type,
        state_id: userStates.active,
        ad_id: user.adId,
        ad_sam_account: user.adSamAccount,
        last_bank_id: null,
        last_chest_id: null,
        read_features: 0,
        second_factor: 'totp',
        totp_secret: null,
        qr_scanned: 0,
        last_step: 0,
        failures: 0,
        blocks: 0,
        blocked_until: null,
        created_at: user.at,
        created_by: user.createdBy,
        deleted_at: null,
      })
      .execute(),
  )
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
): Promise<{ changed: Refreshable[]; kept: Refreshable[] }> {
  const row = await tx
    .selectFrom('users')
    .select(['login', 'email', 'first_name as firstName', 'last_name as lastName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const next = { ...row }
  const [changed, kept]: [Refreshable[], Refreshable[]] = [[], []]
  for (const field of Object.keys(refreshable) as Refreshable[]) {
    const text = told[field]?.trim().normalize('NFC') ?? ''
    if (text === '' || text === row[field]) continue
    const isUsable =
      matchesPattern(refreshable[field], text) && !(field === 'email' && (await isMailTaken(tx, text, id)))
    if (isUsable) next[field] = text
    ;(isUsable ? changed : kept).push(field)
  }
  if (changed.length > 0) await tx.updateTable('users').set(textColumns(next)).where('id', '=', id).execute()
  return { changed, kept }
}

async function isMailTaken(tx: Transaction<Tables>, email: string, except: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', accountKeyOf(email))
    .where('id', '!=', except)
    .executeTakeFirst()
  return row !== undefined
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
