import { describe, expect, it } from 'vitest'
import { defaultNotaExpiry, notaDuration, notaExpiries, notaKeyIn, notaPath } from './nota.ts'

const hour = 3_600_000

describe('the expiries of one-time messages', () => {
  it('are 1 h, 4 h, 1, 3, 7 and 30 days, one day by default [NOTA-02]', () => {
    const hours = notaExpiries.map(({ ms }) => ms / hour)
    expect(hours).toEqual([1, 4, 24, 72, 168, 720])
    expect(notaDuration(defaultNotaExpiry)).toBe(24 * hour)
  })

  it('have ids, and no other id is valid', () => {
    for (const { id, ms } of notaExpiries) expect(notaDuration(id)).toBe(ms)
    for (const wrong of [0, 7, -1, 1.5, Number.NaN]) expect(notaDuration(wrong)).toBeNull()
  })
})

describe('the address of a one-time message', () => {
  const key = 'k'.repeat(43)
  it('has the key in its fragment', () => {
    expect(notaPath('abc')).toBe('/nota/abc')
    expect(notaKeyIn(new URL(notaPath('abc', key), 'https://exemple.fr').hash)).toBe(key)
  })

  it('has no key once it was truncated', () => {
    for (const cut of ['', '#', `#${key.slice(1)}`, `#${key}k`, `#${key.slice(1)}.`, `#${key}\n`])
      expect(notaKeyIn(cut), cut).toBeNull()
  })
})
