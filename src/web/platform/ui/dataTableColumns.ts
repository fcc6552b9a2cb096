import type { ReactNode } from 'react'
import styles from './DataTableCell.module.css'

export type Column<Row> = {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean | undefined
  /** end: for numbers. */
  align?: 'start' | 'end' | undefined
  /** The share of the width. `fill` takes the rest. */
  width?: 'icon' | 'number' | 'small' | 'medium' | 'roomy' | 'large' | 'share' | 'wide' | 'fill' | undefined
  /** Hidden when the table is narrower than this. */
  hideBelow?: 'medium' | 'large' | 'xlarge' | undefined
  /** Returns whether the text of a row runs over the following cells, which are then blank. */
  runsOver?: ((row: Row) => boolean) | undefined
  /** Its place in a card, on a narrow screen: title (the row header), icon, detail, hidden. */
  card?: 'title' | 'icon' | 'detail' | 'hidden' | undefined
}
export type Sort = { column: string; direction: 'ascending' | 'descending' }

/** The content of a cell that does not apply to its row: no placeholder, and no line in a card. */
export const blankCell: ReactNode = ' '

/** Returns the classes of a column's cells: alignment, visibility, place in a card. */
export function columnClasses<Row>(column: Column<Row>): (string | undefined)[] {
  return [
    column.align === 'end' ? styles.end : undefined,
    column.hideBelow === undefined ? undefined : styles[`below-${column.hideBelow}`],
    styles[`card-${column.card ?? 'detail'}`],
  ]
}
