import { randomBytes } from 'node:crypto'
import type { RandomBytes } from '#server/platform/sources.ts'
import { argon2id, normalised, saltBytes } from './argon2id.ts'
import { boundCost } from './argon2-cost.ts'
import type { Argon2Cost } from './argon2id-input.ts'
import { unwrapKey, wrapKey } from './chest-key.ts'
import { dataKeyFrom, keyBytes, type DataKey, type OpeningKey } from './data-key.ts'
import { asSealed, type Sealed } from './envelope.ts'
import { hkdf } from './hkdf.ts'
import type { SealPlace } from './place.ts'
import { seal, unseal } from './seal.ts'
import type { Secret } from './secret.ts'

/** Returns a new salt for a chest's master key, 16 bytes, stored in clear beside the wrapped key. */
export function newMasterKeySalt(random: RandomBytes = randomBytes): Uint8Array {
  return random(saltBytes)
}

/** What a guess at a lock costs, and its salt: both stored in clear beside the wrapped key. */
export type LockCost = { readonly salt: Uint8Array; readonly cost: Argon2Cost }

/**
 * Computes the costly half of a KEK: Argon2id(NFKC(master key), salt, the lock's own cost), 32 bytes.
 *
 * At `masterKeyCost` some 400 ms of one core and 128 MiB, off the main thread. Run it within a work bound.
 */
export const stretchMasterKey = (masterKey: Secret<string>, { salt, cost }: LockCost): Promise<Buffer> =>
  argon2id({ message: normalised(masterKey.reveal()), salt, length: keyBytes, ...cost })

/**
 * Computes the other half: HKDF-SHA256(stretched, "guardian|chest|version"). The stretched bytes are wiped. No verifier is
 * stored: a wrong master key gives another KEK, which does not unwrap the chest's key.
 * @param lock `version` increases when the master key changes
 */
export function kekOf(
  stretched: Buffer,
  { chestId, version }: { readonly chestId: number; readonly version: number },
): DataKey {
  const derived = hkdf(stretched, `guardian|${chestId}|${version}`)
  const kek = dataKeyFrom(version, derived)
  stretched.fill(0)
  derived.fill(0)
  return kek
}

/** The key of a guardian chest's lock, and the cost that its inner seal is bound to. */
export type Lock = { readonly kek: DataKey; readonly cost: Argon2Cost }

/**
 * Wraps a guardian chest's key: GCM_R(GCM_KEK(CK)). Unwrapping needs both the master key and the root key; the database
 * with the root key alone is not enough.
 */
export function wrapGuardianKey(root: DataKey, { kek, cost }: Lock, place: SealPlace, ck: DataKey): Sealed {
  return seal(root, place, wrapKey(kek, innerPlace(place, cost), ck))
}

/**
 * Unwraps a guardian chest's key.
 * @throws SealError AUTHENTICATION for a wrong master key, and equally for an altered row or a wrong root key.
 */
export function unwrapGuardianKey(
  root: OpeningKey,
  { kek, cost }: Lock,
  place: SealPlace,
  sealed: Sealed,
): DataKey {
  return unwrapKey(kek, innerPlace(place, cost), asSealed(unseal(root, place, sealed)))
}

/**
 * Wraps a chest's former key during a renewal: GCM_R(GCM_CK(former CK)). From then on, only the chest's present key
 * unwraps it.
 */
export function wrapFormerKey(root: DataKey, ck: DataKey, place: SealPlace, former: DataKey): Sealed {
  return seal(root, place, wrapKey(ck, formerPlace(place), former))
}

/** Unwraps what `wrapFormerKey` wrapped. @throws SealError as `unseal`. */
export function unwrapFormerKey(root: OpeningKey, ck: DataKey, place: SealPlace, sealed: Sealed): DataKey {
  return unwrapKey(ck, formerPlace(place), asSealed(unseal(root, place, sealed)))
}

function formerPlace(place: SealPlace): SealPlace {
  return { ...place, field: `${place.field}.former` }
}

/** Returns the place of the inner seal: the same under another field, so that an outer seal never passes for it. */
function innerPlace(place: SealPlace, cost: Argon2Cost): SealPlace {
  return { ...place, field: `${place.field}.guardian${boundCost(cost)}` }
}
