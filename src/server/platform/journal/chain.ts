import { createHmac } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { growingTree, leafHash } from '#server/platform/crypto/merkle.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { readCut } from './cut.ts'
import { rowsIn } from './follow.ts'
import { rangesOf, type Range } from './id-ranges.ts'
import type { JournalKeys } from './journal-keys.ts'
import { entryOf, rowMac, type JournalRow } from './row-proof.ts'

/** A block: the rows of the journal that were found since the last one, in order. */
export type Block = Selectable<Tables['journal_blocks']>

/** What the next block needs to know, besides the tree. */
export type ChainState = {
  /** The highest number seen. */
  readonly last: number
  /**
   * Numbers below it that no row has yet: an action that was given up, or one that another node has not finished. After an
   * hour they are given up.
   */
  readonly gaps: readonly { readonly range: Range; readonly since: number }[]
  /** Rows up to this number may have no MAC: they are older than the chain. */
  readonly unproved: number
}

/** Rows of one block; bytes of a row's mark; how long a number may be waited for, in milliseconds. */
export const chainLimits = { rows: 500, markBytes: 16, gapMs: 3_600_000 } as const

/** What the MAC of a block covers; what has left of its rows is proved apart. */
type BlockFields = Omit<Block, 'mac' | 'gone' | 'gone_mac'>

/** The MAC of a block, over all these columns and the MAC of the block before. */
export function blockMac(
  { blocks }: Pick<JournalKeys, 'blocks'>,
  before: Uint8Array | null,
  block: BlockFields,
): Buffer {
  const { number, at, rows, state, size } = block
  return createHmac('sha256', blocks)
    .update(JSON.stringify([number, at, rows, state, size, block.frontier.length, block.marks.length]))
    .update(block.frontier)
    .update(block.marks)
    .update(before ?? new Uint8Array())
    .digest()
}

/** The mark of a row that the server did not write. */
export const noMark = Buffer.alloc(chainLimits.markBytes)

/** A fault that stops the chain: what followed could not be believed. */
export class ChainError extends Error {
  override readonly name = 'ChainError'
}

/** Returns the last block; null before the first. */
export const lastBlock = (db: Kysely<Tables>): Promise<Block | undefined> =>
  db.selectFrom('journal_blocks').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()

/**
 * Adds a block for the rows since the last one, if there are any.
 * @returns how many rows it holds (`chainLimits.rows` when there may be more), and those that the server did not write
 * @throws ChainError when the last block is not the server's; a unique violation when another node adds the same block
 */
export async function addBlock(
  tx: Transaction<Tables>,
  keys: JournalKeys,
  now: number,
): Promise<{ rows: number; foreign: number[] }> {
  const before = await lastBlock(tx)
  if (before) await requireGenuine(tx, keys, before)
  const state = before ? (JSON.parse(before.state) as ChainState) : await firstState(tx)
  const found = await rowsSince(tx, state)
  const foreign: number[] = []
  if (found.length === 0) return { rows: 0, foreign }
  const tree = growingTree(before?.size ?? 0, before?.frontier)
  const marks: Buffer[] = []
  for (const row of found) {
    const mac = rowMac(keys.rows, row)
    const isProved = row.mac === null ? row.seq <= state.unproved : mac.equals(row.mac)
    if (!isProved) foreign.push(row.seq)
    // The block keeps a row that the server did not write, and that it did not.
    marks.push(isProved ? mac.subarray(0, chainLimits.markBytes) : noMark)
    tree.append(leafHash(entryOf(row)))
  }
  const block = {
    number: (before?.number ?? 0) + 1,
    at: now,
    rows: rangesOf(found.map(({ seq }) => seq)).join(','),
    state: JSON.stringify(stateAfter(state, found, now)),
    size: tree.size,
    frontier: tree.frontier(),
    marks: Buffer.concat(marks),
  }
  await tx
    .insertInto('journal_blocks')
    .values({ ...block, mac: blockMac(keys, before?.mac ?? null, block), gone: null, gone_mac: null })
    .execute()
  return { rows: found.length, foreign }
}

/** @throws ChainError for a block that the server did not write */
export async function requireGenuine(
  tx: Kysely<Tables>,
  keys: Pick<JournalKeys, 'blocks'>,
  block: Block,
): Promise<void> {
  const before = await macOfBlock(tx, keys, block.number - 1)
  if (!blockMac(keys, before, block).equals(block.mac)) throw foreignBlock(block.number)
}

export const foreignBlock = (number: number): ChainError =>
  new ChainError(`block ${number} of the journal is not the server's`)

/** Returns the MAC of a block that is stored, or that was the last to leave; null if it is neither. */
async function macOfBlock(
  tx: Kysely<Tables>,
  keys: Pick<JournalKeys, 'blocks'>,
  number: number,
): Promise<Uint8Array | null> {
  const block = await tx
    .selectFrom('journal_blocks')
    .select('mac')
    .where('number', '=', number)
    .executeTakeFirst()
  if (block) return block.mac
  const cut = await readCut(tx, keys)
  return cut !== 'forged' && cut?.anchor.block === number ? cut.anchor.mac : null
}

/** Every row without a MAC that is there before the first block is older than the chain. */
async function firstState(tx: Kysely<Tables>): Promise<ChainState> {
  const { last } = await tx
    .selectFrom('journal')
    .select((row) => row.fn.max('seq').as('last'))
    .where('mac', 'is', null)
    .executeTakeFirstOrThrow()
  return { last: 0, gaps: [], unproved: Number(last ?? 0) }
}

/** Returns rows of the journal that no block has, in order: those of the gaps, and those after the last. */
async function rowsSince(tx: Kysely<Tables>, { last, gaps }: ChainState): Promise<JournalRow[]> {
  const late =
    gaps.length === 0
      ? []
      : await rowsIn(
          tx,
          gaps.map(({ range }) => range),
          chainLimits.rows,
        )
  const next = await tx
    .selectFrom('journal')
    .selectAll()
    .where('seq', '>', last)
    .orderBy('seq')
    .limit(chainLimits.rows - late.length)
    .execute()
  return [...late, ...next]
}

/** The state after a block: numbers that were passed over are waited for. */
function stateAfter(state: ChainState, found: readonly JournalRow[], now: number): ChainState {
  const taken = found.map(({ seq }) => seq)
  const kept = state.gaps
    .filter(({ since }) => now - since < chainLimits.gapMs)
    .flatMap(({ range, since }) => without(range, taken).map((rest) => ({ range: rest, since })))
  const last = Math.max(state.last, ...taken)
  const fresh = without([state.last + 1, last], taken).map((range) => ({ range, since: now }))
  return { ...state, last, gaps: [...kept, ...fresh] }
}

/** Returns what is left of a range without some ascending numbers. */
function without([from, to]: Range, taken: readonly number[]): Range[] {
  const rest: Range[] = []
  let next = from
  for (const number of taken) {
    if (number < next || number > to) continue
    if (number > next) rest.push([next, number - 1])
    next = number + 1
  }
  if (next <= to) rest.push([next, to])
  return rest
}
