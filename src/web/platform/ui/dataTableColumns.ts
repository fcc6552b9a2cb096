import type { ReactNode } from 'react'
import styles from './DataTableCell.module.css'

export type Column<Row> = {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean | undefined
  /** What the sort compares, if it is not the label: « nombre de banques ». */
  sortLabel?: string | undefined
  /** end: for numbers. */
  align?: 'start' | 'end' | undefined
  /** The share of the width. `fill` takes the rest. */
  width?: ColumnWidth | undefined
  /** The least width of a column that fills the rest, in rem: by default 280 px for the title of the card. */
  least?: number | undefined
  /** The width that somebody chose, in rem; of a column that fills the rest, its least one. */
  chosen?: number | undefined
  /**
   * Leaves when the table has no room for it: an `xlarge` column first, a `medium` one last. Without a script,
   * when the table is narrower than that.
   */
  hideBelow?: ColumnLevel | undefined
  /**
   * Is narrowed when the table has no room, after the columns of that level left; `first` before any leaves. A number is
   * a width in rem.
   */
  narrowBelow?: { level: ColumnLevel | 'first'; width: ColumnWidth | number } | undefined
  /** Its heading while it is narrowed. */
  icon?: ReactNode
  /** Set by the table: the column is narrowed. Under an icon its cells are marked by `data-narrow`. */
  isNarrow?: boolean | undefined
  /** Returns whether the text of a row runs over the following cells, which are then blank. */
  runsOver?: ((row: Row) => boolean) | undefined
  /**
   * Its place in a card, on a narrow screen: title (the row header), icon, detail, hidden. With a second line the
   * card has two lines, and no details; an action is at their end.
   */
  card?: 'title' | 'second' | 'action' | 'icon' | 'detail' | 'hidden' | undefined
}
export type ColumnLevel = 'medium' | 'large' | 'xlarge'
export type ColumnWidth =
  | 'icon'
  | 'number'
  | 'small'
  | 'medium'
  | 'roomy'
  | 'large'
  | 'share'
  | 'wide'
  | 'fill'
export type Sort = { column: string; direction: 'ascending' | 'descending' }

/** The content of a cell that does not apply to its row: no placeholder, and no line in a card. */
export const blankCell: ReactNode = ' '

/** Returns the classes of a column's cells: alignment, place in a card; without a script, visibility. */
export function columnClasses<Row>(column: Column<Row>): (string | undefined)[] {
  return [
    column.align === 'end' ? styles.end : undefined,
    column.hideBelow === undefined ? undefined : styles[`below-${column.hideBelow}`],
    styles[`card-${column.card ?? 'detail'}`],
  ]
}
