import { describe, expect, it } from 'vitest'
import { extendedTo, toggled, type RowRange } from './rowRange.ts'

const rows = ['a', 'b', 'c', 'd', 'e', 'f']
const none: RowRange = { keys: new Set(), anchor: null, span: [] }
const chosen = ({ keys }: RowRange) =>
  [...keys]
    .map(String)
    .toSorted((one, other) => one.localeCompare(other))
    .join('')
/** Presses one after the other: a letter toggles, a capital extends to it. */
const after = (presses: string, start: string | null = null) =>
  presses.split('').reduce<RowRange>((now, press) => {
    const key = press.toLowerCase()
    return press === key ? toggled(now, key) : extendedTo(now, rows, start, key)
  }, none)

describe('several rows', () => {
  it('are taken one by one, and given back by the same press', () => {
    expect(chosen(after('bd'))).toBe('bd')
    expect(chosen(after('bdb'))).toBe('d')
  })

  it('are taken from the row that was last taken alone, downwards or upwards', () => {
    expect(chosen(after('bD'))).toBe('bcd')
    expect(chosen(after('dB'))).toBe('bcd')
    expect(chosen(after('afD'))).toBe('adef')
  })

  it('of a new range take the place of the former one, and spare what was taken apart from it', () => {
    expect(chosen(after('cEA'))).toBe('abc')
    expect(chosen(after('fbDC'))).toBe('bcf')
  })

  it('begin at the row with the focus when none was taken, or the anchor is no longer in sight', () => {
    expect(chosen(after('D', 'b'))).toBe('bcd')
    expect(chosen(after('D'))).toBe('d')
    const elsewhere: RowRange = { keys: new Set(['z']), anchor: 'z', span: [] }
    expect(chosen(extendedTo(elsewhere, rows, 'e', 'f'))).toBe('efz')
  })

  it('leave the former set as it was: who shows the table decides', () => {
    const before = new Set(['a'])
    toggled({ keys: before }, 'a')
    extendedTo({ keys: before, anchor: 'a', span: [] }, rows, null, 'c')
    expect([...before]).toEqual(['a'])
  })
})
