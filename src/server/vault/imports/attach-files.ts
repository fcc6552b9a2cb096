import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { attachmentName } from '#domain/vault/attachments.ts'
import { historyActionOf } from '#domain/vault/history.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { importFaultText } from '#texts/vault/imports.ts'
import type { Actor } from '#server/access/session.ts'
import { newKey, type DataKey } from '#server/platform/crypto/data-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { removeFiles } from '#server/vault/attachments/change.ts'
import {
  requireBankRoom,
  requireLocked,
  type AttachmentBytes,
  type LockedBanks,
} from '#server/vault/attachments/room.ts'
import { storedBytesOf, type AttachmentMeta } from '#server/vault/attachments/sealing.ts'
import { paced, sealedColumns, storeChunks } from '#server/vault/attachments/store.ts'
import { finishFiles } from '#server/vault/attachments/unseen.ts'
import type { ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { recordHistory } from '#server/vault/contents/history.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { itemById } from '#server/vault/items/stored-items.ts'
import type { ImportFile, ImportItem } from './model.ts'
import type { PlannedFiles } from './plan-files.ts'
import type { ChangedElement } from './records.ts'

/** A file of an import whose chunks are stored. Its key exists in this process only until its item has it. */
type StoredFile = { readonly id: number; readonly key: DataKey; readonly meta: AttachmentMeta }

/** A file up to this size is stored in one commit. */
const togetherBytes = 1024 * 1024
/** In milliseconds, after a file: SQLite commits on the event loop, and requests that take several turns of it wait for each. */
const restMs = 5

type Planned = ReadonlyMap<ImportItem, PlannedFiles>

export const addedFilesOf = (planned: Planned): ImportFile[] =>
  [...planned.values()].flatMap(({ added }) => added)

/**
 * Seals and stores the files of an import, one in memory at a time, under rows that nobody sees.
 * @param ids of their rows, in the order of `addedFilesOf`
 */
export async function storeFiles(
  db: Kysely<Tables>,
  planned: Planned,
  {
    ids,
    idOf,
    onProgress,
  }: {
    readonly ids: readonly number[]
    readonly idOf: (item: ImportItem) => number
    readonly onProgress: (done: number, total: number) => void
  },
): Promise<Map<ImportFile, StoredFile>> {
  const stored = new Map<ImportFile, StoredFile>()
  for (const [item, { added }] of planned)
    for (const file of added) {
      const bytes = await file.read()
      if (bytes === null)
        throw new Refusal('IMPORT_REFUSED', { sentence: importFaultText({ code: 'ZIP_DAMAGED' }) })
      const id = ids[stored.size]
      if (id === undefined) throw new RangeError('fewer identifiers than files')
      const key = newKey()
      const place = { id, itemId: idOf(item) }
      const known = await together(db, bytes.length, (to) => storeChunks(to, key, place, paced(bytes)))
      stored.set(file, { id, key, meta: { name: attachmentName(file.name), ...known } })
      onProgress(stored.size, ids.length)
      await setTimeout(restMs)
    }
  return stored
}

/** Stores a file in one transaction, or a large one chunk by chunk, so that it does not hold others up. */
const together = <Result>(
  db: Kysely<Tables>,
  size: number,
  store: (to: Kysely<Tables>) => Promise<Result>,
): Promise<Result> => (size > togetherBytes || db.isTransaction ? store(db) : db.transaction().execute(store))

/**
 * Attaches the stored files of an import to its items, and removes those that they replace. The plan was made at the
 * chest's revision: each item has room.
 * @param banks of the chest, as `lockBanksOf` locked them
 * @returns the ids of the new attachments, and what to record of each item's files
 * @throws Refusal ATTACHMENT_QUOTA if the banks were filled from other chests meanwhile; SERVER_BUSY as `requireLocked`
 */
export async function attachFiles(
  writing: ChestWriting,
  actor: Pick<Actor, 'id' | 'login'>,
  planned: Planned,
  {
    idOf,
    stored,
    limits,
    banks,
  }: {
    readonly idOf: (item: ImportItem) => number
    readonly stored: ReadonlyMap<ImportFile, StoredFile>
    readonly limits: AttachmentBytes
    readonly banks: LockedBanks
  },
) {
  const { tx, chestId, now } = writing
  const attachmentIds: number[] = []
  const changes: { readonly item: number; readonly change: ChangedElement }[] = []
  if (planned.size === 0) return { attachmentIds, changes }
  const bytes = addedFilesOf(planned).reduce((sum, { size }) => sum + storedBytesOf(size), 0)
  await requireLocked(tx, chestId, banks)
  await requireBankRoom(tx, chestId, bytes, limits)
  const yielder = createYielder()
  for (const [item, { added, replaced }] of planned) {
    const row = await itemById(tx, chestId, idOf(item))
    const record = (id: number, kind: ChangedElement['kind']) =>
      changes.push({
        item: row.id,
        change: { element: 'attachment', element_id: id, kind, revision: 0, first_version: 0 },
      })
    await removeFiles(writing, actor, row.id, replaced)
    for (const id of replaced) record(id, 'replaced')
    for (const file of added) {
      const of = stored.get(file)
      if (!of) throw new Error('a planned file is not stored')
      const { wrapped_key, meta } = await sealedColumns(writing, row, of, of.meta)
      await finishFiles(tx, [{ id: of.id, itemId: row.id, wrapped_key, meta }], now)
      const element = { element: 'item', id: row.id } as const
      await recordHistory(writing, actor, element, historyActionOf.change, 'attachment_add')
      attachmentIds.push(of.id)
      record(of.id, 'created')
      const pause = yielder.step(32)
      if (pause) await pause
    }
  }
  return { attachmentIds, changes }
}
