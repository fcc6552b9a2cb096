import { randomBytes } from 'node:crypto'
import { argon2id, masterKeyCost, normalised, saltBytes } from './argon2id.ts'
import type { Argon2Cost } from './argon2id-input.ts'
import { unwrapKey, wrapKey } from './chest-key.ts'
import { dataKeyFrom, keyBytes, type DataKey, type OpeningKey, type RandomBytes } from './data-key.ts'
import { asSealed, type Sealed } from './envelope.ts'
import { hkdf } from './hkdf.ts'
import type { SealPlace } from './place.ts'
import { seal, unseal } from './seal.ts'
import type { Secret } from './secret.ts'

/** What a guardian chest's KEK depends on besides its master key. `version` goes up when the master key changes. */
export type MasterKeySetting = {
  readonly chestId: number
  readonly version: number
  readonly salt: Uint8Array
}

/** A new salt for a chest's master key, 16 bytes, stored in clear beside the wrapped key. */
export function newMasterKeySalt(random: RandomBytes = randomBytes): Uint8Array {
  return random(saltBytes)
}

/**
 * The costly half of a KEK: Argon2id(NFKC(master key), salt, 64 MiB, 3 passes, 4 lanes), 32 bytes.
 *
 * Some 200 to 400 ms of one core and 64 MiB, off the main thread. Run it within a work bound.
 * @param cost for tests only.
 */
export const stretchMasterKey = (
  masterKey: Secret<string>,
  salt: Uint8Array,
  cost: Argon2Cost = masterKeyCost,
): Promise<Buffer> => argon2id({ message: normalised(masterKey.reveal()), salt, length: keyBytes, ...cost })

/** The other half: HKDF-SHA256(stretched, "guardian|chest|version"). The stretched bytes are wiped. */
export function kekOf(
  stretched: Buffer,
  { chestId, version }: Pick<MasterKeySetting, 'chestId' | 'version'>,
): DataKey {
  const derived = hkdf(stretched, `guardian|${chestId}|${version}`)
  const kek = dataKeyFrom(version, derived)
  stretched.fill(0)
  derived.fill(0)
  return kek
}

/**
 * The key that a guardian chest's master key gives, both halves at once. No verifier is stored: a wrong master key
 * gives another KEK, under which the chest's key does not open.
 */
export async function deriveMasterKey(
  masterKey: Secret<string>,
  { salt, ...setting }: MasterKeySetting,
  cost: Argon2Cost = masterKeyCost,
): Promise<DataKey> {
  return kekOf(await stretchMasterKey(masterKey, salt, cost), setting)
}

/**
 * Wraps a guardian chest's key: GCM_R(GCM_KEK(CK)). Opening takes the master key and the root key both; the
 * database with the root key opens nothing.
 */
export function wrapGuardianKey(
  root: DataKey,
  kek: DataKey,
  place: SealPlace,
  ck: DataKey,
  random?: RandomBytes,
): Sealed {
  return seal(root, place, wrapKey(kek, innerPlace(place), ck, random), random)
}

/**
 * Opens a guardian chest's key.
 * @throws SealError AUTHENTICATION for a wrong master key, and equally for an altered row or a wrong root key.
 */
export function unwrapGuardianKey(root: OpeningKey, kek: DataKey, place: SealPlace, sealed: Sealed): DataKey {
  return unwrapKey(kek, innerPlace(place), asSealed(unseal(root, place, sealed)))
}

/**
 * Wraps the key that a chest had before, while its content is sealed anew: GCM_R(GCM_CK(former CK)). Whoever opens
 * the chest's present key opens this one, and nobody else does any more.
 */
export function wrapFormerKey(
  root: DataKey,
  ck: DataKey,
  place: SealPlace,
  former: DataKey,
  random?: RandomBytes,
): Sealed {
  return seal(root, place, wrapKey(ck, formerPlace(place), former, random), random)
}

/** Opens what `wrapFormerKey` wrapped. @throws SealError as `unseal`. */
export function unwrapFormerKey(root: OpeningKey, ck: DataKey, place: SealPlace, sealed: Sealed): DataKey {
  return unwrapKey(ck, formerPlace(place), asSealed(unseal(root, place, sealed)))
}

function formerPlace(place: SealPlace): SealPlace {
  return { ...place, field: `${place.field}.former` }
}

/** The inner seal is bound to the same place, under a name of its own: an outer never passes for an inner. */
function innerPlace(place: SealPlace): SealPlace {
  return { ...place, field: `${place.field}.guardian` }
}
