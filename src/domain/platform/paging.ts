import { paging } from './limits.ts'

/** A position in a list, as in every paged reply. */
export type PagePosition = { offset: number; limit: number; total: number }

/** The elements of the pager from left to right. `page` counts from 1. */
export type PagerElement =
  | { kind: 'first' | 'previous' | 'next' | 'last'; page: number }
  | { kind: 'number'; page: number; current: boolean }

/**
 * Returns whether the three numbers are a valid position. For an invalid one the screen logs and shows
 * nothing.
 */
export const isPagePosition = ({ offset, limit, total }: PagePosition): boolean =>
  Number.isSafeInteger(offset) &&
  Number.isSafeInteger(limit) &&
  Number.isSafeInteger(total) &&
  offset >= 0 &&
  limit > 0 &&
  total >= 0

/** Returns the number of pages that `total` rows fill, 0 for an empty list. */
export const pageCount = (total: number, limit: number): number => Math.ceil(total / limit)

/** Returns a typed page number clamped to 1 … `pages`; 1 for NaN. */
export function clampPage(page: number, pages: number): number {
  if (Number.isNaN(page)) return 1
  return Math.min(Math.max(1, Math.trunc(page)), Math.max(1, pages))
}

/** Returns the page, from 1, that contains the row at `offset`. */
export const pageOfOffset = (offset: number, limit: number): number => Math.floor(offset / limit) + 1

/** Returns the offset at which a page, from 1, starts. */
export const offsetOfPage = (page: number, limit: number): number => (page - 1) * limit

/**
 * Returns the elements of the pager: first, previous, up to five numbers around the current one, next, last.
 * The list is empty for a single page, and null for an invalid position.
 */
export function pagerElements(position: PagePosition): PagerElement[] | null {
  if (!isPagePosition(position)) return null
  const pages = pageCount(position.total, position.limit)
  if (pages <= 1) return []
  const current = clampPage(pageOfOffset(position.offset, position.limit), pages)

  const shown = Math.min(paging.pagerNumbers, pages)
  const start = Math.min(Math.max(1, current - Math.floor(shown / 2)), pages - shown + 1)
  const numbers = Array.from({ length: shown }, (_, index): PagerElement => {
    const page = start + index
    return { kind: 'number', page, current: page === current }
  })
  const before: PagerElement[] = [
    { kind: 'first', page: 1 },
    { kind: 'previous', page: current - 1 },
  ]
  const after: PagerElement[] = [
    { kind: 'next', page: current + 1 },
    { kind: 'last', page: pages },
  ]
  return [...(current > 1 ? before : []), ...numbers, ...(current < pages ? after : [])]
}
