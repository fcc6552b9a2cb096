import { useEffect, useState } from 'react'
import { search } from '#contract/vault/search.ts'
import { debounces } from '#domain/platform/limits.ts'
import { termOf } from '#domain/vault/search.ts'
import { call } from '#web/platform/api/client.ts'
import { onApiEvent } from '#web/platform/api/events.ts'
import { onUnlockedChange } from '#web/platform/api/unlocking.ts'
import type { Results } from './results.ts'

export type Searched = {
  /** What was found, and for which term; kept in sight while the next term is asked for. */
  readonly found: { readonly term: string; readonly results: Results } | null
  readonly isBusy: boolean
  readonly isFailed: boolean
  /** Asks once more for what failed, or was not gone through to the end. */
  readonly retry: () => void
}

/** What an answer may no longer tell the truth after: something was changed, a chest opened or closed. */
function onOutdated(forget: () => void): () => void {
  const stops = [onApiEvent('changed', forget), onApiEvent('chest-locked', forget), onUnlockedChange(forget)]
  return () => stops.forEach((stop) => stop())
}

/**
 * Searches while one types: once typing pauses, and only if the term is another one, or what was found for it may no
 * longer be so. A key that is pressed stops the search that is under way: its answer is not waited for, and never
 * shown. Nothing is asked while the answer would not be seen.
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

  useEffect(
    () =>
      onOutdated(() => {
        setFound(null)
        setFailed(null)
        setTries((count) => count + 1)
      }),
    [],
  )
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
    retry: () => {
      setFound(null)
      setFailed(null)
      setTries((count) => count + 1)
    },
  }
}
