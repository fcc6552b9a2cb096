import { useState, type ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import { fold } from '#domain/platform/folding.ts'
import { chestRightTexts } from '#texts/platform/chest-rights.ts'
import { Loaded, type LoadedProps } from '#web/platform/shell/Loaded.tsx'
import { RightsLegend } from '#web/access/RightsBadges.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { SearchField } from '#web/platform/ui/SearchField.tsx'
import { SidePanel } from '#web/platform/ui/SidePanel.tsx'
import { narrowScreen, useMedia } from '#web/platform/ui/useMedia.ts'
import { ReachList, type Reach } from './ReachList.tsx'
import styles from './ReachPanel.module.css'

export type ReachPanelProps<Data> = {
  /** The texts of one variant: who has access to a chest, or which chests a person has access to. */
  words: (typeof chestRightTexts)['access' | 'audience']
  /** The name of the person or chest. */
  subject: string
  query: LoadedProps<Data>['query']
  entriesOf: (data: Data) => readonly Reach[]
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
export function ReachPanel<Data extends { hidden: number }>(props: ReachPanelProps<Data>): ReactNode {
  const { words, query, entriesOf } = props
  return (
    <SidePanel title={words.title} label={words.title} isOpen onClose={props.onClose}>
      <p className={styles.subject}>{props.subject}</p>
      <Loaded query={query} failed={chestRightTexts.ways.loadFailed} lines={8}>
        {(data) => <Filtered words={words} entries={entriesOf(data)} hidden={data.hidden} />}
      </Loaded>
    </SidePanel>
  )
}

type FilteredProps = Pick<ReachPanelProps<never>, 'words'> & { entries: readonly Reach[]; hidden: number }

function Filtered({ words, entries, hidden }: FilteredProps): ReactNode {
  const isNarrow = useMedia(narrowScreen)
  const [filter, setFilter] = useState('')
  const wanted = fold(filter).split(/\s+/).filter(Boolean)
  const kept = entries.filter((entry) => {
    const text = wordsOf(entry)
    return wanted.every((word) => text.includes(word))
  })
  const counting = kept.filter(({ rights }) => rights.read)
  const dormant = kept.filter(({ rights }) => !rights.read)
  return (
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
      {entries.length > 0 && (
        <div className={styles.legend}>
          <RightsLegend />
        </div>
      )}
      {hidden > 0 && <p className={styles.note}>{words.hidden(hidden)}</p>}
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
  )
}
