/** The rows of a table that are made, from the first up to the last without it, and how many the screen shows. */
export type RowView = { first: number; last: number; page: number }

/** As many rows are made whole: a page of the usual size, and some. More are made where they are in sight. */
const whole = 40
/** Whether not all of so many rows need be there. */
export const isLong = (total: number): boolean => total > whole
/** Rows kept ready above and below what is in sight. */
const margin = 12
/** Rows are counted in steps, so that a small scroll makes none. */
const step = 6

const down = (index: number) => Math.max(0, Math.floor(index / step) * step)
const up = (index: number) => Math.ceil(index / step) * step

/**
 * What is to be made next; the same object when that is there already.
 * @param seen the rows in sight, which may begin before the first and end beyond the last; null where that cannot be
 *   told: all of them are made then, some at a time
 */
export function nextView(
  former: RowView,
  total: number,
  seen: { first: number; last: number } | null,
): RowView {
  const next = { ...former }
  if (seen !== null) next.page = seen.last - Math.max(0, seen.first) + 1
  if (seen === null || !isLong(total)) {
    next.first = 0
    if (former.first > 0 || former.last < total) next.last = former.last + 2 * margin
  } else {
    next.first = down(Math.min(seen.first, total) - margin)
    next.last = Math.max(up(seen.last + margin), next.first + whole)
  }
  const isSame = next.first === former.first && next.last === former.last && next.page === former.page
  return isSame ? former : next
}

/**
 * The rows in sight where heights differ: the one at the top of the screen, and the one beyond its end.
 * @param heights of each row, as it was measured or as it is likely to be
 * @param top where the first begins, from the top of the screen
 */
export function rowsAt(
  heights: readonly number[],
  top: number,
  screen: number,
): { first: number; last: number } {
  let end = top
  let first = 0
  for (const [index, height] of heights.entries()) {
    end += height
    if (end <= 0) first = index + 1
    if (end >= screen) return { first, last: index + 1 }
  }
  return { first, last: heights.length }
}

/**
 * The indexes of the rows that are made, in their order.
 * @param kept rows that are made wherever they are, -1 for none
 */
export function rowsMade(
  { first: from, last: to }: RowView,
  total: number,
  kept: readonly number[],
): number[] {
  const last = Math.min(to, total)
  // The list may have become shorter than where one was.
  const first = Math.min(from, Math.max(0, last - (to - from)))
  const made = new Set(Array.from({ length: last - first }, (_, index) => first + index))
  for (const index of kept) if (index >= 0) made.add(index)
  return [...made].toSorted((one, other) => one - other)
}
