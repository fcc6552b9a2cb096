import type { Kysely } from 'kysely'
import { prepared } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** A cache of lists in memory, valid until data that the back offices manage changes on any node. */
export type KeptLists = {
  /**
   * Returns the cached list, or the result of `make`.
   * @param asked the key: all that the list depends on besides the back offices' data, such as list, user and page
   * @param make reads the whole list; data read before this call may be older than the revision of the cache
   */
  of<List extends object>(asked: readonly unknown[], make: () => Promise<List>): Promise<List>
}

/** The default size of the cache, in characters of JSON; the objects take about 30 MB. */
const keptText = 6_000_000

/**
 * The size of an empty list besides its key, in characters: its objects take 600 bytes, and a character of a longer
 * list takes 5. Without it, the number of cached empty searches would be almost unlimited.
 */
const emptyListText = 120

const revisionNow = prepared((db: Kysely<Tables>) => db.selectFrom('office_revision').select('revision'), {
  isQuick: true,
})

type Kept = { readonly list: Promise<object>; size: number }

/**
 * Creates the cache (docs/decisions/0024-office-revision.md). The revision is read at each request, before the list.
 * A list cached under the current revision is therefore up to date.
 * @param most the size of the cache, in characters of JSON
 */
export function createKeptLists(db: Kysely<Tables>, most = keptText): KeptLists {
  const kept = new Map<string, Kept>()
  let revision: number | undefined
  let total = 0

  const drop = (key: string): void => {
    total -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  const begin = (key: string, make: () => Promise<object>): Kept => {
    const entry: Kept = { list: make(), size: 0 }
    kept.set(key, entry)
    const isKept = (): boolean => kept.get(key) === entry
    entry.list.then(
      (list) => {
        if (!isKept()) return
        entry.size = emptyListText + key.length + JSON.stringify(list).length
        total += entry.size
        for (const oldest of kept.keys()) {
          if (total <= most) break
          drop(oldest)
        }
      },
      () => isKept() && drop(key),
    )
    return entry
  }

  return {
    async of<List extends object>(asked: readonly unknown[], make: () => Promise<List>): Promise<List> {
      const now = (await revisionNow.first(db, {}))?.revision
      if (now !== revision) {
        kept.clear()
        total = 0
        revision = now
      }
      const key = JSON.stringify(asked)
      const entry = kept.get(key) ?? begin(key, make)
      // The least recently used list is evicted first.
      kept.delete(key)
      kept.set(key, entry)
      return entry.list as Promise<List>
    },
  }
}
