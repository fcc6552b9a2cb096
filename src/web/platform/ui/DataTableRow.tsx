import { memo, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import { listTexts } from '#texts/platform/lists.ts'
import { RowCheckbox } from './Checkbox.tsx'
import { blankCell, columnClasses, type Column } from './dataTableColumns.ts'
import cellStyles from './DataTableCell.module.css'
import styles from './DataTableRow.module.css'
import { cx } from './given.ts'
import { RowButton } from './RowButton.tsx'
import type { RowKey } from './useRovingRows.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** The handlers of the rows. The object is stable, so that an unchanged row does not render again. */
export type RowEvents<Row, UseId extends string> = {
  onAction: (row: Row) => void
  /** Returns true when the press was used for something else than the main action. */
  onPress: (row: Row, event: MouseEvent) => boolean
  /** Returns true when the key was used. */
  onKey: (row: Row, event: KeyboardEvent) => boolean
  onToggle: (row: Row, event: MouseEvent) => void
  onUse: (row: Row, id: UseId) => void
  onOpenMenu: (row: Row, at: MenuPlace) => void
  onPickUp: (row: Row, handle: HTMLElement) => void
}

/** A button at the end of a row. */
export type RowUse<Id extends string> = { id: Id; label: string; icon: ReactNode; shortcut: string }

export type DataTableRowProps<Row, UseId extends string> = {
  row: Row
  id: RowKey
  name: string
  /** Its accessible name; undefined for that of its cells. */
  label: string | undefined
  usesOf: ((row: Row) => readonly RowUse<UseId>[]) | undefined
  /** The index of the row, counting the head; set if not all rows are rendered. */
  position: number | undefined
  columns: readonly Column<Row>[]
  isActive: boolean
  /** undefined in a table without selection. */
  isSelected: boolean | undefined
  isBusy: boolean
  /** Whether the row has a main action. */
  hasAction: boolean
  /** undefined in a table without checkboxes. */
  box: 'none' | 'empty' | 'ticked' | undefined
  /** undefined in a table without menus. */
  menu: 'none' | 'shut' | 'open' | undefined
  /** undefined in a table without dragging. */
  drag: 'still' | 'dragged' | undefined
  /** The label of its handle; undefined without one. */
  handleLabel: string | undefined
  /** The drop target over it, during a drag. */
  spot: ReactNode
  on: RowEvents<Row, UseId>
}
export type MenuPlace = { x: number; y: number } | HTMLElement

/** A row of a table: its checkbox, its cells, its menu. Memoised. */
export const DataTableRow = memo(Row) as typeof Row

function Row<Row, UseId extends string>(props: DataTableRowProps<Row, UseId>): ReactNode {
  const { row, id, name, columns, isActive, isBusy, hasAction, box, menu, drag, on } = props
  const [isPointed, setPointed] = useState(false)
  const uses = (isActive || isPointed) && !isBusy ? (props.usesOf?.(row) ?? []) : []
  const hasMenu = menu === 'shut' || menu === 'open'

  const openMenuAtButton = (from: HTMLElement) =>
    on.onOpenMenu(row, from.querySelector<HTMLElement>('[data-row-menu]') ?? from)

  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    if (!hasMenu || !event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    if (event.button === 2) on.onOpenMenu(row, { x: event.clientX, y: event.clientY })
    else openMenuAtButton(event.currentTarget)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isBusy || (event.target !== event.currentTarget && event.key !== 'Escape')) return
    const isMenuKey = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')
    if (isMenuKey && hasMenu) openMenuAtButton(event.currentTarget)
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey && hasAction)
      on.onAction(row)
    else if (!on.onKey(row, event)) return
    event.preventDefault()
  }
  return (
    <tr
      role="row"
      data-row={id}
      aria-rowindex={props.position}
      aria-label={props.label}
      tabIndex={isActive ? 0 : -1}
      aria-selected={props.isSelected}
      aria-busy={isBusy || undefined}
      draggable={drag !== undefined || undefined}
      className={cx(
        styles.row,
        box !== undefined && styles.boxed,
        hasAction && styles.clickable,
        isBusy && styles.busy,
        drag === 'dragged' && styles.dragged,
      )}
      onPointerEnter={props.usesOf && (() => setPointed(true))}
      onPointerLeave={props.usesOf && (() => setPointed(false))}
      onContextMenu={onContextMenu}
      // Shift+click selects rows, not text.
      onMouseDown={(event) => box !== undefined && event.shiftKey && event.preventDefault()}
      onClick={(event) => {
        if (isBusy || !isOnRow(event) || on.onPress(row, event)) return
        if (hasAction && window.getSelection()?.type !== 'Range') on.onAction(row)
      }}
      onKeyDown={onKeyDown}
    >
      {box !== undefined && (
        <td role="gridcell" className={cx(cellStyles.cell, cellStyles.boxCell)} data-no-row-action="">
          {props.handleLabel !== undefined && (
            <Handle label={props.handleLabel} onPickUp={(handle) => on.onPickUp(row, handle)} />
          )}
          {box !== 'none' && (
            <RowCheckbox
              label={listTexts.selectRow(name)}
              isSelected={box === 'ticked'}
              onToggle={(event) => on.onToggle(row, event)}
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
        <td role="gridcell" className={cx(cellStyles.cell, cellStyles.menuCell)}>
          {uses.length > 0 && (
            <span className={styles.uses} data-row-uses="">
              {uses.map(({ id: use, ...button }) => (
                <span key={use} data-row-use={use}>
                  <RowButton {...button} onPress={() => on.onUse(row, use)} />
                </span>
              ))}
            </span>
          )}
          {hasMenu && (
            <button
              type="button"
              tabIndex={-1}
              data-row-menu=""
              className={styles.menuButton}
              aria-label={uiTexts.rowActions(name)}
              aria-haspopup="menu"
              aria-expanded={menu === 'open'}
              disabled={isBusy}
              onClick={(event) => on.onOpenMenu(row, event.currentTarget)}
              // A keyboard click would count as a virtual one, and the menu would not focus its first entry.
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return
                event.preventDefault()
                on.onOpenMenu(row, event.currentTarget)
              }}
            />
          )}
          {isBusy && <VisuallyHidden>{uiTexts.busyRow}</VisuallyHidden>}
          {props.spot}
        </td>
      )}
    </tr>
  )
}

