import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { journal as calls } from '#contract/office/journal.ts'
import { journalLimits } from '#domain/platform/limits.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import type { By } from '#server/access/session.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { exportIdBytes, exportIdOf, exportMark, proofOfLine } from '#server/platform/journal/export-proof.ts'
import { createJournalKeys, type JournalKeys } from '#server/platform/journal/journal-keys.ts'
import { cellText } from '#server/vault/exports/csv.ts'
import { guardCell } from '#server/vault/imports/own-csv.ts'
import { authorOf, journalSeverityTexts, journalTexts, sentenceText } from '#texts/office/journal.ts'
import { entriesOf, type JournalEntry } from './entries.ts'
import { planOf, type Filters, type Plan } from './filters.ts'
import type { NameDeps, Reader } from './names.ts'
import { searchJournal, type Searched } from './rows.ts'
import type { SeenRow, Sight } from './sight.ts'

type Format = BodyOf<typeof calls.download>['format']
export type ExportDeps = NameDeps & Pick<PlatformDeps, 'clock' | 'journal' | 'keys' | 'randomBytes'>
type Request = By & {
  readonly chest: LocatedChest | null
  readonly unlocks: Reader['unlocks']
  readonly gone: () => AbortSignal
  readonly setHeader: (name: string, value: string) => void
}

/** Returns the entries that match as a file, written while the journal is read. Its export is recorded before. */
export async function exportJournal(
  deps: ExportDeps,
  { actor, origin, chest, unlocks, gone, setHeader }: Request,
  sight: Sight,
  asked: Filters,
  format: Format,
): Promise<AsyncIterable<Uint8Array>> {
  const { db, clock, journal, randomBytes } = deps
  const plan = await planOf(db, sight, asked)
  const filters = Object.entries(asked)
    .map(([name, value]) => `${name}:${value}`)
    .toSorted()
  const id = exportIdOf(randomBytes(exportIdBytes))
  await db.transaction().execute((tx) =>
    journal.record(tx, actor, origin, {
      action: 'journal.exported',
      ...(chest && { chest: chest.id }),
      objects: { format, filters, export: id },
    }),
  )
  const day = new Date(clock()).toISOString().slice(0, 10)
  setHeader('content-disposition', `attachment; filename="journal-${day}.${format}"`)
  const keys = await createJournalKeys(deps.keys)(db)
  const prove = proverOf(keys, id)
  return fileOf(
    deps,
    { keys, reader: { id: actor.id, unlocks }, plan },
    { ...writers[format], prove },
    gone(),
  )
}

/** Proves the lines of an export, in their order. */
const proverOf = (keys: JournalKeys, id: string) => {
  let place = 0
  return (mark: string, text: string, isLast: boolean): string => {
    place += 1
    return proofOfLine(keys, { export: id, place, isLast }, mark, text)
  }
}

type Writer = {
  readonly head: string
  /** All that a line says, as its proof covers it. */
  readonly covered: (entry: JournalEntry) => string
  readonly line: (entry: JournalEntry, proof: string) => string
}

type Source = { readonly keys: JournalKeys; readonly reader: Reader; readonly plan: Plan }

async function* fileOf(
  deps: ExportDeps,
  { keys, reader, plan: { source, floor, end, choose } }: Source,
  { head, covered, line, prove }: Writer & { readonly prove: ReturnType<typeof proverOf> },
  gone: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (head !== '') yield Buffer.from(head)
  const write = ([entry, mark]: Marked, isLast: boolean) => line(entry, prove(mark, covered(entry), isLast))
  // Each line waits for the next one: the proof of the last says that nothing follows.
  let waiting: Marked | null = null
  for (let before: number | null = end; before !== null;) {
    if (gone.aborted) return
    const span: Span = { floor, before, limit: journalLimits.page }
    const page: Searched<Found> = await searchJournal(deps.db, source, span, (row) => {
      const seen = choose(row)
      return seen && { seen, mark: exportMark(keys, row) }
    })
    const rows = page.found.map(({ seen }) => seen)
    let text = ''
    for (const [nth, entry] of (await entriesOf(deps, reader, rows)).entries()) {
      if (waiting) text += write(waiting, false)
      waiting = [entry, page.found[nth]?.mark ?? '']
    }
    if (text !== '') yield Buffer.from(text)
    before = page.next
  }
  if (waiting) yield Buffer.from(write(waiting, true))
}

type Span = { readonly floor: number; readonly before: number; readonly limit: number }
/** A row that the export has, with its mark; its entry, with the same. */
type Found = { readonly seen: SeenRow; readonly mark: string }
type Marked = readonly [entry: JournalEntry, mark: string]

const row = (cells: readonly string[]): string => `${cells.map(cellText).join(';')}\r\n`

const cellsOf = (entry: JournalEntry): string[] => [
  String(entry.seq),
  entry.at.slice(0, 19).replace('T', ' '),
  authorOf(entry),
  entry.actor?.login ?? '',
  sentenceText(entry),
  entry.chest?.name ?? '',
  entry.ip ?? '',
  entry.outcome === 'done' ? journalTexts.filters.done : journalTexts.filters.refused,
  journalSeverityTexts[entry.severity],
  entry.action,
]
const withSentence = (entry: JournalEntry) => ({ ...entry, sentence: sentenceText(entry) })

/** `readExport` (src/server/platform/journal/exported-file.ts) reads what these write. */
const writers: Record<Format, Writer> = {
  csv: {
    head: `\uFEFF${row(journalTexts.columnsOfFile)}`,
    covered: (entry) => JSON.stringify([journalTexts.columnsOfFile, cellsOf(entry).map(guardCell)]),
    line: (entry, proof) => row([...cellsOf(entry), proof]),
  },
  jsonl: {
    head: '',
    covered: (entry) => JSON.stringify(withSentence(entry)),
    line: (entry, proof) => `${JSON.stringify({ ...withSentence(entry), proof })}\n`,
  },
}
