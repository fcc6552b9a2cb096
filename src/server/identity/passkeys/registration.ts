import type { Transaction } from 'kysely'
import type { Static } from 'typebox'
import type { Attestation, CreationOptions } from '#contract/platform/webauthn.ts'
import { accountLimits } from '#domain/platform/limits.ts'
import { proofOfRow } from '#server/access/authority.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { isUniqueViolation } from '#server/platform/database/problems.ts'
import { markOf } from '#server/access/proved-changes.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RandomBytes } from '#server/platform/sources.ts'
import { credentialsOf } from './assertion.ts'
import { openChallenge, consumeChallenge, type ChallengeHolder } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** COSE: EdDSA, ES256, RS256, in order of preference; every authenticator supports one of them. */
const algorithms = [-8, -7, -257]
const handleBytes = 32
const product = 'Trousseau'

type Owner = { readonly login: string; readonly name: string }

/** Returns the options for a new passkey, with a challenge. @throws Refusal TOO_MANY_PASSKEYS */
export async function requestAttestation(
  tx: Transaction<Tables>,
  party: RelyingParty,
  holder: ChallengeHolder & { readonly purpose: 'register' },
  { login, name }: Owner,
  moment: { random: RandomBytes; now: number },
): Promise<Static<typeof CreationOptions>> {
  const known = await credentialsOf(tx, holder.userId)
  refuseTooMany(known.length)
  return {
    challenge: await openChallenge(tx, holder, moment),
    rp: { id: party.id, name: product },
    // An opaque user handle, as the standard requires; the account is found by the credential's id.
    user: {
      id: Buffer.from(moment.random(handleBytes)).toString('base64url'),
      name: login,
      displayName: name === '' ? login : name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: accountLimits.challengeMs,
    attestation: 'none',
    excludeCredentials: known,
    // A second factor only: the password comes first, so the authenticator need not store the account's name.
    authenticatorSelection: {
      residentKey: 'discouraged',
      requireResidentKey: false,
      userVerification: 'preferred',
    },
  }
}

function refuseTooMany(count: number): void {
  if (count >= accountLimits.passkeys) throw new Refusal('TOO_MANY_PASSKEYS')
}

/**
 * Stores a passkey created for the challenge of this holder (WebAuthn level 2, §7.1).
 * @returns its id, or null when the reply is wrong
 * @throws Refusal PASSKEY_KNOWN when any account has it already; TOO_MANY_PASSKEYS
 */
export async function insertPasskey(
  tx: Transaction<Tables>,
  party: RelyingParty,
  holder: ChallengeHolder,
  { name, response: { id, transports, ...response } }: { name: string; response: Static<typeof Attestation> },
  now: number,
): Promise<number | null> {
  const expectedChallenge = await consumeChallenge(tx, holder, now)
  if (expectedChallenge === null) return null
  // Loaded on demand: many installations have no passkey.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verdict = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
    // The library throws for most faults.
  }).catch(() => null)
  if (!verdict?.verified) return null
  const made = verdict.registrationInfo.credential
  if (made.id !== id) return null
  const known = await credentialsOf(tx, holder.userId)
  refuseTooMany(known.length)
  const taken = await tx
    .selectFrom('passkeys')
    .select('id')
    .where('credential_id', '=', id)
    .executeTakeFirst()
  if (taken) throw new Refusal('PASSKEY_KNOWN')
  const proved = {
    credential_id: id,
    user_id: holder.userId,
    user_mark: await markOf(tx, 'users', holder.userId),
    public_key: Buffer.from(made.publicKey),
    created_at: now,
  }
  try {
    const row = await tx
      .insertInto('passkeys')
      .values({
        ...proved,
        ...proofOfRow(tx, 'passkeys', proved, now),
        counter: made.counter,
        transports: JSON.stringify(transports),
        name,
        last_used_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  } catch (error) {
    // Added to two accounts concurrently: the constraint decides.
    throw isUniqueViolation(error) ? new Refusal('PASSKEY_KNOWN') : error
  }
}
