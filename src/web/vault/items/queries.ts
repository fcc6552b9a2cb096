import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { items } from '#contract/vault/items.ts'
import type { ItemField } from '#domain/vault/item-fields.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'

export type Item = ReplyOf<typeof items.read>
export type ItemChange = { field: ItemField; value: string | number }

export const useItem = (chestId: number, itemId: number) =>
  useQuery({
    queryKey: cacheKeys.item(chestId, itemId),
    queryFn: ({ signal }) => call(items.read, { params: { id: itemId }, signal }),
  })

export const useCategories = () =>
  useQuery({
    queryKey: cacheKeys.categories,
    queryFn: ({ signal }) => call(items.categories, { signal }),
    staleTime: 5 * 60_000,
  })

/** Changes one field. A stale `revision` is refused, so that nothing is overwritten. */
export const changeItem = (itemId: number, revision: number, { field, value }: ItemChange) =>
  call(items.change, {
    params: { id: itemId },
    body: { elementType: field, elementValue: value, revision },
  })
