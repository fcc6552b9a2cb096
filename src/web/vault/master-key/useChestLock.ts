import { useEffect, useLayoutEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { onApiEvent } from '#web/platform/api/events.ts'
import { readUnlocked } from '#web/platform/api/unlocked.ts'
import { forgetUnlocked, keepUnlocked } from '#web/platform/api/unlocking.ts'
import { useLockState, useUnlocked, type LockState } from './queries.ts'

export type ChestLock = {
  /** The chest needs its master key before anything of it is shown. */
  isClosed: boolean
  /** What the server says; undefined while it has said nothing, and of chests without a lock. */
  state: LockState | undefined
}

/**
 * Keeps what the browser knows of a chest's lock true: whoever opens a chest forgets the handle of another one, and
 * that of a chest which is no longer protected (MKEY-02); so is one forgotten that the server no longer takes. A
 * handle that comes later belongs to another tab, or to where one is going: it is left alone. `guardian` is undefined
 * while the chest is on its way.
 */
export function useChestLock(chestId: number, guardian: boolean | undefined): ChestLock {
  const cache = useQueryClient()
  const unlocked = useUnlocked()
  const handle = unlocked?.id === chestId ? unlocked.key : null
  const isGuarded = guardian === true
  const { data: state } = useLockState(chestId, handle, isGuarded && handle !== null)

  // Before anything below asks for what the chest holds.
  useLayoutEffect(() => {
    const key = cache.getQueryData<string>(cacheKeys.arrival(chestId))
    if (key === undefined) return
    cache.removeQueries({ queryKey: cacheKeys.arrival(chestId) })
    keepUnlocked({ id: chestId, key })
  }, [cache, chestId])

  const isKnown = guardian !== undefined
  const hasArrived = useRef(false)
  useEffect(() => {
    if (!isKnown || hasArrived.current) return
    hasArrived.current = true
    const held = readUnlocked()
    if (held === null || held.id === chestId) return
    forgetUnlocked()
    // What was read of the chest that one left does not stay behind.
    cache.removeQueries({ queryKey: cacheKeys.chest(held.id), type: 'inactive' })
  }, [cache, chestId, isKnown])

  const isUseless = guardian === false && handle !== null
  useEffect(() => {
    if (isUseless) forgetUnlocked()
  }, [isUseless])

  const isEnded = handle !== null && state?.unlocked === false
  useEffect(() => {
    if (isEnded) forgetUnlocked()
  }, [isEnded])

  // A refused call tells that something changed; what, the chest and its lock say.
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
