import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { journal } from '#contract/office/journal.ts'
import { call, callFile } from '#web/platform/api/client.ts'
import { filtersOf, type JournalPlace } from './place.ts'

type Page = ReplyOf<typeof journal.list>
export type Entry = Page['entries'][number]
/** Since when the journal is kept. */
export type KeptSince = NonNullable<Page['keptSince']>

/**
 * Returns the pages of the journal that are loaded, latest first.
 * @param chest the id of the chest whose own journal is read; null for the journal of the back offices
 */
export function useJournal(place: JournalPlace, chest: number | null) {
  const filters = filtersOf(place, chest !== null)
  return useInfiniteQuery({
    queryKey: ['journal', chest, filters],
    queryFn: ({ pageParam, signal }): Promise<Page> => {
      const query = { ...filters, ...(pageParam !== null && { before: pageParam }) }
      return chest === null
        ? call(journal.list, { query, signal })
        : call(journal.ofChest, { params: { id: chest }, query, signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
  })
}

export type JournalFormat = 'csv' | 'jsonl'

/** Returns the entries of a place as a file. */
export function journalFile(place: JournalPlace, chest: number | null, format: JournalFormat): Promise<Blob> {
  const body = { ...filtersOf(place, chest !== null), format }
  return chest === null
    ? callFile(journal.download, { body })
    : callFile(journal.downloadOfChest, { params: { id: chest }, body })
}
