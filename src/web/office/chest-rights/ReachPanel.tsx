import { useState, type ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import { fold } from '#domain/platform/folding.ts'
import { chestRightTexts } from '#texts/platform/chest-rights.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { EmptyState, ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { SearchField } from '#web/platform/ui/SearchField.tsx'
import { SidePanel } from '#web/platform/ui/SidePanel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { narrowScreen, useMedia } from '#web/platform/ui/useMedia.ts'
import { ReachList, type Reach } from './ReachList.tsx'
import styles from './ReachPanel.module.css'

/** The texts of one variant: who has access to a chest, or which chests a person has access to. */
export type ReachWords = {
  title: string
  filter: string
  list: string
  count: (count: number) => string
  found: (count: number) => string
  dormant: (count: number) => string
  dormantDetail: string
}

export type ReachPanelProps = {
  words: ReachWords
  /** The name of the person or chest. */
  subject: string
  /** undefined while loading. */
  entries: readonly Reach[] | undefined
  error: Error | null
  onRetry: () => void
  /** Shown below the count. */
  note?: ReactNode
  onClose: () => void
}

/** Returns the text that the filter matches: name, teams and banks of an entry. */
const wordsOf = ({ title, aside, ways, banks }: Reach): string =>
  fold(
    [
      title,
      typeof aside === 'string' ? aside : '',
      ...ways.map(({ team }) => team?.name ?? ''),
      ...banks.map(({ label }) => label),
    ].join(' '),
  )

/** A side panel with the people or chests that rights reach. Dormant rights are listed apart. */
export function ReachPanel(props: ReachPanelProps): ReactNode {
  const isNarrow = useMedia(narrowScreen)
  const { words, entries, error } = props
  const [filter, setFilter] = useState('')
  const wanted = fold(filter).split(/\s+/).filter(Boolean)
  const kept = entries?.filter((entry) => {
    const text = wordsOf(entry)
    return wanted.every((word) => text.includes(word))
  })
  const counting = kept?.filter(({ rights }) => rights.read) ?? []
  const dormant = kept?.filter(({ rights }) => !rights.read) ?? []
  return (
    <SidePanel title={words.title} label={words.title} isOpen onClose={props.onClose}>
      <p className={styles.subject}>{props.subject}</p>
      {entries === undefined && error !== null && (
        <ErrorBlock title={chestRightTexts.ways.loadFailed} onRetry={props.onRetry}>
          {sentenceOf(error)}
        </ErrorBlock>
      )}
      {entries === undefined && error === null && <Skeleton lines={8} />}
      {kept !== undefined && (
        <>
          <div className={styles.tools}>
            <SearchField
              label={words.filter}
              placeholder={words.filter}
              value={filter}
              onChange={setFilter}
              // The filter takes the focus from the row's menu. On narrow screens the sheet has it, and no
              // keyboard appears.
              autoFocus={!isNarrow}
            />
            <p className={styles.count} role="status">
              {filter === '' ? words.count(counting.length) : words.found(kept.length)}
            </p>
          </div>
          {props.note !== undefined && <p className={styles.note}>{props.note}</p>}
          {kept.length === 0 && filter !== '' && <EmptyState title={chestRightTexts.ways.noResult} />}
          {counting.length > 0 && <ReachList key={filter} label={words.list} entries={counting} />}
          {dormant.length > 0 && (
            // Expanded when there is nothing else to read.
            <details className={styles.dormant} open={counting.length === 0 || filter !== ''}>
              <summary className={styles.summary}>
                <ChevronRight aria-hidden="true" />
                {words.dormant(dormant.length)}
              </summary>
              <p className={styles.note}>{words.dormantDetail}</p>
              <ReachList key={filter} label={words.dormant(dormant.length)} entries={dormant} />
            </details>
          )}
        </>
      )}
    </SidePanel>
  )
}
