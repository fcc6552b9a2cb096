import { withItemKey, wrapKey } from '#server/platform/crypto/chest-key.ts'
import { newKey, type DataKey, type OpeningKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, type Sealed } from '#server/platform/crypto/envelope.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { seal, unseal } from '#server/platform/crypto/seal.ts'
import { parentColumn } from '#server/vault/contents/moving.ts'
import { placeOfKey, placeOfPart, placeOfVersion, type ElementTable } from '#server/vault/contents/places.ts'

/** The sealed parts of an element, and its folder; a part that it does not have is empty. */
export type SealedRow = {
  readonly id: number
  readonly parent_id?: number | null
  readonly folder_id?: number | null
  readonly wrapped_key: Uint8Array
  readonly meta: Uint8Array
  readonly meta_revision: number
  readonly password?: Uint8Array
  readonly password_revision?: number
  readonly otp?: Uint8Array
  readonly otp_revision?: number
  readonly source: Uint8Array
}
type Part = Parameters<typeof placeOfPart>[2]
export type SealedVersion = { readonly id: number; readonly field: string; readonly sealed: Uint8Array }

export type Resealed = {
  readonly wrapped_key: Sealed
  readonly meta: Sealed
  readonly password: Sealed | null
  readonly otp: Sealed | null
  readonly source: Sealed | null
  readonly versions: readonly { readonly id: number; readonly sealed: Sealed }[]
}

/**
 * Reseals an element: generates its new key, wraps it under the chest's new key, and reseals every part and
 * old version. Content and places stay unchanged. The clear bytes are wiped.
 *
 * @throws SealError when a part does not unseal; nothing is changed then
 */
export function reseal(
  { ck, former }: { ck: DataKey; former: DataKey },
  { table, chestId }: { table: ElementTable; chestId: number },
  row: SealedRow,
  versions: readonly SealedVersion[],
): Resealed {
  const { id } = row
  const keyPlace = placeOfKey(table, id, row[parentColumn[table]] ?? null)
  const key = newKey()
  return withItemKey(former, keyPlace, asSealed(row.wrapped_key), (old) => {
    const move = (field: Part, revision: number, sealed: Uint8Array): Sealed =>
      moved(old, key, placeOfPart(table, id, field, chestId, revision), sealed)
    const part = (field: Part, revision = 0, sealed?: Uint8Array): Sealed | null =>
      sealed?.length ? move(field, revision, sealed) : null
    return {
      wrapped_key: wrapKey(ck, keyPlace, key),
      meta: move('meta', row.meta_revision, row.meta),
      password: part('password', row.password_revision, row.password),
      otp: part('otp', row.otp_revision, row.otp),
      source: part('source', 0, row.source),
      versions: versions.map((version) => ({
        id: version.id,
        sealed: moved(old, key, placeOfVersion(version.id, version.field, id), version.sealed),
      })),
    }
  })
}

function moved(from: OpeningKey, to: DataKey, place: SealPlace, sealed: Uint8Array): Sealed {
  const content = unseal(from, place, asSealed(sealed))
  const again = seal(to, place, content)
  content.fill(0)
  return again
}
