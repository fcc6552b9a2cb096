import type { ReplyOf } from '#contract/endpoint.ts'
import { imports } from '#contract/imports.ts'
import { Refusal } from '#domain/refusals.ts'
import { importFailText, importFaultText, importRunningText, importSuccessText } from '#texts/imports.ts'
import { nbsp } from '#texts/format.ts'
import type { Deps } from '../deps.ts'
import type { HandlerRequest, Handlers } from '../http/handler.ts'
import { applyImport } from './apply.ts'
import { readKeePass } from './keepass.ts'
import type { ImportContent, ImportFail } from './model.ts'
import type { ImportPlan } from './plan.ts'

type ImportDeps = Pick<Deps, 'db' | 'chestKeys' | 'clock' | 'journal' | 'strength'>

const busySeconds = 5

/** Bringing in what other programs exported: all of a file in one transaction, or nothing. */
export const importHandlers = (deps: ImportDeps): Handlers<typeof imports> => {
  // A file can be work for half a minute: one person's second one would be at the cost of everybody else.
  const importing = new Map<number, Progress>()
  return {
    keepass: async (request) => {
      const { id } = request.actor
      if (importing.has(id))
        throw new Refusal('SERVER_BUSY', { retryAfterSeconds: busySeconds, sentence: importRunningText })
      importing.set(id, notYet)
      try {
        return await importFile(deps, request, (progress) => importing.set(id, progress))
      } finally {
        importing.delete(id)
      }
    },
    progress: async ({ actor }) => importing.get(actor.id) ?? notYet,
  }
}

type Progress = ReplyOf<typeof imports.progress>
const notYet: Progress = { stage: null, done: 0, total: 0 }

async function importFile(
  deps: ImportDeps,
  { actor, body, chest, file, origin }: HandlerRequest<typeof imports.keepass>,
  tell: (progress: Progress) => void,
) {
  if (!file) throw new Refusal('INVALID_REQUEST', { details: { field: 'body/file', rule: 'required' } })
  if (!/\.xml$/i.test(file.name)) throw new Refusal('UNSUPPORTED_FORMAT')
  // Before the file is read: a locked chest takes nothing.
  await deps.chestKeys.open(deps.db, chest)
  const read = await readKeePass(file.bytes)
  if (!read.ok) {
    throw new Refusal('IMPORT_REFUSED', { details: { fault: read.code }, sentence: importFaultText(read) })
  }
  const folderId = typeof body.folderId === 'number' ? body.folderId : null
  const request = { actor, chest, folderId, origin, dest: 'keepass' }
  const plan = await applyImport(deps, request, read, (stage, done, total) => tell({ stage, done, total }))
  return resultOf(read, plan)
}

/** What the caller is told: the counts, and each entry to look at in the order of the file. */
function resultOf({ refused, skipped, fails }: ImportContent, plan: ImportPlan) {
  const { insertion, updates, counts } = plan
  const [items, folders, updated] = [insertion.items.length, insertion.folders.length, updates.length]
  return {
    success: importSuccessText({ items, folders, updated, ...counts, refused, skipped }),
    fails: [...fails, ...plan.fails].toSorted((one, other) => one.line - other.line).map(failPair),
  }
}

function failPair({ line, name, reason, detail }: ImportFail): [number, string] {
  const text = importFailText(reason, detail)
  return [line, name === '' ? text : `${name}${nbsp}: ${text}`]
}
