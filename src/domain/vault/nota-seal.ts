/**
 * Seals one-time messages (docs/decisions/0031). The same code runs in the browser and on the server, on the Web
 * Cryptography API.
 *
 *     key        32 random bytes, in the fragment of the link
 *     enc        HKDF-SHA256(key, info 'trousseau/nota/1/enc'): seals
 *     proof      HKDF-SHA256(key, info 'trousseau/nota/1/auth'): proves that the caller holds the key
 *     proofHash  SHA-256(proof): stored by the server
 *     sealed     nonce (12) ‖ AES-256-GCM(enc, padded) with its tag (16)
 *     padded     length in bytes (4, big-endian) ‖ UTF-8 ‖ zeros up to a multiple of 256
 *
 * All values are sent in base64url without padding (RFC 4648 §5). Sources: RFC 5869 (HKDF; an empty salt is right for
 * a key that is uniformly random), NIST SP 800-38D (GCM). A key seals one message, so a nonce is never reused.
 */
import { notaLimits } from '#domain/platform/limits.ts'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const lengthBytes = 4
const paddingBlock = 256

type Bytes = Uint8Array<ArrayBuffer>

/** A sealed message: what is sent to the server, and the key that stays in the link. */
export type SealedNota = { readonly sealed: string; readonly proofHash: string; readonly key: string }

/** Thrown when a message cannot be unsealed: wrong key, or changed bytes. */
export class NotaSealError extends Error {
  override readonly name = 'NotaSealError'
}

/**
 * Seals a message under a new key.
 * @param message at most `fieldLimits.notaMessage` UTF-16 units, checked by the caller
 */
export async function sealNota(message: string): Promise<SealedNota> {
  const key = crypto.getRandomValues(new Uint8Array(keyBytes))
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const padded = pad(message)
  const cipher = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, await sealingKey(key), padded)
  padded.fill(0)
  const sealed = new Uint8Array(nonceBytes + cipher.byteLength)
  sealed.set(nonce)
  sealed.set(new Uint8Array(cipher), nonceBytes)
  const text = encode(key)
  const proofHash = await hashNotaProof(await notaProof(text))
  return { sealed: encode(sealed), proofHash, key: text }
}

/**
 * Unseals a message.
 * @throws NotaSealError for a wrong key, or bytes that `sealNota` has not made
 */
export async function openNota(sealed: string, key: string): Promise<string> {
  const bytes = decode(sealed)
  const raw = decode(key)
  if (!bytes || raw?.length !== keyBytes || bytes.length < nonceBytes + tagBytes) throw new NotaSealError()
  try {
    const iv = bytes.subarray(0, nonceBytes)
    const padded = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv },
      await sealingKey(raw),
      bytes.subarray(nonceBytes),
    )
    return unpad(new Uint8Array(padded))
  } catch {
    throw new NotaSealError()
  }
}

/**
 * Returns the proof that the caller holds the key, without revealing it: 32 bytes in base64url.
 * @throws NotaSealError unless the key is 32 bytes in base64url
 */
export async function notaProof(key: string): Promise<string> {
  const raw = decode(key)
  if (raw?.length !== keyBytes) throw new NotaSealError()
  const base = await crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits(derivation('auth'), base, keyBytes * 8)
  return encode(new Uint8Array(bits))
}

/**
 * Returns the SHA-256 of a proof, in base64url.
 * @throws NotaSealError unless the proof is base64url
 */
export async function hashNotaProof(proof: string): Promise<string> {
  const bytes = decode(proof)
  if (!bytes) throw new NotaSealError()
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/**
 * Returns whether a text has the form of a sealed message: base64url of a nonce, whole blocks and a tag. It
 * unseals nothing.
 */
export function isSealedNota(text: string): boolean {
  const content = (decode(text)?.length ?? 0) - nonceBytes - tagBytes
  return text.length <= longestSealedNota && content > 0 && content % paddingBlock === 0
}

/** The maximum length of `sealed`, in characters. */
export const longestSealedNota = Math.ceil(
  ((nonceBytes + tagBytes + paddedLength(notaLimits.messageBytes)) * 4) / 3,
)

const derivation = (use: 'enc' | 'auth') => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(),
  info: new TextEncoder().encode(`trousseau/nota/1/${use}`),
})

async function sealingKey(key: Bytes): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(derivation('enc'), base, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

function paddedLength(length: number): number {
  return Math.ceil((lengthBytes + length) / paddingBlock) * paddingBlock
}

function pad(message: string): Bytes {
  const utf8 = new TextEncoder().encode(message)
  const padded = new Uint8Array(paddedLength(utf8.length))
  new DataView(padded.buffer).setUint32(0, utf8.length)
  padded.set(utf8, lengthBytes)
  utf8.fill(0)
  return padded
}

function unpad(padded: Bytes): string {
  if (padded.length < paddingBlock) throw new NotaSealError()
  const length = new DataView(padded.buffer).getUint32(0)
  if (paddedLength(length) !== padded.length) throw new NotaSealError()
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return text.decode(padded.subarray(lengthBytes, lengthBytes + length))
}

/** Encoded in parts: a call has a maximum number of arguments. */
const partBytes = 8192

function encode(bytes: Bytes): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += partBytes)
    binary += String.fromCharCode(...bytes.subarray(at, at + partBytes))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Returns null for a text that is not base64url. */
function decode(text: string): Bytes | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.codePointAt(0) ?? 0)
}
