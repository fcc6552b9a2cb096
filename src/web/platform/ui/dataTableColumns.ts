import type { ReactNode } from 'react'
import styles from './DataTableCell.module.css'

export type Column<Row> = {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean | undefined
  /** end: numbers. */
  align?: 'start' | 'end' | undefined
  /** Its share of the width; fill takes what remains. */
  width?: 'icon' | 'number' | 'small' | 'medium' | 'roomy' | 'large' | 'share' | 'wide' | 'fill' | undefined
  /** Goes when the table itself is narrower than this. */
  hideBelow?: 'medium' | 'large' | 'xlarge' | undefined
  /** Rows where its text runs over the cells after it, which are blank there. */
  runsOver?: ((row: Row) => boolean) | undefined
  /** Its place in the card that a row becomes on a narrow screen: title (the row header), icon, detail, hidden. */
  card?: 'title' | 'icon' | 'detail' | 'hidden' | undefined
}
export type Sort = { column: string; direction: 'ascending' | 'descending' }

/** What `cell` gives where the column says nothing of the row: no dash stands there, and no line of a card. */
export const blankCell: ReactNode = ' '

/** The classes that a column gives to its cells: alignment, when it goes, its place in a card. */
export function columnClasses<Row>(column: Column<Row>): (string | undefined)[] {
  return [
    column.align === 'end' ? styles.end : undefined,
    column.hideBelow === undefined ? undefined : styles[`below-${column.hideBelow}`],
    styles[`card-${column.card ?? 'detail'}`],
  ]
}
