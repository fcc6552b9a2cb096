import type { ReplyOf } from '#contract/endpoint.ts'
import { imports } from '#contract/imports.ts'
import { Refusal } from '#domain/refusals.ts'
import { importFailText, importFaultText, importRunningText, importSuccessText } from '#texts/imports.ts'
import { nbsp } from '#texts/format.ts'
import type { Deps } from '../deps.ts'
import { insertTree, judgeTree, type OnProgress } from '../elements/insert-tree.ts'
import type { HandlerRequest, Handlers } from '../http/handler.ts'
import { readKeePass } from './keepass.ts'

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
        return await importKeePass(deps, request, (progress) => importing.set(id, progress))
      } finally {
        importing.delete(id)
      }
    },
    progress: async ({ actor }) => importing.get(actor.id) ?? notYet,
  }
}

type Progress = ReplyOf<typeof imports.progress>
const notYet: Progress = { stage: null, done: 0, total: 0 }

const importKeePass = async (
  deps: ImportDeps,
  { actor, body, chest, file, origin }: HandlerRequest<typeof imports.keepass>,
  tell: (progress: Progress) => void,
) => {
  if (!file) throw new Refusal('INVALID_REQUEST', { details: { field: 'body/file', rule: 'required' } })
  if (!/\.xml$/i.test(file.name)) throw new Refusal('UNSUPPORTED_FORMAT')
  // Before the file is read: a locked chest takes nothing.
  await deps.chestKeys.open(deps.db, chest)
  const read = await readKeePass(file.bytes)
  if (!read.ok) {
    throw new Refusal('IMPORT_REFUSED', { details: { fault: read.code }, sentence: importFaultText(read) })
  }
  const folderId = typeof body.folderId === 'number' ? body.folderId : null
  const onProgress: OnProgress = (stage, done) => tell({ stage, done, total: read.items })
  const levels = await judgeTree(deps.strength, read.root, { onProgress })
  await deps.db.transaction().execute(async (tx) => {
    await insertTree(tx, deps, { chest, folderId, actor }, read.root, levels, onProgress)
    await deps.journal.record(tx, actor, origin, {
      action: 'import.keepass',
      chest: chest.id,
      objects: { folder: folderId, folders: read.folders, items: read.items },
    })
  })
  return {
    success: importSuccessText(read),
    fails: read.fails.map(
      (fail) => [fail.line, `${fail.name}${nbsp}: ${importFailText(fail.reason)}`] as [number, string],
    ),
  }
}
