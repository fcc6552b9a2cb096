import { sql, type Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { exportRefusals } from '#texts/vault/exports.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import type { ElementKind } from '#server/vault/contents/history.ts'

/** What is exported of a chest, trash excluded. */
export type ExportScope =
  | { readonly kind: 'chest' }
  | { readonly kind: 'folder'; readonly folderId: number }
  /** Items, and what folders hold. */
  | { readonly kind: 'selection'; readonly itemIds: readonly number[]; readonly folderIds: readonly number[] }

type FolderRow = Awaited<ReturnType<typeof foldersOf>>[number]
type ItemRow = Awaited<ReturnType<typeof itemsAfter>>[number]
type FileRow = Awaited<ReturnType<typeof filesAmong>>[number]
type VersionRow = Awaited<ReturnType<typeof versionsAmong>>[number]

/** The rows of an export, as the database has them: nothing is decrypted. */
export type SealedContent = {
  /** Every folder of the chest. */
  readonly folders: readonly FolderRow[]
  /** The folders that the file has; null: all below the exported folder. */
  readonly keptFolders: ReadonlySet<number>
  /** The folder whose content is the file; null: the root of the chest. */
  readonly rootId: number | null
  readonly items: readonly ItemRow[]
  /** Old values of items, newest first. */
  readonly versions: readonly VersionRow[]
  /** Old values of folders, newest first. */
  readonly folderVersions: readonly VersionRow[]
  /** The attached files, their chunks aside. */
  readonly files: readonly FileRow[]
}

/** What is exported besides the items, and how many of these a file of its format has at most. */
export type Besides = {
  readonly old: 'none' | 'passwords' | 'all'
  readonly withFiles: boolean
  readonly most: number
}

/** Rows read at a time, so that other requests are not blocked. */
const chunkRows = 500

/**
 * Reads the rows of an export.
 * @throws Refusal FOLDER_NOT_FOUND, ITEM_NOT_FOUND; TOO_LARGE beyond the limit of a file
 */
export async function readSealed(
  db: Kysely<Tables>,
  chestId: number,
  scope: ExportScope,
  { old, withFiles, most }: Besides,
): Promise<SealedContent> {
  const folders = await foldersOf(db, chestId)
  const tree = treeOf(folders)
  const chosen =
    scope.kind === 'folder' ? [scope.folderId] : scope.kind === 'selection' ? scope.folderIds : []
  if (chosen.some((id) => !tree.parentOf.has(id))) throw new Refusal('FOLDER_NOT_FOUND')
  const whole = scope.kind === 'chest' ? null : tree.below(chosen)
  const itemIds = scope.kind === 'selection' ? new Set(scope.itemIds) : new Set<number>()
  const items: ItemRow[] = []
  for (let after = 0; ;) {
    const rows = await itemsAfter(db, chestId, after, whole && { folders: [...whole], items: [...itemIds] })
    items.push(...rows)
    if (items.length > most) throw tooMany(most)
    const last = rows.at(-1)
    if (last === undefined || rows.length < chunkRows) break
    after = last.id
  }
  const found = new Set(items.map(({ id }) => id))
  if ([...itemIds].some((id) => !found.has(id))) throw new Refusal('ITEM_NOT_FOUND')
  const ids = [...found]
  const files: FileRow[] = []
  for (let from = 0; withFiles && from < ids.length; from += chunkRows)
    files.push(...(await filesAmong(db, ids.slice(from, from + chunkRows))))
  // A selection keeps the folders around what it holds, so that it has the same place in the file.
  const around =
    scope.kind === 'selection' ? tree.above([...chosen, ...items.map((item) => item.folder_id)]) : []
  const keptFolders = new Set([...(whole ?? tree.parentOf.keys()), ...around])
  return {
    folders,
    keptFolders,
    rootId: scope.kind === 'folder' ? scope.folderId : null,
    items,
    versions: old === 'none' ? [] : await versionsOf(db, 'item', ids, old),
    folderVersions: old === 'all' ? await versionsOf(db, 'folder', [...keptFolders], old) : [],
    files,
  }
}

const tooMany = (most: number): Refusal =>
  new Refusal('TOO_LARGE', { details: { maximum: most }, sentence: exportRefusals.tooMany(most) })

const foldersOf = (db: Kysely<Tables>, chestId: number) =>
  db
    .selectFrom('folders')
    .select(['id', 'parent_id', 'wrapped_key', 'meta', 'meta_revision', 'source', 'renew_days'])
    .where('chest_id', '=', chestId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

type Among = { readonly folders: readonly number[]; readonly items: readonly number[] }

const itemsAfter = (db: Kysely<Tables>, chestId: number, after: number, among: Among | null) =>
  db
    .selectFrom('items')
    .select(['id', 'folder_id', 'category_id', 'wrapped_key', 'meta', 'meta_revision', 'source'])
    .select(['password', 'password_revision', 'otp', 'otp_revision', 'secrets', 'secrets_revision'])
    .select(['password_at', 'created_at', 'updated_at', 'renew_before'])
    .where('chest_id', '=', chestId)
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .$if(among !== null, (query) =>
      query.where((where) =>
        where.or([
          isAmong(db, sql.ref('folder_id'), sql`${listOf(db, among?.folders ?? [])}`),
          isAmong(db, sql.ref('id'), sql`${listOf(db, among?.items ?? [])}`),
        ]),
      ),
    )
    .orderBy('id')
    .limit(chunkRows)
    .execute()

async function versionsOf(
  db: Kysely<Tables>,
  element: ElementKind,
  ids: readonly number[],
  old: Besides['old'],
): Promise<VersionRow[]> {
  const yielder = createYielder()
  const versions: VersionRow[] = []
  for (let from = 0; from < ids.length; from += chunkRows) {
    versions.push(...(await versionsAmong(db, element, ids.slice(from, from + chunkRows), old)))
    // On SQLite the rows are there at once: awaiting them lets no other request run.
    const pause = yielder.step(chunkRows)
    if (pause) await pause
  }
  return versions
}

const versionsAmong = (
  db: Kysely<Tables>,
  element: ElementKind,
  ids: readonly number[],
  old: Besides['old'],
) =>
  db
    .selectFrom('versions')
    .select(['id', 'element_id', 'field', 'sealed', 'created_at'])
    .where('element', '=', element)
    .$if(old === 'passwords', (query) => query.where('field', '=', 'password'))
    .where(isAmong(db, sql.ref('element_id'), sql`${listOf(db, ids)}`))
    .orderBy('id', 'desc')
    .execute()

/** Removed files stay behind, as what is in the trash does. */
const filesAmong = (db: Kysely<Tables>, itemIds: readonly number[]) =>
  db
    .selectFrom('attachments')
    .select(['id', 'item_id', 'wrapped_key', 'meta'])
    .where(isAmong(db, sql.ref('item_id'), sql`${listOf(db, itemIds)}`))
    .where('discard_at', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()

/** Returns the folders' places. Levels are bounded, and rows of a cycle do not exist. */
function treeOf(folders: readonly FolderRow[]) {
  const parentOf = new Map(folders.map(({ id, parent_id }) => [id, parent_id]))
  const childrenOf = Map.groupBy(folders, ({ parent_id }) => parent_id)
  const below = (ids: readonly number[]): Set<number> => {
    const inside = new Set(ids)
    // A set gives what is added while it is walked.
    for (const id of inside) for (const child of childrenOf.get(id) ?? []) inside.add(child.id)
    return inside
  }
  const above = (ids: readonly (number | null)[]): Set<number> => {
    const around = new Set<number>()
    for (const id of ids)
      for (let at = id; at !== null && !around.has(at); at = parentOf.get(at) ?? null) around.add(at)
    return around
  }
  return { parentOf, below, above }
}
