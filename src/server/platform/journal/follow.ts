import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { rangesIn, type Range } from './id-ranges.ts'
import type { JournalRow } from './row-proof.ts'

/** The rows that a block binds, in the order of their numbers, and what names the block. */
export type BoundRows = {
  readonly block: number
  readonly rows: readonly JournalRow[]
  /** When it was added, how many rows it and all before bind, and its MAC. */
  readonly at: number
  readonly size: number
  readonly mac: Uint8Array
}

/**
 * Returns the rows of the first block after `block`; null when there is none. Whoever reads on from a block misses no row:
 * a row that is committed late, after higher numbers, is in a later block.
 */
export async function rowsAfterBlock(db: Kysely<Tables>, block: number): Promise<BoundRows | null> {
  const next = await db
    .selectFrom('journal_blocks')
    .select(['number', 'rows', 'at', 'size', 'mac'])
    .where('number', '>', block)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  if (!next) return null
  const { number, rows, ...named } = next
  return { block: number, rows: await rowsIn(db, rangesIn(rows)), ...named }
}

/** Returns the rows of the journal in some ranges of numbers, in order, at most `limit`. */
export const rowsIn = (
  db: Kysely<Tables>,
  ranges: readonly Range[],
  limit = Number.MAX_SAFE_INTEGER,
): Promise<JournalRow[]> =>
  db
    .selectFrom('journal')
    .selectAll()
    .where((row) =>
      row.or(ranges.map(([from, to]) => row.and([row('seq', '>=', from), row('seq', '<=', to)]))),
    )
    .orderBy('seq')
    .limit(limit)
    .execute()
