import type { ItemTexts } from '#domain/vault/item-fields.ts'
import type { ImportFailReason, ImportFault } from '#texts/vault/imports.ts'

/** The origin of a file's identifiers. Files of one family are compared entry by entry. */
export type ImportFamily = 'keepass' | 'lockself' | 'csv'

/** An entry of an imported file, its values within the limits of the domain. */
export type ImportItem = ItemTexts & {
  readonly password: string
  /** A bare base32 secret, or an otpauth URI when its settings are not the usual ones; null: none. */
  readonly otp: string | null
  /** Line of the file on which the entry begins, from 1. */
  readonly line: number
  /** Identifies the entry in every export of the same program; null if the file has no identifiers. */
  readonly sourceId: string | null
}

export type ImportFolder = {
  readonly name: string
  readonly description: string
  readonly line: number
  readonly sourceId: string | null
  readonly folders: readonly ImportFolder[]
  readonly items: readonly ImportItem[]
}

/**
 * A warning about one entry or folder, or about the whole file if `name` is empty. The text of the reason
 * states whether it is imported; `detail` completes that text.
 */
export type ImportFail = {
  readonly line: number
  readonly name: string
  readonly reason: ImportFailReason
  readonly detail?: string
}

/** A file that is refused as a whole. `encoding` and `columns` name the cause. */
export type ImportRefused = {
  readonly ok: false
  readonly code: ImportFault
  readonly line?: number
  readonly encoding?: string
  readonly columns?: readonly string[]
}

/** Counts of what the reader left out on purpose. */
export type Skipped = {
  readonly recycleBin: number
  readonly recycleBinFolders: number
  readonly history: number
  readonly attachments: number
  /** Rows that are no entry: blank, a folder alone, or the column names repeated. */
  readonly lines: number
}
export const nothingSkipped: Skipped = {
  recycleBin: 0,
  recycleBinFolders: 0,
  history: 0,
  attachments: 0,
  lines: 0,
}

/** The content of a file, independent of its format. */
export type ImportContent = {
  readonly ok: true
  readonly family: ImportFamily
  /** The top level, placed directly in the destination. */
  readonly folders: readonly ImportFolder[]
  readonly items: readonly ImportItem[]
  /** Entries whose values break a limit: they are in `fails`, not in the folders. */
  readonly refused: number
  readonly skipped: Skipped
  readonly fails: readonly ImportFail[]
}
