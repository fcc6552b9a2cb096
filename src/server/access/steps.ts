import type { Kysely, Transaction } from 'kysely'
import { signInLimits } from '#domain/platform/limits.ts'
import { userStates } from '#domain/platform/roles.ts'
import { namesRetiredKey, signJwt, verifyJwt } from '#server/platform/crypto/jwt.ts'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { hashToken, matchesToken, newToken } from '#server/platform/crypto/token.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { shortLivedKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { RandomBytes } from '#server/platform/sources.ts'
import { activeUser, isGenuine, proofOfRow, userProof } from './authority.ts'
import { markOf } from './proved-changes.ts'

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
 * Records that a password was right. @returns its id, and the token and the cookie value (`pre`) that belong together
 * The token is valid for five minutes and one use.
 */
export async function issueStep(
  tx: Transaction<Tables>,
  { keyring, random, now }: { keyring: Keyring; random: RandomBytes; now: number },
  userId: number,
  { isProven = false }: { isProven?: boolean } = {},
): Promise<{ jti: string; jwt: string; binding: Secret<string> }> {
  const jti = newToken(random, jtiBytes).reveal()
  const binding = newToken(random)
  const proved = {
    jti,
    user_id: userId,
    user_mark: await markOf(tx, 'users', userId),
    binding_hash: hashToken(binding),
    is_proven: isProven ? 1 : 0,
  } as const
  await tx
    .insertInto('sign_in_steps')
    .values({
      ...proved,
      ...proofOfRow(tx, 'sign_in_steps', proved, now),
      expires_at: now + signInLimits.step1Ms,
      used_at: null,
    })
    .execute()
  const lifetime = signInLimits.step1Ms
  const keys = await shortLivedKeys(tx, keyring)
  return { jti, jwt: signJwt(keys, { typ: tokenType, sub: String(userId), jti, now, lifetime }), binding }
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
    .select(['s.jti', 's.user_id', 's.user_mark', 's.binding_hash', 's.is_proven'])
    .select(['s.mac as step_mac', 's.mac_at as step_mac_at', ...userProof])
    .where('s.jti', '=', claims.jti)
    .where('s.used_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('u.state_id', '=', userStates.active)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || String(row.user_id) !== claims.sub) return null
  if (!matchesToken(new Secret(binding), row.binding_hash)) return null
  const step = { ...row, mac: row.step_mac, mac_at: row.step_mac_at }
  const isOwners = isGenuine(db, 'users', row, { id: row.user_id, ...activeUser })
  if (!isOwners || !isGenuine(db, 'sign_in_steps', step, { jti: claims.jti, user_mark: row.mark }))
    return null
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
  const keys = await shortLivedKeys(tx, keyring)
  return signJwt(keys, { typ: tokenType, sub: String(userId), jti, now, lifetime })
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

/**
 * Consumes the sign-in that a browser left unfinished, found by its cookie.
 * @returns its id and the pending secret that it showed, or null for none of this user
 */
export async function takeStepOf(
  tx: Transaction<Tables>,
  { binding, userId, now }: { binding: string; userId: number; now: number },
): Promise<{ jti: string; pending: Sealed | null } | null> {
  const row = await tx
    .selectFrom('sign_in_steps')
    .select(['jti', 'totp_pending'])
    .where('binding_hash', '=', hashToken(new Secret(binding)))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined || !(await consumeStep(tx, row.jti, now))) return null
  return { jti: row.jti, pending: row.totp_pending }
}

/**
 * Whether this installation has signed a token for a sign-in half done, even an expired or used one, or one under a root
 * key that was retired since.
 */
export const isStepToken = (keyring: Keyring, jwt: string): boolean =>
  verifyJwt(keyring, jwt, { typ: tokenType, now: 0 }) !== null || outlivedItsKey(keyring, jwt)

/** Whether the root key of a sign-in half done was retired meanwhile: its person has made no mistake. */
export const outlivedItsKey = (keyring: Keyring, jwt: string): boolean =>
  namesRetiredKey(keyring, jwt, tokenType)

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
