import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { readPlace, type Place } from './place.ts'

export type GoTo = (place: Place) => void

/** Returns the current place and a function that replaces it in the history (SESS-08). */
export function usePlace(): { place: Place; goTo: GoTo } {
  const search = useSearch({ from: '/routes/explorer' })
  // The router keeps the parameters that `validateSearch` dropped.
  const place = useMemo(() => readPlace(search), [search])
  const navigate = useNavigate()
  const goTo = useCallback<GoTo>(
    (next) => void navigate({ to: '/routes/explorer', search: next, replace: true }),
    [navigate],
  )
  return { place, goTo }
}
