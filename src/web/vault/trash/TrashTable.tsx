import type { ReactNode } from 'react'
import { Folder, KeyRound, Trash2 } from 'lucide-react'
import { trashTexts } from '#texts/vault/trash.ts'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import type { Column } from '#web/platform/ui/dataTableColumns.ts'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { useMedia } from '#web/platform/ui/useMedia.ts'
import { toggled } from '#web/platform/ui/rowRange.ts'
import type { TableSelection } from '#web/platform/ui/useRowSelection.ts'
import type { TrashEntry } from './queries.ts'
import styles from './Trash.module.css'

const texts = trashTexts.columns

export type TrashTableProps = {
  entries: readonly TrashEntry[] | null
  now: number
  /** Shown below « Aucune donnée ». */
  emptyDetail?: string
  /** The ticked rows, and the menu of a row. The server renders neither. */
  selection?: TableSelection<TrashEntry>
  rowMenu?: (entry: TrashEntry) => MenuEntries
  isStatic?: boolean
}

/** The deleted elements of a chest, latest first. */
export function TrashTable(props: TrashTableProps): ReactNode {
  const { now, selection } = props
  // On a phone an entry has two lines, as in the explorer: six of them are in sight.
  const isPhone = useMedia('(width < 600px)')
  const columns: readonly Column<TrashEntry>[] = [
    {
      id: 'id',
      label: texts.id,
      width: 'small',
      align: 'end',
      hideBelow: 'large',
      cell: ({ id }) => id,
    },
    { id: 'name', label: texts.name, card: 'title', cell: (entry) => <Name entry={entry} /> },
    {
      id: 'type',
      label: texts.type,
      width: 'medium',
      hideBelow: 'large',
      card: isPhone ? 'icon' : 'detail',
      cell: ({ type }) => (
        <span className={styles.type}>
          {type === 'folder' ? <Folder aria-hidden="true" /> : <KeyRound aria-hidden="true" />}
          <span className={isPhone ? styles.unseen : undefined}>{trashTexts.kinds[type]}</span>
        </span>
      ),
    },
    {
      id: 'deletedBy',
      label: texts.deletedBy,
      width: 'medium',
      hideBelow: 'medium',
      cell: ({ deletedBy }) => deletedBy,
    },
    {
      id: 'deletedAt',
      label: texts.deletedAt,
      width: 'medium',
      card: isPhone ? 'second' : 'detail',
      cell: ({ id, deletedAt, deletedBy }) => (
        <span>
          <RelativeTime at={deletedAt} now={now} />
          {isPhone && ` · ${deletedBy} · ${texts.id}\u00a0${id}`}
        </span>
      ),
    },
  ]
  return (
    <DataTable
      label={trashTexts.table}
      columns={columns}
      rows={props.entries}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={
        <EmptyState title={trashTexts.empty} icon={<Trash2 />}>
          {props.emptyDetail}
        </EmptyState>
      }
      isStatic={props.isStatic}
      selection={selection}
      onRowAction={selection && (({ id }) => selection.onChange(toggled(selection, id).keys))}
      rowMenu={props.rowMenu}
    />
  )
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
