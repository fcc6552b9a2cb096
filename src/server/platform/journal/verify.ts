import { sql, type Kysely } from 'kysely'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { endOf, readArchiveRecords, type ArchiveRecord } from './archives.ts'
import { chainLimits, type Block } from './chain.ts'
import { chainStart, goneOf, readCut } from './cut.ts'
import type { JournalFault } from './faults.ts'
import { rowsIn } from './follow.ts'
import { rangesIn, type Range } from './id-ranges.ts'
import type { JournalKeys } from './journal-keys.ts'
import { withoutUndone } from './restorations.ts'
import { rowMac, type JournalRow } from './row-proof.ts'
import { verifyArchives, type FoundArchives } from './verify-archives.ts'
import { createWalk, stateOf, type Findings, type SeeRow, type Walk } from './walk.ts'
import { wantedRoots } from './wanted-roots.ts'

export type JournalReport = {
  /** Rows that blocks bind, those that have left included, blocks, and checkpoints that agree. */
  readonly rows: number
  readonly blocks: number
  readonly checkpoints: number
  /** Genuine rows that no block binds yet. */
  readonly waiting: number
  /** Rows of whole blocks that have left the database. */
  readonly gone: number
  /** The highest number of the rows of those blocks. */
  readonly goneTo: number
  readonly archives: FoundArchives
  /** Checkpoints that only an archive that was not found could prove. */
  readonly unproved: number
  /** Given checkpoints that the restoration of a backup undid. */
  readonly undone: number
  /** In order of the journal; the first ones when there are many. */
  readonly faults: readonly JournalFault[]
}

/** Faults that a report names. */
const mostFaults = 20
const blocksAtOnce = 50
/** Rows before the cut that are looked at: without an attack there are none, or a few that were committed late. */
const mostStrays = 1_000

/** What a verification compares with, besides the database. */
type Kept = {
  /** Signed notes that were kept elsewhere, oldest first. */
  readonly given?: readonly string[]
  /** The paths of archives. */
  readonly archives?: readonly string[]
  /** Told of each row, of those in the archives as well. */
  readonly see?: SeeRow
}

/**
 * Verifies the whole journal: the MAC of each row, its place in the blocks, the chain of blocks, the stored checkpoints,
 * and those of a file that was kept elsewhere; of the rows that have left, the archives that are given.
 * @param rest called between batches
 */
export async function verifyJournal(
  db: Kysely<Tables>,
  keys: JournalKeys,
  { given = [], archives = [], see = () => undefined }: Kept = {},
  rest: () => Promise<void> = async () => undefined,
): Promise<JournalReport> {
  const faults: JournalFault[] = []
  const blame = (fault: JournalFault) => void (faults.length < mostFaults && faults.push(fault))
  const read = await readArchiveRecords(db, keys)
  if (read === 'forged') blame({ kind: 'archives' })
  const records = read === 'forged' ? [] : read
  const standing = await withoutUndone(db, keys, given)
  const wanted = await wantedRoots(db, keys, { given: standing, records }, blame)
  const findings: Findings = { wanted, blame, see }
  const found = await verifyArchives(keys, { paths: archives, records }, findings, rest)
  const walk = await verifyStored(db, keys, records, findings, rest)
  const waiting = await checkWaiting(db, keys, walk.state.last, findings)
  let unproved = 0
  for (const [size, roots] of wanted)
    for (const { source, isArchive, isChecked } of roots) {
      if (size > walk.size) blame({ kind: 'truncated', size, source })
      else if (!isChecked && !isArchive) unproved += 1
    }
  const all = [...wanted.values()].flat()
  return {
    rows: walk.size,
    blocks: walk.block,
    checkpoints: all.filter(({ isProved, isArchive }) => isProved && !isArchive).length,
    waiting,
    gone: walk.gone,
    goneTo: walk.goneTo,
    archives: found,
    unproved,
    undone: given.length - standing.length,
    faults,
  }
}

