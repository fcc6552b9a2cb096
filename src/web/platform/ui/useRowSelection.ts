import { useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { extendedTo, toggled, type RowRange } from './rowRange.ts'
import type { RowKey } from './useRovingRows.ts'

/** A controlled selection of several rows. */
export type TableSelection<Row> = {
  keys: ReadonlySet<RowKey>
  onChange: (keys: ReadonlySet<RowKey>) => void
  /** Returns whether a row has a checkbox; all rows by default. */
  isSelectable?: ((row: Row) => boolean) | undefined
}

type Modifiers = { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }

/**
 * Returns the handlers of a selection: checkboxes, Ctrl and Shift with the pointer; Space, Shift+arrows,
 * Ctrl+A and Escape with the keyboard. A range begins at the last toggled row, and replaces the former range.
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

  return {
    keys,
    chosen,
    take,
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
      if (isCommand && event.key.toLowerCase() === 'a') alone(keys, last.current.anchor)
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
