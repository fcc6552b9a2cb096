import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sealedLines } from './archive-file.ts'
import type { Block } from './chain.ts'
import { anchorIn, anchorText, chainStart, recordMac, type Anchor } from './cut.ts'
import type { JournalKeys } from './journal-keys.ts'
import type { JournalRow } from './row-proof.ts'

/** The folder of the archives, in the data folder. */
export const archivesFolder = 'journal'
export const archiveExtension = '.archive'

/** What the database knows of an archive: some blocks with all their rows. */
export type ArchiveRecord = {
  readonly number: number
  readonly file: string
  readonly firstBlock: number
  /** Its rows are older than this moment. */
  readonly until: number
  /** The place in the chain at its end. */
  readonly anchor: Anchor
}

type Stored = Selectable<Tables['journal_archives']>

const macOf = (
  keys: Pick<JournalKeys, 'blocks'>,
  row: Omit<Stored, 'mac'>,
  before: Uint8Array | null,
): Buffer =>
  recordMac(keys, 'archive', [
    row.number,
    row.at,
    row.file,
    row.first_block,
    row.until,
    row.anchor,
    before === null ? '' : Buffer.from(before).toString('base64'),
  ])

/** Returns the archives, oldest first; `forged` if one was changed or removed by another than the server. */
export async function readArchiveRecords(
  db: Kysely<Tables>,
  keys: Pick<JournalKeys, 'blocks'>,
): Promise<ArchiveRecord[] | 'forged'> {
  const rows = await db.selectFrom('journal_archives').selectAll().orderBy('number').execute()
  let before: Stored | null = null
  for (const row of rows) {
    const isNext = row.number === (before?.number ?? 0) + 1
    if (!isNext || !macOf(keys, row, before?.mac ?? null).equals(row.mac)) return 'forged'
    before = row
  }
  return rows.map(({ number, file, first_block: firstBlock, until, anchor }) => ({
    number,
    file,
    firstBlock,
    until,
    anchor: anchorIn(anchor),
  }))
}

/** Adds an archive whose file is complete. @throws a unique violation when another node has added one */
export async function addArchiveRecord(
  tx: Transaction<Tables>,
  keys: Pick<JournalKeys, 'blocks'>,
  at: number,
  record: ArchiveRecord,
): Promise<void> {
  const before = await tx
    .selectFrom('journal_archives')
    .select('mac')
    .where('number', '=', record.number - 1)
    .executeTakeFirst()
  const row = {
    number: record.number,
    at,
    file: record.file,
    first_block: record.firstBlock,
    until: record.until,
    anchor: anchorText(record.anchor),
  }
  await tx
    .insertInto('journal_archives')
    .values({ ...row, mac: macOf(keys, row, before?.mac ?? null) })
    .execute()
}

/** Where the next archive begins. */
export const endOf = (records: readonly ArchiveRecord[]): Anchor => records.at(-1)?.anchor ?? chainStart

/** A block of an archive with its rows, by their numbers. */
type ArchivedBlock = { readonly block: Block; readonly rows: Map<number, JournalRow> }

/** The parts of an archive in their order; a checkpoint stands before the block that its size ends. */
export type ArchivePart =
  | { readonly kind: 'start'; readonly anchor: Anchor; readonly until: number }
  | ({ readonly kind: 'block' } & ArchivedBlock)
  | { readonly kind: 'checkpoint'; readonly note: string }

/** The lines of an archive, as JSON. A later version that adds a kind raises the number of the first line. */
type BlockLine = Omit<Block, 'frontier' | 'marks' | 'mac' | 'gone' | 'gone_mac'> &
  Record<'frontier' | 'marks' | 'mac', string>
type RowLine = Omit<JournalRow, 'mac'> & { readonly mac: string | null }
type Line =
  | { start: { version: 1; anchor: string; until: number } }
  | { block: BlockLine }
  | { row: RowLine }
  | { checkpoint: string }
  | { end: { blocks: number; rows: number } }

const lineOf = (line: Line): string => JSON.stringify(line)
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64')

/** Writes the parts of an archive as lines. */
export async function* linesOfArchive(parts: AsyncIterable<ArchivePart>): AsyncGenerator<string> {
  let [blocks, rows] = [0, 0]
  for await (const part of parts) {
    if (part.kind === 'start')
      yield lineOf({ start: { version: 1, anchor: anchorText(part.anchor), until: part.until } })
    else if (part.kind === 'checkpoint') yield lineOf({ checkpoint: part.note })
    else {
      const { frontier, marks, mac, gone: _gone, gone_mac: _mac, ...block } = part.block
      yield lineOf({
        block: { ...block, frontier: base64(frontier), marks: base64(marks), mac: base64(mac) },
      })
      for (const row of part.rows.values()) yield lineOf({ row: { ...row, mac: row.mac && base64(row.mac) } })
      blocks += 1
      rows += part.rows.size
    }
  }
  yield lineOf({ end: { blocks, rows } })
}

/**
 * Yields the parts of an archive.
 * @throws SealError if the file was changed or is of another installation; a system error if it cannot be read
 */
export async function* readArchive(
  path: string,
  { archives }: Pick<JournalKeys, 'archives'>,
): AsyncGenerator<ArchivePart> {
  let started = false
  let open: ArchivedBlock | null = null
  for await (const line of sealedLines(path, archives)) {
    const read = JSON.parse(line) as Line
    if (!started) {
      if (!('start' in read) || read.start.version !== 1) throw new SealError('FORMAT', 'unknown version')
      started = true
      yield { kind: 'start', anchor: anchorIn(read.start.anchor), until: read.start.until }
    } else if ('row' in read) {
      const { mac, ...row } = read.row
      open?.rows.set(row.seq, { ...row, mac: mac === null ? null : bytesOf(mac) })
    } else {
      if (open) yield { kind: 'block', ...open }
      open = null
      if ('block' in read) {
        const { frontier, marks, mac, ...fields } = read.block
        const bytes = { frontier: bytesOf(frontier), marks: bytesOf(marks), mac: bytesOf(mac) }
        open = { block: { ...fields, ...bytes, gone: null, gone_mac: null }, rows: new Map() }
      } else if ('checkpoint' in read) yield { kind: 'checkpoint', note: read.checkpoint }
    }
  }
}

/** Returns the paths of the archives in a folder, or the file itself. @throws a system error if there is neither */
export async function archivesAt(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const names = await readdir(path)
  return names
    .filter((name) => name.endsWith(archiveExtension))
    .toSorted()
    .map((name) => join(path, name))
}

/** Creates the folder of the archives unless it is there. */
export async function makeArchivesFolder(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, archivesFolder)
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await syncFolder(dataFolder)
  return folder
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  await using directory = await open(folder, 'r')
  await directory.sync()
}
