import type { ReactNode } from 'react'
import { Folder, KeyRound, RotateCcw, Trash2 } from 'lucide-react'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { trash } from '#contract/trash.ts'
import { trashTexts } from '#texts/trash.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import type { Column } from '#web/ui/dataTableColumns.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

export type TrashEntry = ReplyOf<typeof trash.list>[number]
const texts = trashTexts.columns

export type TrashTableProps = {
  entries: readonly TrashEntry[] | null
  now: number
  mayRestore: boolean
  mayDelete: boolean
  onRestore: (entry: TrashEntry) => void
  onDelete: (entry: TrashEntry) => void
}

/** What was deleted in a chest, the latest first. */
export function TrashTable(props: TrashTableProps): ReactNode {
  const columns: readonly Column<TrashEntry>[] = [
    {
      id: 'icon',
      label: texts.icon,
      width: 'icon',
      card: 'icon',
      cell: ({ type }) => (
        <span title={trashTexts.kinds[type]}>
          {type === 'folder' ? <Folder size={18} /> : <KeyRound size={18} />}
        </span>
      ),
    },
    { id: 'id', label: texts.id, width: 'small', align: 'end', cell: ({ id }) => id },
    { id: 'name', label: texts.name, card: 'title', cell: ({ name }) => <span title={name}>{name}</span> },
    { id: 'deletedBy', label: texts.deletedBy, width: 'medium', cell: ({ deletedBy }) => deletedBy },
    {
      id: 'deletedAt',
      label: texts.deletedAt,
      width: 'medium',
      cell: ({ deletedAt }) => <RelativeTime at={deletedAt} now={props.now} />,
    },
  ]
  return (
    <DataTable
      label={trashTexts.table}
      columns={columns}
      rows={props.entries}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={<EmptyState title={trashTexts.empty} icon={<Trash2 />} />}
      rowMenu={(entry) => [
        {
          id: 'restore',
          label: trashTexts.restore,
          icon: <RotateCcw />,
          isDisabled: !props.mayRestore,
          onAction: () => props.onRestore(entry),
        },
        {
          id: 'delete',
          label: trashTexts.remove,
          icon: <Trash2 />,
          look: 'danger',
          isDisabled: !props.mayDelete,
          onAction: () => props.onDelete(entry),
        },
      ]}
    />
  )
}
