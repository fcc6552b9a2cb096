import { frenchCollator } from '#domain/folding.ts'

/** Rows of a query, every column a plain value. */
type Row = { readonly id: number; readonly name: string }

/** Replies that are lists in French order, asked for again and again. */
export type KeptLists<R extends Row, Reply> = {
  /**
   * @param owner whose list it is
   * @param rows the list as the database holds it now: while it is the same as last time, so is the reply
   */
  of(owner: number, rows: readonly R[]): Reply
}

type Kept<R, Reply> = { readonly rows: readonly R[]; readonly reply: Reply }

/** Owners whose last list is kept: at a thousand rows each, some twenty megabytes. */
const keptOwners = 50

/**
 * Makes such replies. The rows are read anew for each request, so that what may be seen is never judged by memory;
 * sorting them by the collator, and making the reply and its text, is most of what a list of a thousand costs, and
 * finding that nothing changed a fiftieth of that.
 *
 * @param make the reply, from the rows in order
 */
export function createKeptLists<R extends Row, Reply extends object>(
  make: (sorted: readonly R[]) => Reply,
): KeptLists<R, Reply> {
  const collator = frenchCollator()
  const compare = (one: R, other: R): number => collator.compare(one.name, other.name) || one.id - other.id
  const kept = new Map<number, Kept<R, Reply>>()

  return {
    of(owner, rows) {
      const last = kept.get(owner)
      const found = last && areSame(last.rows, rows) ? last : { rows, reply: make(rows.toSorted(compare)) }
      kept.delete(owner)
      kept.set(owner, found)
      const [oldest] = kept.keys()
      if (kept.size > keptOwners && oldest !== undefined) kept.delete(oldest)
      return found.reply
    },
  }
}

function areSame<R extends Row>(rows: readonly R[], others: readonly R[]): boolean {
  if (rows.length !== others.length) return false
  const columns = Object.keys(rows[0] ?? {}) as (keyof R)[]
  return rows.every((row, at) => {
    const other = others[at] as R
    return columns.every((column) => row[column] === other[column])
  })
}
