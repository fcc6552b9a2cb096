import type { Column } from './dataTableColumns.ts'

/** Which columns somebody wants to see, in which order and how wide. */
export type ColumnChoice = {
  /** The ids of the movable columns; those that are not among them follow. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** In rem, by the id of the column. */
  readonly widths: Readonly<Record<string, number>>
}

export const usualColumns: ColumnChoice = { order: [], hidden: [], widths: {} }

/** The bounds of a chosen width and the step of its buttons, in rem. */
export const chosenWidth = { least: 5, most: 40, step: 1 } as const

/** Returns whether a column stays where it is, and is always shown: the icon and the name. */
export const isFixed = <Row>({ card }: Column<Row>): boolean => card === 'icon' || card === 'title'

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []

/** Returns a stored choice without its invalid parts. */
export function readColumnChoice(stored: unknown): ColumnChoice {
  if (typeof stored !== 'object' || stored === null) return usualColumns
  const { order, hidden, widths } = stored as Record<string, unknown>
  const given = typeof widths === 'object' && widths !== null ? Object.entries(widths) : []
  return {
    order: idsIn(order),
    hidden: idsIn(hidden),
    widths: Object.fromEntries(
      given.filter(
        (entry): entry is [string, number] =>
          typeof entry[1] === 'number' && entry[1] >= chosenWidth.least && entry[1] <= chosenWidth.most,
      ),
    ),
  }
}

/** Returns all columns in the chosen order; hidden ones included. */
export function orderColumns<Row>(
  columns: readonly Column<Row>[],
  { order }: Pick<ColumnChoice, 'order'>,
): readonly Column<Row>[] {
  const rank = (column: Column<Row>): number => {
    const place = order.indexOf(column.id)
    return isFixed(column) ? -1 : place < 0 ? order.length : place
  }
  return columns.toSorted((one, other) => rank(one) - rank(other))
}

/** Returns the chosen columns: those that are shown, in their order, with their widths. */
export const chooseColumns = <Row>(
  columns: readonly Column<Row>[],
  choice: ColumnChoice,
): readonly Column<Row>[] =>
  orderColumns(columns, choice)
    .filter((column) => isFixed(column) || !choice.hidden.includes(column.id))
    .map((column) => {
      const width = choice.widths[column.id]
      return width === undefined ? column : { ...column, chosen: width }
    })
