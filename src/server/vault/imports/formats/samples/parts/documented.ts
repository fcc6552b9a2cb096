import type { CategoryKey } from '#domain/platform/categories.ts'
import type { ImportFailReason } from '#texts/vault/imports.ts'
import type { Sample } from '../sample.ts'

/** What an entry of a file must come in as. */
export type ExpectedEntry = {
  readonly name: string
  /** The names of its folders; not compared without it. */
  readonly path?: readonly string[]
  readonly login?: string
  readonly password?: string
  readonly address?: string
  /** Parts of the description, line breaks included. */
  readonly notes?: readonly string[]
  /** The base32 secret of the one-time code. */
  readonly otp?: string
  /** Values of visible extra fields. */
  readonly visible?: readonly string[]
  /** Values of concealed extra fields, which stand nowhere else. */
  readonly hidden?: readonly string[]
  /** Values of the password or of a concealed field, which stand nowhere else. */
  readonly secrets?: readonly string[]
  /** Texts that stand in any value of the entry. */
  readonly anywhere?: readonly string[]
  /** Texts that stand nowhere. */
  readonly absent?: readonly string[]
  readonly former?: readonly string[]
  /** The day before which it is to be renewed, yyyy-mm-dd. */
  readonly renewal?: string
  /** The attached files, with their contents as text. */
  readonly files?: Readonly<Record<string, string>>
  readonly told?: readonly ImportFailReason[]
  readonly category?: CategoryKey
  readonly isFavourite?: true
}

/** A file written from a program's documentation alone, with what must come in of it. */
export type DocumentedSample = Sample & {
  readonly expected: readonly ExpectedEntry[]
  /** Entries in the program's trash, which stay behind. */
  readonly binned?: number
  /** Every value that a person typed into the file's entries: each stands in one entry, or its entry's note tells. */
  readonly values?: readonly string[]
  /** Values that have no field here, by the name of their entry: a note of that entry tells that some stay behind. */
  readonly left?: Readonly<Record<string, readonly string[]>>
  /** Secrets of the file: each stands in no text that people see without revealing it. */
  readonly concealed?: readonly string[]
}

/** Returns functions that list each value, and each secret, that a sample writes into its file, and the lists. */
export function listedValues(): {
  values: string[]
  concealed: string[]
  said: (value: string) => string
  secret: (value: string) => string
} {
  const values: string[] = []
  const concealed: string[] = []
  const said = (value: string): string => {
    if (values.some((other) => other.includes(value) || value.includes(other)))
      throw new Error(`the value ${value} is not the only one of its kind in the file`)
    values.push(value)
    return value
  }
  const secret = (value: string): string => {
    concealed.push(value)
    return said(value)
  }
  return { values, concealed, said, secret }
}

/** Returns a one-time secret as an address. */
export const otpOf = (name: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(name)}?secret=${secret}&issuer=${encodeURIComponent(name)}`

/** Returns rows with cells quoted where the exporter quotes: at separators, quotes and line ends. */
export const table = (rows: readonly (readonly string[])[], end = '\n'): string =>
  rows
    .map((cells) =>
      cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
    )
    .join(end) + end

/** Returns a row as Papa Parse writes it: cells with separators, quotes, line ends or blanks around are quoted. */
export const papaRow = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",\r\n]|^ | $/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')

/** Returns a row whose every cell is quoted. */
export const quotedRow = (cells: readonly string[]): string =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
