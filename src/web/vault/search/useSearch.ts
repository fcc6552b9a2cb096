import { useCallback, useEffect, useState } from 'react'
import { search } from '#contract/vault/search.ts'
import { debounces } from '#domain/platform/limits.ts'
import { termOf } from '#domain/vault/search.ts'
import { call } from '#web/platform/api/client.ts'
import { onApiEvent } from '#web/platform/api/events.ts'
import { onUnlockedChange } from '#web/platform/api/unlocking.ts'
import type { Results } from './results.ts'

export type Searched = {
  /** The results and their term. They stay visible while the next term is requested. */
  readonly found: { readonly term: string; readonly results: Results } | null
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
 */
export function useSearch(text: string, isSeen: boolean): Searched {
  const term = termOf(text)
  const [found, setFound] = useState<Searched['found']>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const [known, setKnown] = useState(term)
  if (term !== known) {
    setKnown(term)
    setFailed(null)
    setTries(0)
    if (term === null) setFound(null)
  }
  const isAnswered = term === null || found?.term === term
  const isWanted = isSeen && !isAnswered

  const retry = useCallback(() => {
    setFound(null)
    setFailed(null)
    setTries((count) => count + 1)
  }, [])
  useEffect(() => onOutdated(retry), [retry])
  useEffect(() => {
    if (!isWanted) return undefined
    const stop = new AbortController()
    const ask = async () => {
      try {
        const results = await call(search.find, { body: { search: term, type: '' }, signal: stop.signal })
        if (stop.signal.aborted) return
        setFound({ term, results })
        setFailed(null)
      } catch {
        if (stop.signal.aborted) return
        setFound(null)
        setFailed(term)
      }
    }
    const timer = setTimeout(() => void ask(), tries > 0 ? 0 : debounces.globalSearch)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [term, tries, isWanted])

  return {
    found,
    isBusy: isWanted && failed !== term,
    isFailed: failed !== null && failed === term,
    retry,
  }
}
