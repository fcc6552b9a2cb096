import { extraFieldId } from '#domain/vault/extra-fields.ts'
import type { ImportedOldValue, SourceMark } from '#server/vault/contents/element-source.ts'
import { extraFieldVersion } from '#server/vault/contents/versions.ts'
import type { OldExtraField } from '#server/vault/items/write-extra-fields.ts'
import { formatNames } from '#texts/vault/import-formats.ts'
import type { Format } from '../format.ts'
import { emptyEntry, found, type FoundEntry, type FoundFolder } from '../found.ts'
import { openArchive } from './container.ts'
import { readRecords, type ArchiveItem, type ArchiveRecords } from './records.ts'

/** Trousseau's own archive: it holds all of a chest, and moves it to another installation. */
export const trousseauArchive: Format = {
  id: 'trousseau',
  name: formatNames.trousseau,
  family: 'trousseau',
  endings: ['.trousseau'],
  needs: ['password'],
  recognises: (file) => file.kind === 'archive',
  async read(file, { password, yielder }) {
    if (file.kind !== 'archive') return { ok: false, code: 'FORMAT_OTHER' }
    const opened = await openArchive(file.bytes, password, yielder)
    if (!opened.ok) return opened
    const records = await readRecords(opened.content, yielder)
    if (!records.ok) return records
    const folders = foldersOf(records.folders)
    const entries = records.items.map((item, place) => entryOf(item, place + 1, folders))
    return found(entries, { folders })
  },
}

function foldersOf(records: ArchiveRecords['folders']): FoundFolder[] {
  const folders: FoundFolder[] = []
  for (const [place, { id, name, description, parent, renewDays, old, sources }] of records.entries()) {
    const above = parent === null ? undefined : folders[parent]
    folders.push({
      path: [...(above?.path ?? []), name],
      description,
      line: place + 1,
      sourceId: id,
      own: {
        keys: [...(above?.own?.keys ?? []), String(place)],
        oldValues: old,
        renewDays,
        marks: marksIn(sources),
      },
    })
  }
  return folders
}

function entryOf(
  item: ArchiveRecords['items'][number],
  line: number,
  folders: readonly FoundFolder[],
): FoundEntry {
  const folder = item.folder === null ? undefined : folders[item.folder]
  const { name, login, password, address, description, otp, category, fields, since } = item
  return {
    ...emptyEntry,
    path: folder?.path ?? [],
    title: name,
    login,
    password,
    addresses: address === '' ? [] : [address],
    notes: description,
    otps: otp === null ? [] : [otp],
    fields,
    category,
    renewal: item.renewBefore,
    line,
    sourceId: item.id,
    files: item.files.map(({ name: called, size }, place) => ({
      name: called,
      size,
      read: async () => item.bytes[place] ?? null,
    })),
    own: {
      keys: folder?.own?.keys ?? [],
      otp,
      since,
      oldValues: oldValuesOf(item),
      marks: marksIn(item.sources),
    },
  }
}

/**
 * Returns the marks of an element, one for each family. They have no destination: its number is one of the other
 * installation, so the element is found where it is now. A digest that is missing equals none.
 */
function marksIn(sources: ArchiveItem['sources'] = []): SourceMark[] {
  const marks = new Map<string, SourceMark>()
  for (const { family, id, digest, batch, files } of sources)
    if (family !== trousseauArchive.family && !marks.has(family))
      marks.set(family, { family, id, digest: digest ?? '', batch, ...(files.length > 0 && { files }) })
  return [...marks.values()]
}

/** The ids of a new item's fields are those of its first revision: old values of deleted ones get ids beyond. */
const placesOfFields = 100

function oldValuesOf({ old }: ArchiveItem): ImportedOldValue[] {
  return old.flatMap((one): ImportedOldValue[] => {
    if (!('place' in one)) return [one]
    const { field, label, kind, value, place, until } = one
    // Without an id it is told, as one that no field accepts.
    if (field >= placesOfFields) return [{ field: '', value, until }]
    const former: OldExtraField = { label, kind, value, place }
    return [{ field: extraFieldVersion(extraFieldId(1, field)), value: JSON.stringify(former), until }]
  })
}
