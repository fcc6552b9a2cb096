import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  pbkdf2,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { argon2id } from '#server/platform/crypto/argon2id.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import type { ImportRefused } from '../model.ts'
import { type JsonObject, textAt, valueOf } from './json-values.ts'

/** Bitwarden's two ways to make a key of a password. Memory is in MiB. */
type Kdf =
  | { readonly type: 'pbkdf2'; readonly iterations: number }
  | { readonly type: 'argon2id'; readonly passes: number; readonly memory: number; readonly lanes: number }

/**
 * The parameters that Bitwarden itself writes and accepts; the file may come from anybody. `memory` ends lower here:
 * the server derives for many people.
 */
const bounds = {
  iterations: { least: 5_000, most: 2_000_000 },
  passes: { least: 2, most: 10 },
  memory: { least: 16, most: 256 },
  lanes: { least: 1, most: 16 },
} as const

/** Bitwarden's default for new accounts. */
const sealIterations = 600_000

const derive = promisify(pbkdf2)
const keyBytes = 32

/** Reads the parameters of a file before anything is derived with them. */
function kdfOf(file: JsonObject): Kdf | ImportRefused {
  const type = valueOf(file, 'kdfType')
  const numbers =
    type === 0
      ? { iterations: valueOf(file, 'kdfIterations') }
      : {
          passes: valueOf(file, 'kdfIterations'),
          memory: valueOf(file, 'kdfMemory'),
          lanes: valueOf(file, 'kdfParallelism'),
        }
  if (type !== 0 && type !== 1) return { ok: false, code: 'CONTENT_BROKEN' }
  const judged = Object.entries(numbers).map(([name, value]) => {
    const { least, most } = bounds[name as keyof typeof bounds]
    return typeof value !== 'number' || !Number.isInteger(value) || value < least
      ? 'broken'
      : value > most
        ? 'costly'
        : 'fine'
  })
  if (judged.includes('broken')) return { ok: false, code: 'CONTENT_BROKEN' }
  if (judged.includes('costly')) return { ok: false, code: 'KDF_TOO_COSTLY' }
  const { iterations, passes, memory, lanes } = numbers as Record<string, number>
  return iterations === undefined
    ? { type: 'argon2id', passes: passes ?? 0, memory: memory ?? 0, lanes: lanes ?? 0 }
    : { type: 'pbkdf2', iterations }
}

type Keys = { readonly cipher: Uint8Array; readonly mac: Uint8Array }

/** @param salt its text is the salt; Bitwarden does not decode the base64 */
async function keysOf(password: Secret<string>, salt: string, kdf: Kdf): Promise<Keys> {
  const message = Buffer.from(password.reveal(), 'utf8')
  const key =
    kdf.type === 'pbkdf2'
      ? await derive(message, salt, kdf.iterations, keyBytes, 'sha256')
      : await argon2id({
          message,
          salt: createHash('sha256').update(salt).digest(),
          memory: kdf.memory * 1024,
          passes: kdf.passes,
          parallelism: kdf.lanes,
          length: keyBytes,
        })
  // HKDF-Expand (RFC 5869) of one block.
  const expanded = (info: string): Buffer => createHmac('sha256', key).update(`${info}\u0001`).digest()
  return { cipher: expanded('enc'), mac: expanded('mac') }
}

/** Bitwarden's encryption type 2: AES-256-CBC, then HMAC-SHA256 over the IV and the ciphertext. */
const sealedType = '2.'
const [ivBytes, macBytes] = [16, 32]

const macOf = (key: Uint8Array, iv: Uint8Array, text: Uint8Array): Buffer =>
  createHmac('sha256', key).update(iv).update(text).digest()

