import { categoryOfId, type CategoryKey } from '#domain/platform/categories.ts'
import { managerImportLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { readExtraFieldParam } from '#domain/vault/history.ts'
import { exportRefusals } from '#texts/vault/exports.ts'
import {
  digestOfFolder,
  digestOfItem,
  marksOf,
  type ElementSource,
} from '#server/vault/contents/element-source.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { lineOf, type ArchiveItem } from '#server/vault/imports/formats/archive/records.ts'
import type { OldExtraField } from '#server/vault/items/write-extra-fields.ts'
import { createExportIds } from './export-ids.ts'
import type { ExportContent, ExportFile, ExportFolder, ExportItem, FormerValue } from './model.ts'

/** An identifier of an earlier archive. */
const archiveId = (id: string): Buffer | null =>
  /^[A-Za-z0-9_-]{22}$/.test(id) ? Buffer.from(id, 'base64url') : null

/** Header, tags of the chunks and padding: less than a thousandth. */
const roomForSeals = managerImportLimits.archiveBytes / 1000

/** @throws Refusal TOO_LARGE if no installation would read the archive of this content */
export async function requireReadable(content: ExportContent): Promise<void> {
  let size = 0
  // The identifiers of every installation have one length.
  for await (const { line, files } of linesOf(content, { installation: '', now: 0, withOld: true }))
    size += files.reduce((sum, file) => sum + file.size, line.length)
  const most = managerImportLimits.archiveBytes
  if (size > most - roomForSeals)
    throw new Refusal('TOO_LARGE', { details: { maximum: most }, sentence: exportRefusals.tooLarge(most) })
}

export type ArchiveOptions = {
  readonly installation: string
  readonly now: number
  /** Whether the person asked for old values. */
  readonly withOld: boolean
}

/** Returns the content of an archive in parts. */
export async function* archiveParts(
  content: ExportContent,
  options: ArchiveOptions,
): AsyncGenerator<Uint8Array> {
  for await (const { line, files } of linesOf(content, options)) {
    yield line
    for (const file of files) yield* file.read()
  }
}

/** A record, and the files that follow it. */
type Line = { readonly line: Buffer; readonly files: readonly ExportFile[] }

async function* linesOf(
  content: ExportContent,
  { installation, now, withOld }: ArchiveOptions,
): AsyncGenerator<Line> {
  const yielder = createYielder()
  const idOf = createExportIds(installation, family, archiveId)
  const sourcesOf = createSources(withOld)
  const { kind, name } = content
  yield { line: lineOf({ type: 'archive', kind, name, written: now }), files: [] }
  const folders: { folder: ExportFolder; parent: number | null }[] = content.folders.map((folder) => ({
    folder,
    parent: null,
  }))
  // The list grows while it is walked.
  for (const [place, { folder, parent }] of folders.entries()) {
    for (const child of folder.folders) folders.push({ folder: child, parent: place })
    const { name: called, description, renewDays, old } = folder
    const id = idOf('folder', folder).toString('base64url')
    const own = { name: called, description, parent, renewDays, old: old.map(formerOf) }
    const sources = sourcesOf(folder, digestOfFolder)
    const record = { type: 'folder', id, ...own, ...sources } as const
    yield { line: lineOf(record), files: [] }
  }
  let count = 0
  const parts = [
    { items: content.items, place: null },
    ...folders.map(({ folder: { items } }, place) => ({ items, place })),
  ]
  for (const { items, place } of parts)
    for (const item of items) {
      const id = idOf('item', item).toString('base64url')
      const sources = sourcesOf(item, digestOfItem)
      yield { line: lineOf({ ...recordOf(item, place, id), ...sources }), files: item.files }
      count += 1
      const pause = yielder.step(8)
      if (pause) await pause
    }
  yield { line: lineOf({ type: 'end', folders: folders.length, items: count }), files: [] }
}

const family = 'trousseau'

/**
 * Returns a function that gives the sources of an element.
 * @param withOld false: what would help to guess a former value stays out: the digest of a former content, and those of
 * files, which may be removed ones
 */
function createSources(withOld: boolean) {
  const numbers = new Map<number, number>()
  const numberOf = (batch: number): number => {
    const number = numbers.get(batch) ?? numbers.size
    numbers.set(batch, number)
    return number
  }
  return <Element extends { readonly source: ElementSource | null }>(
    element: Element,
    digestNow: (element: Element) => string,
  ): Pick<ArchiveItem, 'sources'> => {
    const marks = marksOf(element.source).filter((mark) => mark.family !== family)
    if (marks.length === 0) return {}
    const now = withOld ? null : digestNow(element)
    return {
      sources: marks.map(({ family: of, id, digest, batch, files = [] }) => ({
        family: of,
        id,
        digest: digest !== '' && (now === null || digest === now) ? digest : null,
        batch: numberOf(batch),
        files: withOld ? [...files] : [],
      })),
    }
  }
}

const formerOf = ({ field, value, until }: FormerValue) => ({ field, value, until })

function recordOf(item: ExportItem, folder: number | null, id: string): ArchiveItem {
  const { name, description, login, address, password, otp, created, modified, passwordAt } = item
  return {
    type: 'item',
    id,
    folder,
    name,
    description,
    login,
    address,
    password,
    since: passwordAt,
    otp,
    renewBefore: item.renewBefore,
    category: categoryOfId(item.categoryId) ?? ('other' satisfies CategoryKey),
    fields: item.fields.map(({ label, kind, value }) => ({ label, kind, value })),
    old: oldOf(item),
    files: item.files.map(({ name: called, size }) => ({ name: called, size })),
    created,
    modified,
  }
}

function oldOf({ fields, old }: ExportItem): ArchiveItem['old'] {
  const places = new Map(fields.map(({ id }, place) => [id, place]))
  return old.map((one) => {
    const of = readExtraFieldParam(one.field)
    if (of === null) return formerOf(one)
    const place = places.get(of.id) ?? places.size
    // A deleted field follows the present ones.
    places.set(of.id, place)
    return { field: place, ...(JSON.parse(one.value) as OldExtraField), until: one.until }
  })
}
