import { useMemo } from 'react'
import type { TableSelection } from '#web/platform/ui/useRowSelection.ts'
import { marksOf, withMarks, type Place } from './place.ts'
import { elementOfRow, type Element, type Row } from './rows.ts'
import type { GoTo } from './usePlace.ts'

export type Marks = {
  /** What is marked and still there, in the order of the table. */
  elements: readonly Element[]
  /** For the table. */
  selection: TableSelection<Row>
  clear: () => void
  /** What a deed on this element takes: all that is marked if it is, else the element alone. */
  with: (element: Element) => readonly Element[]
}

const isSelectable = ({ kind }: Row) => kind !== 'up'

/** The rows that are marked, as the address says; another page or folder marks others. */
export function useMarks(place: Place, goTo: GoTo, rows: readonly Row[] | null): Marks {
  return useMemo(() => {
    const named = new Set(marksOf(place))
    const marked = (rows ?? []).filter(({ key }) => named.has(key))
    const keys = new Set<string | number>(marked.map(({ key }) => key))
    const elements = marked.map(elementOfRow).filter((element) => element !== null)
    const set = (next: Iterable<string | number>) => goTo(withMarks(place, [...next].map(String)))
    return {
      elements,
      selection: { keys, onChange: set, isSelectable },
      clear: () => set([]),
      with: (element) =>
        elements.some(({ type, id }) => type === element.type && id === element.id) ? elements : [element],
    }
  }, [place, goTo, rows])
}
