import type { ImportFailReason, ImportFault } from '#texts/vault/imports.ts'

/** Whose identifiers the entries of a file carry: two files of one family are compared entry by entry. */
export type ImportFamily = 'keepass' | 'lockself' | 'csv'

/** An entry of an imported file, its values within the limits of the domain. */
export type ImportItem = {
  readonly name: string
  readonly login: string
  readonly password: string
  readonly address: string
  readonly description: string
  /** A bare base32 secret, or an otpauth URI when its settings are not the usual ones; null: none. */
  readonly otp: string | null
  /** Line of the file on which the entry begins, from 1. */
  readonly line: number
  /** What names the entry in every export of the same program; null when the file has no such thing. */
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
 * Something to tell about one entry or folder, or, without a name, about the whole file. The reason's sentence says
 * whether it is imported; `detail` is what the sentence names besides.
 */
export type ImportFail = {
  readonly line: number
  readonly name: string
  readonly reason: ImportFailReason
  readonly detail?: string
}

/** A file that is refused as a whole. `encoding` and `columns` name what is the trouble. */
export type ImportRefused = {
  readonly ok: false
  readonly code: ImportFault
  readonly line?: number
  readonly encoding?: string
  readonly columns?: readonly string[]
}

/** What the reader of a file left out on purpose. */
export type Skipped = {
  readonly recycleBin: number
  readonly recycleBinFolders: number
  readonly history: number
  readonly attachments: number
  /** Rows of a table that are no entry: blank, a folder alone, the names of the columns once more. */
  readonly lines: number
}
export const nothingSkipped: Skipped = {
  recycleBin: 0,
  recycleBinFolders: 0,
  history: 0,
  attachments: 0,
  lines: 0,
}

/** What a file holds, whatever its format: the one thing that is planned and written. */
export type ImportContent = {
  readonly ok: true
  readonly family: ImportFamily
  /** What stands directly in the destination. */
  readonly folders: readonly ImportFolder[]
  readonly items: readonly ImportItem[]
  /** Entries whose values break a limit: they are in `fails`, not in the folders. */
  readonly refused: number
  readonly skipped: Skipped
  readonly fails: readonly ImportFail[]
}
