import { sql, type Kysely } from 'kysely'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { blockMac, chainLimits, foreignBlock, type Block } from './chain.ts'
import type { Anchor } from './cut.ts'
import { numbersIn, rangesIn } from './id-ranges.ts'
import type { JournalKeys } from './journal-keys.ts'
import type { JournalRow } from './row-proof.ts'

/** A genuine block, those of its rows that are there, by their numbers in order, and the place in the chain after it. */
export type BlockWithRows = {
  readonly block: Block
  readonly rows: Map<number, JournalRow>
  readonly anchor: Anchor
}

/** Returns the numbers of a block's rows; none if they are not as many as its marks: then it is not genuine. */
export function numbersOf({ rows, marks }: Pick<Block, 'rows' | 'marks'>): number[] {
  const ranges = rangesIn(rows)
  const count = ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  const isSound = ranges.every(([from, to]) => from <= to) && count * chainLimits.markBytes === marks.length
  return isSound ? numbersIn(ranges) : []
}

/** Blocks that are read at once: 1 MiB at most. */
const blocksAtOnce = 100

/** Returns the place in the chain after a block. */
export const anchorAfter = (before: Pick<Anchor, 'size' | 'settledAt'>, block: Block): Anchor => ({
  block: block.number,
  mac: block.mac,
  size: block.size,
  frontier: block.frontier,
  state: block.state,
  settledAt: block.size - before.size < chainLimits.rows ? block.at : before.settledAt,
})

/**
 * Yields the blocks after a place in the chain up to one, in groups of `chainLimits.rows` rows at most, with their rows.
 * @throws ChainError at a block that the server did not write
 */
export async function* groupsAfter(
  db: Kysely<Tables>,
  keys: Pick<JournalKeys, 'blocks'>,
  from: Anchor,
  to: number,
): AsyncGenerator<BlockWithRows[]> {
  let anchor = from
  let blocks: Block[] = []
  for (;;) {
    if (blocks.length === 0) blocks = await nextBlocks(db, anchor.block, to)
    if (blocks.length === 0) return
    const taken = blocks.filter(({ size }, place) => place === 0 || size - anchor.size <= chainLimits.rows)
    blocks = blocks.slice(taken.length)
    const numbers = taken.map(numbersOf)
    const rows = await rowsAmong(db, numbers.flat())
    const group: BlockWithRows[] = []
    for (const [place, block] of taken.entries()) {
      if (block.number !== anchor.block + 1 || !blockMac(keys, anchor.mac, block).equals(block.mac))
        throw foreignBlock(block.number)
      anchor = anchorAfter(anchor, block)
      const own = new Map<number, JournalRow>()
      for (const seq of numbers[place] ?? []) {
        const row = rows.get(seq)
        if (row) own.set(seq, row)
      }
      group.push({ block, rows: own, anchor })
    }
    yield group
  }
}

const nextBlocks = (db: Kysely<Tables>, after: number, to: number): Promise<Block[]> =>
  db
    .selectFrom('journal_blocks')
    .selectAll()
    .where('number', '>', after)
    .where('number', '<=', to)
    .orderBy('number')
    .limit(blocksAtOnce)
    .execute()

async function rowsAmong(db: Kysely<Tables>, seqs: readonly number[]): Promise<Map<number, JournalRow>> {
  const rows = await db
    .selectFrom('journal')
    .selectAll()
    .where(isAmong(db, sql.ref('seq'), sql`${listOf(db, seqs)}`))
    .execute()
  return new Map(rows.map((row) => [row.seq, row]))
}
