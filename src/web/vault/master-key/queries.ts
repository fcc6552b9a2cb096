import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { masterKey } from '#contract/vault/master-key.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { parsed, type UnlockedChest } from '#web/platform/api/unlocked.ts'
import { keepUnlocked, onUnlockedChange, readUnlockedText } from '#web/platform/api/unlocking.ts'

export type LockState = ReplyOf<typeof masterKey.state>

/** The guardian chest that is open in this browser, in whichever tab it was opened. */
export function useUnlocked(): UnlockedChest | null {
  return parsed(useSyncExternalStore(onUnlockedChange, readUnlockedText))
}

const handleOf = async (chestId: number, key: string): Promise<string> =>
  (await call(masterKey.verify, { body: { chestId, masterkey: key } })).key

/** Gives the master key to the server and keeps the handle that it answers. */
export async function unlockChest(chestId: number, key: string): Promise<void> {
  keepUnlocked({ id: chestId, key: await handleOf(chestId, key) })
}

/**
 * The same for a chest that one is about to go to: the handle waits for the arrival there. The chest in sight, which
 * may be a guardian too, stays as it is until then, with what stands over it.
 */
export async function unlockOnArrival(cache: QueryClient, chestId: number, key: string): Promise<void> {
  cache.setQueryData<string>(cacheKeys.arrival(chestId), await handleOf(chestId, key))
}

/** Milliseconds between two questions: while nothing happens, while the chest is sealed anew, at least. */
const idle = 60_000
const working = 1_000
const shortest = 5_000

/** Asks when the unlock is due to end, so that nothing stays in sight after it. */
const untilEnd = (expiresAt: string | null): number =>
  expiresAt === null ? idle : Math.min(idle, Math.max(shortest, Date.parse(expiresAt) - Date.now() + 500))

/**
 * How a chest stands to its lock, asked every minute, and every second while it is sealed anew. A reply belongs to
 * the handle that asked: what was told of a former one says nothing of the present.
 */
export function useLockState(chestId: number, handle: string | null, isActive = true) {
  return useQuery<LockState>({
    queryKey: cacheKeys.lock(chestId, handle),
    queryFn: ({ signal }) => call(masterKey.state, { params: { id: chestId }, signal }),
    enabled: isActive,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.renewal ? working : untilEnd(state.data?.expiresAt ?? null)),
  })
}
