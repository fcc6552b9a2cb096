import { useEffect, useState } from 'react'
import { useStableHandlers } from './useStableHandlers.ts'
import { whenIdle } from './whenIdle.ts'

type Overlays = typeof import('./overlayParts.ts')

/** How long after a failure the code is requested again while it is wanted, in milliseconds. */
const retryMs = 2_000

let loaded: Overlays | null = null
let running: Promise<Overlays> | null = null
let requireServer = (): Promise<void> => Promise.resolve()

/** Sets what must succeed before an import: some browsers never repeat one that failed. */
export function requireBeforeOverlays(check: () => Promise<void>): void {
  requireServer = check
}

/**
 * Loads the code of menus, tooltips, dialogs and dragging: a sixth of the first screen, which shows none.
 * @param isReached the server has just replied
 */
export function loadOverlays(isReached = false): Promise<Overlays> {
  running ??= (async () => {
    if (loaded !== null) return loaded
    if (!isReached) await requireServer()
    loaded = await import('./overlayParts.ts')
    return loaded
  })().finally(() => {
    running = null
  })
  return running
}

/**
 * Returns that code once it is loaded, and loads it as soon as it is wanted. After a failure it tries again while it
 * is still wanted.
 * @param onFail called when it cannot be loaded
 * @param isLater loads it when the page, which the server has just sent, is idle
 */
export function useOverlays(
  isWanted: boolean,
  onFail: () => void = () => undefined,
  isLater = false,
): Overlays | null {
  const [overlays, setOverlays] = useState(loaded)
  const on = useStableHandlers({ onFail })
  const isMissing = isWanted && overlays === null
  useEffect(() => {
    if (!isMissing) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = (isReached: boolean) => {
      loadOverlays(isReached).then(setOverlays, () => {
        if (isOver) return
        timer = setTimeout(load, retryMs, false)
        on.onFail()
      })
    }
    const stop = isLater ? whenIdle(() => load(true)) : load(false)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop?.()
    }
  }, [isMissing, isLater, on])
  return overlays ?? loaded
}

/** Returns that code once the idle page has loaded it. */
export const useOverlaysLater = (isWanted = true): Overlays | null => useOverlays(isWanted, undefined, true)
