import { dataKeyFrom, keyBytes, type DataKey, type OpeningKey } from './data-key.ts'
import type { Sealed } from './envelope.ts'
import { nameOfPlace, type SealPlace } from './place.ts'
import { SealError } from './seal-error.ts'
import { seal, unseal } from './seal.ts'

/**
 * Wrapped keys. A root key R wraps a chest's key CK, CK wraps the item key IK of each item and folder, IK seals
 * their contents. The wrapped content is `version (4 bytes, big-endian) | key (32 bytes)`, so that a key's version is
 * authenticated and returned with it; the envelope names the version of the wrapping key.
 *
 * Places: a chest key's row has its chest as parent; an item key's row has its chest as parent too, so an item
 * moved to another chest has its IK wrapped again. What IK seals has the item as parent, and stays as it is.
 */
const wrappedBytes = 4 + keyBytes

/** Wraps a key under another: a chest's key under a root key, an item's or folder's key under its chest's. */
export function wrapKey(by: DataKey, place: SealPlace, inner: DataKey): Sealed {
  const content = Buffer.alloc(wrappedBytes)
  content.writeUInt32BE(inner.version)
  const exported = inner.key.export()
  content.set(exported, 4)
  exported.fill(0)
  const sealed = seal(by, place, content)
  content.fill(0)
  return sealed
}

/**
 * Unwraps what `wrapKey` wrapped.
 * @throws SealError as `unseal`, and FORMAT if no key is inside: a guardian chest's key is still locked.
 */
export function unwrapKey(by: OpeningKey, place: SealPlace, sealed: Sealed): DataKey {
  const content = openWrapped(by, place, sealed)
  const inner = dataKeyFrom(content.readUInt32BE(), content.subarray(4))
  content.fill(0)
  return inner
}

/**
 * Seals a value again under another key of the same place, for rotation. The content is not read, so that it also works
 * for a guardian chest's key, which stays under its master key.
 * @throws SealError as `unseal`.
 */
export function rewrap(from: OpeningKey, to: DataKey, place: SealPlace, sealed: Sealed): Sealed {
  const content = unseal(from, place, sealed)
  const moved = seal(to, place, content)
  content.fill(0)
  return moved
}

/**
 * Unwraps an item's or folder's key for one use, after which its bytes are wiped.
 * @throws SealError as `unseal`, and whatever `use` throws.
 */
export function withItemKey<Result>(
  ck: DataKey,
  place: SealPlace,
  sealed: Sealed,
  use: (key: OpeningKey) => Result,
): Result {
  const content = openWrapped(ck, place, sealed)
  try {
    return use({ version: content.readUInt32BE(), key: content.subarray(4) })
  } finally {
    content.fill(0)
  }
}

/** Returns a version and the bytes of a key, which the caller wipes. */
function openWrapped(by: OpeningKey, place: SealPlace, sealed: Sealed): Buffer {
  const content = unseal(by, place, sealed)
  if (content.length !== wrappedBytes) throw new SealError('FORMAT', nameOfPlace(place))
  return content
}
