import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

export type RowKey = string | number

/** The steps of the keys that move between rows. Infinity moves to the end. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
}
const stops = 'button, a[href], input, [tabindex]'
/** The buttons at a row's end repeat others: arrow keys reach them. */
const tabStops = `:is(${stops}):not([data-row-uses] *)`
/** Controls in rows that are reachable by Tab. */
const reached = [':is(button, a[href], input):not([tabindex="-1"])', '[tabindex]:not([tabindex="-1"])']
  .map((stop) => `[data-row] ${stop}`)
  .join()
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

const isSame = (one: readonly RowKey[], other: readonly RowKey[]): boolean =>
  one === other || (one.length === other.length && one.every((key, index) => key === other[index]))

/** Returns the row that replaces a removed one: the next remaining row, else the one before. */
export function successorOf(
  former: readonly RowKey[],
  keys: readonly RowKey[],
  gone: RowKey | null,
): RowKey | null {
  const index = gone === null ? -1 : former.indexOf(gone)
  if (index < 0) return null
  const stay = new Set(keys)
  const nearest = [...former.slice(index), ...former.slice(0, index).toReversed()]
  return nearest.find((key) => stay.has(key)) ?? null
}

/**
 * Makes a table one tab stop. Arrow keys move between rows (elements with `data-row`) and, inside a row, to
 * its buttons. When the focused row is removed, the row in its place is focused, or the first one if all were
 * replaced.
 */
export function useRovingRows(
  body: RefObject<HTMLElement | null>,
  keys: readonly RowKey[],
  preferred: RowKey | null,
) {
  const [wanted, setWanted] = useState<RowKey | null>(null)
  const holdsFocus = useRef(false)
  const [trail, setTrail] = useState<{ keys: readonly RowKey[]; heir: RowKey | null }>({ keys, heir: null })
  if (!isSame(trail.keys, keys)) {
    const last = wanted !== null && trail.keys.includes(wanted) ? wanted : trail.heir
    setTrail({ keys, heir: successorOf(trail.keys, keys, last) })
  }
  const active =
    [wanted, trail.heir, preferred].find((key) => key !== null && keys.includes(key)) ?? keys[0] ?? null

  const rowOf = (key: RowKey) =>
    body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(String(key))}"]`)
  const focusOn = (index: number) => {
    const key = keys[Math.min(Math.max(index, 0), keys.length - 1)]
    if (key === undefined) return
    // A virtualised row is rendered first.
    if (rowOf(key) === null) flushSync(() => setWanted(key))
    rowOf(key)?.focus()
  }

  useBrowserLayoutEffect(() => {
    // Write only changed values: every write makes the browser recalculate styles.
    const all = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const row = all.find((one) => one.dataset['row'] === String(active))
    for (const stop of body.current?.querySelectorAll<HTMLElement>(reached) ?? [])
      if (row?.contains(stop) !== true) stop.tabIndex = -1
    for (const stop of row?.querySelectorAll<HTMLElement>(tabStops) ?? [])
      if (stop.tabIndex !== 0) stop.tabIndex = 0
  })
  // Before the browser paints, so that no key is lost.
  useBrowserLayoutEffect(() => {
    const index = active === null ? -1 : keys.indexOf(active)
    const isLost =
      holdsFocus.current && (document.activeElement === null || document.activeElement === document.body)
    // Deferred: a virtualised row is rendered for it.
    if (isLost && wanted !== null && !keys.includes(wanted)) queueMicrotask(() => focusOn(index))
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const row = target.closest<HTMLElement>('[data-row]')
    if (
      row === null ||
      event.altKey ||
      event.metaKey ||
      event.ctrlKey ||
      target.matches('input:not([type="checkbox"]), textarea, select')
    )
      return
    const step = steps[event.key]
    if (step !== undefined) {
      const index = keys.findIndex((key) => String(key) === row.dataset['row'])
      focusOn(index + step)
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const line = [row, ...row.querySelectorAll<HTMLElement>(stops)].filter(
        (stop) => stop.getClientRects().length > 0,
      )
      line[line.indexOf(target) + (event.key === 'ArrowRight' ? 1 : -1)]?.focus()
    } else return
    event.preventDefault()
  }

  return {
    active,
    focusOn,
    onKeyDown,
    /** Handles every focus and blur inside the body. */
    onFocus: (event: { target: EventTarget }) => {
      holdsFocus.current = true
      const key = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row']
      const found = keys.find((one) => String(one) === key)
      if (found !== undefined) setWanted(found)
    },
    onBlur: (event: { relatedTarget: EventTarget | null }) => {
      if (event.relatedTarget !== null) holdsFocus.current = false
    },
  }
}
