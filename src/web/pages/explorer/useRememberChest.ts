import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cacheKeys } from '#web/platform/api/cache.ts'
import type { Session } from '#web/platform/shell/session.ts'

/** Stores the chest as the last one in the cached session, as reading it did on the server. */
export function useRememberChest(chestId: number | undefined): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (chestId === undefined) return
    cache.setQueryData<Session>(
      cacheKeys.session,
      (former) => former && { ...former, user: { ...former.user, lastChestId: chestId } },
    )
  }, [cache, chestId])
}
