import { useCallback, useEffect, useRef } from 'react'
import type { Place } from '#web/vault/explorer/place.ts'
import type { ReadAhead } from '#web/vault/explorer/queries.ts'
import type { GoTo } from '#web/vault/explorer/usePlace.ts'

/** How long what is on its way is waited for before one goes, in milliseconds. */
const patience = 80

/**
 * Goes to a place once what it shows is here, so that it is rendered once and whole; at once when it is here already,
 * and soon in any case. Whoever goes elsewhere meanwhile stays there.
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
