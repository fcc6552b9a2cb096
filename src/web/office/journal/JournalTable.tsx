import type { ReactNode } from 'react'
import { Ban, ScrollText } from 'lucide-react'
import { formatExactDate } from '#texts/platform/format.ts'
import { authorOf, entryMoment, journalTexts, sentenceText } from '#texts/office/journal.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { blankCell, type Column } from '#web/platform/ui/dataTableColumns.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import styles from './Journal.module.css'
import type { Entry } from './queries.ts'
import { Author, ChestOf, Told } from './Told.tsx'

const texts = journalTexts.columns

export type JournalTableProps = {
  /** null while loading. */
  entries: readonly Entry[] | null
  selectedSeq: number | null
  isFiltered: boolean
  /** Whether names lead to the pages of the back offices. */
  isLinked: boolean
  /** Whether the journal is that of one chest. */
  isOfChest: boolean
  onOpen: (entry: Entry) => void
  emptyActions: ReactNode
}

/** The entries of the journal, latest first. */
export function JournalTable(props: JournalTableProps): ReactNode {
  const { isLinked, isOfChest, isFiltered } = props
  return (
    <DataTable
      label={journalTexts.table}
      columns={columnsOf(isLinked, isOfChest)}
      rows={props.entries}
      rowKey={({ seq }) => seq}
      rowName={(entry) => `${authorOf(entry)} ${sentenceText(entry)}`}
      selectedKey={props.selectedSeq}
      onRowAction={props.onOpen}
      empty={
        <EmptyState
          title={isFiltered ? journalTexts.noneFound : journalTexts.none}
          icon={<ScrollText />}
          actions={props.emptyActions}
        >
          {isFiltered && journalTexts.noneDetail}
        </EmptyState>
      }
    />
  )
}

const columnsOf = (isLinked: boolean, isOfChest: boolean): readonly Column<Entry>[] => [
  {
    id: 'at',
    label: texts.at,
    width: 'roomy',
    cell: ({ at }) => (
      <time className={styles.moment} dateTime={at} title={formatExactDate(Date.parse(at))}>
        {entryMoment(at)}
      </time>
    ),
  },
  {
    id: 'who',
    label: texts.who,
    width: 'roomy',
    cell: (entry) => <Author entry={entry} isLinked={isLinked} />,
  },
  {
    id: 'what',
    label: texts.what,
    width: 'fill',
    card: 'title',
    cell: (entry) => (
      <span className={styles.told}>
        <span className={styles.sentence}>
          <Told entry={entry} isLinked={isLinked} />
        </span>
        {entry.outcome === 'refused' && (
          <Badge tone="danger" icon={<Ban aria-hidden="true" />}>
            {journalTexts.refused}
          </Badge>
        )}
      </span>
    ),
  },
  ...(isOfChest
    ? []
    : [
        {
          id: 'chest',
          label: texts.chest,
          width: 'roomy' as const,
          hideBelow: 'large' as const,
          cell: (entry: Entry) =>
            entry.chest === null ? blankCell : <ChestOf entry={entry} isLinked={isLinked} />,
        },
      ]),
  {
    id: 'ip',
    label: texts.ip,
    width: 'medium',
    hideBelow: 'xlarge',
    card: 'hidden',
    cell: ({ ip }) => ip,
  },
]
