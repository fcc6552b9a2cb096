import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import type { ImportRefused } from '../../model.ts'
import { ByteReader } from './byte-reader.ts'
import { innerStream, outerDecipher } from './ciphers.ts'
import { compositeKey } from './credentials.ts'
import { readHeader, type KdbxHeader } from './header.ts'
import { innerFields } from './kdbx-ids.ts'
import { KdbxFault } from './kdbx-fault.ts'
import { deriveKey, judgeKdf } from './kdf.ts'

/** The content of a database, its protected values still encrypted. */
export type OpenedKdbx = {
  readonly ok: true
  readonly xml: Uint8Array
  /** The attached files, by their numbers. KDBX 3 has them in the document. */
  readonly files: readonly Uint8Array[]
  /** SHA-256 of the header in base64: a document of KDBX 3 repeats it. */
  readonly headerHash: string
  /** Decrypts the protected values, in the order of the document. */
  readonly unprotect: (base64: string) => Uint8Array
}

export type KdbxCredentials = {
  /** Null: none was given. An empty password is another key than none. */
  readonly password: string | null
  readonly keyFile: Uint8Array | null
  /** Tries to open a database that has neither password nor key file. */
  readonly hasNoPassword: boolean
}

/** Opens a KDBX 3 or 4 database. */
export async function openKdbx(
  file: Uint8Array,
  credentials: KdbxCredentials,
  yielder: Yielder,
): Promise<OpenedKdbx | ImportRefused> {
  try {
    const header = readHeader(file)
    judgeKdf(header.kdf)
    const body = new ByteReader(file, header.bytes.length)
    const own = header.major === 4 ? body.take(64) : Buffer.alloc(0)
    if (header.major === 4 && !sha256(header.bytes).equals(own.subarray(0, 32)))
      throw new KdbxFault('CONTENT_BROKEN')
    // Known before the costly derivation.
    outerDecipher(header.cipher, Buffer.alloc(32), header.iv)
    const keys = await unlocked(header, credentials, own.subarray(32), body)
    const plain =
      header.major === 4
        ? await readBlocks(body, header, keys, yielder)
        : await readHashedBlocks(body, header, keys, yielder)
    const content = header.isCompressed ? await unpacked(plain) : plain
    return { ok: true, ...partsOf(content, header), headerHash: sha256(header.bytes).toString('base64') }
  } catch (error) {
    if (error instanceof KdbxFault) return { ok: false, code: error.code }
    throw error
  }
}

/** The keys of a database: of its content and of its HMACs (KDBX 4). */
type Keys = { readonly content: Buffer; readonly mac: Buffer }

/** Derives the keys from what was given, and checks them. */
async function unlocked(
  header: KdbxHeader,
  { password, keyFile, hasNoPassword }: KdbxCredentials,
  mac: Buffer,
  body: ByteReader,
): Promise<Keys> {
  if (password === null && keyFile === null && !hasNoPassword) throw new KdbxFault('FILE_PASSWORD_NEEDED')
  // Without a password, some programs use an empty one.
  for (const tried of password === null ? [null, ''] : [password]) {
    const derived = await deriveKey(header.kdf, compositeKey(tried, keyFile))
    const seeded = Buffer.concat([header.masterSeed, derived])
    const keys = {
      content: sha256(seeded),
      mac: createHash('sha512').update(seeded).update(Buffer.of(1)).digest(),
    }
    const isRight =
      header.major === 4
        ? timingSafeEqual(hmacOf(keys, wholeHeader, header.bytes), mac)
        : startsRight(header, keys, body)
    if (isRight) return keys
  }
  throw new KdbxFault(password === null ? 'FILE_PASSWORD_NEEDED' : 'FILE_PASSWORD_WRONG')
}

