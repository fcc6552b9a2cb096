import { afterEach, beforeEach, vi } from 'vitest'

/** Gives the tests of a file the browser's storage, empty for each of them; answers what it keeps. */
export function keptInMemory(storage: 'localStorage' | 'sessionStorage'): ReadonlyMap<string, string> {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    vi.stubGlobal(storage, {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  })
  afterEach(() => vi.unstubAllGlobals())
  return kept
}
