import { sql, type Kysely, type Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { historyActionOf } from '#domain/vault/history.ts'
import { copyMessages, copyRefusals } from '#texts/vault/copies.ts'
import { confirmRight } from '#server/access/locate.ts'
import { newKey, type ChestKey } from '#server/platform/crypto/data-key.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { rangesOf } from '#server/platform/journal/id-ranges.ts'
import { lockBanksOf, requireLocked, requireRoom } from '#server/vault/attachments/room.ts'
import { dropOutlivedSnapshot } from '#server/vault/chest-index/snapshots.ts'
import { writeToChest, type ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { sealSource, unsealSource, type SourceMark } from '#server/vault/contents/element-source.ts'
import { judgeOfChest, receiveLevels } from '#server/vault/contents/judged-levels.ts'
import { movable, moveToRoot, parentColumn } from '#server/vault/contents/moving.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import { wrappingKeyOf } from '#server/vault/contents/sealing.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import { attachmentKeysOf, putResealed, versionsOf } from '#server/vault/master-key/renewal-rows.ts'
import { reseal, type Resealed } from '#server/vault/master-key/reseal.ts'
import { dropSummary } from '#server/vault/summaries/summaries.ts'
import {
  bytesByItem,
  filesOf,
  partsOf,
  readTree,
  revisionOf,
  type FileRow,
  type FolderRow,
  type ItemRow,
  type Selection,
  type Tree,
} from './read-tree.ts'
import { requirePlace, type Asked, type Target, type Tell } from './target.ts'

type MoveDeps = Pick<VaultDeps, 'config' | 'db' | 'clock' | 'journal' | 'chestKeys'>

/**
 * Moves elements with all that they hold to another chest. They keep their ids, and with them their history, old values,
 * files and favourites; what is under their keys is sealed again. That happens before the transaction. If the source
 * changes in between, it happens again inside it.
 *
 * @throws Refusal RIGHT_REQUIRED also without the right to update, which every move needs; ALREADY_THERE for the same chest
 */
export async function transferElements(
  deps: MoveDeps,
  asked: Asked,
  target: Target,
  selection: Selection,
  tell: Tell,
) {
  const { db, chestKeys, config } = deps
  const { chest: source } = asked
  if (!source.rights.update) throw new Refusal('RIGHT_REQUIRED')
  if (target.chest.id === source.id) throw new Refusal('ALREADY_THERE', { sentence: copyRefusals.sameChest })
  const keys = { from: await chestKeys.open(db, source), to: await chestKeys.open(db, target.chest) }
  const revision = await revisionOf(db, source.id)
  const early = await prepare(db, keys, source.id, target, selection, tell).catch((error: unknown) => {
    // What changes between two readings: an element goes away, a renewal gives it another key. Inside the transaction
    // nothing does.
    if (error instanceof SealError || error instanceof Refusal) return null
    throw error
  })
  return db.transaction().execute(async (tx) => {
    const banks = early?.files.length === 0 ? [] : await lockBanksOf(tx, target.chest.id)
    const { left, joined } = await writeToBoth(tx, deps, source, target.chest)
    await confirmRight(tx, { ...source, judged: { ...source.judged, right: 'update' } })
    const now = { from: await left.key(), to: await joined.key() }
    const isFresh =
      early !== null &&
      left.chestRevision === revision + 1 &&
      now.from.version === keys.from.version &&
      now.to.version === keys.to.version
    const prepared = isFresh ? early : await prepare(tx, now, source.id, target, selection, tell)
    const { tree, files } = prepared
    await requirePlace(tx, target, tree)
    if (files.length > 0) await requireLocked(tx, target.chest.id, banks)
    await requireRoom(tx, target.chest.id, bytesByItem(files), config.attachmentBytes, source.id)
    await freeTrashed(left, tree)
    await write(joined, target, prepared, tell)
    // Of the source as it is now: what was sealed early has the levels of this revision.
    await receiveLevels(tx, target.chest.id, await judgeOfChest(tx, source.id))
    await addHistory(joined, asked, tree)
    await forget(left)
    await record(deps, tx, asked, target, tree)
    const idsOf = (rows: readonly (FolderRow | ItemRow)[]) =>
      rows.flatMap((row) => (tree.roots.has(row) ? [row.id] : []))
    return {
      message: copyMessages.moved(tree.roots.size),
      items: idsOf(tree.items),
      folders: idsOf(tree.folders),
      holds: { items: tree.items.length, folders: tree.folders.length },
    }
  })
}

/** Raises the revisions of both chests, by ascending id: two moves in opposite directions do not wait for each other. */
async function writeToBoth(
  tx: Transaction<Tables>,
  deps: MoveDeps,
  source: Asked['chest'],
  target: Target['chest'],
): Promise<{ left: ChestWriting; joined: ChestWriting }> {
  if (source.id < target.id) {
    const left = await writeToChest(tx, deps, source)
    return { left, joined: await writeToChest(tx, deps, target) }
  }
  const joined = await writeToChest(tx, deps, target)
  return { left: await writeToChest(tx, deps, source), joined }
}

type Sealed = { readonly id: number; readonly resealed: Resealed }
type Prepared = {
  readonly tree: Tree
  readonly files: readonly FileRow[]
  readonly sealed: Readonly<Record<ElementTable, readonly Sealed[]>>
}

/** Reads the elements and seals them for their new places, each under a new key: old backups may hold the former one. */
async function prepare(
  db: Kysely<Tables>,
  { from, to }: { readonly from: ChestKey; readonly to: ChestKey },
  chestId: number,
  target: Target,
  selection: Selection,
  tell: Tell,
): Promise<Prepared> {
  const tree = await readTree(db, chestId, selection)
  const total = tree.folders.length + tree.items.length
  let done = 0
  const yielder = createYielder()
  const sealAll = async (table: ElementTable, rows: readonly (FolderRow | ItemRow)[]): Promise<Sealed[]> => {
    const sealed: Sealed[] = []
    for (const part of partsOf(rows)) {
      const ids = part.map(({ id }) => id)
      const versions = await versionsOf(db, table, ids)
      const attachments = table === 'items' ? await attachmentKeysOf(db, ids) : null
      for (const row of part) {
        const keys = { ck: to, former: wrappingKeyOf(from, row.wrapped_key) }
        const parentId = tree.roots.has(row) ? target.folderId : parentOf(row)
        const at = { id: row.id, chestId: target.chest.id, parentId, key: newKey() }
        const own = [versions.get(row.id) ?? [], attachments?.get(row.id) ?? []] as const
        const resealed = reseal(keys, { table, chestId }, row, ...own, at)
        sealed.push({ id: row.id, resealed: withSource(table, at, resealed) })
        done += 1
        tell('sealing', done, total)
        await yielder.step(8)
      }
    }
    return sealed
  }
  return {
    tree,
    files: await filesOf(db, tree.items),
    sealed: { folders: await sealAll('folders', tree.folders), items: await sealAll('items', tree.items) },
  }
}

const parentOf = (row: FolderRow | ItemRow): number | null =>
  'parent_id' in row ? row.parent_id : row.folder_id

/**
 * Adapts the source of an imported element. A path that began at the root of its former chest has no beginning here, and
 * batches are numbers of the former chest: negative, they are none of this one's.
 */
function withSource(
  table: ElementTable,
  { id, chestId, key }: { readonly id: number; readonly chestId: number; readonly key: ChestKey },
  resealed: Resealed,
): Resealed {
  if (resealed.source === null) return resealed
  const { others, ...source } = unsealSource(key, table, id, chestId, resealed.source)
  const adapted = { ...moved(source), ...(others && { others: others.map(moved) }) }
  return { ...resealed, source: sealSource(key, table, id, chestId, adapted) }
}

const moved = ({ within, batch, ...mark }: SourceMark): SourceMark => ({
  ...mark,
  ...(within !== undefined && within !== 0 && { within }),
  batch: -Math.abs(batch),
})

/** Elements of the trash whose folder leaves stay in their chest, to be restored to its root. */
async function freeTrashed(left: ChestWriting, { folders }: Tree): Promise<void> {
  const { tx } = left
  for (const part of partsOf(folders)) {
    const list = listOf(
      tx,
      part.map(({ id }) => id),
    )
    for (const table of ['items', 'folders'] as const) {
      const rows = await movable(tx, table)
        .where(isAmong(tx, sql.ref(parentColumn[table]), sql`${list}`))
        .where('trash_id', 'is not', null)
        .execute()
      for (const row of rows) await moveToRoot(left, table, row)
    }
  }
}

const elementOf = { folders: 'folder', items: 'item' } as const

/** Writes what was sealed, and the new places of the rows and of what belongs to them. */
async function write(
  joined: ChestWriting,
  target: Target,
  { tree, sealed }: Prepared,
  tell: Tell,
): Promise<void> {
  const { tx, chestId, chestRevision, now } = joined
  const yielder = createYielder()
  const total = sealed.folders.length + sealed.items.length
  let done = 0
  for (const table of ['folders', 'items'] as const) {
    for (const part of partsOf(sealed[table])) {
      await putResealed(tx, table, part)
      const ids = sql`${listOf(
        tx,
        part.map(({ id }) => id),
      )}`
      await sql`update ${sql.table(table)} set chest_id = ${chestId}, revision = revision + 1,
        chest_revision = ${chestRevision}, updated_at = ${now} where ${isAmong(tx, sql.ref('id'), ids)}`.execute(
        tx,
      )
      await sql`update history set chest_id = ${chestId}
        where element = ${elementOf[table]} and ${isAmong(tx, sql.ref('element_id'), ids)}`.execute(tx)
      if (table === 'items')
        await sql`update attachments set chest_id = ${chestId}
          where discard_at is null and ${isAmong(tx, sql.ref('item_id'), ids)}`.execute(tx)
      done += part.length
      tell('writing', done, total)
      await yielder.step(part.length)
    }
    const roots = tree[table].filter((row) => tree.roots.has(row)).map(({ id }) => id)
    await sql`update ${sql.table(table)} set ${sql.ref(parentColumn[table])} = ${target.folderId}
      where ${isAmong(tx, sql.ref('id'), sql`${listOf(tx, roots)}`)}`.execute(tx)
  }
}

async function addHistory({ tx, chestId, now }: ChestWriting, { actor }: Asked, tree: Tree): Promise<void> {
  for (const table of ['folders', 'items'] as const)
    for (const part of partsOf<FolderRow | ItemRow>(tree[table]))
      await tx
        .insertInto('history')
        .values(
          part.map(({ id }) => ({
            chest_id: chestId,
            element: elementOf[table],
            element_id: id,
            action: historyActionOf.change,
            param_name: 'chest',
            user_id: actor.id,
            user_name: actor.login,
            created_at: now,
          })),
        )
        .execute()
}

/** Makes indexes, snapshot and summary of the source forget what left: no row of the chest reports it. */
async function forget({ tx, chestId, chestRevision }: ChestWriting): Promise<void> {
  await tx
    .updateTable('chests')
    .set({ destroyed_revision: chestRevision })
    .where('id', '=', chestId)
    .execute()
  await dropSummary(tx, chestId)
  await dropOutlivedSnapshot(tx, chestId)
}

async function record(
  { journal }: MoveDeps,
  tx: Transaction<Tables>,
  { actor, chest, origin }: Asked,
  target: Target,
  { folders, items }: Tree,
): Promise<void> {
  const objects = {
    items: items.length,
    folders: folders.length,
    itemIds: rangesOf(items.map(({ id }) => id)),
    folderIds: rangesOf(folders.map(({ id }) => id)),
  }
  const toChest = target.chest.id
  await journal.record(tx, actor, origin, {
    action: 'transfer.sent',
    chest: chest.id,
    objects: { toChest, ...objects },
  })
  await journal.record(tx, actor, origin, {
    action: 'transfer.received',
    chest: toChest,
    objects: { fromChest: chest.id, folder: target.folderId, ...objects },
  })
}
