import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { items } from '#contract/vault/items.ts'
import type { ItemField } from '#domain/vault/item-fields.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'

export type Item = ReplyOf<typeof items.read>
export type ItemChange = { field: ItemField; value: string | number }

export const useItem = (chestId: number, itemId: number) =>
  useQuery(replyQuery(cacheKeys.item(chestId, itemId), items.read, { params: { id: itemId } }))

export const useCategories = () =>
  useQuery({
    ...replyQuery(cacheKeys.categories, items.categories, {}),
    staleTime: 5 * 60_000,
  })

/** Changes one field. A stale `revision` is refused, so that nothing is overwritten. */
export const changeItem = (itemId: number, revision: number, { field, value }: ItemChange) =>
  call(items.change, {
    params: { id: itemId },
    body: { elementType: field, elementValue: value, revision },
  })
