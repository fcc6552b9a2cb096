import { useEffect, useRef } from 'react'
import type { RowKey } from './useRovingRows.ts'

/** After the time that a closing dialog takes to give the focus back by itself, and once more if that was slow. */
const patience = [50, 250] as const

const elementAt = (selector: string) => document.querySelector<HTMLElement>(selector)

/** Calls back once things have settled, and again for what was slow; answers how to stop. */
export function afterSettling(action: () => void): () => void {
  const timers = patience.map((milliseconds) => setTimeout(action, milliseconds))
  return () => timers.forEach(clearTimeout)
}

/** The focus stands on nothing: what had it is gone. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Gives a lost focus to a row, else to the table's present one, else to the content of the page. */
export function focusRow(row: RowKey | null): void {
  if (!isFocusLost()) return
  const named = row === null ? null : elementAt(`[data-row="${row}"]`)
  const back = named ?? elementAt('[data-row][tabindex="0"]') ?? elementAt('main')
  back?.focus({ preventScroll: true })
}

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
    return afterSettling(() => focusRow(row))
  }, [key])
}

/**
 * To be called before the entry of a list goes whose button has the focus. The function that it answers, called once
 * the list is read anew, gives the lost focus to the button of the next entry, else to that of the last one, else to
 * the heading of the section.
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
