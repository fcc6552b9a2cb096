import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { Download } from 'lucide-react'
import { dayInFrance } from '#texts/platform/format.ts'
import { journalTexts as texts } from '#texts/office/journal.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { usePageKey } from '#web/platform/shell/shortcuts.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import wide from '#web/platform/shell/WidePage.module.css'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { MenuButton } from '#web/platform/ui/Menu.tsx'
import { useRestoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { saveFile } from '#web/platform/ui/saveFile.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import styles from './Journal.module.css'
import { JournalFilters } from './JournalFilters.tsx'
import { JournalTable } from './JournalTable.tsx'
import { known, type JournalPlace } from './place.ts'
import { journalFile, useJournal, type Entry, type JournalFormat, type KeptSince } from './queries.ts'

export type JournalViewProps = {
  title: string
  place: JournalPlace
  /** The chest whose own journal it is; null for the journal of the back offices. */
  chest: number | null
  /** Whether names lead to the pages of the back offices. */
  isLinked: boolean
  /** Links beside the title. */
  actions?: ReactNode
  onPlace: (place: JournalPlace) => void
}

/** A journal with its filters, its endless list, and the details of one entry. */
export function JournalView({
  title,
  place,
  chest,
  isLinked,
  actions,
  onPlace,
}: JournalViewProps): ReactNode {
  usePageTitle(title)
  const query = useJournal(place, chest)
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? null
  const isOfChest = chest !== null
  const opened = entries?.find(({ seq }) => seq === place.entry)
  const open = (entry: Entry | null) => onPlace(known({ ...place, entry: entry?.seq }))
  usePageKey('Escape', () => open(null), opened !== undefined)
  useRestoreFocus(opened?.seq ?? null)
  const { entry: _entry, chestId, ...others } = place
  const isFiltered = Object.keys(others).length > 0 || (!isOfChest && chestId !== undefined)
  const clear = () => onPlace(known({ chestId: isOfChest ? chestId : undefined }))

  return (
    <div className={wide.frame}>
      <div className={wide.scroll}>
        <div className={wide.page}>
          <div className={wide.top}>
            <h1 className={wide.title}>{title}</h1>
            {actions}
            <span className={styles.actions}>
              <ExportMenu place={place} chest={chest} />
            </span>
          </div>
          <JournalFilters
            place={place}
            personName={nameIn(entries, place.person)}
            chestName={chestNameIn(entries, chestId)}
            isOfChest={isOfChest}
            isBusy={query.isFetching}
            onChange={onPlace}
          />
          {query.isError && entries === null ? (
            <ErrorBlock title={texts.loadFailed} onRetry={() => void query.refetch()}>
              {sentenceOf(query.error)}
            </ErrorBlock>
          ) : (
            <div className={wide.card}>
              <JournalTable
                entries={entries?.length === 0 && query.hasNextPage ? null : entries}
                selectedSeq={opened?.seq ?? null}
                isFiltered={isFiltered}
                isLinked={isLinked}
                isOfChest={isOfChest}
                onOpen={open}
                emptyActions={isFiltered && <Button onPress={clear}>{texts.filters.clear}</Button>}
              />
              <Foot query={query} />
            </div>
          )}
        </div>
      </div>
      {opened && (
        <EntryPanel
          key={opened.seq}
          entry={opened}
          isLinked={isLinked}
          isOfChest={isOfChest}
          onNarrow={(filter) => onPlace(known({ ...place, entry: undefined, ...filter }))}
          onClose={() => open(null)}
        />
      )}
    </div>
  )
}

/** Returns the name of a person as the entries have it. */
function nameIn(entries: readonly Entry[] | null, id: number | undefined): string {
  for (const { actor, named } of entries ?? []) {
    if (actor?.id === id && actor) return actor.name
    const found = named.find((one) => one.kind === 'user' && one.id === id)?.name
    if (found) return found
  }
  return id === undefined ? '' : texts.numbered(id)
}

const chestNameIn = (entries: readonly Entry[] | null, id: number | undefined): string =>
  entries?.find(({ chest }) => chest?.id === id)?.chest?.name ?? (id === undefined ? '' : texts.numbered(id))

/** The end of the list: reached, it loads the next page; while a search finds little, it says how far it has looked. */
function Foot({ query }: { query: ReturnType<typeof useJournal> }): ReactNode {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const pages = data?.pages ?? []
  const last = pages.at(-1)
  const isShort = last !== undefined && last.entries.length === 0
  // The number of pages when the end was last visible.
  const [reached, setReached] = useState(0)
  const count = pages.length
  const goesOn = hasNextPage && !isFetching && !isError && (isShort || reached === count) && count > 0
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  const watch = useCallback(
    (end: Element | null) => {
      if (end === null) return undefined
      const observer = new IntersectionObserver((seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setReached(count)
      })
      observer.observe(end)
      return () => observer.disconnect()
    },
    [count],
  )
  if (isError)
    return (
      <ErrorBlock title={texts.loadFailed} onRetry={() => void fetchNextPage()}>
        {sentenceOf(query.error)}
      </ErrorBlock>
    )
  if (last === undefined) return null
  if (!hasNextPage) {
    const isEmpty = pages.every(({ entries }) => entries.length === 0)
    if (isEmpty && last.keptSince === null) return null
    return (
      <p className={styles.foot}>
        {!isEmpty && <span>{texts.end}</span>}
        {last.keptSince !== null && <span>{keptText(last.keptSince)}</span>}
      </p>
    )
  }
  return (
    <div className={styles.foot} ref={watch}>
      <span role="status">
        {isShort && last.searchedTo !== null && texts.searching(dayInFrance(Date.parse(last.searchedTo)))}
      </span>
      <Button size="small" isPending={isFetching} onPress={() => void fetchNextPage()}>
        {texts.more}
      </Button>
    </div>
  )
}

function keptText({ others, secrets }: KeptSince): string {
  const begin = texts.keptSince(dayOf(others))
  return secrets === others
    ? begin
    : `${begin} ${texts.secretsSince(secrets === null ? null : dayOf(secrets))}`
}

/** Months of the journal are those of UTC. */
const dayOf = (moment: string): string => moment.slice(0, 10)

function ExportMenu({ place, chest }: { place: JournalPlace; chest: number | null }): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const save = async (format: JournalFormat) => {
    setPending(true)
    try {
      saveFile(`journal-${dayInFrance(Date.now())}.${format}`, await journalFile(place, chest, format))
      toasts.success(texts.export.done)
    } catch (error) {
      toasts.error(`${texts.export.failed}. ${sentenceOf(error)}`)
    } finally {
      setPending(false)
    }
  }
  return (
    <MenuButton
      label={texts.export.button}
      icon={<Download />}
      isDisabled={isPending}
      look="quiet"
      entries={(['csv', 'jsonl'] as const).map((format) => ({
        id: format,
        label: texts.export[format],
        onAction: () => void save(format),
      }))}
    >
      {texts.export.button}
    </MenuButton>
  )
}
