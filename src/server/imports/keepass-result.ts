import type { ImportFailReason, ImportFault } from '#texts/imports.ts'

/** An entry of an imported file, its values within the limits of the domain. */
export type ImportItem = {
  name: string
  login: string
  password: string
  address: string
  description: string
  /** A bare base32 secret, or an otpauth URI when its settings are not the usual ones; null: none. */
  otp: string | null
  /** Line of the file on which the entry begins, from 1. */
  line: number
}

export type ImportFolder = {
  name: string
  description: string
  folders: ImportFolder[]
  items: ImportItem[]
}

/** Something to tell about one entry or folder; the reason's sentence says whether it is imported. */
export type ImportFail = { line: number; name: string; reason: ImportFailReason }

/** A file that is refused as a whole. `encoding` is the encoding's name when it is the trouble. */
export type ImportRefused = { ok: false; code: ImportFault; line?: number; encoding?: string }

export type KeePassContent = {
  ok: true
  root: ImportFolder
  /** Folders in `root`, the root itself included. */
  folders: number
  /** Items in `root`. */
  items: number
  /** Entries whose values break a limit: they are in `fails`, not in `root`. */
  refused: number
  /** What was left out on purpose: entries and groups of the recycle bin, and old versions of entries. */
  skipped: { recycleBin: number; recycleBinFolders: number; history: number }
  fails: ImportFail[]
}

export type KeePassResult = KeePassContent | ImportRefused
