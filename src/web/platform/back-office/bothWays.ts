import type { DataTableProps } from '#web/platform/ui/DataTable.tsx'
import type { ListPageState } from './useListPage.ts'

/** What a table needs of which only one column sorts, forwards or backwards. */
export type TableOrder = Pick<DataTableProps<never>, 'sort' | 'onSort'>

/** The order of such a list, which its address holds. */
export const bothWays = (
  column: string,
  { order, setOrder }: Pick<ListPageState<never>, 'order' | 'setOrder'>,
): TableOrder => ({
  sort: { column, direction: order === 'desc' ? 'descending' : 'ascending' },
  onSort: ({ direction }) => setOrder(direction === 'descending' ? 'desc' : undefined),
})
