import type { Kysely } from 'kysely'
import { eachField, itemIndexedFields } from '#domain/vault/item-fields.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import type { DataKey } from '#server/platform/crypto/data-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { unsealRowMeta } from '#server/vault/contents/sealing.ts'
import { iconOfCategory, readCategories } from '#server/vault/contents/categories.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import type { IndexChange } from './chest-index.ts'
import { folderChunks, itemChunks, loginsOf, type FolderIndexRow, type ItemIndexRow } from './index-rows.ts'

/** What is needed to read a chest's rows into index entries. */
export type Reader = {
  readonly db: Kysely<Tables>
  readonly chest: Pick<LocatedChest, 'id' | 'guardian'>
  readonly ck: DataKey
  readonly yielder: Yielder
  /** Shared by all indexes of the node, so that renaming a category here renames it in all of them. */
  readonly categories: Map<number, NamedCategory>
}

/** A category with its current name. */
export type NamedCategory = { readonly id: number; name: string }

type Names = {
  readonly categories: ReadonlyMap<number, NamedCategory>
  /** Logins by user id, added as rows are read. */
  readonly logins: Map<number, string>
}

/**
 * Yields everything in a chest that changed after a revision, decrypted, in an order in which it can be
 * applied. Revision -1 gives the whole chest. Each element takes two decryptions; it yields to other
 * requests.
 */
export async function* changesAfter(
  reader: Reader,
  revision: number,
  tables: readonly ElementTable[] = ['folders', 'items'],
): AsyncGenerator<IndexChange[]> {
  const { db, chest, yielder } = reader
  const asked = { chestId: chest.id, after: revision }
  const { categories } = reader
  for (const { id, name } of await readCategories(db)) {
    const known = categories.get(id)
    if (known) known.name = name
    else categories.set(id, { id, name })
  }
  const names: Names = { categories, logins: new Map() }

  const opened = async <Row extends { created_by: number }>(
    rows: readonly Row[],
    open: (reader: Reader, row: Row, names: Names) => IndexChange,
  ): Promise<IndexChange[]> => {
    await learnLogins(db, names, rows)
    const changes: IndexChange[] = []
    for (const row of rows) {
      changes.push(open(reader, row, names))
      const pause = yielder.step()
      if (pause) await pause
    }
    return changes
  }

  if (tables.includes('folders'))
    for await (const rows of folderChunks(db, asked)) yield await opened(rows, folderChange)
  if (tables.includes('items'))
    for await (const rows of itemChunks(db, asked)) yield await opened(rows, itemChange)
}

async function learnLogins(
  db: Kysely<Tables>,
  { logins }: Names,
  rows: readonly { created_by: number }[],
): Promise<void> {
  const unknown = new Set<number>()
  for (const { created_by: id } of rows) if (!logins.has(id)) unknown.add(id)
  for (const [id, login] of await loginsOf(db, [...unknown])) logins.set(id, login)
}

function folderChange({ chest, ck }: Reader, row: FolderIndexRow, { logins }: Names): IndexChange {
  if (row.deleted_at !== null) return { kind: 'deletedFolder', id: row.id }
  const { name, description } = unsealRowMeta(ck, 'folders', row, chest.id, row.parent_id)
  const { id, revision, parent_id: parentId } = row
  const creator = logins.get(row.created_by) ?? ''
  const { guardian } = chest
  return {
    kind: 'folder',
    folder: { id, name, description, countItems: 0, children: 0, creator, guardian, revision, parentId },
  }
}

function itemChange({ chest, ck }: Reader, row: ItemIndexRow, { categories, logins }: Names): IndexChange {
  if (row.deleted_at !== null) return { kind: 'deletedItem', id: row.id }
  const meta = unsealRowMeta(ck, 'items', row, chest.id, row.folder_id)
  const password = row.has_password === 1
  const otp = row.has_otp === 1
  return {
    kind: 'item',
    item: {
      id: row.id,
      addressDanger: meta.danger,
      level: meta.level,
      category: categories.get(row.category_id) ?? { id: row.category_id, name: '' },
      categoryIcon: iconOfCategory(row.category_id),
      creator: logins.get(row.created_by) ?? '',
      password,
      otp,
      hasPassword: password,
      hasOtp: otp,
      guardian: chest.guardian,
      revision: row.revision,
      folderId: row.folder_id,
      ...eachField(itemIndexedFields, (field) => meta[field]),
    },
  }
}
