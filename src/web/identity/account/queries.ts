import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { account } from '#contract/identity/account.ts'
import { call } from '#web/platform/api/client.ts'

export type Account = ReplyOf<typeof account.read>

export const accountKey = ['account'] as const
export const sessionsKey = ['account', 'sessions'] as const

export const useAccount = () =>
  useQuery({
    queryKey: [...accountKey, 'own'],
    queryFn: ({ signal }) => call(account.read, { signal }),
  })

export const useSessions = () =>
  useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => call(account.sessions, { signal }) })
