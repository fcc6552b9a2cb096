import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { session } from '#contract/platform/session.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'

type Reply = ReplyOf<typeof session.read>
/** The session, and when it ends by `performance.now()`: the browser's clock may be wrong, or be corrected. */
export type Session = Reply & { readonly endsAt: number }
export type Permission = Session['permissions'][number]

/** Returns the session of a reply. @param askedAt when it was asked for, by `performance.now()` */
export const sessionOf = (reply: Reply, askedAt: number): Session => ({
  ...reply,
  endsAt: askedAt + reply.remainingMs,
})

export const useSessionQuery = () =>
  useQuery({
    queryKey: cacheKeys.session,
    queryFn: async ({ signal }) => {
      const askedAt = performance.now()
      return sessionOf(await call(session.read, { signal }), askedAt)
    },
    staleTime: 60_000,
  })

export const SessionContext = createContext<Session | null>(null)

/** Returns the session. Usable only below the shell, which waits for it. */
export function useSession(): Session {
  const value = use(SessionContext)
  if (value === null) throw new Error('useSession needs the shell above it')
  return value
}

/** Returns the names of the organisation and of the bank: whoever guesses a password tries them first. */
export function useNamesAround(): string[] {
  const { organisation, currentBank } = useSession()
  return [organisation, currentBank?.label].filter((name) => typeof name === 'string')
}

export const useMay = (permission: Permission): boolean => useSession().permissions.includes(permission)
