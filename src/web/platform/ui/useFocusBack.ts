import { useEffect, useRef } from 'react'
import type { RowKey } from './useRovingRows.ts'

/** The delays in milliseconds after which a closing dialog has returned the focus, usually and at most. */
const patience = [50, 250] as const

const elementAt = (selector: string) => document.querySelector<HTMLElement>(selector)

/** Calls back after both delays. Returns the function that cancels it. */
export function afterSettling(action: () => void): () => void {
  const timers = patience.map((milliseconds) => setTimeout(action, milliseconds))
  return () => timers.forEach(clearTimeout)
}

/** Returns whether no element has the focus: the focused one was removed. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Moves a lost focus to a row, else to the table's current row, else to the content of the page. */
export function focusRow(row: RowKey | null): void {
  if (!isFocusLost()) return
  const named = row === null ? null : elementAt(`[data-row="${row}"]`)
  const back = named ?? elementAt('[data-row][tabindex="0"]') ?? elementAt('main')
  back?.focus({ preventScroll: true })
}

/**
 * Returns the focus to a row once its dialog has closed: the menu that opened the dialog was unmounted, so
 * the dialog cannot. `key` is the row's while the dialog is open.
 */
export function useFocusBack(key: RowKey | null): void {
  const last = useRef<RowKey | null>(null)
  useEffect(() => {
    const row = last.current
    last.current = key
    if (key !== null || row === null) return undefined
    return afterSettling(() => focusRow(row))
  }, [key])
}

/**
 * Call before the list entry with the focused button is removed. After the refetch, call the returned
 * function: it focuses the button of the next entry, else of the last one, else the heading of the section.
 */
export function leaveEntry(): () => void {
  const button = document.activeElement
  const section = button?.closest('section') ?? null
  const buttons = () => [...(section?.querySelectorAll<HTMLElement>('li button') ?? [])]
  const index = buttons().findIndex((one) => one === button)
  return () =>
    void afterSettling(() => {
      if (!isFocusLost()) return
      const left = buttons()
      const next = left[index] ?? left.at(-1) ?? section?.querySelector<HTMLElement>('h2')
      next?.focus()
    })
}
