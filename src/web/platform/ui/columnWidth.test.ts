import { describe, expect, it } from 'vitest'
import { boundedWidth, widthByKey } from './columnWidth.ts'

const bounds = { least: 200, most: 560, usual: 272 }

describe('the width of a column', () => {
  it('follows the pointer in whole pixels, within its bounds', () => {
    expect(boundedWidth(300.6, bounds)).toBe(301)
    expect(boundedWidth(-40, bounds)).toBe(200)
    expect(boundedWidth(4_000, bounds)).toBe(560)
  })

  it('changes in steps by arrow keys, within its bounds', () => {
    expect(widthByKey('ArrowRight', 300, bounds)).toBe(316)
    expect(widthByKey('ArrowLeft', 300, bounds)).toBe(284)
    expect(widthByKey('ArrowLeft', 205, bounds)).toBe(200)
    expect(widthByKey('ArrowRight', 555, bounds)).toBe(560)
  })

  it('has keys for its minimum, its maximum and its default', () => {
    expect(['Home', 'End', 'Enter'].map((key) => widthByKey(key, 333, bounds))).toEqual([200, 560, 272])
  })

  it('ignores other keys', () => {
    for (const key of ['ArrowUp', 'a', 'Escape', 'Tab']) expect(widthByKey(key, 333, bounds)).toBeUndefined()
  })
})
