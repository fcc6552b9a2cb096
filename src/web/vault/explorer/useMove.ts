import { useQueryClient } from '@tanstack/react-query'
import { explorer } from '#contract/vault/explorer.ts'
import { folders } from '#contract/vault/folders.ts'
import { items } from '#contract/vault/items.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useRefreshChest, type ExplorerReply } from './queries.ts'
import { countsOf, idsOfElements, restoreFocusToElement, type Element } from './rows.ts'

const texts = explorerTexts.move

/** Elements of one folder (null: the root) and their target folder. */
export type Move = { elements: readonly Element[]; from: number | null; to: number | null }

/** Moves one element by the call of the specification, several by one call: all of them or none. */
async function send(chestId: number, { elements, to }: Move): Promise<void> {
  const [only] = elements
  if (elements.length > 1 || only === undefined) {
    await call(explorer.move, { body: { chestId, ...idsOfElements(elements), folderId: to } })
    return
  }
  const input = {
    params: { id: only.id },
    body: { elementType: 'folder', elementValue: to ?? '' },
  } as const
  await (only.type === 'item' ? call(items.change, input) : call(folders.change, input))
}

const sentence = ({ elements }: Move): string => {
  if (elements.length > 1) return texts.movedSeveral(countsOf(elements))
  return elements[0]?.type === 'folder' ? texts.movedFolder : texts.movedItem
}

/**
 * Returns a function that moves elements, with an undo in the toast. It shows a failure, then rethrows it.
 */
export function useMove(chestId: number): (move: Move) => Promise<void> {
  const toasts = useToasts()
  const refresh = useRefreshChest(chestId)
  return async (move) => {
    const undo = async () => {
      restoreFocusToElement(move.elements[0])
      try {
        await send(chestId, { elements: move.elements, from: move.to, to: move.from })
        toasts.success(texts.undone)
      } catch {
        toasts.error(texts.failed)
      }
      await refresh()
    }
    try {
      await send(chestId, move)
    } catch (error) {
      toasts.error(texts.failed)
      await refresh()
      throw error
    }
    toasts.success(sentence(move), { action: { label: texts.undo, onAction: () => void undo() } })
    await refresh()
  }
}

/** The same for drag and drop: the rows disappear optimistically, and return if the call fails. */
export function useDropMove(chestId: number): (move: Move) => Promise<void> {
  const cache = useQueryClient()
  const move = useMove(chestId)
  return async (given) => {
    const gone = idsOfElements(given.elements)
    const prefix = cacheKeys.explorer(chestId, {}).slice(0, -1)
    await cache.cancelQueries({ queryKey: prefix })
    cache.setQueriesData<ExplorerReply>({ queryKey: prefix }, (page) => {
      if (page === undefined || page.folderId !== given.from) return page
      const kept = {
        folders: page.folders.filter(({ id }) => !gone.folders.includes(id)),
        items: page.items.filter(({ id }) => !gone.items.includes(id)),
      }
      const total = Math.max(0, page.pagination.total - given.elements.length)
      return { ...page, ...kept, pagination: { ...page.pagination, total } }
    })
    // `move` has shown the failure and refetched the page.
    await move(given).catch(() => undefined)
  }
}
