import { useCallback } from 'react'
import { folders } from '#contract/folders.ts'
import { items } from '#contract/items.ts'
import { trash } from '#contract/trash.ts'
import { explorerTexts } from '#texts/explorer.ts'
import { call } from '#web/api/client.ts'
import { useToasts } from '#web/ui/Toast.tsx'
import { useRefreshChest } from './queries.ts'
import type { Element } from './rows.ts'

const texts = explorerTexts.remove

/** Sends an element to the trash; the toast brings it back. True when it went. */
export function useRemove(chestId: number): (element: Element) => Promise<boolean> {
  const toasts = useToasts()
  const refresh = useRefreshChest(chestId)
  return useCallback(
    async ({ type, id }) => {
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
        await refresh()
        return true
      } catch {
        toasts.error(texts.failed)
        return false
      }
    },
    [toasts, refresh],
  )
}
