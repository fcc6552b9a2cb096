import { useState, type ReactNode } from 'react'
import { RotateCcw, Trash2 } from 'lucide-react'
import { listTexts } from '#texts/platform/lists.ts'
import { trashTexts } from '#texts/vault/trash.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import type { RowKey } from '#web/platform/ui/useRovingRows.ts'
import { Paging } from '#web/platform/ui/Paging.tsx'
import type { TrashEntry, TrashPage } from './queries.ts'
import type { Asked } from './TrashDialog.tsx'
import styles from './Trash.module.css'
import { TrashTable } from './TrashTable.tsx'

export type TrashListProps = {
  /** null while loading. */
  entries: readonly TrashEntry[] | null
  total: number
  page: TrashPage
  now: number
  /** The previous page is shown while this one loads. */
  isBusy: boolean
  mayRestore: boolean
  mayDelete: boolean
  onAsk: (asked: Asked) => void
  onPage: (page: { offset: number; limit: number }) => void
}

/** One page of a trash: the table, the actions on the selected entries, the pager. Each page is mounted with nothing ticked. */
export function TrashList(props: TrashListProps): ReactNode {
  const { entries, page, onAsk } = props
  const [ticked, setTicked] = useState<ReadonlySet<RowKey>>(new Set())
  const shown = entries ?? []
  // Ids of entries that no longer exist are ignored.
  const chosen = shown.filter(({ id }) => ticked.has(id))
  const total = props.total > page.limit ? props.total : undefined
  /** The actions on entries, as entries of a menu. */
  const actionsOn = (on: readonly TrashEntry[]) => [
    {
      id: 'restore',
      label: trashTexts.restore,
      icon: <RotateCcw />,
      isDisabled: !props.mayRestore,
      onAction: () => onAsk({ update: 'restore', entries: on }),
    },
    {
      id: 'delete',
      label: trashTexts.remove,
      icon: <Trash2 />,
      look: 'danger' as const,
      isDisabled: !props.mayDelete,
      onAction: () => onAsk({ update: 'delete', entries: on }),
    },
  ]
  return (
    <div className={styles.card}>
      <TrashTable
        entries={entries}
        now={props.now}
        emptyDetail={page.older ? trashTexts.emptyOlder : trashTexts.emptyRecent}
        selection={{ keys: ticked, onChange: setTicked, total }}
        rowMenu={(entry) => actionsOn([entry])}
      />
      <div className={styles.bar} role="group" aria-label={trashTexts.selectionActions}>
        <p className={styles.count} role="status">
          {chosen.length > 0 && listTexts.selectedRows(chosen.length, total)}
        </p>
        {chosen.length > 0 &&
          actionsOn(chosen).map(({ id, label, icon, isDisabled, onAction }) => (
            <Button key={id} size="small" icon={icon} isDisabled={isDisabled} onPress={onAction}>
              {label}
            </Button>
          ))}
      </div>
      <div className={styles.foot}>
        <Paging
          offset={page.offset}
          limit={page.limit}
          total={props.total}
          isBusy={props.isBusy}
          onChange={props.onPage}
        />
      </div>
    </div>
  )
}
