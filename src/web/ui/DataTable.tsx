import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { uiTexts } from '#texts/ui.ts'
import styles from './DataTable.module.css'
import { DataTableHead } from './DataTableHead.tsx'
import { DataTableRow, type MenuPlace } from './DataTableRow.tsx'
import { columnClasses, type Column, type Sort } from './dataTableColumns.ts'
import { EmptyState } from './EmptyState.tsx'
import { cx } from './given.ts'
import { ContextMenu, type MenuEntries } from './Menu.tsx'
import { useRovingRows, type RowKey } from './useRovingRows.ts'
import { useRowSelection, type TableSelection } from './useRowSelection.ts'

export type DataTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  /** null while they load: a skeleton of the same shape stands there. */
  rows: readonly Row[] | null
  rowKey: (row: Row) => RowKey
  /** The row's name, for its menu. */
  rowName?: ((row: Row) => string) | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** On click and on Enter. */
  onRowAction?: ((row: Row) => void) | undefined
  /** Secondary actions: the three dots and the right click. */
  rowMenu?: ((row: Row) => MenuEntries) | undefined
  /** A letter pressed on the focused row; true when it was used. */
  onRowKey?: ((row: Row, key: string) => boolean) | undefined
  /** The row that is shown elsewhere in full. */
  selectedKey?: RowKey | null | undefined
  /** Given where several rows can be taken at once: a box per row. */
  selection?: TableSelection<Row> | undefined
  /** Given where rows can be dragged. */
  dragging?: TableDragging<Row> | undefined
  busyKeys?: ReadonlySet<RowKey> | undefined
  /** Stands in place of rows when there are none. */
  empty?: ReactNode
  skeletonRows?: number | undefined
  /** For a server-rendered table, where menus do not open: no action column, no boxes. */
  isStatic?: boolean | undefined
}

/** How rows are dragged, kept by who knows what a row is. */
export type TableDragging<Row> = {
  /** A drag begins on this row; whoever wants none prevents it. */
  onDragStart: (row: Row, event: DragEvent) => void
  onDrag: (event: DragEvent) => void
  onDragEnd: (event: DragEvent) => void
  /** What the row's handle says, undefined of a row that has none. */
  handleLabel: (row: Row) => string | undefined
  /** The handle was pressed, without a pointer. */
  onPickUp: (row: Row, handle: HTMLElement) => void
  /** The rows that are being dragged. */
  draggedKeys: ReadonlySet<RowKey>
  /** Lies over a row while it can be dropped on. */
  spotOf: (row: Row) => ReactNode
}

type Opened<Row> = { row: Row; at: MenuPlace }

/** The one table: sorting, a main action, a menu, a skeleton; cards where it is narrow. One tab stop, arrows inside. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { columns, rows, rowKey, rowMenu, selectedKey = null, busyKeys } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [opened, setOpened] = useState<Opened<Row> | null>(null)
  const keys = (rows ?? []).map(rowKey)
  const { dragging } = props
  const roving = useRovingRows(body, keys, selectedKey)
  const isStatic = props.isStatic === true
  const hasMenu = rowMenu !== undefined && !isStatic
  const hasBoxes = props.selection !== undefined && !isStatic
  const selection = useRowSelection(hasBoxes ? props.selection : undefined, rows ?? [], rowKey, selectedKey)

  const isSelected = (key: RowKey): boolean | undefined =>
    hasBoxes
      ? selection.chosen.has(key) || selectedKey === key
      : selectedKey === null
        ? undefined
        : selectedKey === key
  return (
    <div className={styles.frame}>
      <table
        role="grid"
        className={styles.table}
        aria-label={props.label}
        aria-busy={rows === null}
        aria-multiselectable={hasBoxes || undefined}
      >
        <DataTableHead
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          hasMenu={hasMenu}
          boxes={
            hasBoxes
              ? {
                  areAll: selection.areAll,
                  areSome: selection.chosen.size > 0,
                  areNone: selection.keys.length === 0,
                  setAll: selection.setAll,
                }
              : undefined
          }
        />
        <tbody
          role="rowgroup"
          ref={body}
          onKeyDown={roving.onKeyDown}
          onFocus={roving.onFocus}
          onBlur={roving.onBlur}
          onDragStart={(event) => {
            const id = (event.target as HTMLElement).dataset['row']
            const row = rows?.find((one) => String(rowKey(one)) === id)
            // What is dragged otherwise is a link, or text.
            if (row !== undefined) dragging?.onDragStart(row, event)
          }}
          onDrag={dragging?.onDrag}
          onDragEnd={dragging?.onDragEnd}
        >
          {rows === null && (
            <SkeletonRows
              columns={columns}
              count={props.skeletonRows ?? 8}
              hasMenu={hasMenu}
              hasBoxes={hasBoxes}
            />
          )}
          {rows?.map((row) => {
            const key = rowKey(row)
            return (
              <DataTableRow
                key={key}
                row={row}
                id={key}
                name={props.rowName?.(row) ?? ''}
                columns={columns}
                isActive={roving.active === key}
                isSelected={isSelected(key)}
                isBusy={busyKeys?.has(key) === true}
                onAction={props.onRowAction}
                box={
                  hasBoxes
                    ? {
                        isOffered: selection.keys.includes(key),
                        isSelected: selection.chosen.has(key),
                        onToggle: (event) => selection.take(key, event),
                      }
                    : undefined
                }
                menu={
                  hasMenu
                    ? {
                        isOffered: rowMenu(row).length > 0,
                        isOpen: opened !== null && rowKey(opened.row) === key,
                        onOpen: (at) => setOpened({ row, at }),
                      }
                    : undefined
                }
                drag={
                  dragging && {
                    label: dragging.handleLabel(row),
                    isDragged: dragging.draggedKeys.has(key),
                    onPickUp: (handle) => dragging.onPickUp(row, handle),
                    spot: dragging.spotOf(row),
                  }
                }
                onPress={(event) => selection.onPress(key, event)}
                onKey={(event) =>
                  selection.onKey(key, event) ||
                  ((event.key.length === 1 || event.key === 'Delete') &&
                    event.target === event.currentTarget &&
                    !event.ctrlKey &&
                    !event.metaKey &&
                    !event.altKey &&
                    props.onRowKey?.(row, event.key) === true)
                }
              />
            )
          })}
        </tbody>
      </table>
      {rows?.length === 0 && (props.empty ?? <EmptyState title={uiTexts.empty} />)}
      {opened !== null && rowMenu !== undefined && (
        <ContextMenu
          label={uiTexts.rowActions(props.rowName?.(opened.row) ?? '')}
          entries={rowMenu(opened.row)}
          at={opened.at}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}

function SkeletonRows<Row>(props: {
  columns: readonly Column<Row>[]
  count: number
  hasMenu: boolean
  hasBoxes: boolean
}): ReactNode {
  return Array.from({ length: props.count }, (_, index) => (
    <tr key={index} role="row" aria-hidden="true" className={styles.row}>
      {props.hasBoxes && <td className={styles.cell} />}
      {props.columns.map((column) => (
        <td key={column.id} className={cx(styles.cell, ...columnClasses(column))}>
          <span className={styles.bone} />
        </td>
      ))}
      {props.hasMenu && <td className={styles.cell} />}
    </tr>
  ))
}
