import type { ByteReader } from './byte-reader.ts'
import { KdbxFault } from './kdbx-fault.ts'

/** KeePass's types of the values: a number of 32 or 64 bits, and bytes. Others are skipped. */
const types = { uint32: 0x04, uint64: 0x05, bytes: 0x42 } as const
const version = 0x0100

/** A derivation has seven. */
const mostValues = 256

export type VariantDictionary = ReadonlyMap<string, number | bigint | Buffer>

/** Reads KeePass's dictionary (KdbxFile: VariantDictionary): version, then type, name and value until a zero. */
export function readDictionary(reader: ByteReader): VariantDictionary {
  const values = new Map<string, number | bigint | Buffer>()
  if (reader.uint16() >> 8 !== version >> 8) throw new KdbxFault('CONTENT_BROKEN')
  for (let type = reader.uint8(), read = 0; type !== 0; type = reader.uint8(), read += 1) {
    if (read > mostValues) throw new KdbxFault('CONTENT_BROKEN')
    const name = reader.take(reader.uint32()).toString('utf8')
    const value = reader.take(reader.uint32())
    if (type === types.uint32 && value.length === 4) values.set(name, value.readUInt32LE())
    if (type === types.uint64 && value.length === 8) values.set(name, value.readBigUInt64LE())
    if (type === types.bytes) values.set(name, value)
  }
  return values
}

export function writeDictionary(values: Readonly<Record<string, number | bigint | Uint8Array>>): Buffer {
  const parts = Object.entries(values).flatMap(([name, value]) => {
    const type =
      typeof value === 'number' ? types.uint32 : typeof value === 'bigint' ? types.uint64 : types.bytes
    const bytes =
      typeof value === 'number'
        ? sized(4, (to) => to.writeUInt32LE(value))
        : typeof value === 'bigint'
          ? sized(8, (to) => to.writeBigUInt64LE(value))
          : value
    return [
      Buffer.of(type),
      sized(4, (to) => to.writeUInt32LE(Buffer.byteLength(name))),
      Buffer.from(name),
      sized(4, (to) => to.writeUInt32LE(bytes.length)),
      bytes,
    ]
  })
  return Buffer.concat([sized(2, (to) => to.writeUInt16LE(version)), ...parts, Buffer.of(0)])
}

/** Returns a buffer of this length, filled by a function. */
export function sized(length: number, fill: (buffer: Buffer) => unknown): Buffer {
  const buffer = Buffer.alloc(length)
  fill(buffer)
  return buffer
}
