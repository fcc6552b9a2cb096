import type { ReactNode } from 'react'
import { bankTexts } from '#texts/office/banks.ts'
import { formatNumber } from '#texts/platform/format.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { NameCell, nameList } from '#web/platform/back-office/Cells.tsx'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { DataTable, type DataTableProps } from '#web/platform/ui/DataTable.tsx'
import type { Column } from '#web/platform/ui/dataTableColumns.ts'
import { linkedNames, type Bank, type LinkKind } from './bankList.ts'

const { columns: texts } = bankTexts

/** The column of what is attached to a bank. Its id is that of the order in the call, as all others. */
const linked = (
  kind: LinkKind,
  label: string,
  place: Pick<Column<Bank>, 'width' | 'hideBelow'>,
): Column<Bank> => ({
  id: kind,
  label,
  ...place,
  isSortable: true,
  sortLabel: officeTexts.numberOf(label),
  cell: (bank) => nameList({ names: linkedNames[kind](bank.links), label, of: bank.label, shown: 1 }),
})

const columns: readonly Column<Bank>[] = [
  {
    id: 'id',
    label: texts.id,
    cell: ({ id }) => id,
    align: 'end',
    width: 'number',
    hideBelow: 'xlarge',
    isSortable: true,
  },
  {
    id: 'label',
    label: texts.label,
    card: 'title',
    isSortable: true,
    cell: ({ label, active }) => (
      <NameCell name={label} aside={!active && <Badge tone="attention">{bankTexts.inactive}</Badge>} />
    ),
  },
  {
    id: 'create_by',
    label: texts.creator,
    cell: ({ create_by: creator }) => creator,
    width: 'medium',
    hideBelow: 'xlarge',
    isSortable: true,
  },
  linked('user', texts.users, { width: 'large' }),
  linked('team', texts.teams, { width: 'roomy', hideBelow: 'xlarge' }),
  linked('chest', texts.chests, { width: 'roomy', hideBelow: 'medium' }),
  {
    id: 'max_user',
    label: texts.maxUser,
    cell: ({ max_user: most }) => (most === null ? bankTexts.unlimited : formatNumber(most)),
    align: 'end',
    width: 'medium',
    hideBelow: 'medium',
    isSortable: true,
  },
]

export type BankTableProps = Pick<
  DataTableProps<Bank>,
  'selectedKey' | 'selection' | 'busyKeys' | 'rowMenu' | 'onRowAction' | 'empty' | 'sort' | 'onSort'
> & {
  /** null while loading. */
  banks: readonly Bank[] | null
}

/** The banks in the caller's scope, with what is attached to each. */
export function BankTable({ banks, ...table }: BankTableProps): ReactNode {
  return (
    <DataTable
      label={bankTexts.table}
      columns={columns}
      rows={banks}
      rowKey={({ id }) => id}
      rowName={({ label }) => label}
      {...table}
    />
  )
}
