import type { ReactNode } from 'react'
import { formatExactDate } from '#texts/platform/format.ts'
import {
  authorOf,
  journalGroupTexts,
  journalSeverityTexts,
  journalTexts,
  recordedTexts,
} from '#texts/office/journal.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { SidePanel } from '#web/platform/ui/SidePanel.tsx'
import styles from './Journal.module.css'
import type { JournalPlace } from './place.ts'
import type { Entry } from './queries.ts'
import { Author, ChestOf, Told } from './Told.tsx'

const texts = journalTexts.details

export type EntryPanelProps = {
  entry: Entry
  isLinked: boolean
  isOfChest: boolean
  /** Narrows the journal. */
  onNarrow: (filter: JournalPlace) => void
  onClose: () => void
}

/** All that an entry recorded, and the filters that find others like it. */
export function EntryPanel({ entry, isLinked, isOfChest, onNarrow, onClose }: EntryPanelProps): ReactNode {
  const { actor, chest, ip, session } = entry
  const one = entry.objects.find(({ field }) => field === 'item')?.values[0]
  const item = entry.named.find(({ kind, id }) => kind === 'item' && String(id) === one)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [texts.at, formatExactDate(Date.parse(entry.at))],
    [texts.who, <Author key="who" entry={entry} isLinked={isLinked} />],
    [texts.login, actor?.login],
    [texts.chest, chest && <ChestOf key="chest" entry={entry} isLinked={isLinked} />],
    [texts.outcome, entry.outcome === 'done' ? journalTexts.filters.done : journalTexts.filters.refused],
    [texts.ip, ip],
    [texts.session, session],
    [texts.group, journalGroupTexts[entry.group]],
    [texts.severity, journalSeverityTexts[entry.severity]],
    [texts.action, entry.action],
    [texts.seq, entry.seq],
  ]
  const uses = [
    actor && { label: texts.onlyPerson, filter: { person: actor.id } },
    chest && !isOfChest && { label: texts.onlyChest, filter: { chestId: chest.id } },
    item && { label: texts.onlyItem, filter: { itemId: item.id } },
    ip !== null && { label: texts.onlyIp, filter: { ip } },
  ].filter((use) => use !== null && use !== false && use !== undefined)
  return (
    <SidePanel title={texts.title} label={texts.title} isOpen onClose={onClose}>
      <p className={styles.whole}>
        <strong>{authorOf(entry)}</strong> <Told entry={entry} isLinked={isLinked} />
      </p>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== null && value !== undefined)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {uses.length > 0 && (
        <div className={styles.uses}>
          {uses.map(({ label, filter }) => (
            <Button key={label} size="small" onPress={() => onNarrow(filter)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {entry.objects.length > 0 && (
        <>
          <h3 className={styles.heading}>{texts.recorded}</h3>
          <dl className={styles.facts}>
            {entry.objects
              .filter(({ values }) => values.length > 0)
              .map((object) => {
                const { label, texts: values } = recordedTexts(entry, object)
                return (
                  <div key={object.field}>
                    <dt>{label}</dt>
                    <dd>{values.join(', ')}</dd>
                  </div>
                )
              })}
          </dl>
        </>
      )}
    </SidePanel>
  )
}
