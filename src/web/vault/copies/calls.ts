import { copies } from '#contract/vault/copies.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import type { Place } from '#web/vault/explorer/place.ts'
import { idsOfElements, type Element } from '#web/vault/explorer/rows.ts'

export type Deed = 'copy' | 'move'

/** Where elements go; `key` is the master key of a guardian chest that is not unlocked in this browser. */
export type Target = { readonly chestId: number; readonly folderId: number | null; readonly key?: string }

/** What arrived in the target. */
export type Arrived = ReplyOf<typeof copies.moveItem> & { readonly withoutOtp?: number }

/** Copies or moves elements: one by the call of its kind, several by one call, all of them or none. */
export async function send(
  deed: Deed,
  chestId: number,
  elements: readonly Element[],
  { chestId: targetChestId, folderId, key }: Target,
): Promise<Arrived> {
  const [only] = elements
  if (elements.length > 1 || only === undefined) {
    const body = {
      chestId,
      ...idsOfElements(elements),
      targetChestId,
      targetFolderId: folderId,
      ...(key !== undefined && { targetMasterkey: key }),
    }
    return deed === 'copy' ? call(copies.copySelection, { body }) : call(copies.moveSelection, { body })
  }
  const input = {
    params: { id: only.id },
    body: { chestId: targetChestId, folderId, ...(key !== undefined && { targetMasterkey: key }) },
  }
  if (only.type === 'item')
    return deed === 'copy' ? call(copies.copyItem, input) : call(copies.moveItem, input)
  return deed === 'copy' ? call(copies.copyFolder, input) : call(copies.moveFolder, input)
}

/** Returns the place of what arrived: a single element selected, else the folder that it is in. */
export function placeOfArrived({ items, folders }: Arrived, { chestId, folderId }: Target): Place {
  const [item] = items
  const [folder] = folders
  if (items.length + folders.length === 1 && item !== undefined)
    return { chestId, selectType: 'item', selectId: item }
  if (items.length + folders.length === 1 && folder !== undefined)
    return { chestId, selectType: 'folder', selectId: folder }
  return { chestId, ...(folderId !== null && { folderId }) }
}

/** The query of who gains and who loses sight of what goes from one chest to another. */
export const sightQuery = (from: number, to: number) =>
  replyQuery([...cacheKeys.chest(from), 'sight', to], copies.sight, { params: { id: from, targetId: to } })
