import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
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
  /** Not all rows are rendered: each has its index as an attribute. */
  isPart: boolean
  /** Set if rows have checkboxes: the one for all of them. */
  boxes?:
    | { areAll: boolean; areSome: boolean; areNone: boolean; setAll: (isSelected: boolean) => void }
    | undefined
}

/** The sticky header of a table. A sortable column is a button. */
export function DataTableHead<Row>(props: DataTableHeadProps<Row>): ReactNode {
  const { columns, sort, onSort, hasMenu, isPart, boxes } = props
  return (
    <thead role="rowgroup" className={styles.head}>
      <tr role="row" aria-rowindex={isPart ? 1 : undefined}>
        {boxes !== undefined && (
          <th role="columnheader" scope="col" className={cx(styles.headCell, styles.box)}>
            <Checkbox
              label={listTexts.selectAll}
              isLabelHidden
              isSelected={boxes.areAll}
              isIndeterminate={boxes.areSome && !boxes.areAll}
              isDisabled={boxes.areNone}
              onChange={boxes.setAll}
            />
          </th>
        )}
        {columns.map((column) => {
          const direction = sort?.column === column.id ? sort.direction : undefined
          const isSortable = column.isSortable === true && onSort !== undefined
          return (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              className={cx(styles.headCell, styles[column.width ?? 'fill'], ...columnClasses(column))}
              aria-sort={direction ?? (isSortable ? 'none' : undefined)}
            >
              {isSortable ? (
                <button
                  type="button"
                  className={styles.sort}
                  title={uiTexts.sortBy(column.label)}
                  onClick={() =>
                    onSort({
                      column: column.id,
                      direction: direction === 'ascending' ? 'descending' : 'ascending',
                    })
                  }
                >
                  {column.label}
                  {direction === 'descending' ? (
                    <ArrowDown aria-hidden="true" />
                  ) : (
                    <ArrowUp aria-hidden="true" />
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
          </th>
        )}
      </tr>
    </thead>
  )
}
