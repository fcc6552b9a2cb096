import type { CategoryKey } from '#domain/platform/categories.ts'
import type { ImportFailReason } from '#texts/vault/imports.ts'
import type { ImportedOldValue, SourceMark } from '#server/vault/contents/element-source.ts'
import type { ImportRefused } from '../model.ts'

/** How a further field of an entry is kept: `concealed` ones are revealed by a recorded call only. */
export type FoundFieldKind = 'text' | 'concealed' | 'address' | 'date' | 'lines'

/** A field that an item has no place of its own for. A date is `yyyy-mm-dd`. */
export type FoundField = {
  readonly label: string
  readonly kind: FoundFieldKind
  readonly value: string
  /** Its outer blanks belong to the value. */
  readonly isExact?: boolean
  /** Its program shows it, as earlier releases did. */
  readonly wasShown?: boolean
}

/** A file attached to an entry. `read` gives its bytes; null where the export lacks it or it is damaged. */
export type FoundFile = {
  readonly name: string
  /** In bytes, as the export declares it; null if it does not. */
  readonly size: number | null
  read(): Promise<Uint8Array | null>
}

/** What only Trousseau's own archive has of an entry. */
export type OwnParts = {
  /** Tells its folders apart, level by level as `path`: two of one name stay two. */
  readonly keys: readonly string[]
  /** The otpauth URI, with its names. */
  readonly otp: string | null
  /** Since when the password counts, in milliseconds; null without a password. */
  readonly since: number | null
  /** Newest first, unchecked. */
  readonly oldValues: readonly ImportedOldValue[]
  /** The marks of other programs' files; each batch is a number of the archive. */
  readonly marks: readonly SourceMark[]
}

/** A remark about an entry, a folder or the file. `detail` completes the sentence of the reason. */
export type FoundNote = { readonly reason: ImportFailReason; readonly detail?: string }

/**
 * An entry as a file holds it, before any rule of the domain: values are neither trimmed, shortened nor refused.
 * What is secret in the program that wrote it is in `password`, `otps` or a `concealed` field, nowhere else.
 */
export type FoundEntry = {
  /** The names of its folders, from the top of the file. */
  readonly path: readonly string[]
  readonly title: string
  readonly login: string
  /** The login of an entry that has none; else a field of its own. */
  readonly email: string
  readonly password: string
  /** Web addresses in the order of the file. The first that the domain accepts becomes the address. */
  readonly addresses: readonly string[]
  readonly notes: string
  /** One-time secrets as written: base32, an otpauth URI, `key=…`. The first readable one is kept as such. */
  readonly otps: readonly string[]
  readonly fields: readonly FoundField[]
  /** Null: a web site, or an OTP where there is no password. */
  readonly category: CategoryKey | null
  /** The date by which the password is to be renewed, `yyyy-mm-dd`. */
  readonly renewal: string | null
  readonly files: readonly FoundFile[]
  /** Former passwords, newest first; `at` is an ISO 8601 moment. */
  readonly formerPasswords: readonly { readonly value: string; readonly at: string | null }[]
  /** `binned`: in the program's trash. */
  readonly state: 'live' | 'archived' | 'binned'
  readonly isFavourite: boolean
  /** The line on which it begins, or its place among the entries, from 1. */
  readonly line: number
  /** Its identifier in every export of the same program; null if the file has none. */
  readonly sourceId: string | null
  /** The values by which an entry without an identifier is recognised, if they are others than its own. */
  readonly knownBy?: Partial<Pick<FoundEntry, 'title' | 'login' | 'addresses'>>
  /** Its title is concealed. */
  readonly hasNoName?: boolean
  readonly notesToTell: readonly FoundNote[]
  /** What earlier releases made of it, where that was something else. */
  readonly former?: FoundEntry
  /** Null in the files of other programs. */
  readonly own: OwnParts | null
}

/** An entry without any content: readers spread it and set what the file has. */
export const emptyEntry: FoundEntry = {
  path: [],
  title: '',
  login: '',
  email: '',
  password: '',
  addresses: [],
  notes: '',
  otps: [],
  fields: [],
  category: null,
  renewal: null,
  files: [],
  formerPasswords: [],
  state: 'live',
  isFavourite: false,
  line: 1,
  sourceId: null,
  notesToTell: [],
  own: null,
}

/** A folder that the file names by itself: it may be empty, and have an identifier or a description. */
export type FoundFolder = {
  readonly path: readonly string[]
  readonly description: string
  readonly line: number
  readonly sourceId: string | null
  /** In the program's trash. */
  readonly isBinned?: boolean
  /** As `OwnParts` has them. */
  readonly own?: Pick<OwnParts, 'keys' | 'oldValues' | 'marks'> & {
    /** Its rule of renewal, in days. */
    readonly renewDays: number | null
  }
}

/**
 * What the file leaves in doubt: the preview asks, an import takes the `proposed` answer. `root`: whether the folder
 * around all others, named in `detail`, is kept (`keep`) or not (`drop`). `header`: whether the first row names the columns
 * (`yes`) or is an entry (`no`). `accents`: whether characters that were decoded wrongly before are mended (`mend`).
 * `delimiter`: which of several separates the cells.
 */
export type FoundQuestion = {
  readonly id: 'accents' | 'delimiter' | 'entities' | 'header' | 'root'
  readonly choices: readonly string[]
  readonly proposed: string
  /** How many entries the answer concerns, and the text that completes the question. */
  readonly count: number
  readonly detail: string
}

export type Found = {
  readonly ok: true
  readonly entries: readonly FoundEntry[]
  readonly folders: readonly FoundFolder[]
  readonly questions: readonly FoundQuestion[]
  /** Remarks about the whole file. */
  readonly notes: readonly FoundNote[]
  /** Entries that could not be read: told, counted, never silently lost. */
  readonly unreadable: readonly {
    readonly line: number
    readonly name: string
    readonly note: FoundNote
  }[]
  /** Rows that are no entry: blank, a folder alone, or the column names repeated. */
  readonly blankRows: number
  /** Trousseau exported the file: its values are taken to the letter. */
  readonly isExact?: boolean
}

/** Returns what a reader found, with nothing to ask or to tell unless it is given. */
export const found = (
  entries: readonly FoundEntry[],
  more: Partial<Omit<Found, 'ok' | 'entries'>> = {},
): Found => ({
  ok: true,
  entries,
  folders: [],
  questions: [],
  notes: [],
  unreadable: [],
  blankRows: 0,
  ...more,
})

export type ReadResult = Found | ImportRefused
