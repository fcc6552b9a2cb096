import type { Call, Load } from './load.ts'
import { entryOf } from './names.ts'
import type { Seeded } from './seed.ts'

/** The target of a rate: a share of the hand-written ceiling, or requests a second. */
export type RateTarget = { readonly ofReading: number } | { readonly perSecond: number }

export type LoadMeasure = {
  readonly label: string
  readonly target: RateTarget
  load(seeded: Seeded): Load
}

const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  accept: 'application/json',
  'accept-language': 'fr-FR,fr;q=0.9',
  'x-requested-with': 'XMLHttpRequest',
  'sec-fetch-site': 'same-origin',
}
/** The headers that the web client's calls carry. */
export const headersOf = (cookie: string): Record<string, string> => ({ ...browser, cookie })

/** The number of different calls in a window; more would only fill the load generator's memory. */
const variety = 2_048
const pageSize = 25

const many = (make: (index: number) => Call): Call[] =>
  Array.from({ length: variety }, (_, index) => make(index))
const get = (path: string): Call => ({ method: 'GET', path })
const random = (below: number): number => Math.floor(Math.random() * below)
const oneOf = (ids: readonly number[]): number => ids[random(ids.length)] ?? 0

/** Requests pages of 25 rows of the big chest, each time another one. */
export const explorerLoad = ({ cookie, big }: Pick<Seeded, 'cookie' | 'big'>): Load => ({
  headers: headersOf(cookie),
  calls: many(() => {
    const offset = random(big.itemIds.length / pageSize) * pageSize
    return get(`/api/explorer/data/?chestId=${big.chestId}&folderId=&offset=${offset}&limit=${pageSize}`)
  }),
})

/** The loads of the bench; shares and rates are the targets of SQLite. */
export const loads = {
  explorer: {
    label: 'explorer page, 25 rows of 10,000 items',
    target: { ofReading: 0.4 },
    load: explorerLoad,
  },
  copy: {
    label: 'copy of a password, journal durable',
    target: { ofReading: 0.2 },
    load: ({ cookie, big }) => ({
      headers: headersOf(cookie),
      calls: many(() => get(`/api/item/${oneOf(big.itemIds)}/copy`)),
    }),
  },
  chests: {
    label: 'list of 1,000 chests',
    target: { perSecond: 1_000 },
    load: ({ listerCookie }) => ({ headers: headersOf(listerCookie), calls: [get('/api/chest/user/')] }),
  },
  tree: {
    label: 'tree of 1,000 folders',
    target: { perSecond: 1_000 },
    load: ({ cookie, tree }) => ({
      headers: headersOf(cookie),
      calls: [get(`/api/chest/${tree.chestId}/tree/`)],
    }),
  },
  create: {
    label: 'creation of an item, in ten chests',
    target: { ofReading: 0.12 },
    load: ({ cookie, created }) => ({
      headers: { ...headersOf(cookie), 'content-type': 'application/json' },
      calls: many((index) => {
        const chestId = created[index % created.length]?.chestId
        const body = { chestId, parentFolderId: '', categoryId: 6, ...entryOf(index) }
        return { method: 'POST', path: '/api/item/', body }
      }),
    }),
  },
} as const satisfies Record<string, LoadMeasure>

export type LoadName = keyof typeof loads
export const loadNames = Object.keys(loads) as LoadName[]

/** The limit of p99 in milliseconds, on SQLite. */
export const p99LimitMs = 15
/** The least share of SQLite's rate that PostgreSQL must reach. */
export const postgresShare = 1 / 3
