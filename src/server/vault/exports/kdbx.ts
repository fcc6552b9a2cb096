import { categoryOfId } from '#domain/platform/categories.ts'
import { isConcealed, type NewExtraField } from '#domain/vault/extra-fields.ts'
import { categoryTexts } from '#texts/platform/categories.ts'
import { fieldLabels } from '#texts/vault/import-formats.ts'
import type { KdbxEntry, KdbxGroup, KdbxTree } from '#server/vault/imports/formats/kdbx/kdbx-tree.ts'
import { createExportIds } from './export-ids.ts'
import type { ExportContent, ExportFolder, ExportItem } from './model.ts'

/** A UUID of KeePass, as imports keep it. */
const keePassId = (id: string): Buffer | null =>
  /^[A-Za-z0-9+/]{22}==$/.test(id) ? Buffer.from(id, 'base64') : null

/** Returns the database of KeePass that an export is written from. */
export function toKdbxTree(content: ExportContent, installation: string, now: number): KdbxTree {
  const idOf = createExportIds(installation, 'keepass', keePassId)
  const groupOf = (folder: ExportFolder): KdbxGroup => ({
    uuid: idOf('folder', folder),
    name: folder.name,
    notes: folder.description,
    ...contentOf(folder),
  })
  const contentOf = ({ folders, items }: Pick<ExportContent, 'folders' | 'items'>) => ({
    groups: folders.map(groupOf),
    entries: items.map((item) => entryOf(item, idOf('item', item))),
  })
  return {
    name: content.name,
    now,
    // Without notes: readers take the group around all others for the database then, and not for a folder.
    root: { uuid: idOf(content.kind, content), name: content.name, notes: '', ...contentOf(content) },
  }
}

function entryOf(item: ExportItem, uuid: Buffer): KdbxEntry {
  const { name, login, password, address, description, otp, created, modified, former, files } = item
  const { tags, fields } = tagsOf(item.fields)
  return {
    uuid,
    title: name,
    login,
    password,
    url: address,
    furtherUrls: [],
    notes: description,
    fields: fields.map((field) => ({
      label: field.label,
      value: field.value,
      isProtected: isConcealed(field),
    })),
    otp,
    files,
    tags: [categoryTexts[categoryOfId(item.categoryId) ?? 'other'], ...tags],
    expires: item.renewBefore === null ? null : middayOf(item.renewBefore),
    created,
    modified,
    former,
  }
}

/** Returns the middle of a day in UTC, which is in that day wherever the file is opened. */
const middayOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)

const categoryNames = new Set(Object.values(categoryTexts))

/** Returns the tags that an import made a field of, as tags, where reading them makes the same field again. */
function tagsOf(fields: readonly NewExtraField[]): { tags: string[]; fields: readonly NewExtraField[] } {
  const last = fields.at(-1)
  if (last?.label !== fieldLabels.tags || isConcealed(last)) return { tags: [], fields }
  const tags = last.value.split(', ')
  const isExact = tags.every((tag) => tag !== '' && !/^\s|\s$|[;,:]/.test(tag) && !categoryNames.has(tag))
  return isExact ? { tags, fields: fields.slice(0, -1) } : { tags: [], fields }
}