/** Whether the content of a KDBX 3 file begins with the bytes of its header. */
function startsRight(header: KdbxHeader, { content }: Keys, body: ByteReader): boolean {
  const start = header.startBytes.length
  const first = new ByteReader(body.rest()).take(start)
  return timingSafeEqual(outerDecipher(header.cipher, content, header.iv).update(first), header.startBytes)
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** The number of the block that stands for the header. */
export const wholeHeader = 0xffff_ffff_ffff_ffffn

/** Returns the HMAC of a block of KDBX 4; each block has a key of its own. */
export function hmacOf({ mac }: Pick<Keys, 'mac'>, block: bigint, ...parts: readonly Uint8Array[]): Buffer {
  const number = Buffer.alloc(8)
  number.writeBigUInt64LE(block)
  const hmac = createHmac('sha256', createHash('sha512').update(number).update(mac).digest())
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/** Blocks of a database, each with a hash to compute: programs write blocks of a mebibyte. */
const mostBlocks = 50_000

/** Reads the blocks of KDBX 4: an HMAC over number, length and bytes; the last is empty. */
async function readBlocks(
  body: ByteReader,
  header: KdbxHeader,
  keys: Keys,
  yielder: Yielder,
): Promise<Buffer> {
  const decipher = outerDecipher(header.cipher, keys.content, header.iv)
  const parts: Buffer[] = []
  for (let block = 0n, length = -1; length !== 0; block += 1n) {
    if (block > mostBlocks) throw new KdbxFault('CONTENT_TOO_LARGE')
    const mac = body.take(32)
    const number = Buffer.alloc(8)
    number.writeBigUInt64LE(block)
    const size = body.take(4)
    length = size.readUInt32LE()
    const bytes = body.take(length)
    if (!timingSafeEqual(hmacOf(keys, block, number, size, bytes), mac)) throw new KdbxFault('CONTENT_BROKEN')
    if (length > 0) parts.push(decipher.update(bytes))
    const pause = yielder.step(32)
    if (pause) await pause
  }
  parts.push(decipher.end())
  return unpadded(Buffer.concat(parts), header)
}

/** Bytes decrypted before other requests have their turn. */
const piece = 1024 * 1024

/** Reads the content of KDBX 3: start bytes, then blocks with number, SHA-256 and length; the last is empty. */
async function readHashedBlocks(
  body: ByteReader,
  header: KdbxHeader,
  keys: Keys,
  yielder: Yielder,
): Promise<Buffer> {
  const decipher = outerDecipher(header.cipher, keys.content, header.iv)
  const encrypted = body.rest()
  const decrypted: Buffer[] = []
  for (let at = 0; at < encrypted.length; at += piece) {
    decrypted.push(decipher.update(encrypted.subarray(at, at + piece)))
    const pause = yielder.step(32)
    if (pause) await pause
  }
  decrypted.push(decipher.end())
  const plain = new ByteReader(unpadded(Buffer.concat(decrypted), header), header.startBytes.length)
  const parts: Buffer[] = []
  for (let length = -1; length !== 0;) {
    if (parts.length > mostBlocks) throw new KdbxFault('CONTENT_TOO_LARGE')
    plain.uint32()
    const hash = plain.take(32)
    length = plain.uint32()
    const bytes = plain.take(length)
    if (length > 0 && !sha256(bytes).equals(hash)) throw new KdbxFault('CONTENT_BROKEN')
    parts.push(bytes)
    const pause = yielder.step(32)
    if (pause) await pause
  }
  return Buffer.concat(parts)
}

/** Takes the padding off (PKCS 7), which AES needs and ChaCha20 does not have. */
function unpadded(bytes: Buffer, { iv }: KdbxHeader): Buffer {
  if (iv.length !== 16) return bytes
  const length = bytes.at(-1) ?? 0
  const padding = bytes.subarray(Math.max(0, bytes.length - length))
  if (length < 1 || length > 16 || padding.length !== length || padding.some((byte) => byte !== length))
    throw new KdbxFault('CONTENT_BROKEN')
  return bytes.subarray(0, bytes.length - length)
}

const gunzipped = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)
/** Up to this size, the ratio is not judged: a small file may hold an attachment of zeros. */
const alwaysUnpacked = 8 * 1024 * 1024

async function unpacked(bytes: Buffer): Promise<Buffer> {
  const most = Math.min(limits.archiveBytes, Math.max(alwaysUnpacked, limits.zipRatio * bytes.length))
  try {
    return await gunzipped(bytes, { maxOutputLength: most })
  } catch (error) {
    const isLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new KdbxFault(isLong ? 'CONTENT_TOO_LARGE' : 'CONTENT_BROKEN')
  }
}

/** Fields of the inner header: an attached file each. An empty one takes five bytes of the file, and two hundred of memory. */
const mostFields = limits.zipEntries

/** Splits the content of KDBX 4 into inner header and document; that of KDBX 3 is a document. */
function partsOf(content: Buffer, header: KdbxHeader): Pick<OpenedKdbx, 'xml' | 'files' | 'unprotect'> {
  let [streamId, streamKey] = [header.streamId, header.streamKey]
  const files: Buffer[] = []
  const reader = new ByteReader(content)
  for (let id = header.major === 4 ? -1 : 0, fields = 0; id !== innerFields.end; fields += 1) {
    if (fields > mostFields) throw new KdbxFault('CONTENT_TOO_LARGE')
    id = reader.uint8()
    const value = reader.take(reader.uint32())
    if (id === innerFields.streamId) streamId = new ByteReader(value).uint32()
    if (id === innerFields.streamKey) streamKey = value
    // The first byte tells whether KeePass protects the file in memory.
    if (id === innerFields.file) files.push(value.subarray(1))
  }
  const xml = reader.rest()
  if (xml.length > limits.dataBytes) throw new KdbxFault('CONTENT_TOO_LARGE')
  const decrypt = innerStream(streamId, streamKey)
  return { xml, files, unprotect: (base64) => decrypt(Buffer.from(base64, 'base64')) }
}
