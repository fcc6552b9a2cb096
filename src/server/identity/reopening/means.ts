import type { Kysely } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { signIn } from '#contract/identity/sign-in.ts'
import type { Actor } from '#server/access/session.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { isKeptByDirectory } from '#server/identity/directory/directory-rows.ts'
import { passkeysOf } from '#server/identity/passkeys/passkey-rows.ts'
import { relyingPartyOf } from '#server/identity/passkeys/relying-party.ts'
import { hasPassword } from '#server/identity/passwords/password-history.ts'
import type { IdentitySettings } from '#server/identity/settings.ts'

/**
 * Returns who may reopen a locked session and with what; null for an account of single sign-on alone, which has nothing
 * that this server verifies in one step.
 */
export async function reopeningOf(
  db: Kysely<Tables>,
  config: Pick<IdentitySettings, 'publicOrigin' | 'directory'>,
  { id, login, name }: Actor,
): Promise<ReplyOf<typeof signIn.options>['locked']> {
  const hasOne = (await isKeptByDirectory(db, id)) ? config.directory !== null : await hasPassword(db, id)
  const hasPasskey = relyingPartyOf(config) !== null && (await passkeysOf(db, id)).length > 0
  const means = [...(hasOne ? (['password'] as const) : []), ...(hasPasskey ? (['passkey'] as const) : [])]
  return means.length === 0 ? null : { login, name, means }
}
