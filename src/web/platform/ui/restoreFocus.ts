import { useEffect, useRef } from 'react'
import type { RowKey } from './useRovingRows.ts'

/** How long to wait for the target of the focus, in milliseconds. */
const patience = 10_000
const inputs = ['keydown', 'pointerdown', 'wheel'] as const

/** Returns the element to focus, or null while it is not rendered. */
export type FindTarget = () => HTMLElement | null | undefined

/**
 * Calls `attempt` immediately, then once a frame until it returns true, ten seconds have passed, or the user
 * presses a key, a button or scrolls.
 * @returns the function that stops it
 */
export function retryUntilInput(attempt: () => boolean): () => void {
  const ended = new AbortController()
  const stop = () => ended.abort()
  for (const name of inputs) window.addEventListener(name, stop, { capture: true, signal: ended.signal })
  const until = performance.now() + patience
  const look = (): void => {
    if (ended.signal.aborted) return
    if (attempt() || performance.now() >= until) stop()
    else requestAnimationFrame(look)
  }
  look()
  return stop
}

/**
 * Moves a lost focus to the element that `find` returns, as soon as it is rendered.
 * @param takesFrom selector of elements from which the focus is moved as well
 * @returns the function that stops it
 */
export function restoreFocus(find: FindTarget, takesFrom?: string): () => void {
  let frames = 0
  return retryUntilInput(() => {
    const { activeElement: active } = document
    const isFree =
      active === null || active === document.body || (takesFrom !== undefined && active.matches(takesFrom))
    // A closing dialog restores the focus itself, in the frame after its removal: its choice has priority.
    frames = isFree ? frames + 1 : 0
    const target = frames > 2 ? find() : null
    target?.focus({ preventScroll: true })
    return target != null && document.activeElement === target
  })
}

export const findRow = (key: RowKey): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(String(key))}"]`)

/** Returns the table's current row, or else the content of the page. */
export const findActiveRow: FindTarget = () =>
  document.querySelector<HTMLElement>('[data-row][tabindex="0"]') ??
  document.querySelector<HTMLElement>('main')

/**
 * Restores the focus after a dialog whose opener was unmounted, such as a menu entry: to the dialog's row,
 * else to the current row, else to the page.
 * @param opened the row's key while the dialog is open, true when it concerns no row, null while it is closed
 */
export function useRestoreFocus(opened: RowKey | true | null): void {
  const last = useRef<RowKey | true | null>(null)
  useEffect(() => {
    const closed = last.current
    last.current = opened
    if (opened !== null || closed === null) return undefined
    return restoreFocus(() => (closed === true ? null : findRow(closed)) ?? findActiveRow())
  }, [opened])
}

/**
 * Call before the list entry with the focused button is removed. The focus moves to the button of the next
 * entry, else of the last one, else to the heading of the section.
 */
export function restoreFocusInList(): void {
  const button = document.activeElement
  const section = button?.closest('section') ?? null
  const buttons = () => [...(section?.querySelectorAll<HTMLElement>('li button') ?? [])]
  const index = buttons().findIndex((one) => one === button)
  restoreFocus(() => buttons()[index] ?? buttons().at(-1) ?? section?.querySelector<HTMLElement>('h2'))
}
