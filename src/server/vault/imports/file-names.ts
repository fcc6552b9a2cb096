import type { Kysely, Transaction } from 'kysely'
import type { ChestKey, DataKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, keyVersionOf, type Sealed } from '#server/platform/crypto/envelope.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { sealText, unsealText } from '#server/platform/crypto/seal.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { plainName, shortened } from './plain-fields.ts'

/**
 * The names of imported files. A name may tell what the chest holds, so it is sealed as the names inside are: under the
 * chest's key, directly, since an import has no key of its own.
 */
type Row = { readonly id: number; readonly chestId: number }

const placeOfName = ({ id, chestId }: Row): SealPlace => ({
  table: 'imports',
  rowId: id,
  field: 'file_name',
  parentId: chestId,
  revision: 0,
})

const longestName = 255

/** Seals the name of a file as one line; null for a file without a name. */
export function sealFileName(ck: DataKey, row: Row, name: string): Sealed | null {
  const plain = shortened(plainName(name).name, longestName)
  return plain === '' ? null : sealText(ck, placeOfName(row), plain)
}

export function unsealFileName(ck: ChestKey, row: Row, sealed: Uint8Array): string {
  const envelope = asSealed(sealed)
  const key = ck.former?.version === keyVersionOf(envelope) ? ck.former : ck
  return unsealText(key, placeOfName(row), envelope)
}

/** Seals the names of a chest again that its former key seals. They are few: one for each import. */
export async function resealFileNames(
  tx: Transaction<Tables>,
  chestId: number,
  ck: ChestKey & { readonly former: DataKey },
): Promise<void> {
  for (const { id, file_name } of await namesOf(tx, chestId)) {
    if (keyVersionOf(asSealed(file_name)) !== ck.former.version) continue
    const row = { id, chestId }
    const name = unsealFileName(ck, row, file_name)
    await tx
      .updateTable('imports')
      .set({ file_name: sealText(ck, placeOfName(row), name) })
      .where('id', '=', id)
      .execute()
  }
}

const namesOf = (tx: Kysely<Tables>, chestId: number) =>
  tx
    .selectFrom('imports')
    .select(['id', 'file_name'])
    .where('chest_id', '=', chestId)
    .where('file_name', 'is not', null)
    .$narrowType<{ file_name: Sealed }>()
    .execute()
