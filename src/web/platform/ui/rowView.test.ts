import { describe, expect, it } from 'vitest'
import { nextView, rowsAt, rowsMade, type RowView } from './rowView.ts'

const start: RowView = { first: 0, last: 16, page: 16 }

describe('the rows that a table renders', () => {
  it('are the visible ones, then all of a page of the usual size', () => {
    expect(rowsMade(start, 26, [])).toHaveLength(16)
    const next = nextView(start, 26, { first: -5, last: 15 })
    expect(rowsMade(next, 26, [])).toHaveLength(26)
    expect(nextView(next, 26, { first: -5, last: 15 })).toBe(next)
  })

  it('are, of a long page, the visible ones and some above and below', () => {
    const top = nextView(start, 101, { first: -5, last: 15 })
    expect(rowsMade(top, 101, [])).toEqual(Array.from({ length: 40 }, (_, index) => index))
    const middle = rowsMade(nextView(top, 101, { first: 50, last: 66 }), 101, [])
    expect([middle[0], middle.at(-1)]).toEqual([36, 77])
    const end = rowsMade(nextView(top, 101, { first: 90, last: 106 }), 101, [])
    expect(end.at(-1)).toBe(100)
    expect(end.length).toBeLessThan(50)
  })

  it('are the same after a small scroll', () => {
    const view = nextView(start, 101, { first: 50, last: 66 })
    expect(nextView(view, 101, { first: 51, last: 66 })).toMatchObject({ first: 36, last: view.last })
  })

  it('include the active and the selected row wherever they are, in order', () => {
    const view = nextView(start, 101, { first: 60, last: 76 })
    const made = rowsMade(view, 101, [2, 99, 70, -1])
    expect([made[0], made.at(-1)]).toEqual([2, 99])
    expect(made.filter((index) => index === 70)).toHaveLength(1)
  })

  it('are the visible ones with different heights as well', () => {
    const heights = Array.from({ length: 101 }, (_, index) => 80 + (index % 3) * 20)
    expect(rowsAt(heights, 50, 740)).toEqual({ first: 0, last: 8 })
    expect(rowsAt(heights, -5000, 740)).toEqual({ first: 50, last: 58 })
    expect(rowsAt(heights, -9999, 740)).toEqual({ first: 100, last: 101 })
    expect(rowsMade(nextView(start, 101, rowsAt(heights, -5000, 740)), 101, []).length).toBeLessThan(60)
  })

  it('are all rows, in steps, when visibility is unknown', () => {
    let view = start
    const counts: number[] = []
    for (let round = 0; round < 6; round += 1) {
      view = nextView(view, 101, null)
      counts.push(rowsMade(view, 101, []).length)
    }
    expect(counts).toEqual([40, 64, 88, 101, 101, 101])
  })

  it('end with a list that has become shorter', () => {
    expect(rowsMade({ first: 60, last: 100, page: 16 }, 50, [])).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 10),
    )
    expect(rowsMade({ first: 60, last: 100, page: 16 }, 0, [])).toEqual([])
  })
})
