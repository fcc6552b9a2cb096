import { useEffect, useState, type RefObject } from 'react'
import { nextView, rowsMade, type RowView } from './rowView.ts'
import type { RowKey } from './useRovingRows.ts'

/** The least height of a row, in pixels. */
const least = 40

type Shown<Row> = { rows: readonly Row[] | null; view: RowView }

/** Whether these are other rows, not the same after a change of some of them. */
function areOthers<Row>(former: readonly Row[], rows: readonly Row[], keyOf: (row: Row) => RowKey): boolean {
  const keys = new Set(former.map(keyOf))
  return rows.filter((row) => keys.has(keyOf(row))).length * 2 < rows.length
}

/** Rows that are in sight of a table's body; null where rows are cards, whose heights differ. */
function seenIn(body: HTMLElement): { first: number; last: number } | null {
  const height = body.querySelector('[data-row]')?.getBoundingClientRect().height ?? 0
  if (height === 0 || getComputedStyle(body).display === 'block') return null
  const { top } = body.getBoundingClientRect()
  return { first: Math.floor(-top / height), last: Math.ceil((window.innerHeight - top) / height) }
}

/**
 * Which rows of a table are made, by their index. Those that the screen can show come at once, so that one need not
 * wait for the others; a page of the usual size follows whole, so that the browser's own search finds all of it, and of
 * a longer one what is in sight, with some above and below.
 * @param isWhole all of them, in any case
 * @param kept rows that are made wherever they are, -1 for none
 */
export function useRowsInSight<Row>(
  body: RefObject<HTMLElement | null>,
  rows: readonly Row[] | null,
  keyOf: (row: Row) => RowKey,
  { isWhole, kept }: { isWhole: boolean; kept: readonly number[] },
): readonly number[] {
  const isServer = typeof window === 'undefined'
  const [{ rows: former, view }, setShown] = useState<Shown<Row>>(() => {
    const page = isServer ? 0 : Math.ceil(window.innerHeight / least)
    return { rows: null, view: { first: 0, last: page, page } }
  })
  if (!isServer && rows !== former) {
    const isNew = rows !== null && (former === null || areOthers(former, rows, keyOf))
    setShown({ rows, view: isNew ? { ...view, first: 0, last: view.page } : view })
  }
  const total = rows?.length ?? 0
  const isMade = isServer || isWhole || total === 0

  useEffect(() => {
    if (isMade) return undefined
    const look = () => {
      const seen = body.current === null ? null : seenIn(body.current)
      setShown((shown) => {
        const next = nextView(shown.view, total, seen)
        return next === shown.view ? shown : { ...shown, view: next }
      })
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    // Once what is there has been painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(look)
    })
    // Whatever scrolls around the table.
    const options = { capture: true, passive: true }
    document.addEventListener('scroll', look, options)
    window.addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      document.removeEventListener('scroll', look, options)
      window.removeEventListener('resize', look)
    }
  }, [body, isMade, total, rows, view.last])

  return isMade ? Array.from({ length: total }, (_, index) => index) : rowsMade(view, total, kept)
}
