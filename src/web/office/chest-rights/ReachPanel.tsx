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

/** The words of one side: who reaches a chest, or what a person reaches. */
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
  /** Whose rights these are. */
  subject: string
  /** undefined while they load. */
  entries: readonly Reach[] | undefined
  error: Error | null
  onRetry: () => void
  /** Said below the count. */
  note?: ReactNode
  onClose: () => void
}

/** Everything by which an entry may be looked for: its name, its teams, its banks. */
const wordsOf = ({ title, aside, ways, banks }: Reach): string =>
  fold(
    [
      title,
      typeof aside === 'string' ? aside : '',
      ...ways.map(({ team }) => team?.name ?? ''),
      ...banks.map(({ label }) => label),
    ].join(' '),
  )

/** Beside a list: rights that reach somewhere, each with its ways; those that do not count stand apart. */
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
              // From the menu of a row into what it opened; a sheet takes the focus by itself, and no keyboard comes up.
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
            // Open when nothing else is there to read.
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
