import { useEffect, useRef, type ReactNode } from 'react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import type { TableDragging } from '#web/platform/ui/DataTable.tsx'
import { useDragging } from '#web/platform/ui/useDragging.tsx'
import { findActiveRow, restoreFocus } from '#web/platform/ui/restoreFocus.ts'
import type { Marks } from './useMarks.ts'
import { elementOfRow, idsOfElements, keyOf, nameOfRow, type Element, type Row } from './rows.ts'
import type { Move } from './useMove.ts'

const texts = explorerTexts.drag

/** A cancelled drag leaves the focus on the handle: return it to the row. */
const findRowOfHandle = () =>
  document.activeElement?.closest('[data-row-handle]')?.closest<HTMLElement>('[data-row]')

export type ExplorerDragInput = {
  folderId: number | null
  mayUpdate: boolean
  marks: Marks
  onOpen: (row: Row) => void
  onMove: (move: Move) => void
}

export type ExplorerDrag = {
  table: TableDragging<Row>
  dragged: readonly Element[]
  isByKey: boolean
  /** Must be rendered; shows nothing. */
  engine: ReactNode
  /**
   * Renders the drop target of a folder (null: the root), or null if the dragged elements may not move there.
   */
  spotOf: (folderId: number | null, name: string, onHold?: () => void) => ReactNode
  /** Starts a keyboard drag from a row. Returns whether the row can be moved. */
  pickUp: (row: Row) => boolean
}

/** Returns the state of dragging in the explorer. Without the right to move, the gesture opens (RGHT-15). */
export function useExplorerDrag(input: ExplorerDragInput): ExplorerDrag {
  const { folderId, mayUpdate, marks, onOpen, onMove } = input
  const dragging = useDragging<Element>((elements) =>
    elements.length > 1 ? texts.carried(elements.length) : (elements[0]?.name ?? ''),
  )
  const { dragged, isByKey } = dragging
  /** Started with a key on the row. A drag started on the handle leaves the focus there. */
  const isFromRow = useRef(false)
  useEffect(() => {
    if (!isByKey) return undefined
    return () => {
      if (!isFromRow.current) return
      restoreFocus(findRowOfHandle, '[data-row-handle]')
    }
  }, [isByKey])
  const closed = new Set<number | null>([folderId, ...idsOfElements(dragged).folders])

  const spotOf = (to: number | null, name: string, onHold?: () => void): ReactNode => {
    if (dragged.length === 0 || closed.has(to)) return null
    const label = to === null ? texts.ontoRoot : texts.onto(name)
    const drop = () =>
      dragging.settle(() => {
        onMove({ elements: dragged, from: folderId, to })
        if (isByKey) restoreFocus(findActiveRow)
      })
    return dragging.spot({ label, onDrop: drop, onHold })
  }
  const carriedBy = (row: Row): readonly Element[] => {
    const element = elementOfRow(row)
    return element === null || !mayUpdate ? [] : marks.with(element)
  }
  return {
    dragged,
    isByKey,
    engine: dragging.engine,
    spotOf,
    pickUp: (row) => {
      const elements = carriedBy(row)
      const handle = document.querySelector(`[data-row="${row.key}"] [data-row-handle]`)
      if (elements.length === 0 || handle === null) return false
      isFromRow.current = true
      dragging.pickUp(elements, handle)
      return true
    },
    table: {
      onDragStart: (row, event) => {
        const elements = carriedBy(row)
        if (elements.length > 0) {
          dragging.onDragStart(elements, event)
          return
        }
        event.preventDefault()
        onOpen(row)
      },
      onDrag: dragging.onDrag,
      onDragEnd: dragging.onDragEnd,
      handleLabel: (row) => {
        const { length } = carriedBy(row)
        if (length === 0) return undefined
        return length > 1 ? texts.handleSeveral(length) : texts.handle(nameOfRow(row))
      },
      onPickUp: (row, handle) => {
        isFromRow.current = false
        dragging.pickUp(carriedBy(row), handle)
      },
      draggedKeys: new Set(dragged.map(keyOf)),
      spotOf: (row) =>
        row.kind === 'item'
          ? null
          : row.kind === 'up'
            ? spotOf(null, '')
            : spotOf(row.folder.id, row.folder.name),
    },
  }
}
