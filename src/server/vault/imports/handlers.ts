import { imports } from '#contract/vault/imports.ts'
import { importSources, type ImportEnding, type ImportSource } from '#domain/vault/import-sources.ts'
import { endingOf } from '#domain/platform/file-endings.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { csvTemplate, importFailText, importFaultText, importSuccessText } from '#texts/vault/imports.ts'
import { nbsp } from '#texts/platform/format.ts'
import type { HandlerRequest, Handlers } from '#server/access/handler.ts'
import { applyImport, type ApplyDeps, type ImportOutcome } from './apply.ts'
import { isCsv, readCsv, readLockSelf } from './csv.ts'
import { readKeePass } from './keepass.ts'
import { readCategories } from './lockself-categories.ts'
import type { ImportContent, ImportFail, ImportRefused } from './model.ts'
import type { OneAtATime, Progress } from './one-at-a-time.ts'

type ImportDeps = ApplyDeps
type Reader = (bytes: Uint8Array) => Promise<ImportContent | ImportRefused>

/** Reads a KeePass XML file. A CSV table with the ending `.xml` is refused as such. */
const readXml: Reader = async (bytes) => {
  const read = await readKeePass(bytes)
  return !read.ok && isCsv(bytes) ? { ok: false, code: 'CSV_IN_XML' } : read
}

/** The reader for each source and file ending. */
const readers: { readonly [Source in ImportSource]: Readonly<Record<EndingOf<Source>, Reader>> } = {
  // The XML format of LockSelf is not documented: the reader recognises the file by its content.
  lockself: { '.csv': readLockSelf, '.xml': readXml },
  keepass: { '.xml': readXml },
  csv: { '.csv': readCsv },
}
type EndingOf<Source extends ImportSource> = (typeof importSources)[Source][number]

/** Returns handlers that import files of the three sources, each file in one transaction. */
export const importHandlers = (deps: ImportDeps, oneAtATime: OneAtATime): Handlers<typeof imports> => {
  const from = (source: ImportSource) => (request: ImportCall) =>
    oneAtATime.run(request, source, (tell) => importFile(deps, source, request, tell))
  return {
    lockself: from('lockself'),
    keepass: from('keepass'),
    csv: from('csv'),
    template: ({ setHeader }) => {
      setHeader('content-disposition', `attachment; filename="${csvTemplate.name}"`)
      return csvTemplate.text
    },
    progress: async ({ actor }) => oneAtATime.progressOf(actor.id),
  }
}

type ImportCall = HandlerRequest<typeof imports.lockself | typeof imports.keepass | typeof imports.csv>
async function importFile(
  deps: ImportDeps,
  source: ImportSource,
  { actor, body, chest, file, origin, once }: ImportCall,
  tell: (progress: Progress) => void,
) {
  if (!file) throw new Refusal('INVALID_REQUEST', { details: { field: 'body/file', rule: 'required' } })
  const ofSource: Readonly<Partial<Record<ImportEnding, Reader>>> =
    'foldersOnly' in body && body.foldersOnly === true ? { '.csv': readCategories } : readers[source]
  const ending = endingOf(file.name, importSources[source])
  const read = ending === null ? undefined : ofSource[ending]
  if (!read) throw new Refusal('UNSUPPORTED_FORMAT')
  // Refuses a locked chest before reading the file.
  await deps.chestKeys.open(deps.db, chest)
  const content = await read(file.bytes)
  if (!content.ok) {
    throw new Refusal('IMPORT_REFUSED', {
      details: { fault: content.code },
      sentence: importFaultText(content),
    })
  }
  const folderId = typeof body.folderId === 'number' ? body.folderId : null
  const request = { actor, chest, folderId, origin, once, source, fileName: file.name }
  const outcome = await applyImport(deps, request, content, (stage, done, total) =>
    tell({ stage, done, total }),
  )
  return resultOf(content, outcome)
}

/** Builds the reply: the counts, and the entries to check in the order of the file. */
export function resultOf({ refused, skipped, fails }: ImportContent, outcome: ImportOutcome) {
  return {
    success: importSuccessText({ ...outcome, refused, skipped }),
    fails: [...fails, ...outcome.fails].toSorted((one, other) => one.line - other.line).map(failPair),
  }
}

function failPair({ line, name, reason, detail }: ImportFail): [number, string] {
  const text = importFailText(reason, detail)
  return [line, name === '' ? text : `${name}${nbsp}: ${text}`]
}
