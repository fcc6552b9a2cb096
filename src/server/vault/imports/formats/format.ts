import type { Secret } from '#server/platform/crypto/secret.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import type { ReadResult } from './found.ts'
import type { Sniffed } from './sniff.ts'

/** What the person gave besides the file. */
export type Reading = {
  /** The file's password; null if none was given. An empty one is a password too. */
  readonly password: Secret<string> | null
  readonly keyFile: Uint8Array | null
  /**
   * The answers to the questions of `Found`, by their id. `noPassword: 'yes'` says that the file has none: only then is
   * a database tried without.
   */
  readonly answers: Readonly<Record<string, string>>
  readonly yielder: Yielder
}

/**
 * The files of one program. A reader is pure: it stores and logs nothing, opens no connection, never throws for what a
 * file holds, runs in linear time and yields. It keeps every value byte for byte and loses none silently: entries in
 * = entries out + told.
 */
export type Format = {
  /** Its name on the wire; never changed. */
  readonly id: string
  /** The name of the program, as people know it. */
  readonly name: string
  /** Files of one family share their identifiers (`ElementSource.family`). */
  readonly family: string
  readonly endings: readonly string[]
  readonly needs: readonly ('password' | 'keyFile')[]
  /** Whether the content of a file is of this format. Two formats never recognise one file. */
  recognises(file: Sniffed): boolean
  read(file: Sniffed, reading: Reading): Promise<ReadResult>
}
