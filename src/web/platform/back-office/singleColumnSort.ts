import type { DataTableProps } from '#web/platform/ui/DataTable.tsx'
import type { ListPageState } from './useListPage.ts'

/** The sorting of a table with one sortable column. */
export type TableOrder = Pick<DataTableProps<never>, 'sort' | 'onSort'>

/** Returns the sorting of a list by one column, stored in its address. */
export const singleColumnSort = (
  column: string,
  { order, setOrder }: Pick<ListPageState<never>, 'order' | 'setOrder'>,
): TableOrder => ({
  sort: { column, direction: order === 'desc' ? 'descending' : 'ascending' },
  onSort: ({ direction }) => setOrder(direction === 'descending' ? 'desc' : undefined),
})
