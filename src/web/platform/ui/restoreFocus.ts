import { useEffect, useRef } from 'react'
import type { RowKey } from './useRovingRows.ts'

/** How long what takes the focus may need to appear, in milliseconds. */
const patience = 10_000
const inputs = ['keydown', 'pointerdown', 'wheel'] as const

/** Finds the element that takes the focus; null while there is none. */
export type FindTarget = () => HTMLElement | null | undefined

/**
 * Calls `attempt` at once, then once a frame until it returns true, until ten seconds have passed, or until the person presses a
 * key, a button or scrolls.
 * @returns stops it
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
 * Moves a lost focus to the element that `find` returns, as soon as there is one.
 * @param takesFrom selector of elements that lose the focus to it as well
 * @returns stops it
 */
export function restoreFocus(find: FindTarget, takesFrom?: string): () => void {
  let frames = 0
  return retryUntilInput(() => {
    const { activeElement: active } = document
    const isFree =
      active === null || active === document.body || (takesFrom !== undefined && active.matches(takesFrom))
    // A closing dialog restores the focus itself, in the frame after it is removed: its choice comes first.
    frames = isFree ? frames + 1 : 0
    const target = frames > 2 ? find() : null
    target?.focus({ preventScroll: true })
    return target != null && document.activeElement === target
  })
}

export const findRow = (key: RowKey): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(String(key))}"]`)

/** The row that Tab reaches, else the content of the page. */
export const findActiveRow: FindTarget = () =>
  document.querySelector<HTMLElement>('[data-row][tabindex="0"]') ??
  document.querySelector<HTMLElement>('main')

/**
 * Restores the focus once a dialog has closed whose opener is gone, as the entry of a menu is: to the row that the
 * dialog was about, else to the active row, else to the page.
 * @param opened the row's key while the dialog is open, true when it is about no row; null while it is closed
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
 * To be called before a list loses the entry whose button has the focus. The button of the next entry takes it, else
 * that of the last one, else the heading of the section.
 */
export function restoreFocusInList(): void {
  const button = document.activeElement
  const section = button?.closest('section') ?? null
  const buttons = () => [...(section?.querySelectorAll<HTMLElement>('li button') ?? [])]
  const index = buttons().findIndex((one) => one === button)
  restoreFocus(() => buttons()[index] ?? buttons().at(-1) ?? section?.querySelector<HTMLElement>('h2'))
}
