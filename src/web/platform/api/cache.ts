import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './errors.ts'

/** Returns whether an error is transient: no connection, or a server that is starting, stopping, away or busy. */
const isPassing = (error: unknown) =>
  error instanceof ApiError && ([0, 502, 503, 504].includes(error.status) || error.code === 'SERVER_BUSY')

/** Creates the cache of replies. Stale replies are shown immediately and refetched in the background. */
export const createCache = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // `navigator.onLine` tells nothing about the server: always send the request.
        networkMode: 'always',
        staleTime: 5_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => failures < 3 && isPassing(error),
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 4_000),
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/**
 * The keys of the cache. Everything in a chest is below `chest(id)`, so that one invalidation refreshes
 * table, tree, breadcrumb and panels.
 */
export const cacheKeys = {
  session: ['session'],
  rules: ['rules'],
  changelog: ['changelog'],
  categories: ['categories'],
  notaExpiries: ['nota-expiries'],
  chests: ['chests'],
  everyChest: ['chest'],
  chest: (chestId: number) => ['chest', chestId],
  chestHead: (chestId: number) => ['chest', chestId, 'head'],
  rights: (chestId: number) => ['chest', chestId, 'rights'],
  lock: (chestId: number, handle: string | null) => ['chest', chestId, 'lock', handle],
  /** The handle of a guardian chest that the user is about to open. */
  arrival: (chestId: number) => ['arrival', chestId],
  tree: (chestId: number) => ['chest', chestId, 'tree'],
  explorer: (chestId: number, place: object) => ['chest', chestId, 'explorer', place],
  breadcrumb: (chestId: number, place: object) => ['chest', chestId, 'breadcrumb', place],
  item: (chestId: number, itemId: number) => ['chest', chestId, 'item', itemId],
  folder: (chestId: number, folderId: number) => ['chest', chestId, 'folder', folderId],
  favouriteChests: ['favourites'],
  favouriteItems: (chestId: number) => ['chest', chestId, 'favourites'],
  /** Everything on the dashboard. */
  figures: ['figures'],
  otp: (itemId: number) => ['otp', itemId],
} as const
