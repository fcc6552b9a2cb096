import type { ReactNode } from 'react'
import { bankTexts } from '#texts/office/banks.ts'
import { formatNumber } from '#texts/platform/format.ts'
import type { ListOrder } from '#web/platform/shell/listPlace.ts'
import { NameCell, nameList } from '#web/platform/back-office/Cells.tsx'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { DataTable, type DataTableProps } from '#web/platform/ui/DataTable.tsx'
import type { Column } from '#web/platform/ui/dataTableColumns.ts'
import { linkedNames, orderOf, sortOf, type Bank, type LinkKind } from './bankList.ts'

const { columns: texts } = bankTexts

const linked =
  (kind: LinkKind, label: string): Column<Bank>['cell'] =>
  (bank) =>
    nameList({ names: linkedNames[kind](bank.links), label, of: bank.label, shown: 1 })

const columns: readonly Column<Bank>[] = [
  { id: 'id', label: texts.id, cell: ({ id }) => id, align: 'end', width: 'number', isSortable: true },
  {
    id: 'label',
    label: texts.label,
    card: 'title',
    width: 'large',
    isSortable: true,
    cell: ({ label, active }) => (
      <NameCell name={label} aside={!active && <Badge tone="attention">{bankTexts.inactive}</Badge>} />
    ),
  },
  {
    id: 'creator',
    label: texts.creator,
    cell: ({ create_by: creator }) => creator,
    width: 'medium',
    hideBelow: 'xlarge',
  },
  { id: 'users', label: texts.users, cell: linked('user', texts.users), width: 'large' },
  { id: 'teams', label: texts.teams, cell: linked('team', texts.teams), hideBelow: 'large' },
  { id: 'chests', label: texts.chests, cell: linked('chest', texts.chests), hideBelow: 'medium' },
  {
    id: 'maxUser',
    label: texts.maxUser,
    cell: ({ max_user: most }) => (most === null ? bankTexts.unlimited : formatNumber(most)),
    align: 'end',
    width: 'medium',
  },
]

export type BankTableProps = Pick<
  DataTableProps<Bank>,
  'selectedKey' | 'busyKeys' | 'rowMenu' | 'onRowAction' | 'empty'
> & {
  /** null while loading. */
  banks: readonly Bank[] | null
  order: ListOrder | undefined
  onOrder: (order: ListOrder | undefined) => void
}

/** The banks in the caller's scope, with what is attached to each. */
export function BankTable({ banks, order, onOrder, ...table }: BankTableProps): ReactNode {
  return (
    <DataTable
      label={bankTexts.table}
      columns={columns}
      rows={banks}
      rowKey={({ id }) => id}
      rowName={({ label }) => label}
      sort={sortOf(order)}
      onSort={(asked) => onOrder(orderOf(asked))}
      {...table}
    />
  )
}
