import type { exports } from '#contract/vault/exports.ts'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import { exportFormats } from '#domain/vault/export-formats.ts'
import { exportRemarksHeader, type ExportRemarks } from '#domain/vault/export-remarks.ts'
import { exportLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { HandlerRequest, Handlers } from '#server/access/handler.ts'
import { confirmRight } from '#server/access/locate.ts'
import { requireFreshProof } from '#server/access/proof.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { createWorkBound } from '#server/platform/crypto/work-bound.ts'
import { orBusy } from '#server/platform/http/busy.ts'
import { rangesOf } from '#server/platform/journal/id-ranges.ts'
import { invalidField } from '#server/vault/contents/values.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import { installationId } from './export-ids.ts'
import { readSealed, type ExportScope, type SealedContent } from './read-sealed.ts'
import { remarksOf } from './remarks.ts'
import { unsealContent } from './unseal-content.ts'
import { writeFile } from './write-file.ts'

type ExportDeps = Pick<
  VaultDeps,
  'config' | 'db' | 'clock' | 'journal' | 'chestKeys' | 'randomBytes' | 'exportCost'
>
type Request = HandlerRequest<typeof exports.download>

/** Exports that are read and begun at once on a node: each holds all values of a chest in memory. */
const writtenAtOnce = { concurrency: 2, queue: 8 } as const

/** Returns the handler that exports. */
export const exportHandlers = (deps: ExportDeps): Handlers<typeof exports> => {
  const bound = createWorkBound(writtenAtOnce)
  return {
    download: async (request) => {
      const { body, actor } = request
      judgeBody(deps, body)
      const { parts, remarks } = await orBusy(() =>
        bound.run(() => exportFile(deps, request), { person: actor.id }),
      )
      const day = new Date(deps.clock()).toISOString().slice(0, 10)
      const { ending } = exportFormats[body.format]
      request.setHeader('content-disposition', `attachment; filename="trousseau-${day}${ending}"`)
      if (Object.keys(remarks).length > 0) request.setHeader(exportRemarksHeader, JSON.stringify(remarks))
      return parts
    },
  }
}

/** @throws Refusal for a body whose parts do not fit together */
function judgeBody(
  { config }: ExportDeps,
  { format, password, includeOld, folderId, folderIds, itemIds }: BodyOf<typeof exports.download>,
): void {
  const { isSealed, keepsOld } = exportFormats[format]
  if (!isSealed && !config.clearExports) throw new Refusal('CLEAR_EXPORT_FORBIDDEN')
  if (isSealed && password === undefined)
    throw new Refusal('VALUE_REQUIRED', { details: { field: 'body/password' } })
  // Somebody would believe that the file is protected, or complete.
  if (password !== undefined && password.length < exportLimits.passwordLength)
    throw invalidField('password', 'minLength')
  if (!isSealed && password !== undefined) throw invalidField('password', 'format')
  if (keepsOld === 'none' && includeOld === true) throw invalidField('includeOld', 'format')
  if (folderId !== undefined && (folderIds ?? itemIds) !== undefined) throw invalidField('folderId', 'alone')
}

function scopeOf({ folderId, folderIds, itemIds }: BodyOf<typeof exports.download>): ExportScope {
  if (folderId !== undefined) return { kind: 'folder', folderId }
  if (folderIds === undefined && itemIds === undefined) return { kind: 'chest' }
  return { kind: 'selection', itemIds: itemIds ?? [], folderIds: folderIds ?? [] }
}

/**
 * Returns the parts of the file, the first of them made: what can be refused is refused before the reply begins. The
 * reading of every item is committed to the journal before.
 */
async function exportFile(
  deps: ExportDeps,
  request: Request,
): Promise<{ parts: AsyncIterable<Uint8Array>; remarks: ExportRemarks }> {
  const { db, chestKeys, clock } = deps
  const { body, chest } = request
  // Refuses a locked chest before reading.
  const ck = await chestKeys.open(db, chest)
  const { content: sealed, installation } = await readRecorded(deps, request)
  const content = await unsealContent(db, ck, chest, sealed)
  const password = body.password === undefined ? null : new Secret(body.password)
  const parts = writeFile(content, body.format, {
    installation,
    madeBy: request.actor.login,
    now: clock(),
    withOld: body.includeOld === true,
    password,
    randomBytes: deps.randomBytes,
    cost: deps.exportCost,
  })
  return { remarks: await remarksOf(content, body.format), parts: await begun(parts) }
}

/** Reads the rows, and records the reading of what they are at the moment of the record. */
async function readRecorded(
  deps: ExportDeps,
  { actor, body, chest, origin }: Request,
): Promise<{ content: SealedContent; installation: string }> {
  const { db, clock, journal, randomBytes } = deps
  const scope = scopeOf(body)
  const { keepsOld, keepsFiles: withFiles, items: most } = exportFormats[body.format]
  const besides = { old: body.includeOld === true ? keepsOld : 'none', withFiles, most }
  const read = async (on: typeof db) => {
    const { revision } = await on
      .selectFrom('chests')
      .select('revision')
      .where('id', '=', chest.id)
      .executeTakeFirstOrThrow()
    return { revision, content: () => readSealed(on, chest.id, scope, besides) }
  }
  const early = await read(db)
  const earlyContent = await early.content()
  return db.transaction().execute(async (tx) => {
    await confirmRight(tx, chest)
    await requireFreshProof(tx, actor, clock())
    const now = await read(tx)
    const content = now.revision === early.revision ? earlyContent : await now.content()
    await journal.record(tx, actor, origin, {
      action: 'export.done',
      chest: chest.id,
      objects: {
        format: body.format,
        scope: scope.kind,
        ...(scope.kind === 'folder' && { folder: scope.folderId }),
        withOld: body.includeOld === true ? 'yes' : 'no',
        items: content.items.length,
        itemIds: rangesOf(content.items.map(({ id }) => id)),
        ...(content.files.length > 0 && { attachmentIds: rangesOf(content.files.map(({ id }) => id)) }),
      },
    })
    return { content, installation: await installationId(tx, randomBytes) }
  })
}

async function begun(parts: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const first = await parts.next()
  return (async function* () {
    // Ends the writer when the caller disconnects.
    try {
      if (!first.done) yield first.value
      yield* parts
    } finally {
      await parts.return(undefined)
    }
  })()
}
