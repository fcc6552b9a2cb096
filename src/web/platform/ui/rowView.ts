/** The range of rendered rows (`last` exclusive), and the number of rows that fit on the screen. */
export type RowView = { first: number; last: number; page: number }

/** Lists up to this length are rendered whole: a page of the usual size, and some more. */
const whole = 40
/** Returns whether a list of this length is virtualised. */
export const isLong = (total: number): boolean => total > whole
/** The number of rows rendered above and below the visible ones. */
const margin = 12
/** The range is rounded to steps, so that a small scroll renders nothing. */
const step = 6

const down = (index: number) => Math.max(0, Math.floor(index / step) * step)
const up = (index: number) => Math.ceil(index / step) * step

/**
 * Returns the next range; the same object when it is unchanged.
 * @param seen the visible rows, which may begin before the first and end beyond the last; null when unknown:
 * all rows are then rendered, in steps
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
 * Returns the visible rows of different heights, `last` exclusive.
 * @param heights of each row, measured or estimated
 * @param top of the first row, from the top of the screen
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
 * Returns the indexes of the rendered rows, in order.
 * @param kept rows that are always rendered, -1 for none
 */
export function rowsMade(
  { first: from, last: to }: RowView,
  total: number,
  kept: readonly number[],
): number[] {
  const last = Math.min(to, total)
  // The list may have shrunk below the range.
  const first = Math.min(from, Math.max(0, last - (to - from)))
  const made = new Set(Array.from({ length: last - first }, (_, index) => first + index))
  for (const index of kept) if (index >= 0) made.add(index)
  return [...made].toSorted((one, other) => one - other)
}
