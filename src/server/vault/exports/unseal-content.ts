import type { Kysely } from 'kysely'
import type { ChestKey, DataKey } from '#server/platform/crypto/data-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { openRow } from '#server/vault/attachments/read.ts'
import { unsealSource } from '#server/vault/contents/element-source.ts'
import {
  unsealItemOtp,
  unsealItemPassword,
  unsealItemSecrets,
  unsealMeta,
  unwrapElementKey,
} from '#server/vault/contents/sealing.ts'
import { unsealVersion } from '#server/vault/contents/versions.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import type { ExportContent, ExportFolder, ExportItem, FormerValue } from './model.ts'
import type { SealedContent } from './read-sealed.ts'

/** Decrypts the rows of an export; attached files are decrypted when they are read. @throws SealError */
export async function unsealContent(
  db: Kysely<Tables>,
  ck: ChestKey,
  chest: { readonly id: number; readonly name: string },
  { folders, keptFolders, rootId, items, versions, folderVersions, files }: SealedContent,
): Promise<ExportContent> {
  const yielder = createYielder()
  const versionsOf = Map.groupBy(versions, ({ element_id }) => element_id)
  const folderVersionsOf = Map.groupBy(folderVersions, ({ element_id }) => element_id)
  const filesOf = Map.groupBy(files, ({ item_id }) => item_id)
  const itemsIn = new Map<number | null, ExportItem[]>()
  for (const row of items) {
    const key = unwrapElementKey(ck, 'items', row, row.folder_id)
    const { level: _level, danger: _danger, fields, ...texts } = unsealMeta(key, 'items', row, chest.id)
    const secrets = unsealItemSecrets(key, row, chest.id)
    const old = oldOf(key, versionsOf.get(row.id))
    const item: ExportItem = {
      ...texts,
      id: row.id,
      categoryId: row.category_id,
      password: unsealItemPassword(key, row, chest.id),
      passwordAt: row.password_at,
      otp: unsealItemOtp(key, row, chest.id) || null,
      fields: fields.map(({ id, label, kind, value }) => ({
        id,
        label,
        kind,
        value: value ?? secrets.get(id) ?? '',
      })),
      renewBefore: row.renew_before,
      source: row.source && unsealSource(key, 'items', row.id, chest.id, row.source),
      created: row.created_at,
      modified: row.updated_at,
      former: old.filter(({ field, value }) => field === 'password' && value !== ''),
      old,
      files: (filesOf.get(row.id) ?? []).map((file) => {
        const { meta, chunks } = openRow(db, key, row.id, file)
        return { name: meta.name, size: meta.size, read: () => chunks }
      }),
    }
    const others = itemsIn.get(row.folder_id)
    if (others) others.push(item)
    else itemsIn.set(row.folder_id, [item])
    const pause = yielder.step(8)
    if (pause) await pause
  }
  const metas = new Map<number, Pick<ExportFolder, 'name' | 'description' | 'source' | 'renewDays' | 'old'>>()
  for (const row of folders) {
    if (!keptFolders.has(row.id)) continue
    const key = unwrapElementKey(ck, 'folders', row, row.parent_id)
    const { name, description } = unsealMeta(key, 'folders', row, chest.id)
    const source = row.source && unsealSource(key, 'folders', row.id, chest.id, row.source)
    const old = oldOf(key, folderVersionsOf.get(row.id))
    metas.set(row.id, { name, description, source, renewDays: row.renew_days, old })
    const pause = yielder.step(4)
    if (pause) await pause
  }
  const childrenOf = Map.groupBy(folders, ({ parent_id }) => parent_id)
  const within = (parentId: number | null): Pick<ExportFolder, 'folders' | 'items'> => ({
    folders: (childrenOf.get(parentId) ?? []).flatMap(({ id }) => {
      const meta = metas.get(id)
      return meta ? [{ id, ...meta, ...within(id) }] : []
    }),
    items: itemsIn.get(parentId) ?? [],
  })
  const root = rootId === null ? null : metas.get(rootId)
  return {
    ...(root && rootId !== null
      ? ({ kind: 'folder', id: rootId, name: root.name } as const)
      : ({ kind: 'chest', id: chest.id, name: chest.name } as const)),
    ...within(rootId),
  }
}

const oldOf = (key: DataKey, versions: SealedContent['versions'] = []): FormerValue[] =>
  versions.map((version) => ({
    field: version.field,
    value: unsealVersion(key, version),
    until: version.created_at,
  }))
