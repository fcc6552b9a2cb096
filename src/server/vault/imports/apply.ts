import type { ImportSource } from '#domain/vault/import-sources.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { parseOtpSecret, toOtpUri } from '#domain/platform/one-time-code.ts'
import { itemTextsOf } from '#domain/vault/item-fields.ts'
import { destinationTooDeepText } from '#texts/vault/imports.ts'
import type { Kysely } from 'kysely'
import type { Once } from '#server/access/creations.ts'
import { confirmRight, type LocatedChest } from '#server/access/locate.ts'
import type { Actor } from '#server/access/session.ts'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { writeToChest } from '#server/vault/contents/chest-writing.ts'
import { deepestLevel, levelUnder } from '#server/vault/contents/folder-tree.ts'
import {
  insertElements,
  rateItems,
  levelOf,
  type OnProgress,
} from '#server/vault/contents/insert-elements.ts'
import type { ComparedItem } from '#server/vault/contents/element-source.ts'
import { itemById } from '#server/vault/items/stored-items.ts'
import { writeFields } from '#server/vault/items/write-fields.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import type { ImportContent } from './model.ts'
import { isEmptyPlan, planImport, type ImportPlan } from './plan.ts'
import { readDigests, readExistingContent } from './existing-content.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type ApplyDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys' | 'strength'>
export type ImportRequest = {
  readonly actor: Actor
  readonly chest: LocatedChest
  readonly folderId: number | null
  readonly origin: RequestOrigin
  readonly once: Once
  /** The import source that the user chose. */
  readonly dest: ImportSource
}

/**
 * Imports the content of a file into a chest in one transaction: unchanged entries are left, changed ones
 * updated, new ones inserted.
 * Planning and rating passwords happen before the transaction. If the chest changed in between, the plan is
 * made again inside it.
 *
 * @throws Refusal FOLDER_NOT_FOUND, FOLDER_TOO_DEEP when folders would stand below the deepest level
 */
export async function applyImport(
  deps: ApplyDeps,
  request: ImportRequest,
  content: ImportContent,
  onProgress: (stage: Parameters<OnProgress>[0], done: number, total: number) => void,
): Promise<ImportOutcome> {
  const { actor, chest, once } = request
  const { revision } = await revisionOf(deps.db, chest.id)
  const early = await plan(deps.db, await deps.chestKeys.open(deps.db, chest), request, content)
  if (isEmptyPlan(early)) {
    return once(async (tx) => {
      await confirmRight(tx, chest)
      await record(deps, tx, request, early, [], [])
      return outcomeOf(early)
    })
  }
  const touched = [...early.insertion.items, ...early.updates].map(({ item }) => item)
  const tell: OnProgress = (stage, done) => onProgress(stage, done, touched.length)
  const levels = await rateItems(deps.strength, touched, { onProgress: tell })
  return once(async (tx) => {
    const writing = await writeToChest(tx, deps, chest)
    const isFresh = writing.chestRevision === revision + 1
    const planned = isFresh ? early : await plan(tx, await writing.key(), request, content)
    if (planned.updates.length > 0)
      await confirmRight(tx, { ...chest, judged: { ...chest.judged, right: 'update' } })
    const { folderIds, itemIds } = await insertElements(writing, actor, planned.insertion, levels, tell)
    for (const { id, item, source } of planned.updates)
      await writeFields(writing, actor, await itemById(tx, chest.id, id), {
        values: { ...itemTextsOf(item), password: item.password, otp: otpUriOf(item) },
        level: levelOf(levels, item),
        source,
      })
    await record(deps, tx, request, planned, folderIds, itemIds)
    return outcomeOf(planned)
  })
}

/** What an import did: counts, and the entries to check. */
export type ImportOutcome = ReturnType<typeof outcomeOf>

const outcomeOf = ({ insertion, updates, counts, fails }: ImportPlan) => ({
  ...counts,
  items: insertion.items.length,
  folders: insertion.folders.length,
  updated: updates.length,
  fails,
})

function otpUriOf({ otp }: ComparedItem): string {
  const settings = parseOtpSecret(otp ?? '')
  return settings ? toOtpUri(settings) : ''
}

const revisionOf = (db: Kysely<Tables>, chestId: number) =>
  db.selectFrom('chests').select('revision').where('id', '=', chestId).executeTakeFirstOrThrow()

async function plan(
  db: Kysely<Tables>,
  ck: ChestKey,
  { chest, folderId }: ImportRequest,
  content: ImportContent,
): Promise<ImportPlan> {
  const level = await levelUnder(db, chest.id, folderId)
  if (level > deepestLevel && content.folders.length > 0)
    throw new Refusal('FOLDER_TOO_DEEP', { sentence: destinationTooDeepText })
  const existing = await readExistingContent(db, ck, chest.id)
  const destination = { folderId, mayUpdate: chest.rights.update }
  return planImport(content, existing, destination, (ids) => readDigests(db, ck, chest.id, ids))
}

/** Writes the import to the journal with every id that it inserted or updated, as ranges. */
const record = (
  { journal }: ApplyDeps,
  tx: Kysely<Tables>,
  { actor, chest, folderId, origin, dest }: ImportRequest,
  { updates }: ImportPlan,
  folderIds: readonly number[],
  itemIds: readonly number[],
) =>
  journal.record(tx, actor, origin, {
    action: `import.${dest}`,
    chest: chest.id,
    objects: {
      folder: folderId,
      folders: folderIds.length,
      items: itemIds.length,
      updated: updates.length,
      folderIds: rangesOf(folderIds),
      itemIds: rangesOf(itemIds),
      updatedIds: rangesOf(updates.map(({ id }) => id)),
    },
  })

/** Returns ids as ranges: 3, 4, 5 and 9 are `3-5` and `9`. */
function rangesOf(ids: readonly number[]): string[] {
  const ranges: { first: number; last: number }[] = []
  for (const id of ids.toSorted((one, other) => one - other)) {
    const range = ranges.at(-1)
    if (range && id === range.last + 1) range.last = id
    else ranges.push({ first: id, last: id })
  }
  return ranges.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`))
}
