import { useQueryClient } from '@tanstack/react-query'
import { copyTexts as texts } from '#texts/vault/copies.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import type { Place } from '#web/vault/explorer/place.ts'
import { useRefreshChest } from '#web/vault/explorer/queries.ts'
import type { Element } from '#web/vault/explorer/rows.ts'
import { placeOfArrived, send, type Deed, type Target } from './calls.ts'

export type Transfer = {
  readonly deed: Deed
  readonly elements: readonly Element[]
  /** The folder that they stand in; null at the root. */
  readonly from: number | null
  readonly target: Target & { readonly name: string }
  /** Whether a move may be undone: by the caller's rights on both sides. */
  readonly isUndoable: boolean
}

/**
 * Returns a function that copies or moves elements to another chest. The toast leads there; that of a move can take it
 * back. A failure is thrown.
 */
export function useTransfer(
  chestId: number,
  goTo: (place: Place) => void,
): (transfer: Transfer) => Promise<void> {
  const toasts = useToasts()
  const cache = useQueryClient()
  const refresh = useRefreshChest(chestId)
  const refreshBoth = async (other: number) => {
    await Promise.all([refresh(), cache.invalidateQueries({ queryKey: cacheKeys.chest(other) })])
  }
  return async ({ deed, elements, from, target, isUndoable }) => {
    const arrived = await send(deed, chestId, elements, target)
    const undo = async () => {
      try {
        await send('move', target.chestId, elements, { chestId, folderId: from })
        toasts.success(texts.undone)
      } catch (error) {
        toasts.error(texts.undoFailed, { detail: sentenceOf(error) })
      }
      await refreshBoth(target.chestId)
    }
    const { holds, withoutOtp = 0 } = arrived
    toasts.success(texts.done[deed](holds.items + holds.folders), {
      detail: texts.into(target.name, withoutOtp),
      link: { label: texts.show, onFollow: () => goTo(placeOfArrived(arrived, target)) },
      ...(isUndoable && { action: { label: texts.undo, onAction: () => void undo() } }),
    })
    await refreshBoth(target.chestId)
  }
}
