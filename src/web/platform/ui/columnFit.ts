import type { Column } from './dataTableColumns.ts'

/** What a table shows in the room that it has. */
export type ColumnFit = {
  /** The ids of the columns that left. */
  readonly gone: readonly string[]
  /** The ids of the columns that are narrowed. */
  readonly narrow: readonly string[]
  /** Not even the remaining columns fit: a row becomes a card. */
  readonly areCards: boolean
}

/** The widths of DataTableHead.module.css in rem, and the shares of the table's width. */
const widths = { icon: 3, number: 5, small: 7, medium: 9.5, roomy: 12, large: 15 } as const
const shares = { share: 0.18, wide: 0.28 } as const
/** The least of a column that fills the rest, in rem: of the name (280 px), and of another one. */
const leastOfName = 17.5
const leastOfFill = 8
/** The columns of checkboxes and menus, in rem. */
export const boxWidth = 2.75
export const menuWidth = 3

/** Below this width rows are cards in any case, in rem. */
const alwaysCards = 36
/** Below this width of the screen, 900 px, rows are cards rather than lose a column; from it on they never are. */
const neverCards = 56.25

const levels = ['xlarge', 'large', 'medium'] as const

/** Returns the width of a column without a choice, in rem; of one that fills the rest, its least. */
export const usualWidth = <Row>(column: Column<Row>): number => leastOf({ ...column, chosen: undefined }, 0)

/** Returns the least width of a column, in rem. */
function leastOf<Row>(column: Column<Row>, available: number): number {
  const { width = 'fill', card, least, chosen } = column
  if (chosen !== undefined) return chosen
  if (width === 'fill') return least ?? (card === 'title' ? leastOfName : leastOfFill)
  return width in shares
    ? shares[width as keyof typeof shares] * available
    : widths[width as keyof typeof widths]
}

/**
 * Returns which columns leave or are narrowed, so that those which fill the rest keep their least width. Columns
 * leave by their level (`hideBelow`: xlarge first), the last one of a level first.
 * @param extra the width of checkboxes and menus, in rem
 * @param available the width of the table, in rem
 * @param screen the width of the page, in rem
 */
export function fitColumns<Row>(
  columns: readonly Column<Row>[],
  extra: number,
  available: number,
  screen = available,
): ColumnFit {
  if (available < alwaysCards) return { gone: [], narrow: [], areCards: true }
  const gone: string[] = []
  const narrow: string[] = []
  const taken = (): number =>
    columns
      .filter(({ id }) => !gone.includes(id))
      .map((column) => leastOf(narrow.includes(column.id) ? narrowed(column) : column, available))
      .reduce((sum, width) => sum + width, extra)
  const fits = (): boolean => taken() <= available
  for (const level of ['first', ...levels]) {
    for (const { id } of columns.filter(({ hideBelow }) => hideBelow === level).toReversed())
      if (!fits()) gone.push(id)
    for (const { id } of columns.filter((column) => column.narrowBelow?.level === level))
      if (!fits()) narrow.push(id)
  }
  // Where one left after all, there may be room for the others in full.
  for (const column of columns.toReversed()) {
    const at = column.narrowBelow?.level === 'first' ? narrow.indexOf(column.id) : -1
    if (at < 0) continue
    narrow.splice(at, 1)
    if (!fits()) narrow.splice(at, 0, column.id)
  }
  // A card of two lines shows less than a table without its last columns does.
  const isWholeInCards = gone.length > 0 && columns.every(({ card }) => card !== 'second')
  return (!fits() && available < neverCards) || (isWholeInCards && screen < neverCards)
    ? { gone: [], narrow: [], areCards: true }
    : { gone, narrow, areCards: false }
}

/** Returns a column in its narrow form. */
function narrowed<Row>(column: Column<Row>): Column<Row> {
  const width = column.narrowBelow?.width ?? column.width
  return typeof width === 'number'
    ? { ...column, chosen: width, isNarrow: true }
    : { ...column, width, chosen: undefined, isNarrow: true }
}

/** Returns the columns of a fit, in their order. The style sheet hides none of them. */
export const columnsOfFit = <Row>(
  columns: readonly Column<Row>[],
  { gone, narrow }: Pick<ColumnFit, 'gone' | 'narrow'>,
): readonly Column<Row>[] =>
  columns
    .filter(({ id }) => !gone.includes(id))
    .map((column) => ({
      ...(narrow.includes(column.id) ? narrowed(column) : column),
      hideBelow: undefined,
    }))
