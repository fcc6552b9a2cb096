import type { ReactNode } from 'react'
import { Folder, KeyRound, RotateCcw, Trash2 } from 'lucide-react'
import { trashTexts } from '#texts/vault/trash.ts'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import type { Column } from '#web/platform/ui/dataTableColumns.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import type { RowKey } from '#web/platform/ui/useRovingRows.ts'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import type { TrashEntry } from './queries.ts'
import styles from './Trash.module.css'

const texts = trashTexts.columns

/** The ids of the ticked rows. */
export type Ticked = ReadonlySet<RowKey>

/** The ticked rows, and the actions on a row. */
export type TrashActions = {
  selected: Ticked
  onSelect: (selected: Ticked) => void
  mayRestore: boolean
  mayDelete: boolean
  onRestore: (entry: TrashEntry) => void
  onDelete: (entry: TrashEntry) => void
}

export type TrashTableProps = {
  entries: readonly TrashEntry[] | null
  now: number
  /** Shown below « Aucune donnée ». */
  emptyDetail?: string
} & ({ isStatic: true; actions?: undefined } | { isStatic?: undefined; actions: TrashActions })

/** The deleted elements of a chest, latest first. */
export function TrashTable({ entries, now, emptyDetail, isStatic, actions }: TrashTableProps): ReactNode {
  const columns: readonly Column<TrashEntry>[] = [
    { id: 'id', label: texts.id, width: 'small', align: 'end', cell: ({ id }) => id },
    { id: 'name', label: texts.name, card: 'title', cell: (entry) => <Name entry={entry} /> },
    {
      id: 'type',
      label: texts.type,
      width: 'medium',
      cell: ({ type }) => (
        <span className={styles.type}>
          {type === 'folder' ? <Folder aria-hidden="true" /> : <KeyRound aria-hidden="true" />}
          {trashTexts.kinds[type]}
        </span>
      ),
    },
    { id: 'deletedBy', label: texts.deletedBy, width: 'medium', cell: ({ deletedBy }) => deletedBy },
    {
      id: 'deletedAt',
      label: texts.deletedAt,
      width: 'medium',
      cell: ({ deletedAt }) => <RelativeTime at={deletedAt} now={now} />,
    },
  ]
  return (
    <DataTable
      label={trashTexts.table}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={
        <EmptyState title={trashTexts.empty} icon={<Trash2 />}>
          {emptyDetail}
        </EmptyState>
      }
      isStatic={isStatic}
      selection={actions && { keys: actions.selected, onChange: actions.onSelect }}
      onRowAction={actions && ((entry) => actions.onSelect(toggled(actions.selected, entry.id)))}
      rowMenu={actions && ((entry) => menuOf(entry, actions))}
    />
  )
}

/** Returns the selection with a row toggled: a press on a row ticks it. */
function toggled(ticked: Ticked, key: RowKey): Ticked {
  const next = new Set(ticked)
  if (!next.delete(key)) next.add(key)
  return next
}

function Name({ entry }: { entry: TrashEntry }): ReactNode {
  const { name, holds } = entry
  return (
    <span title={name}>
      {name}
      {holds.items + holds.folders > 0 && <span className={styles.holds}> {trashTexts.holding(holds)}</span>}
    </span>
  )
}

const menuOf = (entry: TrashEntry, actions: TrashActions) => [
  {
    id: 'restore',
    label: trashTexts.restore,
    icon: <RotateCcw />,
    isDisabled: !actions.mayRestore,
    onAction: () => actions.onRestore(entry),
  },
  {
    id: 'delete',
    label: trashTexts.remove,
    icon: <Trash2 />,
    look: 'danger' as const,
    isDisabled: !actions.mayDelete,
    onAction: () => actions.onDelete(entry),
  },
]
