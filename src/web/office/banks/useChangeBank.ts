import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { users } from '#contract/office/users.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import type { Session } from '#web/platform/shell/session.ts'

/**
 * Returns a function that changes the current bank and shows the page in it, with data as fresh as after a reload of the
 * document. The lists drop their query: its filters belong to the previous bank.
 */
export function useChangeBank(): (bankId: number) => Promise<void> {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return async (bankId) => {
    const { currentBank } = await call(users.changeBank, { params: { bankId } })
    cache.removeQueries({ type: 'inactive' })
    cache.setQueryData<Session>(cacheKeys.session, (before) => before && { ...before, currentBank })
    if (/^\/routes\/(bank|team|user|chest)\b/.test(window.location.pathname))
      await navigate({ to: '.', search: {}, replace: true })
    await cache.invalidateQueries()
  }
}
