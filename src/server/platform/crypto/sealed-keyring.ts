import { randomBytes } from 'node:crypto'
import { passwordFloors } from '#domain/platform/password-floor-figures.ts'
import { isGuessable } from '#domain/platform/password-floors.ts'
import { boundCost, isPlausibleCost, masterKeyCost } from './argon2-cost.ts'
import { argon2id, normalised, saltBytes } from './argon2id.ts'
import type { Argon2Cost } from './argon2id-input.ts'
import { dataKeyFrom, keyBytes, type DataKey } from './data-key.ts'
import { asSealed } from './envelope.ts'
import { hkdf } from './hkdf.ts'
import { keyError } from './key-error.ts'
import { decodeKeyring, encodeKeyring, isRecord, keyringFormat, parseKeyringFile } from './keyring-format.ts'
import type { KeyringRecord } from './keyring.ts'
import type { SealPlace } from './place.ts'
import { SealError } from './seal-error.ts'
import { sealText, unsealText } from './seal.ts'
import type { Secret } from './secret.ts'

/** The minimum length of a passphrase, in code points: an attacker with the file can guess it offline. */
const shortestPassphrase = 15

/**
 * Refuses a passphrase that new keys may not have.
 * @param words what whoever guesses tries first, such as the organisation's name
 * @throws KeyError PASSPHRASE_SHORT, PASSPHRASE_GUESSABLE
 */
export async function checkNewPassphrase(
  passphrase: Secret<string>,
  words: readonly string[],
): Promise<void> {
  const text = passphrase.reveal()
  refuseShort(text)
  if (await isGuessable(text, passwordFloors.masterKey, words)) throw keyError('PASSPHRASE_GUESSABLE')
}

function refuseShort(text: string): void {
  if (Array.from(text).length < shortestPassphrase) throw keyError('PASSPHRASE_SHORT', shortestPassphrase)
}

const placeAt = (cost: Argon2Cost): SealPlace => ({
  table: 'keyring',
  rowId: 0,
  field: `keys${boundCost(cost)}`,
  parentId: 0,
  revision: 0,
})

/**
 * Returns the text of a keyring under a passphrase:
 * `{ "format": 1, "argon2id": { memory, passes, parallelism, salt }, "sealed": "<base64 envelope>" }`, the
 * envelope's key being HKDF-SHA256(Argon2id(NFKC(passphrase), salt, its cost), "keyring|passphrase").
 * The seal is bound to the cost.
 * @throws KeyError PASSPHRASE_SHORT.
 */
export async function sealKeyring(
  record: KeyringRecord,
  passphrase: Secret<string>,
  cost: Argon2Cost = masterKeyCost,
): Promise<string> {
  refuseShort(passphrase.reveal())
  const salt = randomBytes(saltBytes)
  const key = await fileKey(passphrase, salt, cost)
  const file = {
    format: keyringFormat,
    argon2id: { ...cost, salt: base64(salt) },
    sealed: base64(sealText(key, placeAt(cost), encodeKeyring(record))),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Unseals a keyring under a passphrase, at the cost that its file names, off the main thread.
 * @param path named in the error.
 * @throws KeyError PASSPHRASE_WRONG; KEYRING_NOT_SEALED if the text has no passphrase; KEYRING_DAMAGED.
 */
export async function unsealKeyring(
  text: string,
  passphrase: Secret<string>,
  path: string,
): Promise<KeyringRecord> {
  const file = parseKeyringFile(text, path)
  if (!('sealed' in file)) throw keyError('KEYRING_NOT_SEALED', path)
  const { cost, salt, sealed } = sealedPart(file, path)
  const key = await fileKey(passphrase, salt, cost)
  try {
    return decodeKeyring(parseKeyringFile(unsealText(key, placeAt(cost), asSealed(sealed)), path), path)
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    throw error.code === 'AUTHENTICATION' ? keyError('PASSPHRASE_WRONG') : keyError('KEYRING_DAMAGED', path)
  }
}

async function fileKey(passphrase: Secret<string>, salt: Uint8Array, cost: Argon2Cost): Promise<DataKey> {
  const message = normalised(passphrase.reveal())
  const stretched = await argon2id({ message, salt, length: keyBytes, ...cost })
  return dataKeyFrom(1, hkdf(stretched, 'keyring|passphrase'))
}

function sealedPart({ argon2id: kdf, sealed }: Record<string, unknown>, path: string) {
  if (!isRecord(kdf) || typeof kdf['salt'] !== 'string' || typeof sealed !== 'string')
    throw keyError('KEYRING_DAMAGED', path)
  const numberOf = (name: keyof Argon2Cost): number => (typeof kdf[name] === 'number' ? kdf[name] : NaN)
  const cost = {
    memory: numberOf('memory'),
    passes: numberOf('passes'),
    parallelism: numberOf('parallelism'),
  }
  const salt = Buffer.from(kdf['salt'], 'base64')
  // RFC 9106 §3.1: at least 8 bytes of salt.
  if (salt.length < 8 || !isPlausibleCost(cost)) throw keyError('KEYRING_DAMAGED', path)
  return { cost, salt, sealed: Buffer.from(sealed, 'base64') }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
