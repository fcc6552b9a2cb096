import { useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Ellipsis } from 'lucide-react'
import { uiTexts } from '#texts/ui.ts'
import styles from './DataTable.module.css'
import { DataTableHead } from './DataTableHead.tsx'
import { columnClasses, type Column, type Sort } from './dataTableColumns.ts'
import { EmptyState } from './EmptyState.tsx'
import { cx } from './given.ts'
import { ContextMenu, type MenuEntries } from './Menu.tsx'
import { useRovingRows, type RowKey } from './useRovingRows.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

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
  selectedKey?: RowKey | null | undefined
  busyKeys?: ReadonlySet<RowKey> | undefined
  /** Stands in place of rows when there are none. */
  empty?: ReactNode
  skeletonRows?: number | undefined
  /** For a server-rendered table, where menus do not open: no action column. */
  isStatic?: boolean | undefined
}

type Opened<Row> = { row: Row; at: { x: number; y: number } | HTMLElement }

/** The one table: sorting, a main action, a menu, a skeleton; cards where it is narrow. One tab stop, arrows inside. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { columns, rows, rowKey, rowMenu, onRowAction, selectedKey = null, busyKeys } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [opened, setOpened] = useState<Opened<Row> | null>(null)
  const keys = (rows ?? []).map(rowKey)
  const roving = useRovingRows(body, keys, selectedKey)
  const hasMenu = rowMenu !== undefined && props.isStatic !== true

  const openAtButton = (row: Row, from: HTMLElement) => {
    const button = from.querySelector<HTMLElement>('[data-row-menu]') ?? from
    setOpened({ row, at: button })
  }
  const onContextMenu = (row: Row) => (event: MouseEvent<HTMLElement>) => {
    if (!hasMenu || rowMenu(row).length === 0 || !event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    if (event.button === 2) setOpened({ row, at: { x: event.clientX, y: event.clientY } })
    else openAtButton(row, event.currentTarget)
  }

  return (
    <div className={styles.frame}>
      <table role="grid" className={styles.table} aria-label={props.label} aria-busy={rows === null}>
        <DataTableHead columns={columns} sort={props.sort} onSort={props.onSort} hasMenu={hasMenu} />
        <tbody
          role="rowgroup"
          ref={body}
          onKeyDown={roving.onKeyDown}
          onFocus={roving.onFocus}
          onBlur={roving.onBlur}
        >
          {rows === null && (
            <SkeletonRows columns={columns} count={props.skeletonRows ?? 8} hasMenu={hasMenu} />
          )}
          {rows?.map((row) => {
            const key = rowKey(row)
            const isBusy = busyKeys?.has(key) === true
            const name = props.rowName?.(row) ?? ''
            return (
              <tr
                key={key}
                role="row"
                data-row={key}
                tabIndex={roving.active === key ? 0 : -1}
                aria-selected={selectedKey === null ? undefined : selectedKey === key}
                aria-busy={isBusy || undefined}
                className={cx(
                  styles.row,
                  onRowAction !== undefined && styles.clickable,
                  isBusy && styles.busy,
                )}
                onContextMenu={onContextMenu(row)}
                onClick={(event) => isMainPress(event) && !isBusy && onRowAction?.(row)}
                onKeyDown={(event) => {
                  if (
                    event.target !== event.currentTarget ||
                    isBusy ||
                    event.ctrlKey ||
                    event.metaKey ||
                    event.altKey
                  )
                    return
                  if (event.key === 'Enter' && onRowAction !== undefined) onRowAction(row)
                  else if (
                    (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) &&
                    hasMenu &&
                    rowMenu(row).length > 0
                  )
                    openAtButton(row, event.currentTarget)
                  else if (event.key.length !== 1 || props.onRowKey?.(row, event.key) !== true) return
                  event.preventDefault()
                }}
              >
                {columns.map((column) => (
                  <DataCell key={column.id} column={column} runsOver={column.runsOver?.(row) === true}>
                    {column.cell(row)}
                  </DataCell>
                ))}
                {hasMenu && (
                  <td role="gridcell" className={cx(styles.cell, styles.menuCell)}>
                    {rowMenu(row).length > 0 && (
                      <button
                        type="button"
                        data-row-menu=""
                        className={styles.menuButton}
                        aria-label={uiTexts.rowActions(name)}
                        aria-haspopup="menu"
                        aria-expanded={opened !== null && rowKey(opened.row) === key}
                        disabled={isBusy}
                        onClick={(event) => setOpened({ row, at: event.currentTarget })}
                        // A click made by a key would count as a screen reader's, and the menu would not focus its first entry.
                        onKeyDown={(event) => {
                          if (event.key !== 'Enter' && event.key !== ' ') return
                          event.preventDefault()
                          setOpened({ row, at: event.currentTarget })
                        }}
                      >
                        <Ellipsis aria-hidden="true" />
                      </button>
                    )}
                    {isBusy && <VisuallyHidden>{uiTexts.busyRow}</VisuallyHidden>}
                  </td>
                )}
              </tr>
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

/** Not a press on a control inside the row, in a menu that it opened, nor the end of a selection of text. */
function isMainPress(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement
  if (
    !event.currentTarget.contains(target) ||
    target.closest('button, a, input, label, [data-no-row-action]') !== null
  )
    return false
  return window.getSelection()?.type !== 'Range'
}

function SkeletonRows<Row>(props: {
  columns: readonly Column<Row>[]
  count: number
  hasMenu: boolean
}): ReactNode {
  return Array.from({ length: props.count }, (_, index) => (
    <tr key={index} role="row" aria-hidden="true" className={styles.row}>
      {props.columns.map((column) => (
        <td key={column.id} className={cx(styles.cell, ...columnClasses(column))}>
          <span className={styles.bone} />
        </td>
      ))}
      {props.hasMenu && <td className={styles.cell} />}
    </tr>
  ))
}
