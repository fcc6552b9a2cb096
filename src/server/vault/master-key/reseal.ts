import { withItemKey, wrapKey } from '#server/platform/crypto/chest-key.ts'
import { newKey, type DataKey, type OpeningKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, type Sealed } from '#server/platform/crypto/envelope.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { seal, unseal } from '#server/platform/crypto/seal.ts'
import { placeOfAttachmentKey } from '#server/vault/attachments/sealing.ts'
import { parentColumn } from '#server/vault/contents/moving.ts'
import { placeOfKey, placeOfPart, placeOfVersion, type ElementTable } from '#server/vault/contents/places.ts'

/** The sealed parts of an element, and its folder; a part that it does not have is empty or null. */
export type SealedRow = {
  readonly id: number
  readonly parent_id?: number | null
  readonly folder_id?: number | null
  readonly wrapped_key: Uint8Array
  readonly meta: Uint8Array
  readonly meta_revision: number
  readonly password?: Uint8Array | null
  readonly password_revision?: number
  readonly otp?: Uint8Array | null
  readonly otp_revision?: number
  readonly secrets?: Uint8Array | null
  readonly secrets_revision?: number
  readonly source: Uint8Array | null
}
type Part = Parameters<typeof placeOfPart>[2]
/** The key of an attachment, wrapped under that of its item; what it seals never changes, and stays. */
export type SealedAttachment = { readonly id: number; readonly wrapped_key: Uint8Array }
export type SealedVersion = { readonly id: number; readonly field: string; readonly sealed: Uint8Array }

export type Resealed = {
  readonly wrapped_key: Sealed
  readonly meta: Sealed
  readonly password: Sealed | null
  readonly otp: Sealed | null
  readonly secrets: Sealed | null
  readonly source: Sealed | null
  readonly versions: readonly { readonly id: number; readonly sealed: Sealed }[]
  readonly attachments: readonly { readonly id: number; readonly wrapped_key: Sealed }[]
}

/** Where a resealed element stands, and its new key: that of a copy, or of an element that changes its chest. */
export type ResealedAt = {
  readonly id: number
  readonly chestId: number
  readonly parentId: number | null
  readonly key: DataKey
}

/**
 * Reseals an element: wraps a new key of it under the chest's new key, and reseals every part and old version. The keys of
 * attachments are wrapped again. The content stays unchanged, and so do the places unless `to` names others; old versions
 * and attachments stay with the element, so a copy has none. The clear bytes are wiped.
 *
 * @throws SealError when a part does not unseal; nothing is changed then
 */
export function reseal(
  { ck, former }: { ck: DataKey; former: DataKey },
  { table, chestId }: { table: ElementTable; chestId: number },
  row: SealedRow,
  versions: readonly SealedVersion[],
  attachments: readonly SealedAttachment[] = [],
  to?: ResealedAt,
): Resealed {
  const { id } = row
  const parentId = row[parentColumn[table]] ?? null
  const at = to ?? { id, chestId, parentId, key: newKey() }
  const { key } = at
  return withItemKey(former, placeOfKey(table, id, parentId), asSealed(row.wrapped_key), (old) => {
    const move = (field: Part, revision: number, sealed: Uint8Array): Sealed =>
      moved(
        old,
        key,
        placeOfPart(table, id, field, chestId, revision),
        sealed,
        placeOfPart(table, at.id, field, at.chestId, revision),
      )
    const part = (field: Part, revision = 0, sealed?: Uint8Array | null): Sealed | null =>
      sealed?.length ? move(field, revision, sealed) : null
    return {
      wrapped_key: wrapKey(ck, placeOfKey(table, at.id, at.parentId), key),
      meta: move('meta', row.meta_revision, row.meta),
      password: part('password', row.password_revision, row.password),
      otp: part('otp', row.otp_revision, row.otp),
      secrets: part('secrets', row.secrets_revision, row.secrets),
      source: part('source', 0, row.source),
      versions: versions.map((version) => ({
        id: version.id,
        sealed: moved(old, key, placeOfVersion(version.id, version.field, id), version.sealed),
      })),
      attachments: attachments.map(({ id: attachment, wrapped_key: wrapped }) => ({
        id: attachment,
        wrapped_key: moved(old, key, placeOfAttachmentKey({ id: attachment, itemId: id }), wrapped),
      })),
    }
  })
}

function moved(
  from: OpeningKey,
  to: DataKey,
  place: SealPlace,
  sealed: Uint8Array,
  target: SealPlace = place,
): Sealed {
  const content = unseal(from, place, asSealed(sealed))
  const again = seal(to, target, content)
  content.fill(0)
  return again
}
