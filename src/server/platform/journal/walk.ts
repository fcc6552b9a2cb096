import { growingTree, leafHash } from '#server/platform/crypto/merkle.ts'
import { blockMac, chainLimits, noMark, type Block, type ChainState } from './chain.ts'
import { anchorAfter, numbersOf } from './chain-groups.ts'
import { goneOf, type Anchor } from './cut.ts'
import type { JournalFault } from './faults.ts'
import { numbersIn, type Range } from './id-ranges.ts'
import type { JournalKeys } from './journal-keys.ts'
import { entryOf, rowMac, type JournalRow } from './row-proof.ts'
import type { Wanted } from './wanted-roots.ts'

/** Told of each row that the journal binds: the mark of the row as written, and whether the row still is so. */
export type SeeRow = (row: number, mark: Uint8Array, stands: boolean) => void

/** What a verification looks for, and whom it tells. */
export type Findings = {
  readonly wanted: Wanted
  readonly blame: (fault: JournalFault) => void
  readonly see: SeeRow
}

/** Numbers that a process has given to its rows: one bit each. */
type Given = Map<number, { bits: Uint8Array }>

/** Remembers a row's own number. @returns false if another row had it */
function takeNumber(given: Given, node: number, number: number): boolean {
  const kept = given.get(node) ?? { bits: new Uint8Array(128) }
  given.set(node, kept)
  const at = Math.floor(number / 8)
  if (at >= kept.bits.length) {
    const grown = new Uint8Array(Math.max(at + 1, kept.bits.length * 2))
    grown.set(kept.bits)
    kept.bits = grown
  }
  const bit = 1 << (number % 8)
  const before = kept.bits[at] ?? 0
  kept.bits[at] = before | bit
  return (before & bit) === 0
}

/** Verifies blocks one after the other, from a place in the chain on. */
export type Walk = {
  readonly block: number
  readonly size: number
  readonly state: ChainState
  /** Takes the rows that may be those of the next block. @param gone those that have left, as ranges */
  take(block: Block, rows: Map<number, JournalRow>, gone?: readonly Range[]): void
  /** Goes on from another place in the chain: what lies between has left. */
  skipTo(anchor: Anchor): void
  /** Returns whether all rows of a block are there but those that have left. */
  hasAll(block: Block, rows: ReadonlyMap<number, JournalRow>): boolean
  /** The numbers that the next block adds, up to its last. */
  addedBy(block: Block): Range
  /** Rows that were found among those of a block that is not theirs, and that no later one had. */
  readonly strays: Set<number>
}

/** Genuine rows may be so much older than a block before them: transactions last, and clocks differ. */
const lateMs = 2 * chainLimits.gapMs

/** @param goneBefore rows older than this may have left: a copy of one is not found by its number any more */
export function createWalk(
  keys: JournalKeys,
  start: Anchor,
  goneBefore: number,
  { wanted, blame, see }: Findings,
): Walk {
  let anchor = start
  let tree = growingTree(start.size, start.frontier)
  let state = stateOf(start)
  const numbers: Given = new Map()
  const strays = new Set<number>()

  const isRepeated = ({ node, number, at }: JournalRow): boolean => {
    const isOld = at < goneBefore && at < anchor.settledAt - lateMs
    return isOld || (node !== null && number !== null && !takeNumber(numbers, node, number))
  }
  const faultOf = (
    row: JournalRow,
    mark: Uint8Array,
  ): 'inserted' | 'changed' | 'moved' | 'repeated' | null => {
    const mac = rowMac(keys.rows, row)
    const own = mac.subarray(0, chainLimits.markBytes)
    const isGenuine = row.mac === null ? row.seq <= state.unproved : mac.equals(row.mac)
    if (noMark.equals(mark)) return 'inserted'
    if (!isGenuine || (row.mac === null && !own.equals(mark))) return 'changed'
    if (!own.equals(mark)) return 'moved'
    // A row that is older than the chain is where it was when the chain began.
    return row.mac !== null && isRepeated(row) ? 'repeated' : null
  }
  const checkRoots = (): void => {
    for (const root of wanted.get(tree.size) ?? []) {
      const agrees = tree.root().equals(root.root)
      root.isChecked = true
      root.isProved ||= agrees
      if (!agrees) blame({ kind: 'rewritten', size: tree.size, source: root.source })
    }
  }

  checkRoots()
  return {
    get block() {
      return anchor.block
    },
    get size() {
      return tree.size
    },
    get state() {
      return state
    },
    strays,
    addedBy: (block) => [state.last + 1, (JSON.parse(block.state) as ChainState).last],
    hasAll: (block, rows) => {
      const gone = new Set(numbersIn(goneOf(keys, block) ?? []))
      return numbersOf(block).every((seq) => rows.has(seq) || gone.has(seq))
    },
    skipTo: (next) => {
      anchor = next
      state = stateOf(next)
      tree = growingTree(next.size, next.frontier)
      checkRoots()
    },
    take: (block, rows, gone = []) => {
      const isNext = block.number === anchor.block + 1
      if (!isNext || !blockMac(keys, anchor.mac, block).equals(block.mac))
        blame({ kind: 'block', block: block.number })
      const next = JSON.parse(block.state) as ChainState
      if (anchor.state === null) state = { ...state, unproved: next.unproved }
      const left = new Set(numbersIn(gone))
      for (const [place, seq] of numbersOf(block).entries()) {
        const mark = block.marks.subarray(place * chainLimits.markBytes, (place + 1) * chainLimits.markBytes)
        const row = rows.get(seq)
        rows.delete(seq)
        strays.delete(seq)
        // A row that left as it had to is missed by nobody; one that is there nevertheless was put back.
        const whenAbsent = left.has(seq) ? null : 'removed'
        const whenThere = left.has(seq) ? () => 'inserted' as const : faultOf
        const kind = row ? whenThere(row, mark) : whenAbsent
        if (kind !== null) blame({ kind, row: seq })
        see(seq, mark, kind === null)
        if (left.size > 0) continue
        tree.append(row ? leafHash(entryOf(row)) : new Uint8Array(32))
        checkRoots()
      }
      if (left.size > 0) {
        // The rows are not there to compute it; the block's MAC covers it.
        tree = growingTree(block.size, block.frontier)
        checkRoots()
      }
      for (const seq of rows.keys()) strays.add(seq)
      state = next
      anchor = anchorAfter(anchor, block)
    },
  }
}

export const stateOf = ({ state }: Anchor): ChainState =>
  state === null ? { last: 0, gaps: [], unproved: 0 } : (JSON.parse(state) as ChainState)