/** Starts a drag without a pointer. On key up: on key down, the release would already drop. */
function Handle({ label, onPickUp }: { label: string; onPickUp: (handle: HTMLElement) => void }): ReactNode {
  const isKey = (event: KeyboardEvent) => event.key === 'Enter' || event.key === ' '
  return (
    <button
      type="button"
      tabIndex={-1}
      data-row-handle=""
      className={styles.handle}
      aria-label={label}
      title={listTexts.dragByKey}
      onKeyDown={(event) => isKey(event) && event.preventDefault()}
      onKeyUp={(event) => isKey(event) && onPickUp(event.currentTarget)}
      // A press by a screen reader.
      onClick={(event) => event.detail === 0 && onPickUp(event.currentTarget)}
    />
  )
}

/** A cell. The one of the card's title is the row header. */
function DataCell<Row>({
  column,
  runsOver,
  children,
}: {
  column: Column<Row>
  runsOver: boolean
  children: ReactNode
}): ReactNode {
  const isEmpty = children === null || children === undefined || children === false || children === ''
  const className = cx(
    cellStyles.cell,
    runsOver && cellStyles.runsOver,
    children === blankCell && cellStyles.blank,
    ...columnClasses(column),
  )
  const content = isEmpty ? <span className={cellStyles.none}>{uiTexts.emptyCell}</span> : children
  return column.card === 'title' ? (
    <th role="rowheader" scope="row" className={className}>
      {content}
    </th>
  ) : (
    <td
      role="gridcell"
      className={className}
      data-label={column.label}
      data-narrow={(column.isNarrow === true && column.icon !== undefined) || undefined}
    >
      {content}
    </td>
  )
}

/** Returns whether the event is on the row itself, not on a control inside or on its menu. */
function isOnRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement
  return (
    event.currentTarget.contains(target) &&
    target.closest('button, a, input, label, [data-no-row-action]') === null
  )
}
