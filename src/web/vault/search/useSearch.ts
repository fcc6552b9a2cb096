import { useCallback, useEffect, useState } from 'react'
import { search } from '#contract/vault/search.ts'
import { debounces } from '#domain/platform/limits.ts'
import { termOf } from '#domain/vault/search.ts'
import { call } from '#web/platform/api/client.ts'
import { onApiEvent } from '#web/platform/api/events.ts'
import { onUnlockedChange } from '#web/platform/api/unlocking.ts'
import type { Results } from './results.ts'

export type Searched = {
  /** The results and what was asked. They stay visible while the next ones are requested. */
  readonly found: { readonly term: string; readonly isNarrowed: boolean; readonly results: Results } | null
  readonly isBusy: boolean
  readonly isFailed: boolean
  /** Requests again what failed or is incomplete. */
  readonly retry: () => void
}

/** Calls back when results may be outdated: after a change, or when a chest is locked or unlocked. */
function onOutdated(forget: () => void): () => void {
  const stops = [onApiEvent('changed', forget), onApiEvent('chest-locked', forget), onUnlockedChange(forget)]
  return () => stops.forEach((stop) => stop())
}

/**
 * Searches while the user types, debounced, if the term changed or its results are outdated. Typing aborts
 * the request in flight. No request is made while the results would not be visible.
 * @param isNarrowed whether to search only the chests of the current bank
 */
export function useSearch(text: string, isSeen: boolean, isNarrowed: boolean): Searched {
  const term = termOf(text)
  const [found, setFound] = useState<Searched['found']>(null)
  const [isLost, setLost] = useState(false)
  const [tries, setTries] = useState(0)
  const [known, setKnown] = useState({ term, isNarrowed })
  if (term !== known.term || isNarrowed !== known.isNarrowed) {
    setKnown({ term, isNarrowed })
    setLost(false)
    // The term is complete where only the chests changed: no delay.
    setTries(term === known.term ? 1 : 0)
    if (term === null) setFound(null)
  }
  const isAnswered = term === null || (found?.term === term && found.isNarrowed === isNarrowed)
  const isWanted = isSeen && !isAnswered

  const retry = useCallback(() => {
    setFound(null)
    setLost(false)
    setTries((count) => count + 1)
  }, [])
  useEffect(() => onOutdated(retry), [retry])
  useEffect(() => {
    if (!isWanted) return undefined
    const stop = new AbortController()
    const ask = async () => {
      try {
        const results = await call(search.find, {
          body: { search: term, type: '', ...(isNarrowed && { bank: 'current' as const }) },
          signal: stop.signal,
        })
        if (stop.signal.aborted) return
        setFound({ term, isNarrowed, results })
        setLost(false)
      } catch {
        if (stop.signal.aborted) return
        setFound(null)
        setLost(true)
      }
    }
    const timer = setTimeout(() => void ask(), tries > 0 ? 0 : debounces.globalSearch)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [term, isNarrowed, tries, isWanted])

  return {
    found,
    isBusy: isWanted && !isLost,
    isFailed: isLost,
    retry,
  }
}
