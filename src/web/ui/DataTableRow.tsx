import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Ellipsis, GripVertical } from 'lucide-react'
import { uiTexts } from '#texts/ui.ts'
import { listTexts } from '#texts/ui-lists.ts'
import { Checkbox } from './Checkbox.tsx'
import styles from './DataTable.module.css'
import { columnClasses, type Column } from './dataTableColumns.ts'
import { cx } from './given.ts'
import type { RowKey } from './useRovingRows.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type DataTableRowProps<Row> = {
  row: Row
  id: RowKey
  name: string
  columns: readonly Column<Row>[]
  isActive: boolean
  /** Undefined where nothing is ever selected. */
  isSelected: boolean | undefined
  isBusy: boolean
  /** Given where several rows may be selected; `isOffered` of a row that has a box. */
  box?: { isOffered: boolean; isSelected: boolean; onToggle: (event: MouseEvent) => void } | undefined
  /** Given where rows have menus; `isOffered` of a row that has one. */
  menu?: { isOffered: boolean; isOpen: boolean; onOpen: (at: MenuPlace) => void } | undefined
  /** Given where rows can be dragged; `label` of one that has a handle. */
  drag?:
    | {
        label: string | undefined
        isDragged: boolean
        onPickUp: (handle: HTMLElement) => void
        spot: ReactNode
      }
    | undefined
  onAction?: ((row: Row) => void) | undefined
  /** True when the press was taken for something else than the main action. */
  onPress: (event: MouseEvent) => boolean
  /** True when the key was used. */
  onKey: (event: KeyboardEvent) => boolean
}
export type MenuPlace = { x: number; y: number } | HTMLElement

/** One line of a table: its box, its cells, its menu. */
export function DataTableRow<Row>(props: DataTableRowProps<Row>): ReactNode {
  const { row, id, name, columns, isBusy, box, menu, drag, onAction } = props

  const openMenuAtButton = (from: HTMLElement) =>
    menu?.onOpen(from.querySelector<HTMLElement>('[data-row-menu]') ?? from)

  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    if (menu?.isOffered !== true || !event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    if (event.button === 2) menu.onOpen({ x: event.clientX, y: event.clientY })
    else openMenuAtButton(event.currentTarget)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isBusy || (event.target !== event.currentTarget && event.key !== 'Escape')) return
    const isMenuKey = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')
    if (isMenuKey && menu?.isOffered === true) openMenuAtButton(event.currentTarget)
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey && onAction)
      onAction(row)
    else if (!props.onKey(event)) return
    event.preventDefault()
  }
  return (
    <tr
      role="row"
      data-row={id}
      tabIndex={props.isActive ? 0 : -1}
      aria-selected={props.isSelected}
      aria-busy={isBusy || undefined}
      draggable={drag !== undefined || undefined}
      className={cx(
        styles.row,
        onAction !== undefined && styles.clickable,
        isBusy && styles.busy,
        drag?.isDragged === true && styles.dragged,
      )}
      onContextMenu={onContextMenu}
      // A range is taken, no text.
      onMouseDown={(event) => box !== undefined && event.shiftKey && event.preventDefault()}
      onClick={(event) => {
        if (isBusy || !isOnRow(event) || props.onPress(event)) return
        if (window.getSelection()?.type !== 'Range') onAction?.(row)
      }}
      onKeyDown={onKeyDown}
    >
      {box !== undefined && (
        <td role="gridcell" className={cx(styles.cell, styles.boxCell)} data-no-row-action="">
          {drag?.label !== undefined && <Handle label={drag.label} onPickUp={drag.onPickUp} />}
          {box.isOffered && (
            <Checkbox
              label={listTexts.selectRow(name)}
              isLabelHidden
              isSelected={box.isSelected}
              onToggle={box.onToggle}
            />
          )}
        </td>
      )}
      {columns.map((column) => (
        <DataCell key={column.id} column={column} runsOver={column.runsOver?.(row) === true}>
          {column.cell(row)}
        </DataCell>
      ))}
      {menu !== undefined && (
        <td role="gridcell" className={cx(styles.cell, styles.menuCell)}>
          {menu.isOffered && (
            <button
              type="button"
              data-row-menu=""
              className={styles.menuButton}
              aria-label={uiTexts.rowActions(name)}
              aria-haspopup="menu"
              aria-expanded={menu.isOpen}
              disabled={isBusy}
              onClick={(event) => menu.onOpen(event.currentTarget)}
              // A click made by a key would count as a screen reader's, and the menu would not focus its first entry.
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return
                event.preventDefault()
                menu.onOpen(event.currentTarget)
              }}
            >
              <Ellipsis aria-hidden="true" />
            </button>
          )}
          {isBusy && <VisuallyHidden>{uiTexts.busyRow}</VisuallyHidden>}
          {drag?.spot}
        </td>
      )}
    </tr>
  )
}

/** Begins a dragging without a pointer. On the release: the key's release would otherwise already drop. */
function Handle({ label, onPickUp }: { label: string; onPickUp: (handle: HTMLElement) => void }): ReactNode {
  const isKey = (event: KeyboardEvent) => event.key === 'Enter' || event.key === ' '
  return (
    <button
      type="button"
      data-row-handle=""
      className={styles.handle}
      aria-label={label}
      title={listTexts.dragByKey}
      onKeyDown={(event) => isKey(event) && event.preventDefault()}
      onKeyUp={(event) => isKey(event) && onPickUp(event.currentTarget)}
      // A screen reader's press.
      onClick={(event) => event.detail === 0 && onPickUp(event.currentTarget)}
    >
      <GripVertical aria-hidden="true" />
    </button>
  )
}

/** A cell; the one of the card's title is the header of its row. */
function DataCell<Row>({
  column,
  runsOver,
  children,
}: {
  column: Column<Row>
  runsOver: boolean
  children: ReactNode
}): ReactNode {
  const className = cx(styles.cell, runsOver && styles.runsOver, ...columnClasses(column))
  const isEmpty = children === null || children === undefined || children === false || children === ''
  const content = isEmpty ? <span className={styles.none}>{uiTexts.emptyCell}</span> : children
  return column.card === 'title' ? (
    <th role="rowheader" scope="row" className={className}>
      {content}
    </th>
  ) : (
    <td role="gridcell" className={className} data-label={column.label}>
      {content}
    </td>
  )
}

/** Not on a control inside the row, nor in a menu that it opened. */
function isOnRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement
  return (
    event.currentTarget.contains(target) &&
    target.closest('button, a, input, label, [data-no-row-action]') === null
  )
}
