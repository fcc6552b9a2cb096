import { ByteReader } from './byte-reader.ts'
import { headerFields as fields, signature } from './kdbx-ids.ts'
import { KdbxFault } from './kdbx-fault.ts'
import { kdfOfDictionary, type Kdf } from './kdf.ts'
import { readDictionary } from './variant-dictionary.ts'

/** The clear part of a database. */
export type KdbxHeader = {
  /** Files of KeePass 2.0 to 2.8 have version 2 and the form of version 3. */
  readonly major: 3 | 4
  readonly cipher: string
  readonly isCompressed: boolean
  readonly masterSeed: Buffer
  readonly iv: Buffer
  readonly kdf: Kdf
  /** KDBX 3: what the decrypted content begins with, and the cipher of the protected values. */
  readonly startBytes: Buffer
  readonly streamId: number
  readonly streamKey: Buffer
  /** The header as it is hashed, and where it ends. */
  readonly bytes: Buffer
}

/** The programs know twelve fields. */
const mostFields = 256

/** Reads the header. Nothing is derived yet: the costs that it asks for are the sender's, and are judged first. */
export function readHeader(file: Uint8Array): KdbxHeader {
  const reader = new ByteReader(file)
  reader.take(signature.length)
  reader.uint16()
  const version = reader.uint16()
  if (version < 2) throw new KdbxFault('KDBX_OLD')
  if (version > 4) throw new KdbxFault('KDBX_NEW')
  const major = version === 4 ? 4 : 3
  const values = new Map<number, Buffer>()
  for (let id = -1, read = 0; id !== fields.end; read += 1) {
    if (read > mostFields) throw new KdbxFault('CONTENT_BROKEN')
    id = reader.uint8()
    values.set(id, reader.take(major === 3 ? reader.uint16() : reader.uint32()))
  }
  const value = (id: number, length?: number): Buffer => {
    const found = values.get(id)
    if (!found || (length !== undefined && found.length !== length)) throw new KdbxFault('CONTENT_BROKEN')
    return found
  }
  const common = {
    cipher: value(fields.cipher, 16).toString('hex'),
    isCompressed: value(fields.compression, 4).readUInt32LE() === 1,
    masterSeed: value(fields.masterSeed, 32),
    iv: value(fields.iv),
    bytes: Buffer.from(file.buffer, file.byteOffset, reader.at),
  }
  if (major === 4) {
    const kdf = kdfOfDictionary(readDictionary(new ByteReader(value(fields.kdf))))
    const none = Buffer.alloc(0)
    return { ...common, major, kdf, startBytes: none, streamId: 0, streamKey: none }
  }
  return {
    ...common,
    major: 3,
    kdf: {
      name: 'aes',
      seed: value(fields.transformSeed, 32),
      rounds: value(fields.transformRounds, 8).readBigUInt64LE(),
    },
    startBytes: value(fields.startBytes, 32),
    streamId: value(fields.streamId, 4).readUInt32LE(),
    streamKey: value(fields.streamKey),
  }
}
