import { useQuery } from '@tanstack/react-query'
import { banks } from '#contract/office/banks.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { signIn } from '#contract/identity/sign-in.ts'
import { users } from '#contract/office/users.ts'
import { call } from '#web/platform/api/client.ts'

export type User = ReplyOf<typeof users.list>[number]

/** The cache keys of users. Invalidating `lists` refreshes every page of the list. */
export const userKeys = {
  lists: ['users'],
  one: (id: number) => ['users', 'one', id],
  count: (bankId: number) => ['bank-users', bankId],
} as const

/** The directories that an account may belong to. */
export const useDirectories = () =>
  useQuery({
    queryKey: ['directories'],
    queryFn: ({ signal }) => call(users.directories, { signal }),
    staleTime: 5 * 60_000,
  })

/** Returns whether single sign-on is configured. */
export const useHasSso = (): boolean => {
  const { data } = useQuery({
    queryKey: ['sign-in-options'],
    queryFn: ({ signal }) => call(signIn.options, { signal }),
    staleTime: Infinity,
  })
  return data !== undefined && data.sso !== null
}

/** The number of a bank's active contractors, and its limit. Disabled for null (all banks). */
export const useBankCount = (bankId: number | null) =>
  useQuery({
    queryKey: userKeys.count(bankId ?? 0),
    queryFn: ({ signal }) =>
      call(banks.read, { params: { id: bankId ?? 0 }, query: { active_user: 'true' }, signal }),
    enabled: bankId !== null,
    // Another administrator may have filled the bank.
    staleTime: 0,
  })