/** Opens a sealed text. @returns `forged` if it was not sealed with these keys; `broken` if it is no sealed text */
function open(sealed: string, keys: Keys): { readonly text: string } | 'forged' | 'broken' {
  if (!sealed.startsWith(sealedType)) return 'broken'
  const [iv, text, mac] = sealed
    .slice(sealedType.length)
    .split('|')
    .map((part) => Buffer.from(part, 'base64'))
  if (iv?.length !== ivBytes || !text || mac?.length !== macBytes) return 'broken'
  if (!timingSafeEqual(mac, macOf(keys.mac, iv, text))) return 'forged'
  try {
    const decipher = createDecipheriv('aes-256-cbc', keys.cipher, iv)
    const bytes = Buffer.concat([decipher.update(text), decipher.final()])
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return 'broken'
  }
}

/** Seals a text that comes in parts. */
async function* seal(
  text: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  keys: Keys,
  iv: Uint8Array,
): AsyncGenerator<string> {
  const cipher = createCipheriv('aes-256-cbc', keys.cipher, iv)
  const mac = createHmac('sha256', keys.mac).update(iv)
  yield `${sealedType}${Buffer.from(iv).toString('base64')}|`
  // Three bytes are four characters: what is left over waits for the next part.
  let waiting = Buffer.alloc(0)
  for await (const part of text) {
    const sealed = cipher.update(part)
    mac.update(sealed)
    const bytes = Buffer.concat([waiting, sealed])
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.toString('base64', 0, whole)
    waiting = bytes.subarray(whole)
  }
  const last = cipher.final()
  mac.update(last)
  yield `${Buffer.concat([waiting, last]).toString('base64')}|${mac.digest('base64')}`
}

/** Opens an export of Bitwarden that a password protects. */
export async function openBitwardenJson(
  file: JsonObject,
  password: Secret<string>,
): Promise<{ readonly ok: true; readonly text: string } | ImportRefused> {
  const kdf = kdfOf(file)
  if ('ok' in kdf) return kdf
  const keys = await keysOf(password, textAt(file, 'salt'), kdf)
  const check = open(textAt(file, 'encKeyValidation_DO_NOT_EDIT'), keys)
  if (check === 'forged') return { ok: false, code: 'FILE_PASSWORD_WRONG' }
  const data = check === 'broken' ? check : open(textAt(file, 'data'), keys)
  return typeof data === 'string' ? { ok: false, code: 'CONTENT_BROKEN' } : { ok: true, text: data.text }
}

/**
 * Seals an export in Bitwarden's password-protected form, which Bitwarden, Vaultwarden and KeePassXC open. Returns the file
 * in parts: one part of the export is held at a time.
 * @param plain the export in clear, in parts
 * @param randomBytes returns as many random bytes as asked
 */
export async function* sealBitwardenTexts(
  plain: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  password: Secret<string>,
  randomBytes: (count: number) => Uint8Array,
  kdf: Kdf = { type: 'pbkdf2', iterations: sealIterations },
): AsyncGenerator<string> {
  const salt = Buffer.from(randomBytes(16)).toString('base64')
  const keys = await keysOf(password, salt, kdf)
  // Bitwarden seals a random identifier; only its opening is checked.
  const validation = Buffer.from(randomBytes(16)).toString('hex')
  const check = await Array.fromAsync(seal([Buffer.from(validation)], keys, randomBytes(16)))
  const head = JSON.stringify({
    encrypted: true,
    passwordProtected: true,
    salt,
    ...(kdf.type === 'pbkdf2'
      ? { kdfType: 0, kdfIterations: kdf.iterations }
      : { kdfType: 1, kdfIterations: kdf.passes, kdfMemory: kdf.memory, kdfParallelism: kdf.lanes }),
    encKeyValidation_DO_NOT_EDIT: check.join(''),
  })
  // A sealed text has no character that JSON escapes.
  yield `${head.slice(0, -1)},"data":"`
  yield* seal(plain, keys, randomBytes(16))
  yield '"}'
}

/** Seals an export that is a text, as `sealBitwardenTexts`. */
export async function sealBitwardenJson(
  plainJson: string,
  password: Secret<string>,
  randomBytes: (count: number) => Uint8Array,
  kdf?: Kdf,
): Promise<string> {
  const texts = sealBitwardenTexts([Buffer.from(plainJson)], password, randomBytes, kdf)
  return (await Array.fromAsync(texts)).join('')
}
