import { describe, expect, it } from 'vitest'
import { createTypeAhead } from './typeAhead.ts'

const names = ['Réseau', 'Sites', 'Services', 'Wi-Fi', 'École']
const list = (active: number) => ({
  count: names.length,
  nameAt: (index: number) => names[index] ?? '',
  active,
})
/** Types letters from an active name, with pauses in milliseconds. @returns the name that they lead to */
function type(active: number, letters: string, pause = 100): string | undefined {
  const find = createTypeAhead()
  let index = active
  for (const [place, letter] of letters.split('').entries()) {
    const found = find(letter, place * pause, list(index))
    if (found < 0) return undefined
    index = found
  }
  return names[index]
}

describe('typing in a list', () => {
  it('leads to the next name that begins with the letters, wrapping around', () => {
    expect(type(0, 's')).toBe('Sites')
    expect(type(3, 'r')).toBe('Réseau')
    expect(type(0, 'SE')).toBe('Services')
  })

  it('ignores case and accents', () => {
    expect(type(0, 'ec')).toBe('École')
    expect(type(1, 'RÉ')).toBe('Réseau')
  })

  it('leads on with the same letter again, and starts again after a pause', () => {
    expect(type(0, 'ss')).toBe('Services')
    expect(type(0, 'sss')).toBe('Sites')
    expect(type(0, 'sw', 600)).toBe('Wi-Fi')
  })

  it('finds nothing when no name begins with the letters', () => {
    expect(type(0, 'x')).toBeUndefined()
    expect(createTypeAhead()('x', 0, { count: 0, nameAt: () => '', active: -1 })).toBe(-1)
  })
})
