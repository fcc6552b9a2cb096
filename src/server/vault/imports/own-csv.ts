import { ownCsvHeader } from '#texts/vault/own-csv.ts'

/** What a spreadsheet takes for a formula, and the sign that is put in front of it. */
const guarded = /^[=+\-@\t\r']/

/** Returns a cell that no spreadsheet runs. `unguardCell` gives the value back. */
export const guardCell = (value: string): string => (guarded.test(value) ? `'${value}` : value)

/** Returns the value of a cell of an own table: exactly one sign is taken off. */
export const unguardCell = (cell: string): string => (cell.startsWith("'") ? cell.slice(1) : cell)

/** Whether the first row is that of a table that Trousseau exported. */
export const isOwnHeader = (header: readonly string[]): boolean =>
  ownCsvHeader.every((name, place) => header[place]?.trim() === name)

/** Whether a text is a table that Trousseau exported, as it was written: its cells are exact. */
export const isOwnTable = (text: string): boolean => text.startsWith(ownCsvHeader.join(';'))

/** Returns a path as text: `/` separates folders, a backslash makes the next sign part of a name. */
export const escapeOwnPath = (path: readonly string[]): string =>
  path.map((name) => name.replaceAll(/[\\/]/g, String.raw`\$&`)).join('/')

/** Reads the text of `escapeOwnPath`. */
export function readOwnPath(text: string): string[] {
  const names = text.match(/(?:\\.|[^/\\])+/gs) ?? []
  return names.map((name) => name.replaceAll(/\\(.)/gs, '$1').trim()).filter((name) => name !== '')
}
