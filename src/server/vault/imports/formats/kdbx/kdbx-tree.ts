/** What a database is written from. Moments are in ms since 1970, UUIDs have 16 bytes. */
export type KdbxTree = {
  /** The name of the database. */
  readonly name: string
  /** When it is made. */
  readonly now: number
  readonly root: KdbxGroup
}

export type KdbxGroup = {
  readonly uuid: Uint8Array
  readonly name: string
  readonly notes: string
  readonly groups: readonly KdbxGroup[]
  readonly entries: readonly KdbxEntry[]
}

export type KdbxEntry = {
  readonly uuid: Uint8Array
  readonly title: string
  readonly login: string
  readonly password: string
  readonly url: string
  /** Addresses beside the first. */
  readonly furtherUrls: readonly string[]
  readonly notes: string
  /** Their labels may occur twice, or be names of KeePass's own (`keyedFields`). */
  readonly fields: readonly KdbxField[]
  /** A bare base32 secret or an otpauth URI; null: none. */
  readonly otp: string | null
  readonly files: readonly KdbxFile[]
  readonly tags: readonly string[]
  readonly expires: number | null
  readonly created: number
  readonly modified: number
  /** Former passwords, newest first, and until when each was in use. */
  readonly former: readonly { readonly value: string; readonly until: number }[]
}

export type KdbxField = { readonly label: string; readonly value: string; readonly isProtected: boolean }

/** `size` is in bytes. `read` yields just as many, and is called once, when the file has its turn. */
export type KdbxFile = { readonly name: string; readonly size: number; read(): AsyncIterable<Uint8Array> }
