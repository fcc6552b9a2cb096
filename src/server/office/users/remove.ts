import { sql } from 'kysely'
import { changeUser } from '#server/access/account-rows.ts'
import { banksOfUser, requireManaged } from '#server/access/scope.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import { deletePasskeys } from '#server/identity/passkeys/passkey-rows.ts'
import { deleteRecoveryCodes } from '#server/identity/recovery-codes/recovery-codes.ts'
import { endPasswordLinks } from '#server/identity/passwords/password-links.ts'
import { endSessionsOf } from '#server/identity/authentication/live-sessions.ts'
import type { UserDeps } from './create.ts'
import type { By } from '#server/access/session.ts'

const ownTables = [
  'password_hashes',
  'sso_identities',
  'bank_users',
  'team_users',
  'chest_user_rights',
  'favourite_chests',
  'favourite_items',
  'directory_links',
  'directory_refusals',
  'directory_absences',
] as const

/**
 * Deletes a user with their sign-in methods, rights and attachments; login and e-mail become free. The row
 * stays: history, journal and creators refer to it.
 */
export async function removeUser({ db, clock, journal }: UserDeps, { actor, origin }: By, id: number) {
  await db.transaction().execute(async (tx) => {
    await lockRows(tx, 'users', [actor.id, id])
    await requireManaged(tx, actor, 'user', id)
    const now = clock()
    await endSessionsOf(tx, id, now)
    await endPasswordLinks(tx, id, now)
    await deletePasskeys(tx, id)
    await deleteRecoveryCodes(tx, id)
    const on = await sql<{ bank_id: number }>`${banksOfUser(id)}`.execute(tx)
    const banks = on.rows.map((link) => String(link.bank_id))
    for (const table of ownTables) {
      await tx.deleteFrom(table).where('user_id', '=', id).execute()
    }
    const empty = { login_key: null, email_key: null, totp_secret: null, bank_marks: '', team_marks: '' }
    await changeUser(tx, id, { ...empty, last_bank_id: null, last_chest_id: null, deleted_at: now }, now)
    await journal.record(tx, actor, origin, { action: 'user.deleted', objects: { user: id, banks } })
  })
}
