import { useEffect, useRef } from 'react'
import type { RowKey } from './useRovingRows.ts'

/** After the time that a closing dialog takes to give the focus back by itself, and once more if that was slow. */
const patience = [50, 250] as const

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
    const giveBack = () => {
      if (document.activeElement !== null && document.activeElement !== document.body) return
      const rowOf = (selector: string) => document.querySelector<HTMLElement>(selector)
      const back = rowOf(`[data-row="${row}"]`) ?? rowOf('[data-row][tabindex="0"]')
      back?.focus({ preventScroll: true })
    }
    const timers = patience.map((milliseconds) => setTimeout(giveBack, milliseconds))
    return () => timers.forEach(clearTimeout)
  }, [key])
}
