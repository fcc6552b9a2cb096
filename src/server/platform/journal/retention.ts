import { createHash } from 'node:crypto'
import { link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import { monthsBefore, nextMonth } from '#domain/platform/days.ts'
import { actionsOfGroup } from '#domain/platform/journal-kinds.ts'
import { namedIn } from '#domain/platform/journal-objects.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { SiemSettings } from '#server/platform/siem/settings.ts'
import { sealedLines, writeSealedLines } from './archive-file.ts'
import {
  addArchiveRecord,
  archiveExtension,
  endOf,
  linesOfArchive,
  makeArchivesFolder,
  readArchiveRecords,
  syncFolder,
  type ArchivePart,
  type ArchiveRecord,
} from './archives.ts'
import { ChainError, chainLimits, lastBlock, requireGenuine, type Block } from './chain.ts'
import { anchorAfter, groupsAfter, numbersOf, type BlockWithRows } from './chain-groups.ts'
import { chainStart, goneMac, moveCut, readCut, type Anchor } from './cut.ts'
import { deliveredArchives } from './held-rows.ts'
import { rangesOf } from './id-ranges.ts'
import { byItself } from './journal.ts'
import { storedJournalKeys, thinnedSetting, type JournalKeys } from './journal-keys.ts'
import { rowMac, type JournalRow } from './row-proof.ts'

export type RetentionDeps = Pick<PlatformDeps, 'db' | 'keys' | 'clock' | 'log' | 'journal'> & {
  readonly config: {
    readonly dataFolder: string
    /** For how many months rows stay: readings of secrets and changes of rights, and all others. */
    readonly journalMonths: { readonly secrets: number; readonly others: number }
    readonly siem: SiemSettings
  }
}

/** The actions that `journalMonths.secrets` keeps. */
const keptApart: ReadonlySet<string> = new Set([...actionsOfGroup('secrets'), ...actionsOfGroup('rights')])

/** A stop, or another node that runs the job: the next round resumes. */
class Interrupted extends Error {}

/**
 * Writes each month of the journal that is old enough into a sealed archive, then deletes its rows. Nothing is deleted
 * before the archive was written, made durable, read back and recorded; each step is one transaction, and a crash between
 * two leaves rows that the next round deletes.
 * @param goOn whether the job still may run
 */
export async function retainJournal(deps: RetentionDeps, goOn: () => Promise<boolean>): Promise<void> {
  const { db, keys, log } = deps
  if (keys.isSealed) return
  const own = await storedJournalKeys(db, keys)
  if (!own) return
  const rest = async (): Promise<void> => {
    await breathe()
    if (!(await goOn())) throw new Interrupted()
  }
  try {
    while (await archiveNextMonth(deps, own, rest));
    await removeArchived(deps, own, rest)
  } catch (error) {
    if (error instanceof ChainError)
      log.error({ err: error }, `JOURNAL_TAMPERED: nothing leaves the journal: ${error.message}`)
    else if (!(error instanceof Interrupted)) throw error
  }
}

async function recordsOf(db: Kysely<Tables>, own: JournalKeys): Promise<ArchiveRecord[]> {
  const records = await readArchiveRecords(db, own)
  if (records === 'forged') throw new ChainError("the list of archives is not the server's")
  return records
}

/** Writes the archive of the oldest month, if it is due. @returns whether it was */
async function archiveNextMonth(
  { db, clock, journal, config }: RetentionDeps,
  own: JournalKeys,
  rest: () => Promise<void>,
): Promise<boolean> {
  const now = clock()
  const records = await recordsOf(db, own)
  const from = endOf(records)
  // The chain goes on from its last block, which stays.
  const to = ((await lastBlock(db))?.number ?? 0) - 1
  const until = await monthAfter(db, own, from, to, records.at(-1)?.until ?? 0)
  if (until === null || until > monthsBefore(now, config.journalMonths.others)) return false
  const folder = await makeArchivesFolder(config.dataFolder)
  const part = join(folder, 'next.part')
  let end = from
  let rows = 0
  const parts = async function* (): AsyncGenerator<ArchivePart> {
    yield { kind: 'start', anchor: from, until }
    months: for await (const group of groupsAfter(db, own, from, to)) {
      const notes = await checkpointsBetween(db, end.size, group.at(-1)?.anchor.size ?? end.size)
      for (const { block, rows: found, anchor } of group) {
        if (latestOf(own, block, found) >= until) break months
        if (block.gone !== null)
          throw new ChainError(`block ${block.number} lost rows before they were archived`)
        for (const { size, note } of notes)
          if (size > end.size && size <= anchor.size) yield { kind: 'checkpoint', note }
        yield { kind: 'block', block, rows: found }
        end = anchor
        rows += found.size
      }
      await rest()
    }
  }
  try {
    await writeVerified(part, own, linesOfArchive(parts()))
    await rest()
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  const file = await nameArchive(part, folder, new Date(until - 1).toISOString().slice(0, 7))
  try {
    const record = { number: records.length + 1, file, firstBlock: from.block + 1, until, anchor: end }
    await db.transaction().execute(async (tx) => {
      await addArchiveRecord(tx, own, now, record)
      await journal.record(tx, null, byItself, {
        action: 'journal.archived',
        objects: { archive: file, rows, until: new Date(until).toISOString() },
      })
    })
  } catch (error) {
    await rm(join(folder, file), { force: true })
    throw error
  }
  return true
}

/** Returns the end of the month of the oldest block that no archive has; null if there is none. */
async function monthAfter(
  db: Kysely<Tables>,
  own: JournalKeys,
  from: Anchor,
  to: number,
  before: number,
): Promise<number | null> {
  for await (const [first] of groupsAfter(db, own, from, to))
    if (first) return nextMonth(Math.max(latestOf(own, first.block, first.rows), before))
  return null
}

/** Returns the time of a block's latest row. That of a row that was changed is not believed: its block's counts. */
function latestOf(own: JournalKeys, block: Block, rows: ReadonlyMap<number, JournalRow>): number {
  let latest = 0
  for (const [place, seq] of numbersOf(block).entries()) {
    const row = rows.get(seq)
    if (!row) continue
    const mark = block.marks.subarray(place * chainLimits.markBytes, (place + 1) * chainLimits.markBytes)
    const isAsWritten = rowMac(own.rows, row).subarray(0, chainLimits.markBytes).equals(mark)
    latest = Math.max(latest, isAsWritten ? row.at : block.at)
  }
  return latest === 0 ? block.at : latest
}

/** Writes lines, and reads them back from the disk. */
async function writeVerified(path: string, own: JournalKeys, lines: AsyncIterable<string>): Promise<void> {
  const written = createHash('sha256')
  await writeSealedLines(
    path,
    own.archives,
    (async function* () {
      for await (const line of lines) {
        written.update(`${line}\n`)
        yield line
      }
    })(),
  )
  const read = createHash('sha256')
  for await (const line of sealedLines(path, own.archives)) read.update(`${line}\n`)
  if (!read.digest().equals(written.digest())) throw new Error('the archive is not what was written')
}

/** Gives the complete file its name: of its month, and a number if another archive has it. */
async function nameArchive(part: string, folder: string, month: string): Promise<string> {
  for (let copy = 1; ; copy += 1) {
    const file = `journal-${month}${copy === 1 ? '' : `-${copy}`}${archiveExtension}`
    try {
      // Unlike rename, link replaces no file.
      await link(part, join(folder, file))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue
      throw error
    }
    await rm(part)
    await syncFolder(folder)
    return file
  }
}

/** Deletes the rows that archives have, that are old enough, and that every receiver of events has got. */
async function removeArchived(
  deps: RetentionDeps,
  own: JournalKeys,
  rest: () => Promise<void>,
): Promise<void> {
  const { db, clock, config } = deps
  const archived = await recordsOf(db, own)
  if (archived.length === 0) return
  const border = monthsBefore(clock(), config.journalMonths.secrets)
  await dropForgedThinned(db, endOf(archived))
  const [cut, thinned] = [await cutOf(db, own), await thinnedAnchor(db, own)]
  const isDue = ({ anchor: { block }, until }: ArchiveRecord) =>
    block > thinned.block || (block > cut.block && until <= border)
  const records = await deliveredArchives(deps, archived, isDue)
  const due = records.filter(({ until }) => until <= border)
  await removeBlocks(db, own, due, rest)
  if (due.length < records.length) await thinBlocks(db, own, records, rest)
}

async function cutOf(db: Kysely<Tables>, own: JournalKeys): Promise<Anchor> {
  const cut = await readCut(db, own)
  if (cut === 'forged') throw new ChainError("the cut is not the server's")
  return cut?.anchor ?? chainStart
}

/** Deletes whole blocks, from the cut on. */
async function removeBlocks(
  db: Kysely<Tables>,
  own: JournalKeys,
  due: readonly ArchiveRecord[],
  rest: () => Promise<void>,
): Promise<void> {
  for (const { anchor: end, until } of due) {
    const from = await cutOf(db, own)
    if (from.block >= end.block) continue
    await requireArchived(db, end)
    for await (const group of groupsAfter(db, own, from, end.block)) {
      await db.transaction().execute(async (tx) => {
        const { anchor } = group.at(-1) ?? { anchor: from }
        await deleteRows(
          tx,
          group.flatMap(({ block }) => numbersOf(block)),
          group.flatMap(({ rows }) => [...rows.values()]),
        )
        await tx.deleteFrom('journal_blocks').where('number', '<=', anchor.block).execute()
        await tx.deleteFrom('journal_checkpoints').where('size', '<=', anchor.size).execute()
        await moveCut(tx, own, { anchor, until })
      })
      await rest()
    }
  }
}

/** Deletes the rows that are not kept apart, from blocks that stay. */
async function thinBlocks(
  db: Kysely<Tables>,
  own: JournalKeys,
  records: readonly ArchiveRecord[],
  rest: () => Promise<void>,
): Promise<void> {
  for (const { anchor: end } of records) {
    const from = await thinnedAnchor(db, own)
    if (from.block >= end.block) continue
    await requireArchived(db, end)
    for await (const group of groupsAfter(db, own, from, end.block)) {
      await db.transaction().execute((tx) => thinGroup(tx, own, group))
      await rest()
    }
  }
}

async function thinGroup(
  tx: Transaction<Tables>,
  own: JournalKeys,
  group: readonly BlockWithRows[],
): Promise<void> {
  const leaving: JournalRow[] = []
  for (const { block, rows } of group) {
    const others = [...rows.values()].filter(({ action }) => !keptApart.has(action))
    if (others.length === 0 || block.gone !== null) continue
    const gone = rangesOf(others.map(({ seq }) => seq)).join(',')
    const { numUpdatedRows } = await tx
      .updateTable('journal_blocks')
      .set({ gone, gone_mac: goneMac(own, { ...block, gone }) })
      .where('number', '=', block.number)
      .where('gone', 'is', null)
      .executeTakeFirstOrThrow()
    // If another node has thinned the block meanwhile, only the rows that it named may be missing.
    if (numUpdatedRows === 1n) leaving.push(...others)
  }
  await deleteRows(
    tx,
    leaving.map(({ seq }) => seq),
    leaving,
  )
  const thinned = group.at(-1)?.block.number ?? 0
  const value = String(thinned)
  await tx
    .insertInto('settings')
    .values({ name: thinnedSetting, value })
    .onConflict((known) =>
      known
        .column('name')
        .doUpdateSet({ value })
        // A slower node does not set it back.
        .where((row) => row(row.cast<number>('settings.value', 'bigint'), '<', thinned)),
    )
    .execute()
}

/** Returns the place in the chain up to which blocks are thinned, or have left. */
async function thinnedAnchor(db: Kysely<Tables>, own: JournalKeys): Promise<Anchor> {
  const cut = await cutOf(db, own)
  const thinned = Number((await thinnedValue(db)) ?? 0)
  if (thinned <= cut.block) return cut
  const block = await blockNumbered(db, thinned)
  if (!block) return cut
  await requireGenuine(db, own, block)
  return anchorAfter(cut, block)
}

const thinnedValue = async (db: Kysely<Tables>): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('name', '=', thinnedSetting).executeTakeFirst())
    ?.value

/** Deletes a mark that the server did not write, beyond the archives: all blocks would be read again in each round. */
async function dropForgedThinned(db: Kysely<Tables>, { block }: Anchor): Promise<void> {
  const value = await thinnedValue(db)
  if (value === undefined || (/^\d+$/.test(value) && Number(value) <= block)) return
  await db.deleteFrom('settings').where('name', '=', thinnedSetting).where('value', '=', value).execute()
}

const blockNumbered = (db: Kysely<Tables>, number: number): Promise<Block | undefined> =>
  db.selectFrom('journal_blocks').selectAll().where('number', '=', number).executeTakeFirst()

/** Deletes nothing that no archive has: the chain must still have the block with which the archive ends. */
async function requireArchived(db: Kysely<Tables>, { block, mac }: Anchor): Promise<void> {
  const found = await blockNumbered(db, block)
  if (!found || mac === null || !Buffer.from(mac).equals(found.mac))
    throw new ChainError(`block ${block} is not the one that was archived`)
}

/** Deletes rows, and what names users in them. */
async function deleteRows(
  tx: Transaction<Tables>,
  seqs: readonly number[],
  rows: readonly JournalRow[],
): Promise<void> {
  if (seqs.length === 0) return
  const isIn = (column: 'seq' | 'user_id', ids: readonly number[]) =>
    isAmong(tx, sql.ref(column), sql`${listOf(tx, ids)}`)
  for (const { seq, objects } of rows) {
    const users = usersIn(objects)
    // The key begins with the user: the number alone would be searched in the whole table.
    if (users.length > 0)
      await tx.deleteFrom('journal_people').where('seq', '=', seq).where(isIn('user_id', users)).execute()
  }
  await tx.deleteFrom('journal').where(isIn('seq', seqs)).execute()
}

/** Returns the users that a row names; none for a text that the server did not write. */
function usersIn(objects: string): readonly number[] {
  if (!objects.includes('"user')) return []
  try {
    return namedIn(JSON.parse(objects) as Record<string, unknown>).user
  } catch {
    return []
  }
}

const checkpointsBetween = (
  db: Kysely<Tables>,
  after: number,
  to: number,
): Promise<{ size: number; note: string }[]> =>
  db
    .selectFrom('journal_checkpoints')
    .select(['size', 'note'])
    .where('size', '>', after)
    .where('size', '<=', to)
    .orderBy('size')
    .execute()

/** Since when the journal is kept; null while nothing has left it. What the database says, unverified: for screens. */
export async function keptSince(
  db: Kysely<Tables>,
): Promise<{ others: number; secrets: number | null } | null> {
  const archive = await db
    .selectFrom('journal_archives')
    .select('until')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!archive) return null
  const cut = await db.selectFrom('journal_cut').select('until').executeTakeFirst()
  return { others: archive.until, secrets: cut?.until ?? null }
}
