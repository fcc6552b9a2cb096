import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { paging } from '#domain/platform/limits.ts'
import {
  addressOfPlace,
  orderOf,
  placeOf,
  sortOf,
  type ListPlace,
  type ListSort,
  type RowParameter,
} from '#web/platform/shell/listPlace.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { useListUpkeep } from '#web/platform/shell/useListUpkeep.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'

/** The query of a list. `offset` is absent when `selectId` defines the page. */
export type ListDemand<Order extends string = string> = {
  limit: number
  offset?: number
  search?: string
  bankId?: number
  selectId?: number
  /** Absent for the list's own order. */
  orderBy?: Order
  order?: 'DESC'
}
export type ListReply<Row> = { reply: readonly Row[]; total: number; offset: number }

export type ListOptions<Row, Order extends string> = {
  /** The parameter of the address that names a row. */
  row: RowParameter
  /** The list's name in the cache. */
  name: string
  /** The columns that can be sorted, as the call names them; the list's own order is the first. */
  orders: readonly Order[]
  /** The names of the page's own filters in the address. */
  filters?: readonly string[]
  fetch: (demand: ListDemand<Order>, place: ListPlace, signal: AbortSignal) => Promise<ListReply<Row>>
  /** The message of a failed load. */
  loadFailed: string
  /** Set for a list that the current bank does not filter: the list of banks. */
  isBankless?: boolean
}

const useBusyIds = () => {
  const [busyIds, setBusyIds] = useState<ReadonlySet<number>>(new Set())
  const hold = useCallback(
    (id: number, isBusy: boolean) =>
      setBusyIds((before) => new Set(isBusy ? [...before, id] : [...before].filter((one) => one !== id))),
    [],
  )
  return { busyIds, hold }
}

