import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { decodeBech32, encodeBech32 } from './bech32.ts'

/**
 * Files in the format age v1 for one X25519 recipient (C2SP specification `age`): any age tool opens them. A header wraps the
 * key of the file (HKDF-SHA-256 of an ephemeral exchange, ChaCha20-Poly1305) under an HMAC-SHA-256. The payload is STREAM:
 * chunks of 64 KiB, each with its number and whether it is the last one, so that none can be left out, moved or cut off.
 */
export class AgeError extends Error {
  override readonly name = 'AgeError'
  /** `FORMAT`: no age file; `KEY`: another key's; `DAMAGED`: changed or cut off. */
  readonly code: 'FORMAT' | 'KEY' | 'DAMAGED'
  constructor(code: AgeError['code']) {
    super(code)
    this.code = code
  }
}

const [recipientPart, identityPart] = ['age', 'age-secret-key-']
const intro = 'age-encryption.org/v1'
const wrapInfo = `${intro}/X25519`
const [keyBytes, fileKeyBytes, tagBytes, nonceBytes] = [32, 16, 16, 16]
const chunkBytes = 65_536
const longestHeader = 65_536

/** The DER heads of an X25519 key in PKCS #8 and in SubjectPublicKeyInfo (RFC 8410 §7 and §4). */
const pkcs8Head = Buffer.from('302e020100300506032b656e04220420', 'hex')
const spkiHead = Buffer.from('302a300506032b656e032100', 'hex')

const publicKeyFrom = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([spkiHead, raw]), format: 'der', type: 'spki' })
const rawOf = (key: KeyObject): Buffer =>
  (key.type === 'private' ? createPublicKey(key) : key)
    .export({ format: 'der', type: 'spki' })
    .subarray(spkiHead.length)

/** Draws a key. @returns the identity, which opens, and the recipient, which seals */
export function newAgeKey(): { identity: string; recipient: string } {
  const { privateKey } = generateKeyPairSync('x25519')
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })
  const identity = encodeBech32(identityPart, der.subarray(pkcs8Head.length)).toUpperCase()
  der.fill(0)
  return { identity, recipient: encodeBech32(recipientPart, rawOf(privateKey)) }
}

/** Reads a recipient, `age1…`; null for anything else. */
export function readRecipient(text: string): KeyObject | null {
  const raw = decodeBech32(recipientPart, text.trim())
  return raw?.length === keyBytes ? publicKeyFrom(raw) : null
}

/** Reads the first identity, `AGE-SECRET-KEY-1…`, of the text of an identity file; null if there is none. */
export function readIdentity(text: string): KeyObject | null {
  const line = text.split(/\r?\n/).find((one) => one.trim() !== '' && !one.startsWith('#')) ?? ''
  const raw = decodeBech32(identityPart, line.trim().toLowerCase())
  if (raw?.length !== keyBytes) return null
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, raw]), format: 'der', type: 'pkcs8' })
}

const derive = (key: Uint8Array, salt: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, keyBytes))
const nothing = Buffer.alloc(0)
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '')

/** The key that wraps a file's key: of the exchange of one side's private key with the other's public one. */
function wrappingKey(privateKey: KeyObject, publicKey: KeyObject, share: Buffer, recipient: Buffer): Buffer {
  const secret = diffieHellman({ privateKey, publicKey })
  return derive(secret, Buffer.concat([share, recipient]), wrapInfo)
}

function sealWith(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagBytes })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** @returns null when the tag does not match */
function openWith(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Buffer | null {
  const end = sealed.length - tagBytes
  if (end < 0) return null
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(end))
  const plain = decipher.update(sealed.subarray(0, end))
  try {
    decipher.final()
    return plain
  } catch {
    return null
  }
}

const headerMac = (fileKey: Uint8Array, header: string): Buffer =>
  createHmac('sha256', derive(fileKey, nothing, 'header'))
    .update(header, 'latin1')
    .digest()

/** The nonce of a chunk: its number in 11 bytes, and whether it is the last one. */
function chunkNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Cuts bytes into pieces of one size; the last one is shorter, or as long. @yields a piece, and whether it is the last */
async function* piecesOf(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<readonly [piece: Buffer, isLast: boolean]> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const part of source) {
    waiting.push(part)
    bytes += part.length
    if (bytes <= size) continue
    let rest = Buffer.concat(waiting)
    // A full piece waits until more comes, since the last one is marked.
    for (; rest.length > size; rest = rest.subarray(size)) yield [rest.subarray(0, size), false]
    waiting = [rest]
    bytes = rest.length
  }
  yield [Buffer.concat(waiting), true]
}

