import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { session } from '#contract/platform/session.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'

export type Session = ReplyOf<typeof session.read>
export type Permission = Session['permissions'][number]

export const useSessionQuery = () =>
  useQuery({
    queryKey: cacheKeys.session,
    queryFn: ({ signal }) => call(session.read, { signal }),
    staleTime: 60_000,
  })

export const SessionContext = createContext<Session | null>(null)

/** Returns the session. Usable only below the shell, which waits for it. */
export function useSession(): Session {
  const value = use(SessionContext)
  if (value === null) throw new Error('useSession needs the shell above it')
  return value
}

export const useMay = (permission: Permission): boolean => useSession().permissions.includes(permission)
