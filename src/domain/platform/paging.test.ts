import { describe, expect, it } from 'vitest'
import {
  clampPage,
  offsetOfPage,
  pageCount,
  pageOfOffset,
  pagerElements,
  type PagerElement,
} from './paging.ts'

const marks = { first: '«', previous: '‹', next: '›', last: '»' } as const
const draw = (elements: PagerElement[] | null) =>
  elements
    ?.map((element) =>
      element.kind === 'number'
        ? element.current
          ? `[${element.page}]`
          : `${element.page}`
        : marks[element.kind],
    )
    .join(' ')
const pager = (page: number, pages: number) =>
  draw(pagerElements({ offset: (page - 1) * 25, limit: 25, total: pages * 25 }))

describe('paging', () => {
  it('rounds the number of pages up [PAGI-01]', () => {
    expect([0, 1, 25, 26, 100, 101].map((total) => pageCount(total, 25))).toEqual([0, 1, 1, 2, 4, 5])
  })

  it('has no pager for one page or none [PAGI-02]', () => {
    expect(pagerElements({ offset: 0, limit: 25, total: 25 })).toEqual([])
    expect(pagerElements({ offset: 0, limit: 25, total: 0 })).toEqual([])
  })

  it('has up to five numbers around the current page, and only steps to other pages [PAGI-04] [PAGI-05]', () => {
    expect(pager(1, 2)).toBe('[1] 2 › »')
    expect(pager(2, 2)).toBe('« ‹ 1 [2]')
    expect(pager(1, 9)).toBe('[1] 2 3 4 5 › »')
    expect(pager(2, 9)).toBe('« ‹ 1 [2] 3 4 5 › »')
    expect(pager(5, 9)).toBe('« ‹ 3 4 [5] 6 7 › »')
    expect(pager(8, 9)).toBe('« ‹ 5 6 7 [8] 9 › »')
    expect(pager(9, 9)).toBe('« ‹ 5 6 7 8 [9]')
  })

  it('has the last page as current for an offset beyond the end', () => {
    expect(pager(40, 3)).toBe('« ‹ 1 2 [3]')
  })

  it('clamps a typed page number between the first and the last [PAGI-06]', () => {
    expect([0, -3, 1, 4, 5, 99, 2.9, Number.NaN, Infinity].map((page) => clampPage(page, 4))).toEqual([
      1, 1, 1, 4, 4, 4, 2, 1, 4,
    ])
    expect(clampPage(3, 0)).toBe(1)
  })

  it('has no pager for invalid numbers [PAGI-08]', () => {
    for (const position of [
      { offset: -1, limit: 25, total: 60 },
      { offset: 0, limit: 0, total: 60 },
      { offset: 0, limit: 25, total: Number.NaN },
      { offset: 0.5, limit: 25, total: 60 },
    ]) {
      expect(pagerElements(position)).toBeNull()
    }
  })

  it('converts a page to an offset and back', () => {
    expect([1, 2, 7].map((page) => pageOfOffset(offsetOfPage(page, 25), 25))).toEqual([1, 2, 7])
    expect(pageOfOffset(49, 25)).toBe(2)
  })
})
