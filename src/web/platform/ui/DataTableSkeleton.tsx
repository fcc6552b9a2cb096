import type { ReactNode } from 'react'
import styles from './DataTableCell.module.css'
import { columnClasses, type Column } from './dataTableColumns.ts'
import rowStyles from './DataTableRow.module.css'
import { cx } from './given.ts'

/** Skeleton rows of a table while it loads, hidden from screen readers. */
export function DataTableSkeleton<Row>(props: {
  columns: readonly Column<Row>[]
  count: number
  hasMenu: boolean
  hasBoxes: boolean
}): ReactNode {
  return Array.from({ length: props.count }, (_, index) => (
    <tr key={index} role="row" aria-hidden="true" className={rowStyles.row}>
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
