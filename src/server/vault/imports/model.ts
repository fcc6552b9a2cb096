import type { ComparedItem, ImportedOldValue, SourceMark } from '#server/vault/contents/element-source.ts'
import type { ImportFailReason, ImportFault } from '#texts/vault/imports.ts'

/** The origin of a file's identifiers: the program's name. Files of one family are compared entry by entry. */
export type ImportFamily = string

/** A file attached to an entry, within the limit of one file. Its bytes stay in the imported file until they are read. */
export type ImportFile = {
  /** As it is stored (`attachmentName`). */
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** The SHA-256 of its bytes, in base64url: what it is compared by. */
  readonly digest: string
  /** Returns its bytes; null where the imported file does not yield them. */
  read(): Promise<Uint8Array | null>
}

/** An entry of an imported file, its values within the limits of the domain. */
export type ImportItem = ComparedItem & {
  /** Its attached files; not part of the content that `digestOfItem` compares. */
  readonly files?: readonly ImportFile[]
  /** The file conceals its name, and `name` stands for it: an item that has one keeps it. */
  readonly hasNoName?: boolean
  /** Line of the file on which the entry begins, from 1. */
  readonly line: number
  /** Identifies the entry in every export of the same program; null if the file has no identifiers. */
  readonly sourceId: string | null
  /**
   * What identifies an entry without identifier in the file, where an earlier release stored other values of it: a file that
   * it imported must find its items again.
   */
  readonly knownBy?: Pick<ComparedItem, 'name' | 'login' | 'address'>
  /** Returns what else was made of the entry, by an earlier release or by another way to import its file. */
  readonly former?: () => readonly FormerReading[]
  /** The marks of other programs' files that an archive brings; each batch is a number of the archive. */
  readonly marks?: readonly SourceMark[]
}

/** What was made of an entry. Its items are found again, so that none is made twice. */
export type FormerReading = {
  readonly item: ImportItem
  /** The names of its folders in the file, if they are others. */
  readonly path?: readonly string[]
  /** If it is another. */
  readonly family?: ImportFamily
  /** Whether an item that was made so stays so while its entry in the file is the same. */
  readonly isKept: boolean
}

export type ImportFolder = {
  readonly name: string
  readonly description: string
  /** Its name in the file, where its accents are mended: an existing folder of that name is this one. */
  readonly formerName?: string
  readonly line: number
  readonly sourceId: string | null
  /** Newest first. */
  readonly oldValues?: readonly ImportedOldValue[]
  /** Of a new folder: its rule of renewal, in days. */
  readonly renewDays?: number | null
  /** As those of an item. */
  readonly marks?: readonly SourceMark[]
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
