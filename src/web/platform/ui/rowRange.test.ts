import { describe, expect, it } from 'vitest'
import { extendedTo, toggled, type RowRange } from './rowRange.ts'

const rows = ['a', 'b', 'c', 'd', 'e', 'f']
const none: RowRange = { keys: new Set(), anchor: null, span: [] }
const chosen = ({ keys }: RowRange) =>
  [...keys]
    .map(String)
    .toSorted((one, other) => one.localeCompare(other))
    .join('')
/** Presses in sequence: a letter toggles its row, a capital extends the range to it. */
const after = (presses: string, start: string | null = null) =>
  presses.split('').reduce<RowRange>((now, press) => {
    const key = press.toLowerCase()
    return press === key ? toggled(now, key) : extendedTo(now, rows, start, key)
  }, none)

describe('a selection of rows', () => {
  it('toggles single rows', () => {
    expect(chosen(after('bd'))).toBe('bd')
    expect(chosen(after('bdb'))).toBe('d')
  })

  it('extends from the last toggled row, downwards or upwards', () => {
    expect(chosen(after('bD'))).toBe('bcd')
    expect(chosen(after('dB'))).toBe('bcd')
    expect(chosen(after('afD'))).toBe('adef')
  })

  it('replaces the former range by a new one, and keeps rows toggled separately', () => {
    expect(chosen(after('cEA'))).toBe('abc')
    expect(chosen(after('fbDC'))).toBe('bcf')
  })

  it('begins at the focused row without an anchor, or when the anchor is no longer listed', () => {
    expect(chosen(after('D', 'b'))).toBe('bcd')
    expect(chosen(after('D'))).toBe('d')
    const elsewhere: RowRange = { keys: new Set(['z']), anchor: 'z', span: [] }
    expect(chosen(extendedTo(elsewhere, rows, 'e', 'f'))).toBe('efz')
  })

  it('leaves the former set unchanged', () => {
    const before = new Set(['a'])
    toggled({ keys: before }, 'a')
    extendedTo({ keys: before, anchor: 'a', span: [] }, rows, null, 'c')
    expect([...before]).toEqual(['a'])
  })
})
