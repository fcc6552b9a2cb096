import { useEffect, useState } from 'react'
import type { RowKey } from './useRovingRows.ts'

/** Rows that are added at a time; a page of the usual size, with a way back, is there at once. */
const [step, usual] = [25, 26]
/** The least height of a row, in pixels. */
const height = 40

type Filled<Row> = { rows: readonly Row[] | null; count: number }

/** Rows that fill the screen, if the table were all of it. */
const inSight = () => Math.max(usual, Math.ceil(window.innerHeight / height))

/** Whether these are other rows, not the same after a change of some of them. */
function areOthers<Row>(former: readonly Row[], rows: readonly Row[], keyOf: (row: Row) => RowKey): boolean {
  const keys = new Set(former.map(keyOf))
  return rows.filter((row) => keys.has(keyOf(row))).length * 2 < rows.length
}

/**
 * How many of the rows are there: those that the screen can show come at once, so that one need not wait for the
 * others, which follow frame by frame. All of them are there in the end: the browser's own search finds them.
 * @param wanted a row that must be there, -1 for none
 */
export function useFilling<Row>(
  rows: readonly Row[] | null,
  keyOf: (row: Row) => RowKey,
  { isStatic, wanted }: { isStatic: boolean; wanted: number },
): { count: number; fill: () => void } {
  // The server renders at once what is never rendered again.
  const isWhole = isStatic || typeof window === 'undefined'
  const [{ rows: former, count }, setFilled] = useState<Filled<Row>>({ rows: null, count: 0 })
  if (!isWhole && rows !== former) {
    const isNew = rows !== null && (former === null || areOthers(former, rows, keyOf))
    setFilled({ rows, count: isNew ? inSight() : count })
  }
  const total = rows?.length ?? 0
  const isFilling = !isWhole && count < total
  useEffect(() => {
    if (!isFilling) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    // Once what is there has been painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setFilled((filled) => ({ ...filled, count: filled.count + step })))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isFilling, count])
  return {
    count: isWhole ? total : Math.min(total, Math.max(count, wanted + 1)),
    fill: () => isFilling && setFilled({ rows, count: total }),
  }
}
