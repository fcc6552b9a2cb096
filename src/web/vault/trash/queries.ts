import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { trash } from '#contract/vault/trash.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { callPage } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'

export type TrashEntry = ReplyOf<typeof trash.list>[number]
export type TrashSummary = ReplyOf<typeof trash.summary>
export type TrashPage = { older: boolean; offset: number; limit: number }

/** One page of a chest's trash. While another page of the same list loads, the previous one stays visible. */
export const useTrashPage = (chestId: number, page: TrashPage) =>
  useQuery({
    queryKey: [...cacheKeys.chest(chestId), 'trash', page],
    queryFn: async ({ signal }) => ({
      ...(await callPage(trash.list, { query: { chestId, ...page }, signal })),
      older: page.older,
    }),
    placeholderData: (former) => (former?.older === page.older ? former : undefined),
  })

/** The number of elements in the whole trash, which emptying destroys. */
export const useTrashSummary = (chestId: number) =>
  useQuery(
    replyQuery([...cacheKeys.chest(chestId), 'trash', 'summary'], trash.summary, { query: { chestId } }),
  )

/** Returns the number of elements in a list of entries, the content of folders included. */
export const totalOf = (entries: readonly TrashEntry[]): { items: number; folders: number } =>
  entries.reduce(
    (sum, { type, holds }) => ({
      items: sum.items + holds.items + (type === 'item' ? 1 : 0),
      folders: sum.folders + holds.folders + (type === 'folder' ? 1 : 0),
    }),
    { items: 0, folders: 0 },
  )
