import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { account } from '#contract/identity/account.ts'

export type Account = ReplyOf<typeof account.read>

/** The cache key of everything about the caller's account. */
export const accountKey = ['account'] as const
