import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { cacheKeys } from '#web/api/cache.ts'
import { onApiEvent } from '#web/api/events.ts'
import { forgetUnlocked } from '#web/api/unlocking.ts'
import { useLockState, useUnlocked, type LockState } from './queries.ts'

export type ChestLock = {
  /** The chest needs its master key before anything of it is shown. */
  isClosed: boolean
  /** What the server says; undefined while it has said nothing, and of chests without a lock. */
  state: LockState | undefined
}

/**
 * Keeps what the browser knows of a chest's lock true: the handle of another chest, or of one that is no longer
 * protected, is forgotten (MKEY-02); so is one that the server no longer takes. `guardian` is undefined while the
 * chest is on its way.
 */
export function useChestLock(chestId: number, guardian: boolean | undefined): ChestLock {
  const cache = useQueryClient()
  const unlocked = useUnlocked()
  const handle = unlocked?.id === chestId ? unlocked.key : null
  const isGuarded = guardian === true
  const { data: state } = useLockState(chestId, handle, isGuarded && handle !== null)

  const otherId = unlocked !== null && unlocked.id !== chestId ? unlocked.id : null
  const isUseless = guardian === false && handle !== null
  useEffect(() => {
    if (guardian === undefined || (otherId === null && !isUseless)) return
    forgetUnlocked()
    // What was read of the chest that one leaves does not stay behind.
    if (otherId !== null) cache.removeQueries({ queryKey: cacheKeys.chest(otherId), type: 'inactive' })
  }, [cache, guardian, isUseless, otherId])

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
  return { isClosed: isGuarded && handle === null, state }
}
