import { useEffect, useRef, useState, type RefObject } from 'react'
import { isLong, nextView, rowsAt, rowsMade, type RowView } from './rowView.ts'
import type { RowKey } from './useRovingRows.ts'
import { useStableHandlers } from './useStableHandlers.ts'

/** Returns the height of a table's row in pixels, the least of a line in any list. */
function leastHeight(): number {
  const root = getComputedStyle(document.documentElement)
  return Number.parseFloat(root.getPropertyValue('--row')) * Number.parseFloat(root.fontSize)
}

/** The heights of all rows if they differ, measured or else the mean; null where all are `--row`. */
type Heights = readonly number[] | null
type Shown<Row> = { rows: readonly Row[] | null; view: RowView; heights: Heights }

/** Returns whether these are other rows, not the same after a few changes. */
function areOthers<Row>(former: readonly Row[], rows: readonly Row[], keyOf: (row: Row) => RowKey): boolean {
  const keys = new Set(former.map(keyOf))
  return rows.filter((row) => keys.has(keyOf(row))).length * 2 < rows.length
}

const linesIn = (body: HTMLElement) => [
  ...body.querySelectorAll<HTMLElement>(':scope > :is([data-row], [data-line])'),
]

/** Measures the rendered rows. Returns null in a table, whose rows have the same height. */
function measure(body: HTMLElement, known: Map<string, number>, keys: readonly RowKey[]): Heights {
  if (getComputedStyle(body).display === 'table-row-group') return null
  for (const line of linesIn(body))
    known.set(line.dataset['row'] ?? line.dataset['line'] ?? '', line.getBoundingClientRect().height)
  const found = keys.map((key) => known.get(String(key)))
  const told = found.filter((height) => height !== undefined)
  const mean = told.reduce((sum, height) => sum + height, 0) / Math.max(1, told.length)
  return found.map((height) => height ?? mean)
}

/** Returns the visible rows; null while the list is hidden. */
function seenIn(body: HTMLElement, heights: Heights): { first: number; last: number } | null {
  const height = linesIn(body)[0]?.getBoundingClientRect().height ?? 0
  if (height === 0) return null
  // Some lists scroll themselves.
  const top = body.getBoundingClientRect().top - body.scrollTop
  if (heights !== null) return rowsAt(heights, top, window.innerHeight)
  return { first: Math.floor(-top / height), last: Math.ceil((window.innerHeight - top) / height) }
}

const areSame = (one: Heights, other: Heights): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.length === other.length &&
    one.every((height, index) => height === other[index]))

/**
 * Virtualises a table or list. The rows of the first screen are rendered first. A page of the usual size
 * follows whole, so that the browser's search finds everything; of a longer one only the visible rows and
 * some around.
 * @param body contains the rows, whose `data-row` or `data-line` is their key
 * @param isWhole renders all rows in any case
 * @param kept rows that are always rendered, -1 for none
 * @returns the indexes of the rendered rows, and the height of a gap
 */
export function useVirtualRows<Row>(
  body: RefObject<HTMLElement | null>,
  rows: readonly Row[] | null,
  keyOf: (row: Row) => RowKey,
  { isWhole, kept }: { isWhole: boolean; kept: readonly number[] },
): { made: readonly number[]; spaceOf: (first: number, end: number) => string } {
  const isServer = typeof window === 'undefined'
  const [{ rows: former, view, heights }, setShown] = useState<Shown<Row>>(() => {
    const page = isServer ? 0 : Math.ceil(window.innerHeight / leastHeight())
    return { rows: null, view: { first: 0, last: page, page }, heights: null }
  })
  if (!isServer && rows !== former) {
    const isNew = rows !== null && (former === null || areOthers(former, rows, keyOf))
    setShown({ rows, view: isNew ? { ...view, first: 0, last: view.page } : view, heights })
  }
  const total = rows?.length ?? 0
  const steady = useStableHandlers({ keyOf })
  const known = useRef(new Map<string, number>())
  const isMade = isServer || isWhole || total === 0

  useEffect(() => {
    if (isMade) return undefined
    const keys = isLong(total) ? (rows ?? []).map(steady.keyOf) : []
    const look = () => {
      const element = body.current
      const next = element === null || keys.length === 0 ? null : measure(element, known.current, keys)
      const seen = element === null ? null : seenIn(element, next)
      setShown((shown) => {
        const nextShown = nextView(shown.view, total, seen)
        const isSame = nextShown === shown.view && areSame(next, shown.heights)
        return isSame ? shown : { ...shown, view: nextShown, heights: next }
      })
    }
    const lookAnew = () => {
      known.current.clear()
      look()
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    // After the first rows have been painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(look)
    })
    // Any scroll container around the table.
    const options = { capture: true, passive: true }
    document.addEventListener('scroll', look, options)
    window.addEventListener('resize', lookAnew)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      document.removeEventListener('scroll', look, options)
      window.removeEventListener('resize', lookAnew)
    }
  }, [body, isMade, total, rows, steady, view.first, view.last])

  return {
    made: isMade ? Array.from({ length: total }, (_, index) => index) : rowsMade(view, total, kept),
    /** Returns the height of a range of rows that are not rendered, `end` exclusive. */
    spaceOf: (first, end) =>
      heights === null
        ? `calc(${end - first} * var(--row))`
        : `${heights.slice(first, end).reduce((sum, height) => sum + height, 0)}px`,
  }
}
