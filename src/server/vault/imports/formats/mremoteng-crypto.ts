import { createDecipheriv, createHash, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { managerImportLimits } from '#domain/platform/limits.ts'
import type { ImportRefused } from '../model.ts'
import { attributeOf, type XmlNode } from './xml-tree.ts'

/** What decrypts the values of a connections file. */
export type MRemoteKey = {
  readonly ok: true
  /** PBKDF2 rounds of one value; each has a salt of its own. */
  readonly rounds: number
  /** Returns null for a value that the key does not open; an empty text for an empty one. */
  decrypt(base64: string): Promise<string | null>
}

/** The password of a file that its owner gave none. */
const usualPassword = 'mR3m'
/** What the root's `Protected` holds, encrypted. */
const sentinels = ['ThisIsProtected', 'ThisIsNotProtected']
/** Up to this version, another cipher. */
const lastLegacyVersion = 2.5

const derive = promisify(pbkdf2)

/** Finds the key of a file: the usual password, else the one given. */
export async function keyOf(root: XmlNode, password: string | null): Promise<MRemoteKey | ImportRefused> {
  const isLegacy = Number(attributeOf(root, 'ConfVersion')) <= lastLegacyVersion
  const engine = `${attributeOf(root, 'EncryptionEngine')}-${attributeOf(root, 'BlockCipherMode')}`
  if (!isLegacy && !/^AES-GCM$/i.test(engine)) return { ok: false, code: 'CIPHER_UNSUPPORTED' }
  const written = Number(attributeOf(root, 'KdfIterations') || '1000')
  if (!isLegacy && (!Number.isSafeInteger(written) || written < 1))
    return { ok: false, code: 'CONTENT_BROKEN' }
  const rounds = isLegacy ? 0 : written
  if (rounds > managerImportLimits.kdf.pbkdf2Rounds) return { ok: false, code: 'KDF_TOO_COSTLY' }
  const keyFor = (secret: string): MRemoteKey => {
    // An inherited value is opened once.
    const opened = new Map<string, Promise<string | null>>()
    return {
      ok: true,
      rounds,
      decrypt(base64) {
        const known = opened.get(base64)
        if (known) return known
        const text = isLegacy ? Promise.resolve(openLegacy(base64, secret)) : open(base64, secret, rounds)
        opened.set(base64, text)
        return text
      },
    }
  }
  const marker = attributeOf(root, 'Protected')
  for (const tried of [usualPassword, ...(password === null ? [] : [password])]) {
    const key = keyFor(tried)
    const text = marker === '' ? sentinels[1] : await key.decrypt(marker)
    if (sentinels.includes(text ?? '')) return key
  }
  return { ok: false, code: password === null ? 'FILE_PASSWORD_NEEDED' : 'FILE_PASSWORD_WRONG' }
}

const part = 16

/** AES-256-GCM: salt (also authenticated), nonce, ciphertext and tag. */
async function open(base64: string, password: string, rounds: number): Promise<string | null> {
  if (base64 === '') return ''
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length < 3 * part) return null
  const salt = bytes.subarray(0, part)
  const key = await derive(password, salt, rounds, 32, 'sha1')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(part, 2 * part), {
      authTagLength: part,
    })
    decipher.setAAD(salt)
    decipher.setAuthTag(bytes.subarray(-part))
    return Buffer.concat([decipher.update(bytes.subarray(2 * part, -part)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return null
  }
}

/** AES-128-CBC with the MD5 of the password: initial vector, then ciphertext. */
function openLegacy(base64: string, password: string): string | null {
  if (base64 === '') return ''
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length < 2 * part) return null
  try {
    const key = createHash('md5').update(password).digest()
    const decipher = createDecipheriv('aes-128-cbc', key, bytes.subarray(0, part))
    return Buffer.concat([decipher.update(bytes.subarray(part)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
