import type { folders } from '#contract/vault/folders.ts'
import type { items } from '#contract/vault/items.ts'
import { call } from '#web/platform/api/client.ts'

/** The calls on the history and the old values of an element. */
export type ElementCalls = ReturnType<typeof elementCalls>

/** @param queryKey of the element, below that of its chest, so that a change in the chest invalidates it */
export function elementCalls(
  endpoints: typeof folders | typeof items,
  queryKey: readonly unknown[],
  id: number,
) {
  return {
    queryKey,
    history: (before: number | undefined, signal: AbortSignal) =>
      call(endpoints.history, { params: { id }, query: before === undefined ? {} : { before }, signal }),
    versions: (signal: AbortSignal) => call(endpoints.versions, { params: { id }, signal }),
    openVersion: (versionId: number) => call(endpoints.openVersion, { params: { id, versionId } }),
    restoreVersion: (versionId: number, revision: number) =>
      call(endpoints.restoreVersion, { params: { id, versionId }, body: { revision } }),
  }
}
