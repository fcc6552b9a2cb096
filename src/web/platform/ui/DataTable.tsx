import { Fragment, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import styles from './DataTable.module.css'
import { DataTableHead } from './DataTableHead.tsx'
import { DataTableRow, type MenuPlace, type RowEvents } from './DataTableRow.tsx'
import { DataTableSkeleton } from './DataTableSkeleton.tsx'
import type { Column, Sort } from './dataTableColumns.ts'
import { EmptyState } from './EmptyState.tsx'
import { ContextMenu, type MenuEntries } from './Menu.tsx'
import { isLong } from './rowView.ts'
import { useRowIntent } from './useRowIntent.ts'
import { useRovingRows, type RowKey } from './useRovingRows.ts'
import { useRowsInSight } from './useRowsInSight.ts'
import { useRowSelection, type TableSelection } from './useRowSelection.ts'
import { useSteady } from './useSteady.ts'

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
  /** A row that one is about to open, for what can be asked for before. */
  onRowIntent?: ((row: Row) => void) | undefined
  /** Secondary actions: the three dots and the right click. */
  rowMenu?: ((row: Row) => MenuEntries) | undefined
  /** Whether a row has any; asked of the menu itself unless told, which costs more. */
  hasRowMenu?: ((row: Row) => boolean) | undefined
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

  const rowOfId = (id: string | undefined) => rows?.find((one) => String(rowKey(one)) === id)
  const intent = useRowIntent((id) => {
    const row = rowOfId(id)
    if (row !== undefined) props.onRowIntent?.(row)
  })

  const { made, spaceOf } = useRowsInSight(body, rows, rowKey, {
    // Whatever can be dropped on is there while something is dragged.
    isWhole: isStatic || (dragging?.draggedKeys.size ?? 0) > 0,
    kept: [roving.active, selectedKey].map((key) => (key === null ? -1 : keys.indexOf(key))),
  })
  const end = (made.at(-1) ?? -1) + 1
  const isPart = isLong(keys.length)
  const isSelected = (key: RowKey): boolean | undefined =>
    hasBoxes
      ? selection.chosen.has(key) || selectedKey === key
      : selectedKey === null
        ? undefined
        : selectedKey === key
  const boxable = new Set(hasBoxes ? selection.keys : [])
  const openedKey = opened === null ? null : rowKey(opened.row)
  const hasRowMenu = props.hasRowMenu ?? ((row: Row) => (rowMenu?.(row) ?? []).length > 0)
  const on = useSteady<RowEvents<Row>>({
    onAction: (row) => props.onRowAction?.(row),
    onPress: (row, event) => selection.onPress(rowKey(row), event),
    onKey: (row, event) =>
      selection.onKey(rowKey(row), event) ||
      ((event.key.length === 1 || event.key === 'Delete') &&
        event.target === event.currentTarget &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        props.onRowKey?.(row, event.key) === true),
    onToggle: (row, event) => selection.take(rowKey(row), event),
    onOpenMenu: (row, at) => setOpened({ row, at }),
    onPickUp: (row, handle) => dragging?.onPickUp(row, handle),
  })
  return (
    <div className={styles.frame}>
      <table
        role="grid"
        className={styles.table}
        aria-label={props.label}
        aria-busy={rows === null}
        aria-multiselectable={hasBoxes || undefined}
        aria-rowcount={isPart ? keys.length + 1 : undefined}
      >
        <DataTableHead
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          hasMenu={hasMenu}
          isPart={isPart}
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
          {...(props.onRowIntent !== undefined && intent)}
          onFocus={(event) => {
            roving.onFocus(event)
            if (props.onRowIntent !== undefined) intent.onFocus(event)
          }}
          onBlur={roving.onBlur}
          onDragStart={(event) => {
            const row = rowOfId((event.target as HTMLElement).dataset['row'])
            // What is dragged otherwise is a link, or text.
            if (row !== undefined) dragging?.onDragStart(row, event)
          }}
          onDrag={dragging?.onDrag}
          onDragEnd={dragging?.onDragEnd}
        >
          {rows === null && (
            <DataTableSkeleton
              columns={columns}
              count={props.skeletonRows ?? 8}
              hasMenu={hasMenu}
              hasBoxes={hasBoxes}
            />
          )}
          {made.map((index, place) => {
            const row = rows?.[index]
            if (row === undefined) return null
            const key = rowKey(row)
            const before = (made[place - 1] ?? -1) + 1
            return (
              <Fragment key={key}>
                {before < index && <Gap height={spaceOf(before, index)} />}
                <DataTableRow
                  position={isPart ? index + 2 : undefined}
                  row={row}
                  id={key}
                  name={props.rowName?.(row) ?? ''}
                  columns={columns}
                  isActive={roving.active === key}
                  isSelected={isSelected(key)}
                  isBusy={busyKeys?.has(key) === true}
                  hasAction={props.onRowAction !== undefined}
                  box={
                    hasBoxes
                      ? boxable.has(key)
                        ? selection.chosen.has(key)
                          ? 'ticked'
                          : 'empty'
                        : 'none'
                      : undefined
                  }
                  menu={
                    hasMenu ? (hasRowMenu(row) ? (openedKey === key ? 'open' : 'shut') : 'none') : undefined
                  }
                  drag={dragging && (dragging.draggedKeys.has(key) ? 'dragged' : 'still')}
                  handleLabel={dragging?.handleLabel(row)}
                  spot={dragging?.spotOf(row)}
                  on={on}
                />
              </Fragment>
            )
          })}
          {end < keys.length && <Gap height={spaceOf(end, keys.length)} />}
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

/** In place of rows that are not made. */
function Gap({ height }: { height: string }): ReactNode {
  return <tr aria-hidden="true" style={{ height }} />
}
