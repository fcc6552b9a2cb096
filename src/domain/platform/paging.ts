import { paging } from './limits.ts'

/** A place in a list, as every paged reply gives it. */
export type PagePosition = { offset: number; limit: number; total: number }

/** What the pager shows, from left to right; `page` counts from 1. */
export type PagerElement =
  | { kind: 'first' | 'previous' | 'next' | 'last'; page: number }
  | { kind: 'number'; page: number; current: boolean }

/** Whether the three numbers make a place in a list at all (the screen logs and shows nothing otherwise). */
export const isPagePosition = ({ offset, limit, total }: PagePosition): boolean =>
  Number.isSafeInteger(offset) &&
  Number.isSafeInteger(limit) &&
  Number.isSafeInteger(total) &&
  offset >= 0 &&
  limit > 0 &&
  total >= 0

/** How many pages `total` rows fill, `limit` a page; 0 for an empty list. */
export const pageCount = (total: number, limit: number): number => Math.ceil(total / limit)

/** A typed page number brought into 1 … `pages`; what is no number becomes 1. */
export function clampPage(page: number, pages: number): number {
  if (Number.isNaN(page)) return 1
  return Math.min(Math.max(1, Math.trunc(page)), Math.max(1, pages))
}

/** The page, from 1, that holds the row at `offset`. */
export const pageOfOffset = (offset: number, limit: number): number => Math.floor(offset / limit) + 1

/** The offset at which a page, from 1, starts. */
export const offsetOfPage = (page: number, limit: number): number => (page - 1) * limit

/**
 * The elements of the pager: first, previous, up to five numbers around the current one, next, last.
 * Empty when there is only one page, and null when the position makes no sense.
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
