import type { PreviewType } from '#domain/vault/attachments.ts'
import type { DataKey, OpeningKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, type Sealed } from '#server/platform/crypto/envelope.ts'
import { nameOfPlace, type SealPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { seal, sealJson, unseal, unsealJson } from '#server/platform/crypto/seal.ts'

/** The bytes of a file in one chunk; only the last has fewer. */
export const chunkBytes = 65_536
/** The last chunk is padded to a multiple of these, so that its sealed size does not reveal the exact one. */
const paddingBytes = 4_096

/** An attachment and its item: what its parts are bound to. */
export type AttachmentPlace = { readonly id: number; readonly itemId: number }

/** The sealed `meta` of an attachment. `type` is judged by its content; null where nothing can show it. */
export type AttachmentMeta = {
  readonly name: string
  readonly size: number
  readonly type: PreviewType | null
}

const placeIn = ({ id, itemId }: AttachmentPlace, field: string, revision = 0): SealPlace => ({
  table: 'attachments',
  rowId: id,
  field,
  parentId: itemId,
  revision,
})

/** Returns the place of an attachment's own key, wrapped under the key of its item. */
export const placeOfAttachmentKey = (of: AttachmentPlace): SealPlace => placeIn(of, 'key')

/**
 * Returns the place of a chunk, under the attachment's key. Its number stands for the revision, and the last one has
 * another field: no chunk can be swapped, repeated, left out or taken for the end.
 */
const placeOfChunk = (of: AttachmentPlace, number: number, isLast: boolean): SealPlace =>
  placeIn(of, isLast ? 'last' : 'chunk', number)

/** The version of `meta`, sealed with it; another one is refused. */
const metaForm = 1

export const sealAttachmentMeta = (key: DataKey, of: AttachmentPlace, meta: AttachmentMeta): Sealed =>
  sealJson(key, placeIn(of, 'meta'), { ...meta, v: metaForm })

/** @throws SealError as `unseal`, and FORMAT for a version that this release does not know */
export function unsealAttachmentMeta(
  key: OpeningKey,
  of: AttachmentPlace,
  sealed: Uint8Array,
): AttachmentMeta {
  const place = placeIn(of, 'meta')
  const { v, ...meta } = unsealJson<AttachmentMeta & { v: number }>(key, place, asSealed(sealed))
  if (v !== metaForm) throw new SealError('FORMAT', nameOfPlace(place))
  return meta
}

/** Returns the bytes that a file takes, padding included. Limits count these. */
export const storedBytesOf = (size: number): number =>
  Math.max(1, Math.ceil(size / paddingBytes)) * paddingBytes

const chunksIn = (size: number): number => Math.max(1, Math.ceil(size / chunkBytes))

/** A chunk of a file as it is sealed: the last one padded. `bytes` is overwritten by the next chunk. */
export type PlainChunk = { readonly number: number; readonly isLast: boolean; readonly bytes: Uint8Array }

/**
 * Cuts a file into chunks of one size, whatever the sizes in which it arrives. One chunk is in memory at a time.
 * @param onBytes called with the bytes of each part as it arrives
 */
export async function* cut(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onBytes: (part: Uint8Array) => void,
): AsyncGenerator<PlainChunk> {
  const buffer = Buffer.alloc(chunkBytes)
  let filled = 0
  let number = 0
  try {
    for await (const part of parts) {
      onBytes(part)
      for (let at = 0; at < part.length;) {
        if (filled === chunkBytes) {
          yield { number, isLast: false, bytes: buffer }
          number += 1
          filled = 0
        }
        const taken = part.subarray(at, at + chunkBytes - filled)
        buffer.set(taken, filled)
        filled += taken.length
        at += taken.length
      }
    }
    const end = storedBytesOf(filled)
    buffer.fill(0, filled, end)
    yield { number, isLast: true, bytes: buffer.subarray(0, end) }
  } finally {
    buffer.fill(0)
  }
}

export const sealChunk = (key: DataKey, of: AttachmentPlace, { number, isLast, bytes }: PlainChunk): Sealed =>
  seal(key, placeOfChunk(of, number, isLast), bytes)

/**
 * Yields the plain bytes of a file, chunk by chunk. A copy of an attachment seals them again under its own key.
 * @param size the exact size, from the sealed `meta`
 * @param chunkAt reads a sealed chunk by its number; undefined where there is none
 * @throws SealError when a chunk is missing, has another length, or does not unseal at its place
 */
export async function* unsealChunks(
  key: OpeningKey,
  of: AttachmentPlace,
  size: number,
  chunkAt: (number: number) => Promise<Uint8Array | undefined>,
): AsyncGenerator<Buffer> {
  const last = chunksIn(size) - 1
  for (let number = 0; number <= last; number += 1) {
    const place = placeOfChunk(of, number, number === last)
    const sealed = await chunkAt(number)
    if (sealed === undefined) throw new SealError('FORMAT', nameOfPlace(place))
    const bytes = unseal(key, place, asSealed(sealed))
    const left = size - number * chunkBytes
    if (bytes.length !== Math.min(chunkBytes, storedBytesOf(left)))
      throw new SealError('FORMAT', nameOfPlace(place))
    yield bytes.subarray(0, left)
  }
}
