import { useEffect, useRef, useState, type RefObject } from 'react'
import { isLong, nextView, rowsAt, rowsMade, type RowView } from './rowView.ts'
import type { RowKey } from './useRovingRows.ts'
import { useSteady } from './useSteady.ts'

/** The least height of a row, in pixels. */
const least = 40

/** The heights of all rows, where they differ: as far as they are known, else the mean; null where all are `--row`. */
type Heights = readonly number[] | null
type Shown<Row> = { rows: readonly Row[] | null; view: RowView; heights: Heights }

/** Whether these are other rows, not the same after a change of some of them. */
function areOthers<Row>(former: readonly Row[], rows: readonly Row[], keyOf: (row: Row) => RowKey): boolean {
  const keys = new Set(former.map(keyOf))
  return rows.filter((row) => keys.has(keyOf(row))).length * 2 < rows.length
}

const linesIn = (body: HTMLElement) => [
  ...body.querySelectorAll<HTMLElement>(':scope > :is([data-row], [data-line])'),
]

/** Measures the rows that are there, and says how high all are: rows of a table the same, cards and lines as they come. */
function measure(body: HTMLElement, known: Map<string, number>, keys: readonly RowKey[]): Heights {
  if (getComputedStyle(body).display === 'table-row-group') return null
  for (const line of linesIn(body))
    known.set(line.dataset['row'] ?? line.dataset['line'] ?? '', line.getBoundingClientRect().height)
  const found = keys.map((key) => known.get(String(key)))
  const told = found.filter((height) => height !== undefined)
  const mean = told.reduce((sum, height) => sum + height, 0) / Math.max(1, told.length)
  return found.map((height) => height ?? mean)
}

/** Rows that are in sight of a list's body; null where it is not shown. */
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
 * Which rows of a table, or lines of a list, are made, by their index. Those that the screen can show come at once, so that one need not
 * wait for the others; a page of the usual size follows whole, so that the browser's own search finds all of it, and of
 * a longer one what is in sight, with some above and below.
 * @param body holds the rows, which carry `data-row` or `data-line`, their key
 * @param isWhole all of them, in any case
 * @param kept rows that are made wherever they are, -1 for none
 */
export function useRowsInSight<Row>(
  body: RefObject<HTMLElement | null>,
  rows: readonly Row[] | null,
  keyOf: (row: Row) => RowKey,
  { isWhole, kept }: { isWhole: boolean; kept: readonly number[] },
): { made: readonly number[]; spaceOf: (first: number, end: number) => string } {
  const isServer = typeof window === 'undefined'
  const [{ rows: former, view, heights }, setShown] = useState<Shown<Row>>(() => {
    const page = isServer ? 0 : Math.ceil(window.innerHeight / least)
    return { rows: null, view: { first: 0, last: page, page }, heights: null }
  })
  if (!isServer && rows !== former) {
    const isNew = rows !== null && (former === null || areOthers(former, rows, keyOf))
    setShown({ rows, view: isNew ? { ...view, first: 0, last: view.page } : view, heights })
  }
  const total = rows?.length ?? 0
  const steady = useSteady({ keyOf })
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
    // Once what is there has been painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(look)
    })
    // Whatever scrolls around the table.
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
    /** How high those that are not made would stand, from one up to another without it. */
    spaceOf: (first, end) =>
      heights === null
        ? `calc(${end - first} * var(--row))`
        : `${heights.slice(first, end).reduce((sum, height) => sum + height, 0)}px`,
  }
}
