import { useQueryClient } from '@tanstack/react-query'
import { explorer } from '#contract/vault/explorer.ts'
import { folders } from '#contract/vault/folders.ts'
import { items } from '#contract/vault/items.ts'
import { trash } from '#contract/vault/trash.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useRefreshChest } from './queries.ts'
import { countsOf, idsOfElements, restoreFocusToElement, type Element } from './rows.ts'

const texts = explorerTexts.remove

/** Moves elements to the trash. Returns the ids of the trash entries that restore them. */
async function send(chestId: number, elements: readonly Element[]): Promise<number[]> {
  const [only] = elements
  if (elements.length > 1 || only === undefined) {
    return (await call(explorer.trash, { body: { chestId, ...idsOfElements(elements) } })).trashIds
  }
  const params = { id: only.id }
  const { trashId } = await (only.type === 'item'
    ? call(items.remove, { params })
    : call(folders.remove, { params }))
  return [trashId]
}

async function restoreAll(chestId: number, [id = 0, ...others]: readonly number[]): Promise<void> {
  const update = 'restore' as const
  await (others.length > 0
    ? call(trash.restoreSeveral, { body: { chestId, ids: [id, ...others], update } })
    : call(trash.restore, { params: { id }, body: { update } }))
}

type Remove = (elements: readonly Element[], onGone: () => void) => Promise<void>

/** Returns a function that moves elements to the trash, with an undo. `onGone` runs before the refetch. */
export function useRemove(chestId: number): Remove {
  const toasts = useToasts()
  const cache = useQueryClient()
  const refresh = useRefreshChest(chestId)
  return async (elements, onGone) => {
    const restore = async (trashIds: readonly number[]) => {
      restoreFocusToElement(elements[0])
      try {
        await restoreAll(chestId, trashIds)
        toasts.success(trashIds.length > 1 ? texts.restoredSeveral : texts.restored)
      } catch {
        toasts.error(texts.restoreFailed)
      }
      await refresh()
    }
    try {
      const trashIds = await send(chestId, elements)
      toasts.success(elements.length > 1 ? texts.doneSeveral(countsOf(elements)) : texts.done, {
        action: { label: texts.undo, onAction: () => void restore(trashIds) },
      })
      onGone()
      for (const { type, id } of elements)
        cache.removeQueries({
          queryKey: (type === 'item' ? cacheKeys.item : cacheKeys.folder)(chestId, id),
        })
      await refresh()
    } catch {
      toasts.error(texts.failed)
    }
  }
}
