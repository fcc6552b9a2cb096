import {
  Fragment,
  useEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import { boxWidth, menuWidth } from './columnFit.ts'
import styles from './DataTable.module.css'
import { CardTools } from './CardTools.tsx'
import { DataTableHead } from './DataTableHead.tsx'
import { DataTableRow, type MenuPlace, type RowEvents, type RowUse } from './DataTableRow.tsx'
import { areCharacterKeysOn, isCharacterKey } from './characterKeys.ts'
import { type Column, type Sort, columnClasses } from './dataTableColumns.ts'
import { EmptyState } from './EmptyState.tsx'
import { ContextMenu, type MenuEntries } from './Menu.tsx'
import { isLong } from './rowView.ts'
import { createTypeAhead } from './typeAhead.ts'
import { useColumnFit } from './useColumnFit.ts'
import { useRovingRows, type RowKey } from './useRovingRows.ts'
import { useVirtualRows } from './useVirtualRows.ts'
import { useRowSelection, type TableSelection } from './useRowSelection.ts'
import { useStableHandlers } from './useStableHandlers.ts'
import { showWholeText } from './wholeText.ts'
import cellStyles from './DataTableCell.module.css'
import rowStyles from './DataTableRow.module.css'
import { cx } from './given.ts'

export type DataTableProps<Row, UseId extends string = string> = {
  label: string
  columns: readonly Column<Row>[]
  /** null while loading: a skeleton of the same shape is shown. */
  rows: readonly Row[] | null
  rowKey: (row: Row) => RowKey
  /** Returns the row's name, for its menu. */
  rowName?: ((row: Row) => string) | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** Opens the choice of columns, by a button at the end of the head. */
  onColumns?: (() => void) | undefined
  /** Called on click and on Enter. */
  onRowAction?: ((row: Row) => void) | undefined
  /** Called on pointer down, and when the focus rests on the row, to prefetch what it opens. */
  onRowIntent?: ((row: Row) => void) | undefined
  /** Secondary actions, by the menu button and by right click. */
  rowMenu?: ((row: Row) => MenuEntries) | undefined
  /** Returns whether a row has a menu. By default the menu itself is built, which is slower. */
  hasRowMenu?: ((row: Row) => boolean) | undefined
  /** What screen readers say of a focused row; by default all of its cells. */
  rowLabel?: ((row: Row) => string) | undefined
  /**
   * Buttons at the end of the row under the pointer, and of the current row while it has the focus. A stable
   * function of the row alone: rows are memoised.
   */
  rowUses?: ((row: Row) => readonly RowUse<UseId>[]) | undefined
  onRowUse?: ((row: Row, id: UseId) => void) | undefined
  /** Handles a letter key on the focused row. Returns whether it was used. */
  onRowKey?: ((row: Row, key: string) => boolean) | undefined
  /** The row whose details are shown elsewhere. */
  selectedKey?: RowKey | null | undefined
  /** Set if several rows can be selected: each has a checkbox. */
  selection?: TableSelection<Row> | undefined
  /** Set if rows can be dragged. */
  dragging?: TableDragging<Row> | undefined
  busyKeys?: ReadonlySet<RowKey> | undefined
  /** Shown when there are no rows. */
  empty?: ReactNode
  skeletonRows?: number | undefined
  /** Rendered by the server, without script: no menus, no checkboxes. */
  isStatic?: boolean | undefined
}

/** The drag handlers of a table, provided by the owner of its rows. */
export type TableDragging<Row> = {
  /** A drag starts on this row. `preventDefault` cancels it. */
  onDragStart: (row: Row, event: DragEvent) => void
  onDrag: (event: DragEvent) => void
  onDragEnd: (event: DragEvent) => void
  /** Returns the label of the row's handle; undefined for a row without one. */
  handleLabel: (row: Row) => string | undefined
  /** The handle was pressed by keyboard or screen reader. */
  onPickUp: (row: Row, handle: HTMLElement) => void
  /** The keys of the dragged rows. */
  draggedKeys: ReadonlySet<RowKey>
  /** Renders the drop target over a row during a drag. */
  spotOf: (row: Row) => ReactNode
}

/** How long the focus rests on a row before it is prefetched, in milliseconds: arrow keys pass over many. */
const restMs = 65

/** Letters without Shift are shortcuts, whatever Caps Lock does. Some keyboards type digits with Shift. */
const leadsToName = ({ key, shiftKey }: KeyboardEvent): boolean =>
  /^\p{N}$/u.test(key) || (shiftKey && /^\p{L}$/u.test(key))

type Opened<Row> = { row: Row; at: MenuPlace }

/**
 * The table of every list: sorting, a main action, a menu, a skeleton, and cards on a narrow screen. It is
 * one tab stop, with arrow keys inside.
 */
export function DataTable<Row, UseId extends string = string>(props: DataTableProps<Row, UseId>): ReactNode {
  const { rows, rowKey, rowMenu, selectedKey = null, busyKeys } = props
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const [opened, setOpened] = useState<Opened<Row> | null>(null)
  const keys = (rows ?? []).map(rowKey)
  const { dragging } = props
  const [typeAhead] = useState(createTypeAhead)
  const roving = useRovingRows(body, keys, selectedKey)
  const isStatic = props.isStatic === true
  const hasMenu = rowMenu !== undefined && !isStatic
  const hasBoxes = props.selection !== undefined && !isStatic
  const extra = (hasBoxes ? boxWidth : 0) + (hasMenu ? menuWidth : 0)
  const { shown, areCards, isMeasured } = useColumnFit(frame, props.columns, extra)
  const columns = isStatic ? props.columns : shown
  const selection = useRowSelection(hasBoxes ? props.selection : undefined, rows ?? [], rowKey, selectedKey)

  const rowOfId = (id: string | undefined) => rows?.find((one) => String(rowKey(one)) === id)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const prefetch = (target: EventTarget) => {
    const row = rowOfId((target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row'])
    if (row !== undefined) props.onRowIntent?.(row)
  }
  useEffect(() => () => clearTimeout(resting.current), [])

  const { made, spaceOf } = useVirtualRows(body, rows, rowKey, {
    // Every drop target must exist during a drag.
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
  /** Handles a key on the row itself: capitals and digits lead to names, other characters are the owner's. */
  const onRowKey = (row: Row, event: KeyboardEvent): boolean => {
    if (event.key === 'Delete') return props.onRowKey?.(row, event.key) === true
    if (!isCharacterKey(event) || !areCharacterKeysOn()) return false
    if (!leadsToName(event)) return props.onRowKey?.(row, event.key.toLowerCase()) === true
    const found = typeAhead(event.key, event.timeStamp, {
      count: keys.length,
      nameAt: (index) => (rows?.[index] === undefined ? '' : (props.rowName?.(rows[index]) ?? '')),
      active: keys.indexOf(rowKey(row)),
    })
    if (found >= 0) roving.focusOn(found)
    return true
  }
  const on = useStableHandlers<RowEvents<Row, UseId>>({
    onAction: (row) => props.onRowAction?.(row),
    onPress: (row, event) => selection.onPress(rowKey(row), event),
    onKey: (row, event) =>
      selection.onKey(rowKey(row), event) || (event.target === event.currentTarget && onRowKey(row, event)),
    onToggle: (row, event) => selection.take(rowKey(row), event),
    onUse: (row, id) => props.onRowUse?.(row, id),
    onOpenMenu: (row, at) => setOpened({ row, at }),
    onPickUp: (row, handle) => dragging?.onPickUp(row, handle),
  })
  const boxes = hasBoxes
    ? {
        areAll: selection.areAll,
        areSome: selection.chosen.size > 0,
        count: selection.keys.length,
        isWhole: selection.isWhole,
        setAll: selection.setAll,
      }
    : undefined
  return (
    <div
      className={styles.frame}
      ref={frame}
      data-static={isStatic ? '' : undefined}
      data-cards={
        areCards ? (columns.some(({ card }) => card === 'second') ? 'lines' : 'details') : undefined
      }
    >
      {!isStatic && <span className={styles.letters} data-letters="" aria-hidden="true" />}
      {areCards && !isStatic && (
        <CardTools columns={columns} sort={props.sort} onSort={props.onSort} boxes={boxes} />
      )}
      <table
        role="grid"
        className={styles.table}
        data-columns={columns.map(({ id }) => id).join(' ')}
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
          onColumns={props.onColumns}
          isPart={isPart}
          boxes={boxes}
          areCards={areCards}
        />
        <tbody
          role="rowgroup"
          ref={body}
          onKeyDown={roving.onKeyDown}
          onPointerDown={({ target }) => prefetch(target)}
          onMouseOver={showWholeText}
          onFocus={(event) => {
            roving.onFocus(event)
            clearTimeout(resting.current)
            // Not where a page puts the focus on arrival.
            if (event.relatedTarget !== null) resting.current = setTimeout(prefetch, restMs, event.target)
          }}
          onBlur={(event) => {
            clearTimeout(resting.current)
            roving.onBlur(event)
          }}
          onDragStart={(event) => {
            const row = rowOfId((event.target as HTMLElement).dataset['row'])
            // Other drags are of links or text.
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
          {(isMeasured ? made : []).map((index, place) => {
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
                  label={props.rowLabel?.(row)}
                  usesOf={props.rowUses}
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

/** Replaces rows that are not rendered. */
function Gap({ height }: { height: string }): ReactNode {
  return <tr aria-hidden="true" style={{ height }} />
}

/** Skeleton rows of a table while it loads, hidden from screen readers. */
function DataTableSkeleton<Row>(props: {
  columns: readonly Column<Row>[]
  count: number
  hasMenu: boolean
  hasBoxes: boolean
}): ReactNode {
  return Array.from({ length: props.count }, (_, index) => (
    <tr key={index} role="row" aria-hidden="true" className={rowStyles.row}>
      {props.hasBoxes && <td className={cellStyles.cell} />}
      {props.columns.map((column) => (
        <td key={column.id} className={cx(cellStyles.cell, ...columnClasses(column))}>
          <span className={cellStyles.bone} />
        </td>
      ))}
      {props.hasMenu && <td className={cellStyles.cell} />}
    </tr>
  ))
}
