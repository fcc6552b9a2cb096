import { sql, type Kysely } from 'kysely'
import type { StrengthLevel } from '#domain/platform/password-strength.ts'
import { readExtraFieldParam } from '#domain/vault/history.ts'
import { keptNames, keptTexts } from '#texts/vault/import-formats.ts'
import type { InChest } from '#server/access/locate.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { digestOfItem, unsealSource, type ElementSource } from '#server/vault/contents/element-source.ts'
import {
  unsealItemOtp,
  unsealItemPassword,
  unsealItemSecrets,
  unsealRowMeta,
  unwrapElementKey,
} from '#server/vault/contents/sealing.ts'
import { unsealVersion } from '#server/vault/contents/versions.ts'
import { createYielder, inParts } from '#server/vault/contents/yielder.ts'
import type { NewValues, WritingPlace } from '#server/vault/items/write-fields.ts'
import { fieldsBefore, type OldExtraField } from '#server/vault/items/write-extra-fields.ts'
import { planMany, type ChangeOf } from '#server/vault/items/write-many.ts'
import { readExistingFiles } from './existing-files.ts'
import { stateOf, type KeptElement, type Restorable } from './undo-state.ts'

/** @param words the name and the login that the item gets back */
type LevelOf = (itemId: number, password: string, words: readonly string[]) => Promise<StrengthLevel>
export type Kept = [name: string, reason: string]

/** Elements that stay, named in the reply at most; the others are counted. */
export const mostNamed = 1_000
/** Rows that are read at once. */
const rowsAtOnce = 500

/**
 * Plans the undoing of an import, and seals what it writes. It holds as long as the chest stays at the revision before
 * that of `place`.
 * @param levelOf rates the former password of an item
 */
export async function planUndo(
  db: Kysely<Tables>,
  place: WritingPlace,
  { chest, actor }: Pick<InChest, 'chest' | 'actor'>,
  importId: number,
  levelOf: LevelOf,
) {
  const { removable, restorable, renamed, kept, isGoing } = await stateOf(db, place.chestId, importId)
  const mayRestore = chest.rights.update
  if (!mayRestore) {
    for (const { id } of restorable) kept.push({ element: 'item', id, reason: keptTexts.noUpdate })
    for (const id of renamed) kept.push({ element: 'folder', id, reason: keptTexts.noUpdate })
  }
  const restored = mayRestore ? restorable : []
  const files = await attachedFilesOf(db, place, importId, restored)
  const changes = await changesOf(db, place, restored, files, levelOf)
  return {
    removable,
    renamed: mayRestore ? renamed : [],
    isGoing,
    kept: kept.length,
    hasLater: kept.some(({ reason }) => reason === keptTexts.later),
    named: await namesOf(db, place, kept.slice(0, mostNamed)),
    files,
    changing: await planMany(db, place, actor, changes),
  }
}

/** Returns the changes that give items their former values, by their ids. */
async function changesOf(
  db: Kysely<Tables>,
  place: WritingPlace,
  restored: readonly Restorable[],
  files: ReadonlyMap<number, FilesBack>,
  levelOf: LevelOf,
): Promise<Map<number, ChangeOf>> {
  const former = await formerValues(db, place, restored)
  const changes = new Map<number, ChangeOf>()
  const yielder = createYielder()
  for (const one of restored) {
    const replaced = former.get(one.id)
    if (!replaced) continue
    const { password, name = replaced.meta.name, login = replaced.meta.login } = replaced.values
    const level = password === undefined ? 0 : await levelOf(one.id, password, [name, login])
    changes.set(one.id, changeOf(place, one, { ...replaced, level, files: files.get(one.id) }))
    const pause = yielder.step(8)
    if (pause) await pause
  }
  return changes
}

/** The values and the extra fields that an import replaced in an item: the old values that it stored. */
type Former = {
  readonly values: NewValues
  readonly fields: ReadonlyMap<number, OldExtraField>
  /** The present name and login: an import that left them replaced only the rest. */
  readonly meta: { readonly name: string; readonly login: string }
}

/** Returns what an import replaced, by the items' ids. */
async function formerValues(
  db: Kysely<Tables>,
  { ck, chestId }: WritingPlace,
  restored: readonly Restorable[],
): Promise<Map<number, Former>> {
  const former = new Map<number, Former>()
  await inParts(restored, rowsAtOnce, async (part) => {
    const ids = listOf(
      db,
      part.map(({ id }) => id),
    )
    const items = await db
      .selectFrom('items')
      .select(['id', 'folder_id', 'wrapped_key', 'meta', 'meta_revision'])
      .where('chest_id', '=', chestId)
      .where(isAmong(db, sql.ref('id'), sql`${ids}`))
      .execute()
    const versions = await db
      .selectFrom('versions')
      .select(['id', 'element_id', 'field', 'sealed'])
      .where('element', '=', 'item')
      .where(isAmong(db, sql.ref('element_id'), sql`${ids}`))
      .where('id', '>=', Math.min(...part.map(({ first }) => first)))
      .orderBy('id')
      .execute()
    const versionsOf = Map.groupBy(versions, ({ element_id: id }) => id)
    const firstOf = new Map(part.map(({ id, first }) => [id, first]))
    const yielder = createYielder()
    for (const item of items) {
      const key = unwrapElementKey(ck, 'items', item, item.folder_id)
      const fields = new Map<number, OldExtraField>()
      const values: Record<string, string> = {}
      for (const version of versionsOf.get(item.id) ?? []) {
        if (version.id < (firstOf.get(item.id) ?? 0)) continue
        const extra = readExtraFieldParam(version.field)
        // Later imports that were undone already left old values too: the first one is that of this import.
        if (extra ? fields.has(extra.id) : version.field in values) continue
        const value = unsealVersion(key, version)
        if (extra) fields.set(extra.id, JSON.parse(value) as OldExtraField)
        else values[version.field] = value
      }
      former.set(item.id, { values, fields, meta: unsealRowMeta(ck, 'items', item, chestId, item.folder_id) })
      const pause = yielder.step(8)
      if (pause) await pause
    }
  })
  return former
}

