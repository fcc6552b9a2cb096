import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp, Columns3Cog } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { listTexts } from '#texts/platform/lists.ts'
import { Checkbox } from './Checkbox.tsx'
import styles from './DataTableHead.module.css'
import { columnClasses, type Column, type Sort } from './dataTableColumns.ts'
import { cx } from './given.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type DataTableHeadProps<Row> = {
  columns: readonly Column<Row>[]
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  hasMenu: boolean
  /** Opens the choice of columns. */
  onColumns?: (() => void) | undefined
  /** Not all rows are rendered: each has its index as an attribute. */
  isPart: boolean
  /** Set if rows have checkboxes: the one for all of them. */
  boxes?: BoxOfAll | undefined
  /** Rows are cards: the head only names the cells, and CardTools has its controls. */
  areCards: boolean
}

/** The checkbox of all rows. */
export type BoxOfAll = {
  areAll: boolean
  areSome: boolean
  /** How many rows can be selected. */
  count: number
  /** The list has no other page. */
  isWhole: boolean
  setAll: (isSelected: boolean) => void
}

/** The sticky header of a table. A sortable column is a button. */
export function DataTableHead<Row>(props: DataTableHeadProps<Row>): ReactNode {
  const { columns, sort, onSort, hasMenu, onColumns, isPart, boxes, areCards } = props
  return (
    <thead role="rowgroup" className={styles.head}>
      <tr role="row" aria-rowindex={isPart ? 1 : undefined}>
        {boxes !== undefined && (
          <th
            role="columnheader"
            scope="col"
            className={cx(styles.headCell, styles.box)}
            title={
              areCards
                ? undefined
                : listTexts.selectRowsKeys(listTexts.selectRows(boxes.count, boxes.isWhole))
            }
          >
            {areCards ? listTexts.selection : <AllCheckbox {...boxes} isLabelHidden />}
          </th>
        )}
        {columns.map((column) => {
          const direction = sort?.column === column.id ? sort.direction : undefined
          const isSortable = column.isSortable === true && onSort !== undefined
          const sign = column.isNarrow === true ? column.icon : undefined
          return (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              className={cx(styles.headCell, styles[column.width ?? 'fill'], ...columnClasses(column))}
              style={widthOf(column)}
              aria-sort={direction ?? (isSortable ? 'none' : undefined)}
            >
              {isSortable && !areCards ? (
                <button
                  type="button"
                  className={cx(styles.sort, column.align !== 'end' && styles.start)}
                  title={uiTexts.sortBy(column.sortLabel ?? column.label)}
                  onClick={() =>
                    onSort({
                      column: column.id,
                      direction: direction === 'ascending' ? 'descending' : 'ascending',
                    })
                  }
                >
                  {sign === undefined ? (
                    <span className={styles.words}>{column.label}</span>
                  ) : (
                    <>
                      <span className={styles.sign} aria-hidden="true">
                        {sign}
                      </span>
                      <VisuallyHidden>{column.label}</VisuallyHidden>
                    </>
                  )}
                  {direction === 'descending' ? (
                    <ArrowDown aria-hidden="true" />
                  ) : (
                    // A narrow heading has no room for an arrow that only says that one could sort.
                    (sign === undefined || direction !== undefined) && <ArrowUp aria-hidden="true" />
                  )}
                </button>
              ) : column.width === 'icon' ? (
                <VisuallyHidden>{column.label}</VisuallyHidden>
              ) : (
                column.label
              )}
            </th>
          )
        })}
        {hasMenu && (
          <th role="columnheader" scope="col" className={cx(styles.headCell, styles.icon)}>
            <VisuallyHidden>{uiTexts.actions}</VisuallyHidden>
            {onColumns !== undefined && !areCards && (
              <button
                type="button"
                className={styles.columns}
                aria-label={uiTexts.columns.choose}
                title={uiTexts.columns.choose}
                aria-haspopup="dialog"
                onClick={onColumns}
              >
                <Columns3Cog aria-hidden="true" />
              </button>
            )}
          </th>
        )}
      </tr>
    </thead>
  )
}

/** The checkbox that selects all rows of the page. */
export function AllCheckbox(props: BoxOfAll & { isLabelHidden?: boolean }): ReactNode {
  return (
    <Checkbox
      label={listTexts.selectRows(props.count, props.isWhole)}
      isLabelHidden={props.isLabelHidden}
      isSelected={props.areAll}
      isIndeterminate={props.areSome && !props.areAll}
      isDisabled={props.count === 0}
      onChange={props.setAll}
    />
  )
}

/** Returns the chosen width of a column. One that fills the rest has none: what it asks for is its least. */
const widthOf = <Row,>({ width, chosen }: Column<Row>) =>
  chosen === undefined || width === undefined || width === 'fill' ? undefined : { width: `${chosen}rem` }
