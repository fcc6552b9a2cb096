import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { RandomBytes } from '#server/platform/sources.ts'
import type { DataKey, OpeningKey } from './data-key.ts'
import { decodeEnvelope, encodeEnvelope, ivBytes, tagBytes, type Sealed } from './envelope.ts'
import { padPassword, unpadPassword } from './padding.ts'
import { additionalData, nameOfPlace, type SealPlace } from './place.ts'
import { SealError } from './seal-error.ts'

const algorithm = 'aes-256-gcm'
/** Without it Node accepts tags of 4 to 15 bytes, which can be guessed (SP 800-38D appendix C). */
const options = { authTagLength: tagBytes } as const

/**
 * Seals bytes with AES-256-GCM under a key, bound to a place.
 *
 * A random IV limits one key to 2^32 seals (SP 800-38D §8.3); item keys stay far below it.
 * @param random gives the 12 bytes of the IV, never the same twice under one key; another one for known answers only.
 * @throws RangeError for a place or key version that cannot be encoded.
 */
export function seal(
  key: DataKey,
  place: SealPlace,
  plaintext: Uint8Array,
  random: RandomBytes = randomBytes,
): Sealed {
  const iv = random(ivBytes)
  const cipher = createCipheriv(algorithm, key.key, iv, options)
  cipher.setAAD(additionalData(place, key.version))
  const ciphertext = cipher.update(plaintext)
  cipher.final()
  return encodeEnvelope({ keyVersion: key.version, iv, ciphertext, tag: cipher.getAuthTag() })
}

/**
 * Unseals what `seal` sealed, under the same key and place.
 * @returns the plaintext, in memory of its own (the caller may wipe it).
 * @throws SealError FORMAT, KEY_VERSION (the envelope names another version than the key's) or AUTHENTICATION.
 */
export function unseal(key: OpeningKey, place: SealPlace, sealed: Sealed): Buffer {
  const { keyVersion, iv, ciphertext, tag } = decodeEnvelope(sealed)
  if (keyVersion !== key.version) throw new SealError('KEY_VERSION', nameOfPlace(place))
  const decipher = createDecipheriv(algorithm, key.key, iv, options)
  decipher.setAAD(additionalData(place, keyVersion))
  decipher.setAuthTag(tag)
  const plaintext = decipher.update(ciphertext)
  try {
    decipher.final()
  } catch {
    // The bytes of update() are not authenticated, and Node's own error has no more information than this one.
    plaintext.fill(0)
    throw new SealError('AUTHENTICATION', nameOfPlace(place))
  }
  return plaintext
}

/** Seals a text as UTF-8 (a lone surrogate becomes U+FFFD, as in any UTF-8). Its length shows: see `sealPassword`. */
export function sealText(key: DataKey, place: SealPlace, text: string): Sealed {
  return seal(key, place, Buffer.from(text, 'utf8'))
}

/** Unseals what `sealText` sealed. @throws SealError as `unseal`. */
export function unsealText(key: OpeningKey, place: SealPlace, sealed: Sealed): string {
  return unseal(key, place, sealed).toString('utf8')
}

/** Seals a password, padded to a multiple of 64 bytes so that the ciphertext does not reveal its length. */
export function sealPassword(key: DataKey, place: SealPlace, password: string): Sealed {
  const padded = padPassword(password)
  const sealed = seal(key, place, padded)
  padded.fill(0)
  return sealed
}

/** Unseals what `sealPassword` sealed. @throws SealError as `unseal`, and FORMAT if the content is not padded. */
export function unsealPassword(key: OpeningKey, place: SealPlace, sealed: Sealed): string {
  const padded = unseal(key, place, sealed)
  const password = unpadPassword(padded, nameOfPlace(place))
  padded.fill(0)
  return password
}

/** Seals a value as JSON. What JSON drops (undefined, functions) is dropped. */
export function sealJson(key: DataKey, place: SealPlace, value: object): Sealed {
  return sealText(key, place, JSON.stringify(value))
}

/**
 * Unseals what `sealJson` sealed. The value is authentic, so its shape is the one that its writer gave it:
 * `Value` is the type that the same feature seals at this place.
 * @throws SealError as `unseal`, and FORMAT if the content is not JSON.
 */
export function unsealJson<Value extends object>(key: OpeningKey, place: SealPlace, sealed: Sealed): Value {
  const text = unsealText(key, place, sealed)
  try {
    return JSON.parse(text) as Value
  } catch {
    // JSON.parse quotes the text in its error: that one must not go on.
    throw new SealError('FORMAT', nameOfPlace(place))
  }
}
