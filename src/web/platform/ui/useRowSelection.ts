import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { extendedTo, toggled, type RowRange } from './rowRange.ts'
import type { RowKey } from './useRovingRows.ts'
import { useStableHandlers } from './useStableHandlers.ts'

/** A controlled selection of several rows. */
export type TableSelection<Row> = {
  keys: ReadonlySet<RowKey>
  onChange: (keys: ReadonlySet<RowKey>) => void
  /** Returns whether a row has a checkbox; all rows by default. */
  isSelectable?: ((row: Row) => boolean) | undefined
  /** The number of selectable rows on all pages; by default these rows are the whole list. */
  total?: number | undefined
}

type Modifiers = { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }

/** Where Ctrl+A selects text. */
const ownsText =
  'input, textarea, select, [contenteditable], aside, [role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * Returns the handlers of a selection: checkboxes, Ctrl and Shift with the pointer; Space, Shift+arrows,
 * Ctrl+A and Escape with the keyboard. Ctrl+A works on the whole page, except where it selects text. A range begins at the last toggled row, and replaces the former range.
 */
export function useRowSelection<Row>(
  selection: TableSelection<Row> | undefined,
  rows: readonly Row[],
  rowKey: (row: Row) => RowKey,
  start: RowKey | null,
) {
  const last = useRef<Omit<RowRange, 'keys'>>({ anchor: null, span: [] })
  const keys = rows.filter((row) => selection?.isSelectable?.(row) ?? true).map(rowKey)
  const chosen: ReadonlySet<RowKey> = selection?.keys ?? new Set()

  const change = ({ keys: next, ...range }: RowRange) => {
    last.current = range
    selection?.onChange(next)
  }
  const alone = (next: Iterable<RowKey>, anchor: RowKey | null) =>
    change({ keys: new Set(next), anchor, span: [] })
  const extendTo = (key: RowKey) => change(extendedTo({ ...last.current, keys: chosen }, keys, start, key))
  const take = (key: RowKey, { shiftKey }: Modifiers) =>
    shiftKey ? extendTo(key) : change(toggled({ keys: chosen }, key))

  const isSelecting = selection !== undefined
  const { selectAll } = useStableHandlers({ selectAll: () => alone(keys, last.current.anchor) })
  useEffect(() => {
    if (!isSelecting) return undefined
    const listen = (event: globalThis.KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isCommand || event.key.toLowerCase() !== 'a' || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(ownsText) !== null) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      event.preventDefault()
      selectAll()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isSelecting, selectAll])

  return {
    keys,
    chosen,
    take,
    /** The list has no other page. */
    isWhole: (selection?.total ?? 0) <= keys.length,
    areAll: keys.length > 0 && keys.every((key) => chosen.has(key)),
    setAll: (isSelected: boolean) => alone(isSelected ? keys : [], null),
    /** Returns true when the press was a selection, not the row's main action. */
    onPress: (key: RowKey, event: MouseEvent): boolean => {
      if (selection === undefined || !(event.shiftKey || event.ctrlKey || event.metaKey)) return false
      if (keys.includes(key)) take(key, event)
      return true
    },
    /** Returns true when the key was used. */
    onKey: (key: RowKey, event: KeyboardEvent): boolean => {
      if (selection === undefined) return false
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && event.key.toLowerCase() === 'a') selectAll()
      else if (event.key === 'Escape' && chosen.size > 0) alone([], null)
      else if (isCommand || event.altKey) return false
      else if (event.key === ' ' && keys.includes(key)) take(key, event)
      else if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        if (last.current.anchor === null && keys.includes(key))
          last.current = { ...last.current, anchor: key }
        const next = keys[keys.indexOf(key) + (event.key === 'ArrowDown' ? 1 : -1)]
        if (next !== undefined) extendTo(next)
        // The arrow key also moves the focus.
        return false
      } else return false
      return true
    },
  }
}
