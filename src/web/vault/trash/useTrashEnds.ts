import { useState } from 'react'
import { trash } from '#contract/vault/trash.ts'
import { call } from '#web/platform/api/client.ts'
import { useRestoreFocus } from '#web/platform/ui/restoreFocus.ts'
import type { Asked } from './TrashDialog.tsx'

/** Returns the action to confirm on a chest's trash, and the call that performs it. */
export function useTrashEnds(chestId: number, refresh: () => Promise<void>) {
  const [asked, setAsked] = useState<Asked | null>(null)
  useRestoreFocus(asked === null || asked.update === 'empty' ? null : (asked.entries[0]?.id ?? null))

  const send = async (it: Asked): Promise<unknown> => {
    if (it.update === 'empty') {
      const { lastId } = it.summary
      return lastId === null ? null : call(trash.empty, { body: { chestId, lastId } })
    }
    const ids = it.entries.map(({ id }) => id)
    const [id] = ids
    return ids.length === 1 && id !== undefined
      ? call(trash.restore, { params: { id }, body: { update: it.update } })
      : call(trash.restoreSeveral, { body: { chestId, ids, update: it.update } })
  }
  return {
    asked,
    ask: setAsked,
    close: () => setAsked(null),
    confirm: async () => {
      if (asked === null) return
      // Refresh after a failure as well: a part may have changed.
      await send(asked).finally(refresh)
    },
  }
}
