import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { masterKey } from '#contract/vault/master-key.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { detailOf } from '#web/platform/api/errors.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { parseUnlocked, type UnlockedChest } from '#web/platform/api/unlocked.ts'
import { storeUnlocked, onUnlockedChange, readUnlockedText } from '#web/platform/api/unlocking.ts'

export type LockState = ReplyOf<typeof masterKey.state>

/** Returns the guardian chest that is unlocked in this browser, in any tab. */
export function useUnlocked(): UnlockedChest | null {
  return parseUnlocked(useSyncExternalStore(onUnlockedChange, readUnlockedText))
}

const handleOf = async (chestId: number, key: string): Promise<string> =>
  (await call(masterKey.verify, { body: { chestId, masterkey: key } })).key

/** Sends the master key to the server and stores the handle that it returns. */
export async function unlockChest(chestId: number, key: string): Promise<void> {
  storeUnlocked({ id: chestId, key: await handleOf(chestId, key) })
}

/**
 * Unlocks a chest that the user is about to open. The handle is stored on arrival there, so that the current
 * chest, which may be a guardian chest as well, stays unlocked until then.
 */
export async function unlockOnArrival(cache: QueryClient, chestId: number, key: string): Promise<void> {
  cache.setQueryData<string>(cacheKeys.arrival(chestId), await handleOf(chestId, key))
}

/** Returns how many attempts the session has left, where the refusal has the number. */
export function triesLeft(error: unknown): number | null {
  const left = detailOf(error, 'triesLeft')
  return typeof left === 'number' ? left : null
}

/** Polling intervals in milliseconds: while idle, while the chest is resealed, and the minimum. */
const idle = 60_000
const working = 1_000
const shortest = 5_000

/** Returns the delay until the unlock expires, so that nothing stays visible afterwards. */
const untilEnd = (expiresAt: string | null): number =>
  expiresAt === null ? idle : Math.min(idle, Math.max(shortest, Date.parse(expiresAt) - Date.now() + 500))

/**
 * The lock state of a chest, polled every minute, and every second while it is resealed. The cache key has
 * the handle: a reply for an earlier handle says nothing about the present one.
 */
export function useLockState(chestId: number, handle: string | null, isActive: boolean) {
  return useQuery<LockState>({
    ...replyQuery(cacheKeys.lock(chestId, handle), masterKey.state, { params: { id: chestId } }),
    enabled: isActive,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.renewal ? working : untilEnd(state.data?.expiresAt ?? null)),
  })
}
