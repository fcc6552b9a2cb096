import type { Kysely } from 'kysely'
import { prepared } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Lists that are kept in memory while nothing that the back offices manage has changed, on any node. */
export type KeptLists = {
  /**
   * @param asked all that the list depends on besides what the back offices manage: which list, whose, which page
   * @param make reads the list, all of it: what is read before may be older than the revision that it is kept under
   */
  of<List extends object>(asked: readonly unknown[], make: () => Promise<List>): Promise<List>
}

/** The text of all that is kept, in characters; with the objects and the bytes made of it, some thirty megabytes. */
const keptText = 6_000_000

/**
 * What an empty list costs besides its key, as characters of text: its objects take 600 bytes, and a character of a
 * longer list takes five. Without it, searches that find nothing would be kept almost without bound.
 */
const emptyListText = 120

const revisionNow = prepared((db: Kysely<Tables>) => db.selectFrom('office_revision').select('revision'), {
  isQuick: true,
})

type Kept = { readonly list: Promise<object>; size: number }

/**
 * Makes such lists (docs/decisions/0024-office-revision.md). The revision is read at each request, and before the
 * list: a list that is kept under the revision of this moment is the one that would be read now.
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
      // The least recently asked for goes first.
      kept.delete(key)
      kept.set(key, entry)
      return entry.list as Promise<List>
    },
  }
}
