import { createHash } from 'node:crypto'
import { KdbxFault } from './kdbx-fault.ts'

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/**
 * Returns the composite key: the hash of the hashes of its components. No password and an empty password are two
 * different keys.
 */
export function compositeKey(password: string | null, keyFile: Uint8Array | null): Buffer {
  const components = [
    ...(password === null ? [] : [sha256(Buffer.from(password))]),
    ...(keyFile === null ? [] : [keyOfFile(keyFile)]),
  ]
  return sha256(...components)
}

/** Key files of XML hold a few hundred bytes. */
const longestXml = 64 * 1024

/**
 * Returns the key that a key file holds, as KeePass reads it: XML of version 1 (base64) or 2 (hexadecimal, with the
 * first bytes of its hash), 32 raw bytes, 64 hexadecimal digits, else the hash of the file.
 */
export function keyOfFile(bytes: Uint8Array): Buffer {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fromXml = file.length <= longestXml ? keyOfXml(file.toString('utf8')) : null
  if (fromXml !== null) return fromXml
  if (file.length === 32) return file
  const text = file.toString('latin1')
  if (file.length === 64 && /^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return sha256(file)
}

function keyOfXml(text: string): Buffer | null {
  // `toString` keeps a byte order mark.
  if (!/^\uFEFF?\s*<(?:\?xml|KeyFile)[\s>]/.test(text)) return null
  const [, attributes = '', data] = /<Data(\s[^<>]*)?>([^<]*)<\/Data>/.exec(text) ?? []
  if (data === undefined) return null
  const version = /<Version>\s*(\d+)(?:[^\d<][^<]*)?<\/Version>/.exec(text)?.[1] ?? '1'
  if (version === '1') return Buffer.from(data.trim(), 'base64')
  const digits = data.replaceAll(/\s/g, '')
  const key = Buffer.from(digits, 'hex')
  const mark = /\bHash\s*=\s*["']([0-9a-f]{8})["']/i.exec(attributes)?.[1]
  const isWhole =
    key.length === 32 &&
    digits.length === 64 &&
    (mark === undefined || sha256(key).toString('hex', 0, 4) === mark.toLowerCase())
  if (version !== '2' || !isWhole) throw new KdbxFault('KEY_FILE_BROKEN')
  return key
}
