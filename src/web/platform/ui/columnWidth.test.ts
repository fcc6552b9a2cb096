import { describe, expect, it } from 'vitest'
import { boundedWidth, widthByKey } from './columnWidth.ts'

const bounds = { least: 200, most: 560, usual: 272 }

describe('the width of a column', () => {
  it('follows the pointer in whole pixels, and stops at its bounds', () => {
    expect(boundedWidth(300.6, bounds)).toBe(301)
    expect(boundedWidth(-40, bounds)).toBe(200)
    expect(boundedWidth(4_000, bounds)).toBe(560)
  })

  it('goes by steps with the arrows, which stop at the bounds too', () => {
    expect(widthByKey('ArrowRight', 300, bounds)).toBe(316)
    expect(widthByKey('ArrowLeft', 300, bounds)).toBe(284)
    expect(widthByKey('ArrowLeft', 205, bounds)).toBe(200)
    expect(widthByKey('ArrowRight', 555, bounds)).toBe(560)
  })

  it('goes to its ends and back to the usual one by a key each', () => {
    expect(['Home', 'End', 'Enter'].map((key) => widthByKey(key, 333, bounds))).toEqual([200, 560, 272])
  })

  it('is left alone by other keys', () => {
    for (const key of ['ArrowUp', 'a', 'Escape', 'Tab']) expect(widthByKey(key, 333, bounds)).toBeUndefined()
  })
})