/** Seals a stream for a recipient. One chunk is in memory at a time. */
export async function* sealAge(
  recipient: KeyObject,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(fileKeyBytes)
  const { privateKey } = generateKeyPairSync('x25519')
  const share = rawOf(privateKey)
  const wrap = wrappingKey(privateKey, recipient, share, rawOf(recipient))
  const body = sealWith(wrap, Buffer.alloc(12), fileKey)
  const header = `${intro}\n-> X25519 ${base64(share)}\n${base64(body)}\n---`
  const nonce = randomBytes(nonceBytes)
  yield Buffer.concat([Buffer.from(`${header} ${base64(headerMac(fileKey, header))}\n`), nonce])
  const key = derive(fileKey, nonce, 'payload')
  fileKey.fill(0)
  let number = 0
  for await (const [piece, isLast] of piecesOf(source, chunkBytes)) {
    yield sealWith(key, chunkNonce(number, isLast), piece)
    number += 1
  }
}

/**
 * Opens a stream that was sealed for an identity. What it yields is authentic; the end of the stream proves that nothing
 * was cut off.
 * @throws AgeError
 */
export async function* openAge(
  identity: KeyObject,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const parts = source[Symbol.asyncIterator]()
  const { header, mac, rest } = await readHeader(parts)
  const fileKey = unwrapFileKey(identity, header)
  if (!fileKey) throw new AgeError('KEY')
  if (!timingSafeEqual(headerMac(fileKey, header), mac)) throw new AgeError('DAMAGED')
  async function* payload(): AsyncGenerator<Uint8Array> {
    yield rest
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) yield next.value
  }
  let key: Buffer | undefined
  let number = 0
  let start = nothing
  async function* afterNonce(): AsyncGenerator<Uint8Array> {
    for await (const part of payload()) {
      if (key) {
        yield part
        continue
      }
      start = Buffer.concat([start, part])
      if (start.length < nonceBytes) continue
      key = derive(fileKey as Buffer, start.subarray(0, nonceBytes), 'payload')
      yield start.subarray(nonceBytes)
    }
  }
  for await (const [piece, isLast] of piecesOf(afterNonce(), chunkBytes + tagBytes)) {
    const plain = key && openWith(key, chunkNonce(number, isLast), piece)
    // Only a file without content has an empty chunk.
    if (!plain || (plain.length === 0 && number > 0)) throw new AgeError('DAMAGED')
    yield plain
    number += 1
  }
}

/** Reads the header up to its MAC, and what follows it in the bytes that were read. @throws AgeError FORMAT */
async function readHeader(
  parts: AsyncIterator<Uint8Array>,
): Promise<{ header: string; mac: Buffer; rest: Buffer }> {
  let read = nothing
  for (;;) {
    const text = read.toString('latin1')
    const found = /\n(---) ([A-Za-z0-9+/]{43})\n/.exec(text)
    if (found && text.startsWith(`${intro}\n`)) {
      const end = found.index + '\n---'.length
      const mac = Buffer.from(found[2] ?? '', 'base64')
      return { header: text.slice(0, end), mac, rest: read.subarray(found.index + found[0].length) }
    }
    const next = read.length > longestHeader ? { done: true as const } : await parts.next()
    if (next.done === true) throw new AgeError('FORMAT')
    read = Buffer.concat([read, next.value])
  }
}

/** @returns null when no stanza is for this identity */
function unwrapFileKey(identity: KeyObject, header: string): Buffer | null {
  const own = rawOf(identity)
  const stanzas = header.matchAll(/^-> X25519 ([A-Za-z0-9+/]{43})\n([A-Za-z0-9+/]{43})$/gm)
  for (const [, shareText = '', body = ''] of stanzas) {
    const share = Buffer.from(shareText, 'base64')
    try {
      const wrap = wrappingKey(identity, publicKeyFrom(share), share, own)
      const fileKey = openWith(wrap, Buffer.alloc(12), Buffer.from(body, 'base64'))
      if (fileKey?.length === fileKeyBytes) return fileKey
    } catch {
      // A share of low order has no exchange.
    }
  }
  return null
}
