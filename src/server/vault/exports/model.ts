import { storedOtp, toKeyUri } from '#domain/platform/one-time-code.ts'
import type { NewExtraField } from '#domain/vault/extra-fields.ts'
import type { ItemTexts } from '#domain/vault/item-fields.ts'
import type { ElementSource } from '#server/vault/contents/element-source.ts'

/** A former password, and until when it was in use. Moments are in milliseconds since 1970. */
export type FormerPassword = { readonly value: string; readonly until: number }

/** An old value of any field, by the field's name in `versions`, and until when it counted. */
export type FormerValue = FormerPassword & { readonly field: string }

/** A file of an item. `size` is in bytes; `read` decrypts it chunk by chunk. */
export type ExportFile = { readonly name: string; readonly size: number; read(): AsyncIterable<Uint8Array> }

/** An item with all its values. */
export type ExportItem = ItemTexts & {
  readonly id: number
  readonly categoryId: number
  readonly password: string
  /** Since when the password counts; null without one. */
  readonly passwordAt: number | null
  /** An otpauth URI; null: none. */
  readonly otp: string | null
  /** In their order, concealed values included. */
  readonly fields: readonly (NewExtraField & { readonly id: number })[]
  /** The day before which it is to be renewed, yyyy-mm-dd, set on the item itself; null without one. */
  readonly renewBefore: string | null
  readonly source: ElementSource | null
  readonly created: number
  readonly modified: number
  /** Newest first. */
  readonly former: readonly FormerPassword[]
  /** Old values of all fields, newest first, where the format keeps them. */
  readonly old: readonly FormerValue[]
  /** In the order in which they were attached; empty in the formats that do not keep them. */
  readonly files: readonly ExportFile[]
}

export type ExportFolder = {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly source: ElementSource | null
  /** Its rule of renewal, in days; null without one. */
  readonly renewDays: number | null
  readonly old: readonly FormerValue[]
  readonly folders: readonly ExportFolder[]
  readonly items: readonly ExportItem[]
}

/** What a file is written from, whatever its format. */
export type ExportContent = {
  /** The chest, or the exported folder: the name of the file's content. */
  readonly kind: 'chest' | 'folder'
  readonly id: number
  readonly name: string
  readonly folders: readonly ExportFolder[]
  readonly items: readonly ExportItem[]
}

/** Returns a stored OTP as other programs and telephones read it; null for none. */
export function keyUriOf(otp: string | null): string | null {
  const settings = otp === null ? null : storedOtp(otp)
  return settings ? toKeyUri(settings) : otp
}

/** Returns every item with the names of its folders, folder by folder. */
export function* withPaths(
  { folders, items }: Pick<ExportContent, 'folders' | 'items'>,
  path: readonly string[] = [],
): Generator<{
  readonly item: ExportItem
  readonly path: readonly string[]
  readonly folder: ExportFolder | null
}> {
  for (const item of items) yield { item, path, folder: null }
  for (const folder of folders) {
    const within = [...path, folder.name]
    for (const inner of withPaths(folder, within)) yield { ...inner, folder: inner.folder ?? folder }
  }
}
