import type { Insertable, Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { historyActionOf } from '#domain/vault/history.ts'
import { copyMessages, copyRefusals, nameOfCopy } from '#texts/vault/copies.ts'
import type { Once } from '#server/access/creations.ts'
import { confirmRight } from '#server/access/locate.ts'
import { newKey, type ChestKey, type DataKey } from '#server/platform/crypto/data-key.ts'
import { nextIds } from '#server/platform/database/columns.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { rangesOf } from '#server/platform/journal/id-ranges.ts'
import { lockBanksOf, requireLocked, requireRoom } from '#server/vault/attachments/room.ts'
import { discardFiles, finishFiles } from '#server/vault/attachments/unseen.ts'
import { writeToChest } from '#server/vault/contents/chest-writing.ts'
import { insertRows } from '#server/vault/contents/insert-rows.ts'
import { receiveLevels } from '#server/vault/contents/judged-levels.ts'
import { parentColumn } from '#server/vault/contents/moving.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import { sealMeta, unsealMeta, wrappingKeyOf } from '#server/vault/contents/sealing.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import { reseal, type Resealed } from '#server/vault/master-key/reseal.ts'
import { beginCopies, copyFiles, type NewElement, type NewFile } from './copy-files.ts'
import {
  bytesByItem,
  readWhole,
  type FileRow,
  type FolderRow,
  type ItemRow,
  type Selection,
  type Tree,
} from './read-tree.ts'
import { requirePlace, type Asked, type Target, type Tell } from './target.ts'

export type CopyDeps = Pick<VaultDeps, 'config' | 'db' | 'clock' | 'journal' | 'chestKeys' | 'log'>
export type CopyAsked = Asked & { readonly once: Once }

type NewElements = ReadonlyMap<FolderRow | ItemRow, NewElement>

/**
 * Copies elements with all that they hold. The copy is of the moment at which the rows are read. Everything is sealed, and
 * the files are stored, before the transaction that makes all of it visible. Copies begin a history of their own.
 */
export async function copyElements(
  deps: CopyDeps,
  asked: CopyAsked,
  target: Target,
  selection: Selection,
  tell: Tell,
) {
  const { db, chestKeys, config } = deps
  const { chest: source, once } = asked
  const from = await chestKeys.open(db, source)
  const to = await chestKeys.open(db, target.chest)
  const { tree, files: kept, judgedBy } = await readWhole(db, source.id, selection)
  if (tree.folders.some(({ id }) => id === target.folderId))
    throw new Refusal('FOLDER_CYCLE', { sentence: copyRefusals.intoItself })
  const files = kept.filter((file) => file.removed_at === null)
  const begun = await db.transaction().execute((tx) => begin(deps, tx, asked, target, tree, files))
  try {
    const sealedFiles = await copyFiles(db, from, begun, (done) => tell('attaching', done, files.length))
    const rows = await sealCopies({ from, to }, asked, target, tree, begun.elements, tell)
    return await once(async (tx) => {
      const banks = files.length > 0 ? await lockBanksOf(tx, target.chest.id) : []
      const writing = await writeToChest(tx, deps, target.chest)
      if (files.length > 0) await requireLocked(tx, target.chest.id, banks)
      await confirmRight(tx, source)
      // The target got another key meanwhile: nothing sealed under the former one may arrive.
      if ((await writing.key()).version !== to.version)
        throw new Refusal('SERVER_BUSY', { retryAfterSeconds: 1 })
      const hasOtp = tree.items.some((row) => row.has_otp === 1)
      if (hasOtp && source.id !== target.chest.id && source.rights.update)
        await confirmRight(tx, { ...source, judged: { ...source.judged, right: 'update' } })
      await requirePlace(tx, target, tree)
      await requireRoom(tx, target.chest.id, bytesByItem(files), config.attachmentBytes)
      const { chestRevision: chest_revision, now } = writing
      const stamped = { chest_revision, created_at: now, updated_at: now }
      const yielder = createYielder()
      const stampedOf = <Row>(list: readonly Row[]) => list.map((row) => ({ ...row, ...stamped }))
      const { length } = rows.folders
      const total = length + rows.items.length
      await insertRows(tx, 'folders', stampedOf(rows.folders), yielder, (done) =>
        tell('writing', done, total),
      )
      await insertRows(tx, 'items', stampedOf(rows.items), yielder, (done) =>
        tell('writing', length + done, total),
      )
      await receiveLevels(tx, target.chest.id, judgedBy)
      await finishFiles(tx, sealedFiles, now)
      const history = (['folder', 'item'] as const).flatMap((element) =>
        rows[`${element}s`].map(({ id }) => ({
          chest_id: target.chest.id,
          element,
          element_id: id,
          action: historyActionOf.creation,
          param_name: null,
          user_id: asked.actor.id,
          user_name: asked.actor.login,
          created_at: now,
        })),
      )
      await insertRows(tx, 'history', history, yielder)
      const withoutOtp = mayReadOtp(asked, target) ? 0 : tree.items.filter((row) => row.has_otp === 1).length
      await record(deps, tx, asked, target, tree, begun.elements, withoutOtp)
      const idsOf = (kept: readonly (FolderRow | ItemRow)[]) =>
        kept.flatMap((row) => (tree.roots.has(row) ? [begun.elements.get(row)?.id ?? 0] : []))
      return {
        message: copyMessages.copied(tree.roots.size),
        items: idsOf(tree.items),
        folders: idsOf(tree.folders),
        holds: { items: tree.items.length, folders: tree.folders.length },
        withoutOtp,
      }
    })
  } finally {
    await discardFiles(
      deps,
      begun.files.map(({ id }) => id),
    )
  }
}

/**
 * Whether one-time secrets go along. Reading one needs the right to update: elsewhere, where the caller may have it, a copy
 * would give what the source refuses.
 */
const mayReadOtp = ({ chest }: Asked, target: Target): boolean =>
  chest.rights.update || target.chest.id === chest.id

/** Checks early what would be refused at the end, draws the ids, and inserts the rows of the files, which nobody sees. */
async function begin(
  { config, clock }: CopyDeps,
  tx: Transaction<Tables>,
  { actor, chest }: CopyAsked,
  target: Target,
  tree: Tree,
  files: readonly FileRow[],
): Promise<{ elements: NewElements; files: NewFile[] }> {
  const { folders, items } = tree
  await confirmRight(tx, chest)
  await confirmRight(tx, target.chest)
  await requirePlace(tx, target, tree)
  await requireRoom(tx, target.chest.id, bytesByItem(files), config.attachmentBytes)
  const elements = new Map<FolderRow | ItemRow, NewElement>()
  const draw = async (table: ElementTable, rows: readonly (FolderRow | ItemRow)[]) => {
    const ids = await nextIds(tx, table, rows.length)
    for (const [at, row] of rows.entries()) elements.set(row, { id: ids[at] as number, key: newKey() })
  }
  await draw('folders', folders)
  await draw('items', items)
  const itemOf = new Map(items.map((row) => [row.id, { row, to: elements.get(row) as NewElement }]))
  const begunFiles = await beginCopies(
    tx,
    { by: actor.id, chestId: target.chest.id, now: clock() },
    files,
    itemOf,
  )
  return { elements, files: begunFiles }
}

type Keys = { readonly from: ChestKey; readonly to: DataKey }

/** Seals the rows of copies for their places. */
async function sealCopies(
  { from, to }: Keys,
  asked: CopyAsked,
  target: Target,
  tree: Tree,
  elements: NewElements,
  tell: Tell,
) {
  const total = tree.folders.length + tree.items.length
  const yielder = createYielder()
  const newFolders = new Map(tree.folders.map((row) => [row.id, elements.get(row) as NewElement]))
  const chestId = target.chest.id
  const sealOne = (
    table: ElementTable,
    row: FolderRow | ItemRow,
  ): { parts: Resealed; id: number; parentId: number | null } => {
    const { id, key } = elements.get(row) as NewElement
    const parent = 'parent_id' in row ? row.parent_id : row.folder_id
    const parentId =
      tree.roots.has(row) || parent === null ? target.folderId : (newFolders.get(parent)?.id ?? null)
    const keys = { ck: to, former: wrappingKeyOf(from, row.wrapped_key) }
    const sealed = reseal(keys, { table, chestId: row.chest_id }, row, [], [], { id, chestId, parentId, key })
    const isBeside = tree.roots.has(row) && chestId === row.chest_id && parentId === parent
    return { parts: isBeside ? renamed(table, key, { ...row, id }, chestId, sealed) : sealed, id, parentId }
  }
  /** Copies have no source: they do not come from a file. */
  const placed = { chest_id: chestId, source: null, created_by: asked.actor.id }
  const withOtp = mayReadOtp(asked, target)
  const folders: Insertable<Tables['folders']>[] = []
  for (const row of tree.folders) {
    const { parts, id, parentId } = sealOne('folders', row)
    const { wrapped_key, meta } = parts
    folders.push({ ...row, ...placed, id, wrapped_key, meta, [parentColumn.folders]: parentId })
    tell('sealing', folders.length, total)
    await yielder.step(4)
  }
  const items: Insertable<Tables['items']>[] = []
  for (const row of tree.items) {
    const { parts, id, parentId } = sealOne('items', row)
    const { wrapped_key, meta, password, otp, secrets } = parts
    const sealed = { wrapped_key, meta, password, otp, secrets }
    const left = withOtp ? {} : ({ otp: null, has_otp: 0 } as const)
    items.push({ ...row, ...placed, id, ...sealed, ...left, [parentColumn.items]: parentId })
    tell('sealing', folders.length + items.length, total)
    await yielder.step(8)
  }
  return { folders, items }
}

/** Seals a copy's meta again under the name of a copy, which tells it from the original beside it. */
function renamed(
  table: ElementTable,
  key: DataKey,
  { id, meta_revision: revision }: { readonly id: number; readonly meta_revision: number },
  chestId: number,
  parts: Resealed,
): Resealed {
  const meta = unsealMeta(key, table, { id, meta: parts.meta, meta_revision: revision }, chestId)
  return {
    ...parts,
    meta: sealMeta(key, table, id, chestId, revision, { ...meta, name: nameOfCopy(meta.name) }),
  }
}

/** Records the reading of each element in its chest, and the creation of its copy in the other one. */
async function record(
  { journal }: CopyDeps,
  tx: Transaction<Tables>,
  { actor, chest, origin }: CopyAsked,
  target: Target,
  { folders, items }: Tree,
  elements: NewElements,
  withoutOtp: number,
): Promise<void> {
  const counts = { items: items.length, folders: folders.length }
  const idsOf = (rows: readonly (FolderRow | ItemRow)[]) => rangesOf(rows.map(({ id }) => id))
  const newIdsOf = (rows: readonly (FolderRow | ItemRow)[]) =>
    rangesOf(rows.flatMap((row) => elements.get(row)?.id ?? []))
  await journal.record(tx, actor, origin, {
    action: 'copy.read',
    chest: chest.id,
    objects: {
      toChest: target.chest.id,
      ...counts,
      itemIds: idsOf(items),
      folderIds: idsOf(folders),
      otps: items.filter((row) => row.has_otp === 1).length - withoutOtp,
    },
  })
  await journal.record(tx, actor, origin, {
    action: 'copy.created',
    chest: target.chest.id,
    objects: {
      fromChest: chest.id,
      folder: target.folderId,
      ...counts,
      itemIds: newIdsOf(items),
      folderIds: newIdsOf(folders),
    },
  })
}
