import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { Kysely, Transaction } from 'kysely'
import type { Static } from 'typebox'
import type { Assertion, RequestOptions } from '#contract/platform/webauthn.ts'
import { accountLimits } from '#domain/platform/limits.ts'
import { isGenuine, proofColumns } from '#server/access/authority.ts'
import { markOf } from '#server/access/proved-changes.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RandomBytes } from '#server/platform/sources.ts'
import { openChallenge, consumeChallenge, type ChallengeHolder } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

type AssertionParts = Static<typeof Assertion>

export const transportsOf = (text: string): AuthenticatorTransport[] =>
  JSON.parse(text) as AuthenticatorTransport[]

/** Whether the passkey is the only factor given: the authenticator must then have verified its holder. */
const standsAlone = ({ purpose }: ChallengeHolder): boolean => purpose === 'reopen'

/** Returns a challenge for the passkeys of an account, or null when it has none. */
export async function requestAssertion(
  tx: Transaction<Tables>,
  party: RelyingParty,
  holder: ChallengeHolder,
  moment: { random: RandomBytes; now: number },
): Promise<Static<typeof RequestOptions> | null> {
  const known = await credentialsOf(tx, holder.userId)
  if (known.length === 0) return null
  return {
    challenge: await openChallenge(tx, holder, moment),
    rpId: party.id,
    timeout: accountLimits.challengeMs,
    userVerification: standsAlone(holder) ? 'required' : 'preferred',
    allowCredentials: known,
  }
}

export async function credentialsOf(db: Kysely<Tables>, userId: number) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.credential_id,
    type: 'public-key' as const,
    transports: transportsOf(row.transports),
  }))
}

/**
 * Verifies a passkey's reply to the challenge of its holder (WebAuthn level 2, §7.2). One statement compares
 * and writes the counter, so that of two concurrent replies only one is accepted.
 * @returns the passkey's id, or null when anything is wrong
 */
export async function verifyAssertion(
  tx: Transaction<Tables>,
  party: RelyingParty,
  holder: ChallengeHolder,
  { id, ...response }: AssertionParts,
  now: number,
): Promise<number | null> {
  const expectedChallenge = await consumeChallenge(tx, holder, now)
  const row = await tx
    .selectFrom('passkeys')
    .select(['id', 'counter', 'transports', ...proofColumns('passkeys')])
    .where('credential_id', '=', id)
    .where('user_id', '=', holder.userId)
    .executeTakeFirst()
  if (expectedChallenge === null || !row) return null
  const owner = { user_id: holder.userId, user_mark: await markOf(tx, 'users', holder.userId) }
  if (!isGenuine(tx, 'passkeys', row, { credential_id: id, ...owner })) return null
  // Loaded on demand: many installations have no passkey.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verdict = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: standsAlone(holder),
    credential: {
      id,
      publicKey: Uint8Array.from(row.public_key),
      counter: row.counter,
      transports: transportsOf(row.transports),
    },
    // The library throws for most faults.
  }).catch(() => null)
  if (!verdict?.verified) return null
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter: verdict.authenticationInfo.newCounter, last_used_at: now })
    .where('id', '=', row.id)
    .where('counter', '=', row.counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? row.id : null
}
