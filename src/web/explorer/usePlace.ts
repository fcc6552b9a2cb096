import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Place } from './place.ts'

export type GoTo = (place: Place) => void

/** Where one is, and how to go elsewhere: the address bar's entry is replaced, none is added (SESS-08). */
export function usePlace(): { place: Place; goTo: GoTo } {
  const place = useSearch({ from: '/routes/explorer' })
  const navigate = useNavigate()
  const goTo = useCallback<GoTo>(
    (search) => void navigate({ to: '/routes/explorer', search, replace: true }),
    [navigate],
  )
  return useMemo(() => ({ place, goTo }), [place, goTo])
}
