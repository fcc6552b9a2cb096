import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { signIn } from '#contract/identity/sign-in.ts'
import { users } from '#contract/office/users.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'

export type User = ReplyOf<typeof users.list>[number]

/** The cache keys of users. Invalidating `lists` refreshes every page of the list. */
export const userKeys = {
  lists: ['users'],
  one: (id: number) => ['users', 'one', id],
} as const

/** The directories that an account may belong to. */
export const useDirectories = () =>
  useQuery({ ...replyQuery(['directories'], users.directories, {}), staleTime: 5 * 60_000 })

/** Returns whether single sign-on is configured. */
export const useHasSso = (): boolean => {
  const { data } = useQuery({ ...replyQuery(['sign-in-options'], signIn.options, {}), staleTime: Infinity })
  return data !== undefined && data.sso !== null
}
