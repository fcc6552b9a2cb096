import { ApiError } from '#web/platform/api/errors.ts'

type Listed = { id: number }

/** Returns the items that a refusal names in its details, or none. */
export function refusedOf<Item extends Listed>(error: unknown, items: readonly Item[]): Item[] {
  const details = error instanceof ApiError ? error.details : null
  const ids: unknown =
    typeof details === 'object' && details !== null && 'ids' in details ? details.ids : null
  return Array.isArray(ids) ? items.filter(({ id }) => ids.includes(id)) : []
}
