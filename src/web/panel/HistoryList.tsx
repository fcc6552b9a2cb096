import type { ReactNode } from 'react'
import { FilePlus2, FolderInput, PencilLine, RotateCcw, Trash2 } from 'lucide-react'
import type { HistoryAction, HistoryParamName } from '#domain/history.ts'
import { historyLabel } from '#texts/history.ts'
import { panelTexts } from '#texts/panel.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './HistoryList.module.css'

/** An entry as the wire brings it: names that a newer server may know and this page not. */
export type WireEntry = { action: string; paramName: string | null; createdAt: string; user: string }

const icons: Record<HistoryAction, ReactNode> = {
  CREATE: <FilePlus2 />,
  UPDATE: <PencilLine />,
  CREATED: <Trash2 />,
  CANCELED: <RotateCcw />,
}

/** Who did what to an element, the latest first. */
export function HistoryList(props: {
  entries: readonly WireEntry[]
  now: number
  /** Under an entry: what may be done about it. */
  extra?: (entry: WireEntry) => ReactNode
}): ReactNode {
  const { entries, now, extra } = props
  if (entries.length === 0) return <EmptyState title={panelTexts.history.empty} />
  return (
    <ol className={styles.list}>
      {entries.map((entry, index) => {
        const action = entry.action as HistoryAction
        const paramName = entry.paramName as HistoryParamName | null
        return (
          <li key={`${entry.createdAt}-${index}`} className={styles.entry}>
            <span className={styles.icon} aria-hidden="true">
              {paramName === 'folder' ? <FolderInput /> : icons[action]}
            </span>
            <div className={styles.told}>
              <p className={styles.label}>{historyLabel({ action, paramName })}</p>
              <p className={styles.detail}>
                {panelTexts.history.by(entry.user)} ·{' '}
                <RelativeTime at={Date.parse(entry.createdAt)} now={now} />
              </p>
              {extra?.(entry)}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
