import { useState, type ReactNode } from 'react'
import { trashTexts } from '#texts/vault/trash.ts'
import { Paging } from '#web/platform/ui/Paging.tsx'
import type { TrashEntry, TrashPage } from './queries.ts'
import { SelectionBar } from './SelectionBar.tsx'
import type { Asked } from './TrashDialog.tsx'
import styles from './Trash.module.css'
import { TrashTable, type Ticked } from './TrashTable.tsx'

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

/** One page of a trash: the selection, the table, the pager. Each page is mounted with nothing ticked. */
export function TrashList(props: TrashListProps): ReactNode {
  const { entries, page, mayRestore, mayDelete, onAsk } = props
  const [ticked, setTicked] = useState<Ticked>(new Set())
  // Ids of entries that no longer exist are ignored.
  const chosen = (entries ?? []).filter(({ id }) => ticked.has(id))
  return (
    <div className={styles.card}>
      <SelectionBar
        count={entries?.length ?? 0}
        selected={chosen.length}
        mayRestore={mayRestore}
        mayDelete={mayDelete}
        onSelectAll={(isSelected) =>
          setTicked(new Set(isSelected ? (entries ?? []).map(({ id }) => id) : []))
        }
        onRestore={() => onAsk({ update: 'restore', entries: chosen })}
        onDelete={() => onAsk({ update: 'delete', entries: chosen })}
      />
      <TrashTable
        entries={entries}
        now={props.now}
        emptyDetail={page.older ? trashTexts.emptyOlder : trashTexts.emptyRecent}
        actions={{
          selected: ticked,
          onSelect: setTicked,
          mayRestore,
          mayDelete,
          onRestore: (entry) => onAsk({ update: 'restore', entries: [entry] }),
          onDelete: (entry) => onAsk({ update: 'delete', entries: [entry] }),
        }}
      />
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
