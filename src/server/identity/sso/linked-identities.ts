import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { hasPassword } from '#server/identity/passwords/password-history.ts'

/** Whether an identity of the single sign-on provider is linked to an account. */
export async function isLinked(db: Kysely<Tables>, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sso_identities')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether single sign-on is an account's only way in: it has no password, neither here nor in a directory.
 */
export async function hasOnlySso(db: Kysely<Tables>, userId: number): Promise<boolean> {
  const kept = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('ad_id', 'is not', null)
    .executeTakeFirst()
  return kept === undefined && (await isLinked(db, userId)) && !(await hasPassword(db, userId))
}
