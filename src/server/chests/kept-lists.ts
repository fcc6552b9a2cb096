import { frenchCollator } from '#domain/folding.ts'

type Row = { readonly id: number; readonly name: string }

/** Replies that are lists in French order, asked for again and again. */
export type KeptLists<Reply> = {
  /**
   * @param owner whose list it is
   * @param text the list as the database holds it now: while it is the same as last time, so is the reply
   */
  of(owner: number, text: string): Reply
}

/** Owners whose last list is kept: at a thousand rows each, some fifteen megabytes. */
const keptOwners = 50

/**
 * Makes such replies. The list is read anew for each request, so that what may be seen is never judged by memory;
 * reading the text, sorting by the collator, and making the reply and its text is most of what a list of a thousand
 * costs, and finding that nothing changed next to nothing.
 *
 * @param read the rows of a text
 * @param make the reply, from the rows in order
 */
export function createKeptLists<R extends Row, Reply extends object>(
  read: (text: string) => R[],
  make: (sorted: readonly R[]) => Reply,
): KeptLists<Reply> {
  const collator = frenchCollator()
  const compare = (one: R, other: R): number => collator.compare(one.name, other.name) || one.id - other.id
  const kept = new Map<number, { readonly text: string; readonly reply: Reply }>()

  return {
    of(owner, text) {
      const last = kept.get(owner)
      const found = last?.text === text ? last : { text, reply: make(read(text).toSorted(compare)) }
      kept.delete(owner)
      kept.set(owner, found)
      const [oldest] = kept.keys()
      if (kept.size > keptOwners && oldest !== undefined) kept.delete(oldest)
      return found.reply
    },
  }
}
