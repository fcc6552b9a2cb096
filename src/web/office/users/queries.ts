import { useQuery } from '@tanstack/react-query'
import { banks } from '#contract/office/banks.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { signIn } from '#contract/identity/sign-in.ts'
import { users } from '#contract/office/users.ts'
import { call } from '#web/platform/api/client.ts'

export type User = ReplyOf<typeof users.list>[number]

/** The cache keys of people: one invalidation brings all pages of the list up to date. */
export const userKeys = {
  lists: ['users'],
  one: (id: number) => ['users', 'one', id],
  count: (bankId: number) => ['bank-users', bankId],
} as const

/** The directories that an account may come from. */
export const useDirectories = () =>
  useQuery({
    queryKey: ['directories'],
    queryFn: ({ signal }) => call(users.directories, { signal }),
    staleTime: 5 * 60_000,
  })

/** Whether people may sign in at a provider. */
export const useHasSso = (): boolean => {
  const { data } = useQuery({
    queryKey: ['sign-in-options'],
    queryFn: ({ signal }) => call(signIn.options, { signal }),
    staleTime: Infinity,
  })
  return data !== undefined && data.sso !== null
}

/** How many active contributors a bank has, and how many it may have; null for all banks. */
export const useBankCount = (bankId: number | null) =>
  useQuery({
    queryKey: userKeys.count(bankId ?? 0),
    queryFn: ({ signal }) =>
      call(banks.read, { params: { id: bankId ?? 0 }, query: { active_user: 'true' }, signal }),
    enabled: bankId !== null,
    // Somebody else may have filled it since.
    staleTime: 0,
  })
