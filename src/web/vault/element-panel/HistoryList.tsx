import type { ReactNode } from 'react'
import { FilePlus2, FolderInput, PencilLine, RotateCcw, Trash2 } from 'lucide-react'
import { historyActionOf, type HistoryAction } from '#domain/vault/history.ts'
import { historyLabel, panelTexts } from '#texts/vault/contents.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { LongList } from '#web/platform/ui/LongList.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import styles from './HistoryList.module.css'

/** An entry of a reply. A newer server may send names that this page does not know. */
export type WireEntry = {
  action: string
  paramName: string | null
  createdAt: string
  /** Null for a change that an import brought along: who made it is not known here. */
  user: string | null
}

const icons: Record<HistoryAction, ReactNode> = {
  [historyActionOf.creation]: <FilePlus2 />,
  [historyActionOf.change]: <PencilLine />,
  [historyActionOf.deletion]: <Trash2 />,
  [historyActionOf.restoration]: <RotateCcw />,
}

/** The history of an element, latest first. */
export function HistoryList(props: {
  entries: readonly WireEntry[]
  now: number
  /** Returns the present label of an extra field. */
  labelOf?: ((fieldId: number) => string | undefined) | undefined
  /** Actions shown below an entry. */
  extra?: (entry: WireEntry) => ReactNode
}): ReactNode {
  const { entries, now, extra, labelOf } = props
  if (entries.length === 0) return <EmptyState title={panelTexts.history.empty} />
  return (
    <LongList isOrdered lines={keyed(entries)} lineKey={({ key }) => key} lineClass={styles.entry}>
      {({ entry }) => {
        const action = entry.action as HistoryAction
        const { paramName } = entry
        return (
          <>
            <span className={styles.icon} aria-hidden="true">
              {paramName === 'folder' ? <FolderInput /> : icons[action]}
            </span>
            <div className={styles.told}>
              <p className={styles.label}>{historyLabel({ action, paramName }, labelOf)}</p>
              <p className={styles.detail}>
                {entry.user === null ? panelTexts.history.imported : panelTexts.history.by(entry.user)} ·{' '}
                <RelativeTime at={Date.parse(entry.createdAt)} now={now} />
              </p>
              {extra?.(entry)}
            </div>
          </>
        )
      }}
    </LongList>
  )
}

/** Returns entries with keys that stay the same when a page is added before or after. */
function keyed(entries: readonly WireEntry[]): { key: string; entry: WireEntry }[] {
  const times = new Map<string, number>()
  return entries.map((entry) => {
    const name = `${entry.createdAt} ${entry.action} ${entry.paramName}`
    const nth = times.get(name) ?? 0
    times.set(name, nth + 1)
    return { key: `${name} ${nth}`, entry }
  })
}
