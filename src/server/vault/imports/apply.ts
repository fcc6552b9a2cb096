import type { ImportChoices } from '#domain/vault/import-plan.ts'
import type { ImportStage } from '#domain/vault/import-stages.ts'
import type { ImportSource } from '#domain/vault/import-sources.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { storedOtp, toOtpUri } from '#domain/platform/one-time-code.ts'
import { mergedFields } from '#domain/vault/extra-fields.ts'
import { itemTextsOf } from '#domain/vault/item-fields.ts'
import { destinationTooDeepText } from '#texts/vault/imports.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Once } from '#server/access/creations.ts'
import { confirmRight, type LocatedChest } from '#server/access/locate.ts'
import type { Actor } from '#server/access/session.ts'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { bankBytes, lockBanksOf, type LockedBanks } from '#server/vault/attachments/room.ts'
import { storedBytesOf } from '#server/vault/attachments/sealing.ts'
import { beginFiles, discardFiles } from '#server/vault/attachments/unseen.ts'
import { writeToChest, type ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { deepestLevel, levelUnder } from '#server/vault/contents/folder-tree.ts'
import {
  drawIds,
  isUnrated,
  levelOf,
  rateItems,
  sealElements,
  writeElements,
  type DrawnIds,
  type Levels,
} from '#server/vault/contents/insert-elements.ts'
import { receiveLevels } from '#server/vault/contents/judged-levels.ts'
import { unsealRowMeta } from '#server/vault/contents/sealing.ts'
import type { ComparedItem } from '#server/vault/contents/element-source.ts'
import { planMany, writeMany, type ChangeOf } from '#server/vault/items/write-many.ts'
import { rangesOf } from '#server/platform/journal/id-ranges.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import type { ImportContent, ImportItem } from './model.ts'
import { isEmptyPlan, planImport, type ImportPlan } from './plan.ts'
import { createdElement, recordImport, type ChangedElement } from './records.ts'
import { addedFilesOf, attachFiles, storeFiles } from './attach-files.ts'
import { readDigests, readExistingContent } from './existing-content.ts'
import { readExistingFiles } from './existing-files.ts'
import { renameFolders } from './rename-folders.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

export type ApplyDeps = Pick<
  VaultDeps,
  'db' | 'clock' | 'journal' | 'chestKeys' | 'strength' | 'config' | 'log'
>
export type ImportRequest = {
  readonly actor: Actor
  readonly chest: LocatedChest
  readonly folderId: number | null
  readonly origin: RequestOrigin
  readonly once: Once
  /** The name of the file, as the browser gives it. */
  readonly fileName: string
  /** The source that the user chose, or the id of the format of another manager. */
  readonly source: ImportSource | { readonly format: string }
  readonly choices?: ImportChoices
  /** Whether a new item becomes a favourite of the actor. */
  readonly isFavourite?: (item: ImportItem) => boolean
  /** Checks the plan in the transaction that applies it: a repeated submission gets its first result. @throws Refusal IMPORT_PLAN_STALE */
  readonly requirePlan?: (plan: { readonly isFresh: boolean; readonly chestRevision: number }) => void
}

/**
 * Imports the content of a file into a chest in one transaction: unchanged entries are left, changed ones
 * updated, new ones inserted.
 * Planning, rating passwords, sealing and storing the attached files happen before the transaction, so that it holds up
 * others for the insertions only; until it commits nobody sees anything. If the chest changed in between, all but the
 * rating is done again inside it.
 *
 * @throws Refusal FOLDER_NOT_FOUND, FOLDER_TOO_DEEP when folders would stand below the deepest level
 */
export async function applyImport(
  deps: ApplyDeps,
  request: ImportRequest,
  content: ImportContent,
  onProgress: (stage: ImportStage, done: number, total: number) => void,
): Promise<ImportOutcome> {
  const { db, chestKeys, strength } = deps
  const { chest, once } = request
  const { revision } = await revisionOf(db, chest.id)
  const ck = await chestKeys.open(db, chest)
  const early = await plan(deps, db, ck, request, content)
  const requirePlan = request.requirePlan ?? (() => undefined)
  if (isEmptyPlan(early)) {
    return once(async (tx) => {
      await confirmRight(tx, chest)
      requirePlan({ isFresh: true, chestRevision: revision })
      await record(deps, tx, request, early, {
        folderIds: [],
        itemIds: [],
        attachmentIds: [],
        renamedIds: [],
      })
      return { ...outcomeOf(early), importId: null }
    })
  }
  const touched = [...early.insertion.items, ...early.updates].map(({ item }) => item)
  const levels = await rateItems(strength, touched, {
    onProgress: (stage, done) => onProgress(stage, done, touched.length),
  })
  const begun = await db.transaction().execute((tx) => begin(deps, tx, request, early))
  try {
    const at = { chestId: chest.id, ck, chestRevision: revision + 1, now: deps.clock() }
    const prepared = await prepare(db, at, request, { plan: early, begun, levels }, onProgress)
    return await once(async (tx) => {
      const banks = early.files.size > 0 ? await lockBanksOf(tx, chest.id) : []
      const writing = await writeToChest(tx, deps, chest)
      const key = await writing.key()
      const isFresh = writing.chestRevision === at.chestRevision && key.version === ck.version
      requirePlan({ isFresh, chestRevision: revision })
      if (isFresh) return write(deps, writing, request, { ...prepared, banks }, onProgress)
      const late = await plan(deps, tx, key, request, content)
      const again = { plan: late, begun: await begin(deps, tx, request, late), levels }
      const ready = await prepare(tx, { ...writing, ck: key }, request, again, onProgress)
      return write(deps, writing, request, { ...ready, banks }, onProgress)
    })
  } finally {
    await discardFiles(deps, begun.files)
  }
}

type Begun = { readonly elements: DrawnIds; readonly files: readonly number[] }

/** Draws the ids of what an import inserts, and inserts the rows of its files, which nobody sees. */
async function begin(
  { clock }: ApplyDeps,
  tx: Transaction<Tables>,
  { actor, chest }: ImportRequest,
  { insertion, files }: ImportPlan,
): Promise<Begun> {
  const sizes = addedFilesOf(files).map(({ size }) => storedBytesOf(size))
  return {
    elements: await drawIds(tx, insertion),
    files: await beginFiles(tx, { by: actor.id, chestId: chest.id, now: clock() }, sizes),
  }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Seals what an import inserts, and stores its files. */
async function prepare(
  db: Kysely<Tables>,
  at: Pick<ChestWriting, 'chestId' | 'chestRevision' | 'now'> & { readonly ck: ChestKey },
  { actor }: ImportRequest,
  { plan: planned, begun, levels }: { plan: ImportPlan; begun: Begun; levels: Levels },
  onProgress: (stage: ImportStage, done: number, total: number) => void,
) {
  const { insertion, updates, files } = planned
  const total = insertion.items.length + updates.length
  const ids = begun.elements
  const sealed = await sealElements(at, actor, insertion, { ids, levels }, (stage, done) =>
    onProgress(stage, done, total),
  )
  const changes = new Map(updates.map((one) => [one.id, changeOf(at, one, levels)]))
  const changing = await planMany(db, at, actor, changes, (done) =>
    onProgress('sealing', insertion.items.length + done, total),
  )
  const itemIds = new Map<ComparedItem, number>([
    ...insertion.items.map(({ item }, index) => [item, ids.items[index] ?? 0] as const),
    ...updates.map(({ item, id }) => [item, id] as const),
  ])
  const idOf = (item: ImportItem) => itemIds.get(item) ?? 0
  const stored = await storeFiles(db, files, {
    ids: begun.files,
    idOf,
    onProgress: (done, of) => onProgress('attaching', done, of),
  })
  const hasUnrated = [...insertion.items, ...updates].some(({ item }) => isUnrated(levels, item))
  return { plan: planned, ids, sealed, changing, idOf, stored, hasUnrated }
}

/** Returns what an update writes. */
const changeOf =
  (
    { ck, chestId }: { readonly ck: ChestKey; readonly chestId: number },
    { item, source }: ImportPlan['updates'][number],
    levels: Levels,
  ): ChangeOf =>
  (row) => ({
    values: {
      ...itemTextsOf(item),
      password: item.password,
      otp: otpUriOf(item),
      renewBefore: item.renewBefore ?? '',
    },
    level: levelOf(levels, item),
    fields: mergedFields(unsealRowMeta(ck, 'items', row, chestId, row.folder_id).fields, item.fields),
    source,
  })

/** Writes a prepared import. */
async function write(
  deps: ApplyDeps,
  writing: ChestWriting,
  request: ImportRequest,
  {
    plan: planned,
    ids,
    sealed,
    changing,
    idOf,
    stored,
    hasUnrated,
    banks,
  }: Prepared & { readonly banks: LockedBanks },
  onProgress: (stage: ImportStage, done: number, total: number) => void,
): Promise<ImportOutcome> {
  const { tx } = writing
  const { actor, chest } = request
  if (planned.updates.length + planned.renames.length > 0)
    await confirmRight(tx, { ...chest, judged: { ...chest.judged, right: 'update' } })
  const { folders: folderIds, items: itemIds } = ids
  const total = itemIds.length + planned.updates.length
  await writeElements(writing, actor, sealed, (stage, done) => onProgress(stage, done, total))
  await markFavourites(
    writing,
    actor,
    planned.insertion.items.flatMap(({ item }, index) => {
      const id = itemIds[index]
      return id !== undefined && request.isFavourite?.(item as ImportItem) ? [id] : []
    }),
  )
  await writeMany(writing, changing, (done) => onProgress('writing', itemIds.length + done, total))
  // Levels by length and alphabet only: the next pass rates the chest.
  if (hasUnrated) await receiveLevels(tx, chest.id, 0)
  const revisions = new Map(changing.items.map(({ id, revision }) => [id, revision]))
  const changed: ChangedElement[] = [
    ...folderIds.map((id) => createdElement('folder', id)),
    ...itemIds.map((id) => createdElement('item', id)),
    ...planned.updates.map(({ id, isReplacement }) => ({
      element: 'item' as const,
      element_id: id,
      kind: isReplacement ? ('replaced' as const) : ('updated' as const),
      revision: revisions.get(id) ?? 0,
      first_version: changing.firstVersion,
    })),
  ]
  const limits = deps.config.attachmentBytes
  const attached = await attachFiles(writing, actor, planned.files, { idOf, stored, limits, banks })
  const created = new Set(itemIds)
  changed.push(...attached.changes.filter(({ item }) => !created.has(item)).map(({ change }) => change))
  const { attachmentIds } = attached
  const renamed = await renameFolders(writing, actor, planned.renames)
  changed.push(...renamed)
  const renamedIds = renamed.map(({ element_id: id }) => id)
  await record(deps, tx, request, planned, { folderIds, itemIds, attachmentIds, renamedIds })
  const outcome = outcomeOf(planned)
  const importId = await recordImport(writing, {
    actor,
    source: nameOf(request.source),
    fileName: request.fileName,
    outcome,
    changed,
  })
  return { ...outcome, importId }
}

async function markFavourites(
  { tx, now }: ChestWriting,
  { id: user_id }: Actor,
  itemIds: readonly number[],
): Promise<void> {
  if (itemIds.length === 0) return
  await tx
    .insertInto('favourite_items')
    .values(itemIds.map((item_id) => ({ user_id, item_id, created_at: now })))
    .execute()
}

const nameOf = (source: ImportRequest['source']): string =>
  typeof source === 'string' ? source : source.format

/** What an import did: counts, and the entries to check. */
export type ImportOutcome = ReturnType<typeof outcomeOf> & {
  /** Null where nothing was written. */
  readonly importId: number | null
}

const outcomeOf = ({ insertion, updates, files, counts, gone, fails }: ImportPlan) => ({
  ...counts,
  gone: gone.length,
  items: insertion.items.length,
  folders: insertion.folders.length,
  updated: updates.length,
  attached: [...files.values()].reduce((sum, { added }) => sum + added.length, 0),
  fails,
})

function otpUriOf({ otp }: ComparedItem): string {
  const settings = storedOtp(otp ?? '')
  return settings ? toOtpUri(settings) : ''
}

const revisionOf = (db: Kysely<Tables>, chestId: number) =>
  db.selectFrom('chests').select('revision').where('id', '=', chestId).executeTakeFirstOrThrow()

/** Compares a file with the chest. @throws Refusal FOLDER_TOO_DEEP */
export async function plan(
  { config }: Pick<ApplyDeps, 'config'>,
  db: Kysely<Tables>,
  ck: ChestKey,
  { chest, folderId, choices }: Pick<ImportRequest, 'chest' | 'folderId' | 'choices'>,
  content: ImportContent,
): Promise<ImportPlan> {
  const level = await levelUnder(db, chest.id, folderId)
  if (level > deepestLevel && content.folders.length > 0)
    throw new Refusal('FOLDER_TOO_DEEP', { sentence: destinationTooDeepText })
  const existing = await readExistingContent(db, ck, chest.id)
  const destination = { folderId, mayUpdate: chest.rights.update, ...(choices && { choices }) }
  const { item: itemBytes, bank } = config.attachmentBytes
  return planImport(content, existing, destination, (ids) => readDigests(db, ck, chest.id, ids), {
    of: (ids) => readExistingFiles(db, ck, chest.id, ids),
    itemBytes,
    bankLeft: async () => bank - (await bankBytes(db, chest.id)),
  })
}

/** Writes the import to the journal with every id that it inserted or updated, as ranges. */
const record = (
  { journal }: ApplyDeps,
  tx: Kysely<Tables>,
  { actor, chest, folderId, origin, source }: ImportRequest,
  { updates }: ImportPlan,
  {
    folderIds,
    itemIds,
    attachmentIds,
    renamedIds,
  }: Readonly<Record<'folderIds' | 'itemIds' | 'attachmentIds' | 'renamedIds', readonly number[]>>,
) =>
  journal.record(tx, actor, origin, {
    chest: chest.id,
    ...actionOf(source, attachmentIds, {
      folder: folderId,
      folders: folderIds.length,
      items: itemIds.length,
      updated: updates.length,
      folderIds: rangesOf(folderIds),
      itemIds: rangesOf(itemIds),
      updatedIds: rangesOf(updates.map(({ id }) => id)),
      ...(renamedIds.length > 0 && { renamedIds: rangesOf(renamedIds) }),
    }),
  })

const actionOf = <Objects>(
  source: ImportRequest['source'],
  attachmentIds: readonly number[],
  objects: Objects,
) => {
  if (typeof source === 'string') return { action: `import.${source}`, objects } as const
  const attached = attachmentIds.length > 0 && { attachmentIds: rangesOf(attachmentIds) }
  return { action: 'import.manager', objects: { ...objects, format: source.format, ...attached } } as const
}
