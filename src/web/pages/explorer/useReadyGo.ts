import { useCallback, useEffect, useRef } from 'react'
import type { Place } from '#web/vault/explorer/place.ts'
import type { ReadAhead } from '#web/vault/explorer/queries.ts'
import type { GoTo } from '#web/vault/explorer/usePlace.ts'

/** How long to wait for the data before navigating, in milliseconds. */
const patience = 80

/**
 * Returns a function that navigates once the data of a place is cached, so that it renders once: immediately
 * if it is cached, and after `patience` in any case. Another navigation meanwhile cancels it.
 */
export function useReadyGo(chestId: number, place: Place, goTo: GoTo, { has, read }: ReadAhead): GoTo {
  const turn = useRef(0)
  useEffect(() => {
    turn.current += 1
  }, [place])
  return useCallback<GoTo>(
    (next) => {
      turn.current += 1
      if (next.chestId !== chestId || has(next)) return goTo(next)
      const mine = turn.current
      const timer = setTimeout(go, patience)
      function go(): void {
        clearTimeout(timer)
        if (turn.current !== mine) return
        turn.current += 1
        goTo(next)
      }
      void read(next).then(go)
    },
    [chestId, goTo, has, read],
  )
}