/** Returns a page of a back-office list: its place in the address, its rows, and how to change them. */
export function useListPage<Row extends { id: number }, Order extends string>(
  options: ListOptions<Row, Order>,
) {
  const { row, name, fetch, loadFailed, orders } = options
  const toasts = useToasts()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { currentBank } = useSession()
  const place = placeOf(row, useSearch({ strict: false }), options.filters)
  const sort = sortOf(place.order, orders)
  const orderBy = orders.find((one) => one === sort.column && one !== orders[0])
  const { busyIds, hold } = useBusyIds()

  const { id, limit = paging.defaultLimit, search = '' } = place
  const bank = options.isBankless === true ? null : currentBank
  const isElsewhere = place.filters?.['inBank'] !== undefined
  const isFiltered =
    bank !== null && !isElsewhere && place.bank !== 'all' && (id === undefined || place.bank === 'here')
  const demand: ListDemand<Order> = {
    limit,
    ...(place.offset !== undefined && { offset: place.offset }),
    ...(search !== '' && { search }),
    ...(isFiltered && { bankId: bank.id }),
    ...(orderBy !== undefined && { orderBy }),
    ...(sort.direction === 'descending' && { order: 'DESC' as const }),
    ...(id !== undefined && place.offset === undefined && { selectId: id }),
  }
  const key = useMemo(() => ['office', name] as const, [name])
  const pageKey = [...key, demand, place.filters ?? {}] as const
  const query = useQuery({
    queryKey: pageKey,
    queryFn: ({ signal }) => fetch(demand, place, signal),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const offset = data?.offset ?? place.offset ?? 0

  const go = (next: ListPlace) => void navigate({ to: '.', search: addressOfPlace(row, next), replace: true })

  const { total = 0 } = data ?? {}
  const goTo = (last: number) => go({ ...place, offset: last })
  useListUpkeep(query, { offset, limit, total }, { goTo, loadFailed })
  useScrollTo(id, query.isPlaceholderData ? undefined : data?.reply)

  const refresh = useCallback(() => cache.invalidateQueries({ queryKey: key }), [cache, key])
  /** Shows the first page of another list: no row of the former one is named any more. */
  const narrow = (next: ListPlace) => {
    const { id: _id, offset: _offset, panel: _panel, ...kept } = next
    go(kept)
  }
  const edit = (change: (before: ListReply<Row>) => ListReply<Row>) =>
    cache.setQueriesData<ListReply<Row>>({ queryKey: key }, (before) => before && change(before))

  return {
    /** null while the first page loads. */
    rows: data?.reply ?? null,
    total,
    offset,
    limit,
    search,
    sort,
    /** The page's own filters, by name. */
    filters: place.filters ?? {},
    /** The current bank, if it can filter the list. `isFiltered` tells whether it does. */
    bank,
    isFiltered,
    /** Why there is nothing to show. */
    error: data === undefined ? query.error : null,
    /** The previous page is shown while this one loads. */
    isBusy: query.isPlaceholderData,
    /** The row named by the address. */
    selectedId: id ?? null,
    /** The row shown in the panel. */
    panelId: place.panel === undefined ? null : (id ?? null),
    /** The rows with a running call. */
    busyIds,
    loadFailed,
    setSearch: (text: string) => {
      const { search: _search, ...kept } = place
      narrow({ ...kept, ...(text.trim() !== '' && { search: text.trim() }) })
    },
    /** Sets or removes filters of the page, and maybe the one by the current bank. */
    setFilters: (changed: Readonly<Record<string, string | undefined>>, isInBank = isFiltered) => {
      const { bank: _bank, filters: before, ...kept } = place
      const filters = Object.fromEntries(
        Object.entries({ ...before, ...changed }).filter(
          (entry): entry is [string, string] => entry[1] !== undefined,
        ),
      )
      narrow({ ...kept, filters, ...(!isInBank && { bank: 'all' as const }) })
    },
    setPage: (page: { offset: number; limit: number }) => go({ ...place, ...page }),
    setFiltered: (wanted: boolean) => {
      const { bank: _bank, ...kept } = place
      narrow({ ...kept, ...(!wanted && { bank: 'all' as const }) })
    },
    setSort: (wanted: ListSort) => {
      const { offset: _offset, order: _order, ...kept } = place
      const order = orderOf(wanted, orders)
      go({ ...kept, ...(order !== undefined && { order }) })
    },
    /** Opens the panel for a row of this page, or closes it. */
    setPanel: (shown: number | null) => {
      const { panel: _panel, ...kept } = place
      if (shown === null) go(kept)
      else go({ ...kept, id: shown, offset, ...(isFiltered && { bank: 'here' as const }), panel: 'access' })
    },
    /** Shows the page that contains a row, and highlights it, such as a new one. */
    show: async (shown: number) => {
      const { offset: _offset, search: _search, filters: _filters, ...kept } = place
      await refresh()
      go({ ...kept, id: shown, ...(isFiltered && { bank: 'here' as const }) })
    },
    refresh,
    /** Updates a row in the cache. */
    change: (changed: number, change: (row: Row) => Row) =>
      edit((before) => ({
        ...before,
        reply: before.reply.map((one) => (one.id === changed ? change(one) : one)),
      })),
    /** Removes a deleted row, then refetches the page. */
    remove: async (gone: number) => {
      edit((before) => {
        const reply = before.reply.filter((one) => one.id !== gone)
        return { ...before, reply, total: before.total - (before.reply.length - reply.length) }
      })
      await refresh()
    },
    /**
     * Marks a row busy while `work` runs, and shows its outcome: the text that `work` returns, or else `done`.
     * Returns whether it succeeded.
     */
    run: async (
      held: number,
      work: () => Promise<string | void>,
      said: { done: string; failed: (error: unknown) => string },
    ): Promise<boolean> => {
      hold(held, true)
      try {
        toasts.success((await work()) ?? said.done)
        return true
      } catch (error) {
        toasts.error(said.failed(error))
        return false
      } finally {
        hold(held, false)
      }
    },
  }
}

/** The state of a list page. */
export type ListPageState<Row extends { id: number }> = ReturnType<typeof useListPage<Row, string>>

/** Scrolls to the row named by the address, once for each. */
function useScrollTo(id: number | undefined, rows: readonly { id: number }[] | undefined): void {
  const shown = useRef<number | null>(null)
  useEffect(() => {
    if (id === undefined) shown.current = null
    else if (shown.current !== id && rows?.some((row) => row.id === id) === true) {
      shown.current = id
      const row = document.querySelector(`[data-row="${id}"]`)
      const { top = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {}
      // A row that is already visible stays in place, under the pointer that pressed it.
      if (top < 0 || bottom > window.innerHeight) row?.scrollIntoView({ block: 'center' })
    }
  }, [id, rows])
}
