import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { DataKey } from '#server/platform/crypto/data-key.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { seal, unseal } from '#server/platform/crypto/seal.ts'
import { packedFormat } from './packed-layout.ts'

/** A packed chest at rest: compressed, and sealed in parts under the chest's key. */
export type SealedChest = {
  readonly chestId: number
  /** The revision of the chest that it shows. */
  readonly revision: number
  readonly parts: readonly Uint8Array[]
}

/** The size of the packed chest stands before the compressed bytes. */
const sizeBytes = 4
const partBytes = 2 * 1024 * 1024
/** The checksum shows parts of two snapshots of one revision, each of which unseals. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } }

/** Returns the place of a part: its chest, revision, number and format, so that no other part can replace it. */
export const placeOfSnapshotPart = (
  { chestId, revision }: Omit<SealedChest, 'parts'>,
  part: number,
  parts: number,
): SealPlace => ({
  table: 'chest_snapshots',
  rowId: chestId,
  field: `part ${part} of ${parts}, format ${packedFormat}`,
  parentId: 0,
  revision,
})

/** Seals a packed chest. */
export function sealChest(
  key: DataKey,
  chestId: number,
  revision: number,
  block: SharedArrayBuffer,
): SealedChest {
  const size = Buffer.alloc(sizeBytes)
  size.writeUInt32BE(block.byteLength)
  const compressed = Buffer.concat([size, zstdCompressSync(new Uint8Array(block), compression)])
  const count = Math.max(1, Math.ceil(compressed.length / partBytes))
  const parts = Array.from({ length: count }, (_, part) =>
    seal(
      key,
      placeOfSnapshotPart({ chestId, revision }, part, count),
      compressed.subarray(part * partBytes, (part + 1) * partBytes),
    ),
  )
  compressed.fill(0)
  return { chestId, revision, parts }
}

/**
 * Unseals a packed chest.
 * @throws SealError when a part is missing, forged, or of another chest, revision or key; an error of zlib when the
 * parts belong to several snapshots
 */
export function unsealChest(key: DataKey, sealed: SealedChest): SharedArrayBuffer {
  const { parts } = sealed
  const unsealed = parts.map((part, number) =>
    unseal(key, placeOfSnapshotPart(sealed, number, parts.length), asSealed(part)),
  )
  const [first] = unsealed
  const compressed = first && unsealed.length === 1 ? first : Buffer.concat(unsealed)
  // One piece of memory of the right size: each further one would call the garbage collector sooner.
  const chunkSize = Math.max(constants.Z_MIN_CHUNK, compressed.readUInt32BE() + 1)
  let bytes: Buffer
  try {
    bytes = zstdDecompressSync(compressed.subarray(sizeBytes), { chunkSize })
  } finally {
    for (const one of [compressed, ...unsealed]) one.fill(0)
  }
  const block = new SharedArrayBuffer(bytes.length)
  new Uint8Array(block).set(bytes)
  bytes.fill(0)
  // Frees the memory at once, which otherwise waits for the garbage collector; not that of Node's pool.
  if (bytes.buffer.byteLength === chunkSize && bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0)
  return block
}

/** Returns the size of a snapshot in bytes. */
export const sizeOf = ({ parts }: SealedChest): number => parts.reduce((sum, part) => sum + part.length, 0)
