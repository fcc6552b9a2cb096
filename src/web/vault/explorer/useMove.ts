import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { explorer } from '#contract/vault/explorer.ts'
import { folders } from '#contract/vault/folders.ts'
import { items } from '#contract/vault/items.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useRefreshChest, type ExplorerReply } from './queries.ts'
import { returningFocus } from './returningFocus.ts'
import { countsOf, idsOfElements, type Element } from './rows.ts'

const texts = explorerTexts.move

/** Elements that stand in one folder (null: the root), and where they go. */
export type Move = { elements: readonly Element[]; from: number | null; to: number | null }

/** One by the patch that the specification names, several by one call: all of them go, or none. */
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

/** Moves elements of a chest; the toast moves them back. It throws what the call throws, after saying that it failed. */
export function useMove(chestId: number): (move: Move) => Promise<void> {
  const toasts = useToasts()
  const refresh = useRefreshChest(chestId)
  return useCallback(
    async (move) => {
      const undo = async () => {
        const focus = returningFocus()
        try {
          await send(chestId, { elements: move.elements, from: move.to, to: move.from })
          toasts.success(texts.undone)
        } catch {
          toasts.error(texts.failed)
        }
        await refresh()
        focus(move.elements[0])
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
    },
    [chestId, toasts, refresh],
  )
}

/** The same for what is dropped: the rows go at once, and come back if the server says no. */
export function useDropMove(chestId: number): (move: Move) => Promise<void> {
  const cache = useQueryClient()
  const move = useMove(chestId)
  return useCallback(
    async (given) => {
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
      // What failed was said, and the page asked again.
      await move(given).catch(() => undefined)
    },
    [cache, chestId, move],
  )
}
