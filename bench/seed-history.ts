import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { wrapKey } from '../src/server/platform/crypto/chest-key.ts'
import { newKey, type ChestKey } from '../src/server/platform/crypto/data-key.ts'
import { nextIds } from '../src/server/platform/database/columns.ts'
import type { Tables } from '../src/server/platform/database/tables.ts'
import {
  placeOfAttachmentKey,
  sealAttachmentMeta,
  storedBytesOf,
} from '../src/server/vault/attachments/sealing.ts'
import { storeChunks } from '../src/server/vault/attachments/store.ts'
import { beginFiles, finishFiles } from '../src/server/vault/attachments/unseen.ts'
import { unwrapElementKey } from '../src/server/vault/contents/sealing.ts'
import { versionRow } from '../src/server/vault/contents/versions.ts'

/**
 * Gives items old passwords and attached files, sealed as the server does.
 * @param options.versions old values for each item; `fileBytes`: the size of each file, one for each item
 */
export async function addHistory(
  tx: Transaction<Tables>,
  { chestId, key, userId }: { readonly chestId: number; readonly key: ChestKey; readonly userId: number },
  itemIds: readonly number[],
  { versions, fileBytes }: { readonly versions: number; readonly fileBytes: number },
): Promise<void> {
  const now = Date.now()
  const items = await tx
    .selectFrom('items')
    .select(['id', 'folder_id', 'wrapped_key'])
    .where('id', 'in', itemIds)
    .execute()
  const by = { by: userId, chestId, now }
  const files = await beginFiles(tx, by, Array<number>(items.length).fill(storedBytesOf(fileBytes)))
  for (const [at, item] of items.entries()) {
    const itemKey = unwrapElementKey(key, 'items', item, item.folder_id)
    for (const [place, id] of (await nextIds(tx, 'versions', versions)).entries()) {
      const value = { element: 'item', id: item.id, field: 'password', value: `ancien ${place}` } as const
      await tx
        .insertInto('versions')
        .values(versionRow({ now }, { id: userId }, itemKey, id, value))
        .execute()
    }
    const fileKey = newKey()
    const of = { id: files[at] ?? 0, itemId: item.id }
    const stored = await storeChunks(tx, fileKey, of, [randomBytes(fileBytes)])
    const sealed = {
      ...of,
      wrapped_key: wrapKey(itemKey, placeOfAttachmentKey(of), fileKey),
      meta: sealAttachmentMeta(fileKey, of, { name: 'contrat.pdf', ...stored }),
    }
    await finishFiles(tx, [sealed], now)
  }
}
