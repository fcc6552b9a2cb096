import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cacheKeys } from '#web/platform/api/cache.ts'
import type { Session } from '#web/platform/shell/session.ts'

/** Reading a chest made it the last one on the server: what the page knows of the session follows. */
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
