import type { Static } from 'typebox'
import { Body, Nullable } from '#contract/platform/fields.ts'
import { Type } from '#contract/platform/schema.ts'
import { RuleDays } from '#contract/vault/due-dates.ts'
import { categoryKeys } from '#domain/platform/categories.ts'
import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { extraFieldKindNames, isDate } from '#domain/vault/extra-fields.ts'
import { checkerOf } from '#server/platform/http/validate.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { decode } from '../../file-bytes.ts'
import type { ImportRefused } from '../../model.ts'
import { parseJson } from '../json-values.ts'

/**
 * The content of an archive: records of JSON, one a line, in this order: `archive`, then folders with parents first, then
 * items, then `end`. Zeros follow. The bytes of an item's files follow its line.
 *
 * A property that this release does not know is refused: the version of the header rises with a new one, so that nothing is
 * lost silently.
 */
const Moment = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 })
/** The files of other programs that the element came from: absent without one, and before version 2. */
const Sources = Type.Optional(
  Type.Array(
    Body({
      family: Type.String({ minLength: 1 }),
      id: Type.String({ minLength: 1 }),
      /** Of the content that was imported (`digestOfItem`); null if it is a former one that was not asked for. */
      digest: Nullable(Type.String()),
      /** The number of its import: elements of one import have one. */
      batch: Count,
      /** The digests of the attached files that imports brought. */
      files: Type.Array(Type.String()),
    }),
    { maxItems: 100 },
  ),
)
const Texts = { name: Type.String(), description: Type.String() }
const common = { id: Type.String({ minLength: 1, maxLength: 60 }), ...Texts }

const fieldTexts = {
  label: Type.String(),
  kind: Type.Enum([...extraFieldKindNames]),
  value: Type.String(),
}

/** An old value: the field's name, its value, and until when it counted. */
const Old = Body({ field: Type.String(), value: Type.String(), until: Moment })
/**
 * An old value of an extra field, with the field's place among the others of then. `field` is its number in `fields`; a
 * deleted one has a number beyond.
 */
const OldField = Body({ field: Count, ...fieldTexts, place: Count, until: Moment })

/** What the archive is of. */
const Archive = Body({
  type: Type.Literal('archive'),
  kind: Type.Enum(['chest', 'folder']),
  name: Type.String(),
  written: Moment,
})
const Folder = Body({
  type: Type.Literal('folder'),
  ...common,
  /** The number of the folder around it, from 0; null: the top. */
  parent: Nullable(Count),
  /** Its rule of renewal, in days; null: that of what is around it. */
  renewDays: Nullable(RuleDays),
  /** Newest first. */
  old: Type.Array(Old),
  sources: Sources,
})
const Item = Body({
  type: Type.Literal('item'),
  ...common,
  folder: Nullable(Count),
  login: Type.String(),
  address: Type.String(),
  password: Type.String(),
  /** Since when the password counts; null without one. */
  since: Nullable(Moment),
  /** An otpauth URI. */
  otp: Nullable(Type.String()),
  category: Type.Enum([...categoryKeys]),
  /** The day before which it is to be renewed, yyyy-mm-dd. */
  renewBefore: Nullable(Type.String()),
  fields: Type.Array(Body(fieldTexts)),
  /** Newest first. */
  old: Type.Array(Type.Union([Old, OldField])),
  files: Type.Array(Body({ name: Type.String(), size: Type.Integer({ minimum: 0 }) })),
  sources: Sources,
  created: Moment,
  modified: Moment,
})
const End = Body({ type: Type.Literal('end'), folders: Count, items: Count })

export type ArchiveRecords = {
  readonly archive: Static<typeof Archive>
  readonly folders: readonly Static<typeof Folder>[]
  readonly items: readonly (Static<typeof Item> & {
    /** The bytes of its files, in their order; views on the content. */
    readonly bytes: readonly Buffer[]
  })[]
}
export type ArchiveFolder = Static<typeof Folder>
export type ArchiveItem = Static<typeof Item>
type ArchiveRecord = Static<typeof Archive> | ArchiveFolder | ArchiveItem | Static<typeof End>

/** Returns a record as it is written. */
export const lineOf = (record: ArchiveRecord): Buffer => Buffer.from(`${JSON.stringify(record)}\n`)

const checks = {
  archive: checkerOf(Archive, 'archive'),
  folder: checkerOf(Folder, 'folder'),
  item: checkerOf(Item, 'item'),
  end: checkerOf(End, 'end'),
} as const

/** Deeper than any chest: the path of each folder is in memory. */
const deepestFolder = 256
const broken = { ok: false, code: 'CONTENT_BROKEN' } as const
const tooMany = { ok: false, code: 'TOO_MANY' } as const

/** Reads the records of an archive; refused as a whole if they are not exactly as an archive has them. */
export async function readRecords(
  content: Buffer,
  yielder: Yielder,
): Promise<(ArchiveRecords & { readonly ok: true }) | ImportRefused> {
  let at = 0
  const next = (): unknown => {
    const end = content.indexOf(0x0a, at)
    if (end === -1) return undefined
    const line = decode(content.subarray(at, end), 'utf-8')
    at = end + 1
    return line.ok ? parseJson(line.text) : undefined
  }
  const typeOf = (record: unknown): string =>
    typeof record === 'object' && record !== null && 'type' in record ? String(record.type) : ''
  try {
    const archive = checks.archive(next())
    const folders: ArchiveFolder[] = []
    const levels: number[] = []
    const items: (ArchiveItem & { bytes: Buffer[] })[] = []
    let record = next()
    for (; typeOf(record) === 'folder'; record = next()) {
      const folder = checks.folder(record)
      if (folder.parent !== null && folder.parent >= folders.length) return broken
      const level = folder.parent === null ? 1 : (levels[folder.parent] ?? 0) + 1
      if (level > deepestFolder) return { ok: false, code: 'TOO_DEEP' }
      if (folders.length === limits.entries) return tooMany
      levels.push(level)
      folders.push(folder)
      const pause = yielder.step(8)
      if (pause) await pause
    }
    for (; typeOf(record) === 'item'; record = next()) {
      const item = checks.item(record)
      if (item.folder !== null && item.folder >= folders.length) return broken
      if (item.renewBefore !== null && !isDate(item.renewBefore)) return broken
      if (items.length === limits.entries) return tooMany
      const bytes: Buffer[] = []
      for (const { size } of item.files) {
        if (size > content.length - at) return broken
        bytes.push(content.subarray(at, at + size))
        at += size
      }
      items.push({ ...item, bytes })
      const pause = yielder.step(16)
      if (pause) await pause
    }
    const end = checks.end(record)
    const isWhole = end.folders === folders.length && end.items === items.length
    const isEnd = content.subarray(at).every((byte) => byte === 0)
    return isWhole && isEnd ? { ok: true, archive, folders, items } : broken
  } catch (error) {
    if (error instanceof Refusal) return broken
    throw error
  }
}