/** Verifies what the database holds. */
async function verifyStored(
  db: Kysely<Tables>,
  keys: JournalKeys,
  records: readonly ArchiveRecord[],
  findings: Findings,
  rest: () => Promise<void>,
): Promise<Walk & { readonly gone: number; readonly goneTo: number }> {
  const { blame } = findings
  const read = await readCut(db, keys)
  // Nothing leaves that no archive has.
  if (read === 'forged' || (read?.anchor.block ?? 0) > endOf(records).block) blame({ kind: 'cut' })
  let cut = read === null || read === 'forged' ? chainStart : read.anchor
  const walk = createWalk(keys, cut, records.at(-1)?.until ?? 0, findings)
  for (const seq of await rowsBefore(db, walk.state.last)) walk.strays.add(seq)

  /** Follows the retention, which may run meanwhile: a block or rows of it may just have left. */
  const follow = async (): Promise<void> => {
    const now = await readCut(db, keys)
    if (now !== null && now !== 'forged' && now.anchor.block > cut.block) cut = now.anchor
  }
  const checkBlock = async (listed: Block): Promise<void> => {
    let block = listed
    if (block.number !== walk.block + 1) {
      await follow()
      if (cut.block === block.number - 1) walk.skipTo(cut)
    }
    const ranges = rangesIn(block.rows)
    const rows = new Map<number, JournalRow>()
    for (const row of await rowsOf(db, ranges, walk.addedBy(block))) rows.set(row.seq, row)
    if (!walk.hasAll(block, rows)) {
      const again = await db
        .selectFrom('journal_blocks')
        .selectAll()
        .where('number', '=', block.number)
        .executeTakeFirst()
      if (again) block = again
      else {
        await follow()
        // Its turn comes again at the cut.
        if (cut.block >= block.number) return
      }
    }
    const gone = goneOf(keys, block)
    if (gone === null) blame({ kind: 'block', block: block.number })
    walk.take(block, rows, gone ?? [])
  }

  for (let after = 0; ;) {
    const blocks = await db
      .selectFrom('journal_blocks')
      .selectAll()
      .where('number', '>', after)
      .orderBy('number')
      .limit(blocksAtOnce)
      .execute()
    for (const block of blocks) {
      await checkBlock(block)
      await rest()
    }
    if (blocks.length < blocksAtOnce) break
    after = blocks.at(-1)?.number ?? after
  }
  const isAwaited = (seq: number) => walk.state.gaps.some(({ range: [from, to] }) => seq >= from && seq <= to)
  // A row whose block has left meanwhile is none.
  const there = await numbersAmong(db, [...walk.strays])
  for (const seq of there) if (!isAwaited(seq)) blame({ kind: 'inserted', row: seq })
  return Object.assign(walk, { gone: cut.size, goneTo: stateOf(cut).last })
}

/** Returns the numbers of rows up to one: at the cut, those that a later block has, and those that nobody should have. */
async function rowsBefore(db: Kysely<Tables>, last: number): Promise<number[]> {
  if (last === 0) return []
  const rows = await db
    .selectFrom('journal')
    .select('seq')
    .where('seq', '<=', last)
    .orderBy('seq')
    .limit(mostStrays)
    .execute()
  return rows.map(({ seq }) => seq)
}

async function numbersAmong(db: Kysely<Tables>, seqs: readonly number[]): Promise<number[]> {
  if (seqs.length === 0) return []
  const rows = await db
    .selectFrom('journal')
    .select('seq')
    .where(isAmong(db, sql.ref('seq'), sql`${listOf(db, seqs)}`))
    .orderBy('seq')
    .execute()
  return rows.map(({ seq }) => seq)
}

/** Reads the rows that a block can have: those of its ranges, and all in the numbers that it adds. */
const rowsOf = (db: Kysely<Tables>, ranges: readonly Range[], added: Range): Promise<JournalRow[]> =>
  rowsIn(db, [added, ...ranges.filter(([, end]) => end < added[0])])

/** Checks the rows after the last block, which have only their own MAC. @returns how many are genuine */
async function checkWaiting(
  db: Kysely<Tables>,
  keys: JournalKeys,
  last: number,
  { blame, see }: Findings,
): Promise<number> {
  const rows = await db.selectFrom('journal').selectAll().where('seq', '>', last).orderBy('seq').execute()
  let genuine = 0
  for (const row of rows) {
    const mac = rowMac(keys.rows, row)
    const isGenuine = row.mac !== null && mac.equals(row.mac)
    if (isGenuine) genuine += 1
    else blame({ kind: row.mac === null ? 'inserted' : 'changed', row: row.seq })
    see(row.seq, mac.subarray(0, chainLimits.markBytes), isGenuine)
  }
  return genuine
}
