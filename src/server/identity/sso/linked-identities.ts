import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { isKeptByDirectory } from '#server/identity/directory/directory-rows.ts'
import { hasPassword } from '#server/identity/passwords/password-history.ts'

export async function isLinked(db: Kysely<Tables>, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sso_identities')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether single sign-on is an account's only way in: it has no password, here or in a directory. */
export async function hasOnlySso(db: Kysely<Tables>, userId: number): Promise<boolean> {
  if (await isKeptByDirectory(db, userId)) return false
  return (await isLinked(db, userId)) && !(await hasPassword(db, userId))
}
