import { QueryClient } from '@tanstack/react-query'
import { isPassing } from './errors.ts'

const mayRepeat = (failures: number, error: unknown): boolean => failures < 3 && isPassing(error)
const pauseMs = (failures: number): number => Math.min(500 * 2 ** failures, 4_000)

/** Makes a read that must not be cached, and repeats it as the cache repeats those that it makes. */
export async function readRepeatedly<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await read()
    } catch (error) {
      if (!mayRepeat(failures, error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs(failures)))
    }
  }
}

/** Creates the cache of replies. Stale replies are shown immediately and refetched in the background. */
export const createCache = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // `navigator.onLine` tells nothing about the server: always send the request.
        networkMode: 'always',
        staleTime: 5_000,
        gcTime: 10 * 60_000,
        retry: mayRepeat,
        retryDelay: pauseMs,
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
  imports: (chestId: number) => ['chest', chestId, 'imports'],
  importFormats: ['import-formats'],
  favouriteChests: ['favourites'],
  favouriteItems: (chestId: number) => ['chest', chestId, 'favourites'],
  /** Everything on the dashboard. */
  figures: ['figures'],
  otp: (itemId: number) => ['otp', itemId],
} as const
