import { useEffect, useLayoutEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { onApiEvent } from '#web/platform/api/events.ts'
import { readUnlocked } from '#web/platform/api/unlocked.ts'
import { clearUnlocked, storeUnlocked } from '#web/platform/api/unlocking.ts'
import { useLockState, useUnlocked, type LockState } from './queries.ts'

export type ChestLock = {
  /** The chest needs its master key before any content is shown. */
  isClosed: boolean
  /** The server's lock state; undefined before the first reply and for chests without a master key. */
  state: LockState | undefined
}

/**
 * Keeps the browser's handle in line with the chest on screen. Opening a chest discards the handle of another
 * one, of a chest that is no longer guarded (MKEY-02), and a handle that has expired on the server. A handle
 * stored after the arrival belongs to another tab, or to the next chest, and is left alone. `guardian` is
 * undefined while the chest loads.
 */
export function useChestLock(chestId: number, guardian: boolean | undefined): ChestLock {
  const cache = useQueryClient()
  const unlocked = useUnlocked()
  const handle = unlocked?.id === chestId ? unlocked.key : null
  const isGuarded = guardian === true
  const { data: state } = useLockState(chestId, handle, isGuarded && handle !== null)

  // A layout effect: before anything below requests the chest's content.
  useLayoutEffect(() => {
    const key = cache.getQueryData<string>(cacheKeys.arrival(chestId))
    if (key === undefined) return
    cache.removeQueries({ queryKey: cacheKeys.arrival(chestId) })
    storeUnlocked({ id: chestId, key })
  }, [cache, chestId])

  const isKnown = guardian !== undefined
  const hasArrived = useRef(false)
  useEffect(() => {
    if (!isKnown || hasArrived.current) return
    hasArrived.current = true
    const held = readUnlocked()
    if (held === null || held.id === chestId) return
    clearUnlocked()
    // Discard what was cached of the previous chest.
    cache.removeQueries({ queryKey: cacheKeys.chest(held.id), type: 'inactive' })
  }, [cache, chestId, isKnown])

  const isUseless = guardian === false && handle !== null
  useEffect(() => {
    if (isUseless) clearUnlocked()
  }, [isUseless])

  const isEnded = handle !== null && state?.unlocked === false
  useEffect(() => {
    if (isEnded) clearUnlocked()
  }, [isEnded])

  // A refused call means that the lock changed: refetch the chest and its lock.
  useEffect(
    () =>
      onApiEvent('chest-locked', () => {
        void cache.invalidateQueries({ queryKey: cacheKeys.chestHead(chestId) })
        void cache.invalidateQueries({ queryKey: [...cacheKeys.chest(chestId), 'lock'] })
      }),
    [cache, chestId],
  )
  const isArriving = cache.getQueryData(cacheKeys.arrival(chestId)) !== undefined
  return { isClosed: isGuarded && handle === null && !isArriving, state }
}
