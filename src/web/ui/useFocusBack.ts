import { useEffect, useRef } from 'react'
import type { RowKey } from './useRovingRows.ts'

/** The time that a closing dialog takes to give the focus back by itself: milliseconds. */
const patience = 50

/**
 * Gives the focus to a row once the dialog about it has closed: the menu that opened the dialog is gone, so the
 * dialog cannot. `key` is the row's while the dialog is open.
 */
export function useFocusBack(key: RowKey | null): void {
  const last = useRef<RowKey | null>(null)
  useEffect(() => {
    const row = last.current
    last.current = key
    if (key !== null || row === null) return undefined
    const timer = setTimeout(() => {
      if (document.activeElement !== null && document.activeElement !== document.body) return
      const rowOf = (selector: string) => document.querySelector<HTMLElement>(selector)
      const back = rowOf(`[data-row="${row}"]`) ?? rowOf('[data-row][tabindex="0"]')
      back?.focus({ preventScroll: true })
    }, patience)
    return () => clearTimeout(timer)
  }, [key])
}
