/** A group as read from the file, before any rule. `uuid` is compared as text. */
export type RawGroup = {
  uuid: string
  name: string
  notes: string
  tags: string
  groups: RawGroup[]
  entries: RawEntry[]
  line: number
  /** Forbidden characters were dropped from its texts. */
  isCleaned: boolean
  /** Parts that have a value and that only KeePass can use. */
  unused: ReadonlySet<GroupPart>
}

/** A group that has only a name. */
export const plainGroup = (name: string, line: number): RawGroup => ({
  uuid: '',
  name,
  notes: '',
  tags: '',
  groups: [],
  entries: [],
  line,
  isCleaned: false,
  unused: new Set(),
})

/** Parts of a group without a counterpart in a folder. */
export type GroupPart = 'groupExpiry' | 'groupTyping' | 'groupIcon' | 'groupData'

export type RawEntry = {
  uuid: string
  /** By their keys; a key that occurs again has a number. */
  strings: Map<string, string>
  /** The custom data that an export of Trousseau wrote (`labelledStrings`); '' without any. */
  fieldKeys: string
  /** Names of the strings whose values KeePass hides. */
  hidden: Set<string>
  history: number
  attachments: number
  line: number
  /** The names of its groups, in formats that list entries without nesting them. */
  path?: readonly string[]
  /** The passwords of its old versions, in the order of the file, and when each version was saved. */
  past: readonly PastVersion[]
  files: readonly RawAttachment[]
  tags: string
  /** What KeePass opens instead of the address. */
  overrideUrl: string
  /** The custom data of programs and plugins, by their keys. */
  custom: ReadonlyMap<string, string>
  /** When it expires, as written; null: never. */
  expiry: string | null
  /** When this version was saved, as written. */
  modified: string
  /** Forbidden characters were dropped from its texts, those of old versions included. */
  isCleaned: boolean
  /** Parts that have a value and that only KeePass can use. */
  unused: ReadonlySet<'autoType' | 'icon'>
}
export type PastVersion = { readonly password: string; readonly modified: string }

/** The bytes of a file: in base64 as written, or decrypted. */
export type RawData = {
  readonly text: string
  readonly bytes: Uint8Array | null
  readonly isCompressed: boolean
  /** Some of it is missing: the element itself, the key that decrypts it, or characters that XML forbids. */
  readonly isDamaged: boolean
}
/** A file of an entry: its own data, or a reference to that of the whole document. */
export type RawAttachment = { readonly name: string; readonly ref: string; readonly data: RawData }
