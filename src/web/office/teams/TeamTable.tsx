import type { ReactNode } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { teams } from '#contract/office/teams.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { teamTexts } from '#texts/office/teams.ts'
import { Cut, NameCell, nameList } from '#web/platform/back-office/Cells.tsx'
import { bankNames, peopleNames } from '#web/platform/back-office/names.ts'
import { DataTable, type DataTableProps } from '#web/platform/ui/DataTable.tsx'
import type { Column } from '#web/platform/ui/dataTableColumns.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'

export type Team = ReplyOf<typeof teams.list>[number]
const { columns: texts } = teamTexts

const columnsOf = (isStatic: boolean): readonly Column<Team>[] => [
  {
    id: 'name',
    label: texts.name,
    cell: ({ name, manageable }) => <NameCell name={name} manageable={manageable} />,
    card: 'title',
    isSortable: true,
  },
  {
    id: 'description',
    label: texts.description,
    cell: ({ description }) => description !== '' && <Cut text={description} />,
    width: 'large',
    // On a page of 1440 px every column fits beside the checkboxes.
    narrowBelow: { level: 'first', width: 14 },
    hideBelow: 'xlarge',
    isSortable: true,
  },
  {
    id: 'creator',
    label: texts.creator,
    cell: ({ creator }) => creator,
    width: 'medium',
    hideBelow: 'xlarge',
    isSortable: true,
  },
  {
    id: 'users',
    label: texts.users,
    width: 'wide',
    isSortable: true,
    sortLabel: officeTexts.numberOf(texts.users),
    cell: ({ name, users }) =>
      nameList({ names: peopleNames(users), label: texts.users, of: name, isStatic }),
  },
  {
    id: 'banks',
    label: texts.banks,
    width: 'large',
    hideBelow: 'medium',
    isSortable: true,
    sortLabel: officeTexts.numberOf(texts.banks),
    cell: ({ name, banks }) =>
      nameList({ names: bankNames(banks), label: texts.banks, of: name, shown: 1, isStatic }),
  },
]
const columns = columnsOf(false)
const staticColumns = columnsOf(true)

export type TeamTableProps = Pick<
  DataTableProps<Team>,
  | 'selectedKey'
  | 'selection'
  | 'busyKeys'
  | 'rowMenu'
  | 'onRowAction'
  | 'empty'
  | 'isStatic'
  | 'sort'
  | 'onSort'
> & {
  /** null while loading. */
  teams: readonly Team[] | null
}

/** The teams of the back office. The server renders the same component for its fragment. */
export function TeamTable({ teams: rows, ...table }: TeamTableProps): ReactNode {
  return (
    <DataTable
      label={teamTexts.table}
      columns={table.isStatic === true ? staticColumns : columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={<EmptyState title={teamTexts.none} />}
      {...table}
    />
  )
}
