import type { Kysely, Transaction } from 'kysely'
import { signInLimits } from '#domain/platform/limits.ts'
import { userStates } from '#domain/platform/roles.ts'
import { signJwt, verifyJwt } from '#server/platform/crypto/jwt.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { hashToken, matchesToken, newToken } from '#server/platform/crypto/token.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RandomBytes } from '#server/platform/sources.ts'

/** The type of a step-1 token; only the calls of the second step accept it. */
const tokenType = 'step1'
const jtiBytes = 16

/** A sign-in half done: its token is valid for the second factor only, in the browser that began it. */
export type Step = {
  readonly jti: string
  readonly userId: number
  readonly login: string
  /** Whether the single sign-on's provider has verified a second factor, and a setting accepts that. */
  readonly isProven: boolean
}

/**
 * Records that a password was right. @returns the token and the cookie value (`pre`) that belong together
 * The token is valid for five minutes and one use.
 */
export async function issueStep(
  tx: Transaction<Tables>,
  { keyring, random, now }: { keyring: Keyring; random: RandomBytes; now: number },
  userId: number,
  { isProven = false }: { isProven?: boolean } = {},
): Promise<{ jwt: string; binding: Secret<string> }> {
  const jti = newToken(random, jtiBytes).reveal()
  const binding = newToken(random)
  await tx
    .insertInto('sign_in_steps')
    .values({
      jti,
      user_id: userId,
      binding_hash: hashToken(binding),
      expires_at: now + signInLimits.step1Ms,
      used_at: null,
      is_proven: isProven ? 1 : 0,
    })
    .execute()
  const lifetime = signInLimits.step1Ms
  return { jwt: signJwt(keyring, { typ: tokenType, sub: String(userId), jti, now, lifetime }), binding }
}

/**
 * Returns the sign-in that a token continues; null for one that is forged, expired, used, of another browser, or of a user
 * who may no longer sign in. All but the forged ones get the same reply.
 */
export async function readStep(
  db: Kysely<Tables>,
  keyring: Keyring,
  { jwt, binding, now }: { jwt: string; binding: string | undefined; now: number },
): Promise<Step | null> {
  const claims = verifyJwt(keyring, jwt, { typ: tokenType, now })
  if (!claims || binding === undefined) return null
  const row = await db
    .selectFrom('sign_in_steps as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.jti', 's.user_id', 's.binding_hash', 's.is_proven', 'u.login'])
    .where('s.jti', '=', claims.jti)
    .where('s.used_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('u.state_id', '=', userStates.active)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || String(row.user_id) !== claims.sub) return null
  if (!matchesToken(new Secret(binding), row.binding_hash)) return null
  return { jti: row.jti, userId: row.user_id, login: row.login, isProven: row.is_proven === 1 }
}

/**
 * Extends a sign-in half done, such as until its code by mail expires.
 * @returns the new token, or null when the sign-in is used or expired
 */
export async function prolongStep(
  tx: Transaction<Tables>,
  keyring: Keyring,
  { jti, userId }: Step,
  { now, lifetime }: { now: number; lifetime: number },
): Promise<string | null> {
  const { numUpdatedRows } = await tx
    .updateTable('sign_in_steps')
    .set({ expires_at: now + lifetime })
    .where('jti', '=', jti)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return null
  return signJwt(keyring, { typ: tokenType, sub: String(userId), jti, now, lifetime })
}

/** Consumes a sign-in. @returns false when it was already used, has expired, or the account was closed meanwhile */
export async function consumeStep(tx: Transaction<Tables>, jti: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sign_in_steps')
    .set({ used_at: now, totp_pending: null })
    .where('jti', '=', jti)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('user_id', 'in', (of) =>
      of
        .selectFrom('users')
        .select('id')
        .where('state_id', '=', userStates.active)
        .where('deleted_at', 'is', null),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether this installation has signed a token for a sign-in half done, even an expired or used one. */
export const isStepToken = (keyring: Keyring, jwt: string): boolean =>
  verifyJwt(keyring, jwt, { typ: tokenType, now: 0 }) !== null

/** Consumes every sign-in that a user has under way, except one if it is named. */
export async function consumeStepsOf(
  tx: Transaction<Tables>,
  userId: number,
  now: number,
  { except }: { readonly except?: string } = {},
): Promise<void> {
  await tx
    .updateTable('sign_in_steps')
    .set({ used_at: now, totp_pending: null })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .$if(except !== undefined, (steps) => steps.where('jti', '<>', except ?? ''))
    .execute()
}
