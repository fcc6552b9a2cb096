import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { folders } from '#contract/folders.ts'
import { items } from '#contract/items.ts'
import { trash } from '#contract/trash.ts'
import { explorerTexts } from '#texts/explorer.ts'
import { cacheKeys } from '#web/api/cache.ts'
import { call } from '#web/api/client.ts'
import { useToasts } from '#web/ui/Toast.tsx'
import { useRefreshChest } from './queries.ts'
import type { Element } from './rows.ts'

const texts = explorerTexts.remove

/** Sends an element to the trash; the toast brings it back. `onGone` comes before what is shown is asked anew. */
export function useRemove(chestId: number): (element: Element, onGone: () => void) => Promise<void> {
  const toasts = useToasts()
  const cache = useQueryClient()
  const refresh = useRefreshChest(chestId)
  return useCallback(
    async ({ type, id }, onGone) => {
      const params = { id }
      const restore = async (trashId: number) => {
        try {
          await call(trash.restore, { params: { id: trashId }, body: { update: 'restore' } })
          toasts.success(texts.restored)
          await refresh()
        } catch {
          toasts.error(texts.restoreFailed)
        }
      }
      try {
        const { trashId } = await (type === 'item'
          ? call(items.remove, { params })
          : call(folders.remove, { params }))
        toasts.success(texts.done, { action: { label: texts.undo, onAction: () => void restore(trashId) } })
        onGone()
        cache.removeQueries({ queryKey: (type === 'item' ? cacheKeys.item : cacheKeys.folder)(chestId, id) })
        await refresh()
      } catch {
        toasts.error(texts.failed)
      }
    },
    [toasts, refresh, cache, chestId],
  )
}
