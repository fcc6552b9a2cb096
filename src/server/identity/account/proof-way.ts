import type { Kysely } from 'kysely'
import type { ProofWay } from '#contract/identity/account.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { factorRowOf, mayUseMailCode } from '#server/identity/authentication/methods.ts'
import { otherMethodsOf } from '#server/identity/sign-in/other-factors.ts'
import { hasOnlySso, isLinked } from '#server/identity/sso/linked-identities.ts'
import type { IdentitySettings } from '#server/identity/settings.ts'

/**
 * How an account proves its identity again: with all the factors it signs in with, as far as this server
 * checks them. The account decides, never the caller: a stolen session does not choose the easier way.
 *
 * - a password, here or in a directory, and a second factor;
 * - the second factor alone, where single sign-on is the only way in;
 * - a fresh single sign-on with more than one factor, where the account has no second factor here: a setting
 *   trusts it, and the account has no other way in;
 * - nothing, where that setting has changed since: the next sign-in enrols a second factor.
 */
export async function proofWayOf(
  db: Kysely<Tables>,
  config: Pick<IdentitySettings, 'mailCode' | 'sso' | 'publicOrigin'>,
  userId: number,
): Promise<ProofWay> {
  const user = await factorRowOf(db, userId)
  const hasFactor =
    user.totp_secret !== null ||
    (user.second_factor === 'mail' && mayUseMailCode(user, config.mailCode)) ||
    (await otherMethodsOf(db, config, userId)).length > 0
  if (hasFactor) return (await hasOnlySso(db, userId)) ? 'second-factor' : 'password'
  return config.sso?.trustsMfa === true && (await isLinked(db, userId)) ? 'single-sign-on' : 'none'
}
