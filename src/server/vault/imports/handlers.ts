import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { imports } from '#contract/vault/imports.ts'
import { importSources, type ImportEnding, type ImportSource } from '#domain/vault/import-sources.ts'
import { endingOf } from '#domain/platform/file-endings.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import {
  csvTemplate,
  importFailText,
  importFaultText,
  importRunningText,
  importSuccessText,
} from '#texts/vault/imports.ts'
import { nbsp } from '#texts/platform/format.ts'
import type { HandlerRequest, Handlers } from '#server/access/handler.ts'
import { applyImport, type ImportOutcome } from './apply.ts'
import { isCsv, readCsv, readLockSelf } from './csv.ts'
import { readKeePass } from './keepass.ts'
import { readCategories } from './lockself-categories.ts'
import type { ImportContent, ImportFail, ImportRefused } from './model.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type ImportDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys' | 'strength'>
type Reader = (bytes: Uint8Array) => Promise<ImportContent | ImportRefused>

const busySeconds = 5

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

/** Returns handlers that import files of other programs, each file in one transaction. */
export const importHandlers = (deps: ImportDeps): Handlers<typeof imports> => {
  // An import can take half a minute of processor time, so each user runs one at a time.
  const importing = new Map<number, Progress>()
  const from = (source: ImportSource) => async (request: ImportCall) => {
    const { id } = request.actor
    if (importing.has(id))
      throw new Refusal('SERVER_BUSY', { retryAfterSeconds: busySeconds, sentence: importRunningText })
    importing.set(id, notYet)
    try {
      return await importFile(deps, source, request, (progress) => importing.set(id, progress))
    } finally {
      importing.delete(id)
    }
  }
  return {
    lockself: from('lockself'),
    keepass: from('keepass'),
    csv: from('csv'),
    template: ({ setHeader }) => {
      setHeader('content-disposition', `attachment; filename="${csvTemplate.name}"`)
      return csvTemplate.text
    },
    progress: async ({ actor }) => importing.get(actor.id) ?? notYet,
  }
}

type ImportCall = HandlerRequest<typeof imports.lockself | typeof imports.keepass | typeof imports.csv>
type Progress = ReplyOf<typeof imports.progress>
const notYet: Progress = { stage: null, done: 0, total: 0 }

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
  const request = { actor, chest, folderId, origin, once, dest: source }
  const outcome = await applyImport(deps, request, content, (stage, done, total) =>
    tell({ stage, done, total }),
  )
  return resultOf(content, outcome)
}

/** Builds the reply: the counts, and the entries to check in the order of the file. */
function resultOf({ refused, skipped, fails }: ImportContent, outcome: ImportOutcome) {
  return {
    success: importSuccessText({ ...outcome, refused, skipped }),
    fails: [...fails, ...outcome.fails].toSorted((one, other) => one.line - other.line).map(failPair),
  }
}

function failPair({ line, name, reason, detail }: ImportFail): [number, string] {
  const text = importFailText(reason, detail)
  return [line, name === '' ? text : `${name}${nbsp}: ${text}`]
}
