import type { ReactNode } from 'react'
import { Folder, KeyRound, RotateCcw, Trash2 } from 'lucide-react'
import { trashTexts } from '#texts/trash.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import type { Column } from '#web/ui/dataTableColumns.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { TrashEntry } from './queries.ts'
import styles from './Trash.module.css'

const texts = trashTexts.columns

/** The rows that are ticked, and what may be done with a row. */
export type TrashActions = {
  selected: ReadonlySet<number>
  onToggle: (entry: TrashEntry) => void
  mayRestore: boolean
  mayDelete: boolean
  onRestore: (entry: TrashEntry) => void
  onDelete: (entry: TrashEntry) => void
}

export type TrashTableProps = {
  entries: readonly TrashEntry[] | null
  now: number
  /** Said under « Aucune donnée ». */
  emptyDetail?: string
} & ({ isStatic: true; actions?: undefined } | { isStatic?: undefined; actions: TrashActions })

/** What was deleted in a chest, the latest first. */
export function TrashTable({ entries, now, emptyDetail, isStatic, actions }: TrashTableProps): ReactNode {
  const columns: readonly Column<TrashEntry>[] = [
    ...(actions === undefined ? [] : [checkColumn(actions)]),
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
      onRowAction={actions?.onToggle}
      onRowKey={
        actions &&
        ((entry, key) => {
          if (key === ' ') actions.onToggle(entry)
          return key === ' '
        })
      }
      rowMenu={actions && ((entry) => menuOf(entry, actions))}
    />
  )
}

const checkColumn = ({ selected, onToggle }: TrashActions): Column<TrashEntry> => ({
  id: 'check',
  label: texts.check,
  width: 'icon',
  card: 'icon',
  cell: (entry) => (
    <Checkbox
      label={trashTexts.select(entry.name)}
      isLabelHidden
      isSelected={selected.has(entry.id)}
      onChange={() => onToggle(entry)}
    />
  ),
})

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
