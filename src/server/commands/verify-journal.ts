import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CsvError } from 'csv-parse'
import type { Kysely } from 'kysely'
import { verifyJournalTexts as texts } from '#texts/verify-journal.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { archivesAt, archivesFolder, readArchive } from '#server/platform/journal/archives.ts'
import { storedJournalKeys, type JournalKeys } from '#server/platform/journal/journal-keys.ts'
import type { JournalRow } from '#server/platform/journal/row-proof.ts'
import { keptCheckpoints } from '#server/platform/journal/kept-checkpoints.ts'
import { notesIn } from '#server/platform/journal/sealer.ts'
import type { JournalFault } from '#server/platform/journal/faults.ts'
import { readExport } from '#server/platform/journal/exported-file.ts'
import { verifyJournal } from '#server/platform/journal/verify.ts'
import { checkExport, type ExportCheck, type ExportReport } from '#server/platform/journal/verify-export.ts'
import type { SeeRow } from '#server/platform/journal/walk.ts'
import { CommandError, UsageError, withInstallation, type Command } from './command.ts'
import { parseOptions } from './options.ts'

const options = {
  checkpoint: { type: 'string' },
  archive: { type: 'string', multiple: true },
  export: { type: 'string' },
  print: { type: 'boolean' },
} as const

/**
 * Verifies that nobody has changed, removed or inserted a row of the journal or of its archives; with a file of checkpoints
 * that was kept elsewhere, also that the journal was not cut off or set back; with an exported
 * view, also whether each of its lines stands in the journal as it was exported. Exit code 1 when something does not. With
 * `--print` it prints the rows of archives instead.
 */
export const verifyJournalCommand: Command = async (context) => {
  const { values } = parseOptions(context.args, options, texts.stray)
  const { checkpoint, archive: asked = [], export: exported, print = false } = values
  if (print && asked.length === 0) throw new UsageError(texts.printWhat)
  const kept = checkpoint === undefined ? [] : notesOf(checkpoint)
  const named: string[] = []
  for (const path of asked) named.push(...(await archivesIn(path)))
  return withInstallation(context, async ({ config, database, keys }) => {
    const own = await storedJournalKeys(database.db, keys)
    if (!own) throw new CommandError(texts.empty)
    const say = (line: string) => context.terminal.say(line)
    if (print) {
      for (const path of named) await printArchive(path, own, say)
      return 0
    }
    // A note that is in both is one.
    const given = [...new Set([...(await keptCheckpoints(config.dataFolder)), ...kept])]
    const found = await archivesAt(join(config.dataFolder, archivesFolder)).catch(() => [])
    const archives = [...new Set([...found, ...named])]
    const view = exported === undefined ? null : await checkOf(database.db, own, exported)
    const see: SeeRow = view?.see ?? (() => undefined)
    const report = await verifyJournal(database.db, own, { given, archives, see })
    say(texts.counted(report))
    if (report.gone > 0) say(texts.gone(report.gone))
    if (report.archives.read > 0) say(texts.archivesRead(report.archives.read))
    if (report.archives.missing.length > 0) say(texts.archivesMissing(report.archives.missing))
    if (report.unproved > 0) say(texts.unproved(report.unproved))
    if (report.undone > 0) say(texts.undone(report.undone))
    for (const sentence of new Set(report.faults.map(sentenceOf))) say(sentence)
    say(report.faults.length === 0 ? texts.good : texts.bad)
    const compared = await view?.report(report)
    if (compared) sayExport(compared, say)
    say(texts.key(own.signer.verifierKey))
    return report.faults.length + (compared?.faults.length ?? 0) === 0 ? 0 : 1
  })
}

/** @throws CommandError for a file that cannot be read, or without a line */
async function checkOf(db: Kysely<Tables>, keys: JournalKeys, path: string): Promise<ExportCheck> {
  let check: ExportCheck
  try {
    check = await checkExport(db, keys, readExport(path))
  } catch (error) {
    // A file that is neither, or that cannot be read.
    if (error instanceof CsvError || (error instanceof Error && 'code' in error))
      throw new CommandError(texts.unreadable(path))
    throw error
  }
  if (check.lines === 0) throw new CommandError(texts.exports.empty(path))
  return check
}

function sayExport(report: ExportReport, say: (line: string) => void): void {
  const { record, faults, unproved } = report
  say(record ? texts.exports.record(record) : texts.exports.noRecord)
  say(texts.exports.counted(report))
  if (unproved > 0) say(texts.exports.unproved(unproved))
  for (const fault of faults)
    say(texts.exports.faults[fault.kind](fault.line, 'row' in fault ? fault.row : 0))
  if (faults.length > 0) say(texts.exports.bad)
  else say(unproved > 0 ? texts.exports.unknown : texts.exports.good)
}

function sentenceOf(fault: JournalFault): string {
  if (fault.kind === 'archive') return texts.faults.archive(fault.file)
  return texts.faults[fault.kind](subjectOf(fault))
}

/** The row, block or size that a fault concerns; 0 where it is none. */
const subjectOf = (fault: JournalFault): number =>
  'row' in fault ? fault.row : 'block' in fault ? fault.block : 'size' in fault ? fault.size : 0

/** @throws CommandError for a path that cannot be read */
const archivesIn = (path: string): Promise<string[]> =>
  archivesAt(path).catch(() => {
    throw new CommandError(texts.unreadable(path))
  })

/** @throws CommandError for a file that cannot be read or holds no checkpoint */
function notesOf(path: string): string[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new CommandError(texts.unreadable(path))
  }
  const notes = notesIn(text)
  if (notes.length === 0) throw new CommandError(texts.noCheckpoint(path))
  return notes
}

/** Prints the rows of an archive, each as one JSON object. @throws CommandError if the archive does not open */
async function printArchive(path: string, keys: JournalKeys, say: (line: string) => void): Promise<void> {
  try {
    for await (const part of readArchive(path, keys))
      if (part.kind === 'block') for (const row of part.rows.values()) say(lineOf(row))
  } catch (error) {
    throw error instanceof SealError ? new CommandError(texts.archiveBroken(path)) : error
  }
}

const lineOf = (row: JournalRow): string =>
  JSON.stringify({
    seq: row.seq,
    at: new Date(row.at).toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, login: row.actor_name },
    session: row.session_id,
    ip: row.ip,
    action: row.action,
    outcome: row.outcome,
    chest: row.chest_id,
    objects: objectsOf(row),
  })

/** The recorded fields; a text that the server did not write stays a text. */
function objectsOf({ objects }: JournalRow): unknown {
  try {
    return JSON.parse(objects)
  } catch {
    return objects
  }
}