/** Returns the change that gives an item its former values. */
const changeOf =
  (
    { ck, chestId }: WritingPlace,
    { madeAt, isReplacement }: Restorable,
    former: Former & { readonly level: StrengthLevel; readonly files: FilesBack | undefined },
  ): ChangeOf =>
  (row) => {
    const { values, level, files } = former
    const key = unwrapElementKey(ck, 'items', row, row.folder_id)
    const meta = unsealRowMeta(ck, 'items', row, chestId, row.folder_id)
    const secrets = unsealItemSecrets(key, row, chestId)
    const full = meta.fields.map((field) => ({
      ...field,
      value: field.value ?? secrets.get(field.id) ?? '',
    }))
    const fields = fieldsBefore(full, former.fields, madeAt)
    const before = {
      ...meta,
      fields,
      password: unsealItemPassword(key, row, chestId),
      renewBefore: row.renew_before,
      ...values,
      otp: (values.otp ?? unsealItemOtp(key, row, chestId)) || null,
    }
    const imported = row.source && unsealSource(key, 'items', row.id, chestId, row.source)
    const source: ElementSource | null = imported && {
      ...imported,
      // A replaced item differed from its file before: the same file must not overwrite it unasked.
      digest: isReplacement ? '' : digestOfItem(before),
      ...(imported.files && {
        files: imported.files.filter((file) => files?.digests.has(file) !== true),
      }),
    }
    return { values, level, fields, ...(source && { source }) }
  }

/** What an import did with the files of an item. */
type FilesBack = {
  /** The files that it attached, and their digests. */
  readonly attached: readonly number[]
  readonly digests: ReadonlySet<string>
  /** The files that it removed. */
  readonly removed: readonly number[]
}

/** Returns what an import did with the files of items that existed before it, by the items' ids. */
async function attachedFilesOf(
  db: Kysely<Tables>,
  { ck, chestId }: WritingPlace,
  importId: number,
  restored: readonly Restorable[],
): Promise<Map<number, FilesBack>> {
  const rows = await db
    .selectFrom('import_elements as e')
    .innerJoin('attachments as a', 'a.id', 'e.element_id')
    .select(['a.id', 'a.item_id', 'a.removed_at', 'e.kind'])
    .where('e.import_id', '=', importId)
    .where('e.element', '=', 'attachment')
    .where('a.discard_at', 'is', null)
    .orderBy('a.id')
    .execute()
  const rowsOf = Map.groupBy(rows, ({ item_id: id }) => id)
  const ids = restored.map(({ id }) => id).filter((id) => rowsOf.has(id))
  const existing = await readExistingFiles(db, ck, chestId, ids)
  return new Map(
    ids.map((id) => {
      const idsOf = (isCreated: boolean) =>
        (rowsOf.get(id) ?? [])
          .filter((row) => (row.kind === 'created') === isCreated && (row.removed_at === null) === isCreated)
          .map((row) => row.id)
      const attached = idsOf(true)
      const live = existing.get(id)?.live.filter((file) => attached.includes(file.id)) ?? []
      const digests = new Set(live.map(({ digest }) => digest))
      return [id, { attached, digests, removed: idsOf(false) }]
    }),
  )
}

/** Returns the names of elements that stay, with the reasons. */
async function namesOf(
  db: Kysely<Tables>,
  { ck, chestId }: WritingPlace,
  kept: readonly KeptElement[],
): Promise<Kept[]> {
  const idsOf = (element: KeptElement['element']) =>
    listOf(
      db,
      kept.filter((one) => one.element === element).map(({ id }) => id),
    )
  const items = await db
    .selectFrom('items')
    .select(['id', 'folder_id', 'wrapped_key', 'meta', 'meta_revision'])
    .where('chest_id', '=', chestId)
    .where(isAmong(db, sql.ref('id'), sql`${idsOf('item')}`))
    .execute()
  const folders = await db
    .selectFrom('folders')
    .select(['id', 'parent_id', 'wrapped_key', 'meta', 'meta_revision'])
    .where('chest_id', '=', chestId)
    .where(isAmong(db, sql.ref('id'), sql`${idsOf('folder')}`))
    .execute()
  const names = {
    item: new Map(items.map((row) => [row.id, unsealRowMeta(ck, 'items', row, chestId, row.folder_id).name])),
    folder: new Map(
      folders.map((row) => [row.id, unsealRowMeta(ck, 'folders', row, chestId, row.parent_id).name]),
    ),
  }
  // The name of an element in another chest is sealed under that chest's key, and the caller may not read it.
  return kept.map(({ element, id, reason }) => [names[element].get(id) ?? keptNames[element], reason])
}
