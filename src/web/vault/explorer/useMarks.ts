import { useMemo } from 'react'
import type { TableSelection } from '#web/platform/ui/useRowSelection.ts'
import { marksOf, withMarks, type Place } from './place.ts'
import { elementOfRow, type Element, type Row } from './rows.ts'
import type { GoTo } from './usePlace.ts'

export type Marks = {
  /** The marked rows that still exist, in table order. */
  elements: readonly Element[]
  /** The table's selection. */
  selection: TableSelection<Row>
  clear: () => void
  /** Returns the elements that an action on this element applies to: all marked ones if it is marked. */
  with: (element: Element) => readonly Element[]
}

export const isMarkable = ({ kind }: Row): boolean => kind !== 'up'

/** Returns the rows that the address marks and the page contains. */
export function useMarks(place: Place, goTo: GoTo, rows: readonly Row[] | null): Marks {
  return useMemo(() => {
    const named = new Set(marksOf(place))
    const marked = (rows ?? []).filter(({ key }) => named.has(key))
    const keys = new Set<string | number>(marked.map(({ key }) => key))
    const elements = marked.map(elementOfRow).filter((element) => element !== null)
    const set = (next: Iterable<string | number>) => goTo(withMarks(place, [...next].map(String)))
    return {
      elements,
      selection: { keys, onChange: set, isSelectable: isMarkable },
      clear: () => set([]),
      with: (element) =>
        elements.some(({ type, id }) => type === element.type && id === element.id) ? elements : [element],
    }
  }, [place, goTo, rows])
}
