import { imports } from '#contract/imports.ts'
import { Refusal } from '#domain/refusals.ts'
import { importFailText, importFaultText, importSuccessText } from '#texts/imports.ts'
import { nbsp } from '#texts/format.ts'
import type { Deps } from '../deps.ts'
import { insertTree, judgeTree } from '../elements/insert-tree.ts'
import type { HandlerRequest, Handlers } from '../http/handler.ts'
import { readKeePass } from './keepass.ts'

type ImportDeps = Pick<Deps, 'db' | 'chestKeys' | 'clock' | 'journal' | 'strength'>

const busySeconds = 5

/** Bringing in what other programs exported: all of a file in one transaction, or nothing. */
export const importHandlers = (deps: ImportDeps): Handlers<typeof imports> => {
  // A file can be work for half a minute: one person's second one would be at the cost of everybody else.
  const importing = new Set<number>()
  return {
    keepass: async (request) => {
      const { id } = request.actor
      if (importing.has(id)) throw new Refusal('SERVER_BUSY', { retryAfterSeconds: busySeconds })
      importing.add(id)
      try {
        return await importKeePass(deps, request)
      } finally {
        importing.delete(id)
      }
    },
  }
}

const importKeePass = async (
  deps: ImportDeps,
  { actor, body, chest, file, origin }: HandlerRequest<typeof imports.keepass>,
) => {
  if (!file) throw new Refusal('INVALID_REQUEST', { details: { field: 'body/file', rule: 'required' } })
  if (!/\.xml$/i.test(file.name)) throw new Refusal('UNSUPPORTED_FORMAT')
  // Before the file is read: a locked chest takes nothing.
  await deps.chestKeys.open(deps.db, chest)
  const read = readKeePass(file.bytes)
  if (!read.ok) {
    throw new Refusal('IMPORT_REFUSED', { details: { fault: read.code }, sentence: importFaultText(read) })
  }
  const folderId = typeof body.folderId === 'number' ? body.folderId : null
  const levels = await judgeTree(deps.strength, read.root)
  await deps.db.transaction().execute(async (tx) => {
    await insertTree(tx, deps, { chest, folderId, actor }, read.root, levels)
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
