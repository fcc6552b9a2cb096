import { useToasts } from '#web/platform/ui/Toast.tsx'
import type { Place } from '#web/vault/explorer/place.ts'
import { useRefreshChest } from '#web/vault/explorer/queries.ts'
import type { Element } from '#web/vault/explorer/rows.ts'

/** Returns a function that duplicates an element beside itself; its code is loaded when it is first used. */
export function useDuplicate(
  chestId: number,
  goTo: (place: Place) => void,
): (element: Element, folderId: number | null) => Promise<void> {
  const toasts = useToasts()
  const refresh = useRefreshChest(chestId)
  return async (element, folderId) => {
    const { duplicate } = await import('./duplicate.ts')
    await duplicate(element, { chestId, folderId }, { toasts, goTo })
    await refresh()
  }
}
