import { lockSelfLabels } from '#texts/vault/imports.ts'
import { ownCsvHeader, ownRenewalColumn, readOwnExtraName } from '#texts/vault/own-csv.ts'
import { columnName, columnSecrecy, csvFields, fieldOf, type CsvField } from './column-names.ts'
import type { CsvRow } from './csv-records.ts'
import type { ImportRefused } from './model.ts'
import { isOwnHeader, unguardCell } from './own-csv.ts'
import { formerOtpAt, spareColumnsOf, type SpareColumns } from './spare-columns.ts'

/** What a column becomes: a field of the item, a line of its description, or nothing. */
export type CsvColumn =
  | { readonly kind: 'field'; readonly field: CsvField }
  | {
      readonly kind: 'extra'
      readonly label: string
      readonly isHidden: boolean
      /** Which remark names it: those that are shown, those that are concealed as nobody knows what they hold. */
      readonly told: 'shown' | 'unknown' | null
    }
  | { readonly kind: 'left'; readonly label: string }
  /** Of a table that Trousseau exported. */
  | { readonly kind: 'category' }
  | { readonly kind: 'renewal'; readonly label: string }

export type CsvColumns = {
  readonly ok: true
  readonly family: 'csv' | 'lockself'
  /** Separates the folders of a path. */
  readonly separator: string
  readonly columns: readonly CsvColumn[]
  /** Whether Trousseau exported the table: its cells are exact. */
  readonly isOwn?: true
}

/** Columns that have a meaning only for the program that exported them. */
const leftNames = ['icon', 'last modified', 'created', 'favorite', 'fav', 'reprompt']
/** LastPass separates folders by a backslash, and only LastPass names the column `grouping`. */
const separators: Readonly<Record<string, string>> = { grouping: '\\' }

/** The column that only LockSelf exports have. */
export const lockSelfPath = 'category/subcategory'

const ownFields = ['name', 'login', 'password', 'address', 'description', 'otp', 'path'] as const

/** Returns the columns of an own table. Those of extra fields may have any name, also that of a known column. */
const ownColumns = (header: readonly string[]): CsvColumn[] => [
  ...ownFields.map((field) => ({ kind: 'field', field }) as const),
  { kind: 'category' },
  ...header.slice(ownCsvHeader.length).map((name, place): CsvColumn => {
    if (place === 0 && name.trim() === ownRenewalColumn) return { kind: 'renewal', label: ownRenewalColumn }
    const extra = readOwnExtraName(unguardCell(name.trim()))
    return { kind: 'extra', ...extra, told: null }
  }),
]

/** Returns the columns besides those of known names that earlier releases gave a field. */
function formerSpare(names: readonly string[], rules: FormerRules): SpareColumns {
  const otp = formerOtpAt(names, rules === 'knownNames')
  return {
    fields: new Map(otp === -1 || names.some((name) => fieldOf(name) === 'otp') ? [] : [[otp, 'otp']]),
    answers: new Set(),
  }
}

/** How earlier releases read columns: those of today's known names alone, or with all that is not secret shown. */
type FormerRules = 'knownNames' | 'shown'

/**
 * Returns what the columns of a file hold, by its first row: at least a password or an OTP, and a name,
 * login, e-mail or address. A file without such a row is refused: a guess could put a password into a visible
 * field.
 * @param rows the others: a column of one-time secrets may hold 'Oui' and 'Non'
 */
export function columnsOf(
  header: readonly string[],
  line: number,
  rows: readonly CsvRow[],
  rules?: FormerRules,
): CsvColumns | ImportRefused {
  if (isOwnHeader(header))
    return { ok: true, family: 'csv', separator: '/', columns: ownColumns(header), isOwn: true }
  const found = header.map(columnName)
  const twice = found.find((name, place) => fieldOf(name) !== undefined && found.indexOf(name) !== place)
  if (twice !== undefined) {
    return {
      ok: false,
      code: 'COLUMN_TWICE',
      line,
      columns: [(header[found.indexOf(twice)] ?? twice).trim()],
    }
  }
  const places = new Map<CsvField, number>()
  for (const field of csvFields) {
    const ofField = found.flatMap((name, place) => (fieldOf(name) === field ? [place] : []))
    const [first] = ofField
    // Several description columns are joined. For any other field, a wrong choice could show a password.
    if (ofField.length > 1 && field !== 'description')
      return {
        ok: false,
        code: 'COLUMNS_ALIKE',
        line,
        columns: ofField.map((place) => (header[place] ?? '').trim()),
      }
    if (first !== undefined) places.set(field, first)
  }
  if (places.size === 0) return { ok: false, code: 'NO_HEADER' }
  const spare =
    rules === undefined
      ? spareColumnsOf(found, found.map(fieldOf), (place) => rows.map(({ cells }) => cells[place] ?? ''))
      : formerSpare(found, rules)
  for (const [place, field] of spare.fields) places.set(field, place)
  const isOne = (['name', 'login', 'email', 'address'] as const).some((field) => places.has(field))
  if (places.size === 1 && found.includes(lockSelfPath)) return { ok: false, code: 'CATEGORIES_ONLY' }
  if (!isOne || !(places.has('password') || places.has('otp')))
    return { ok: false, code: 'COLUMNS_MISSING', line }

  const isLockSelf = found.includes(lockSelfPath)
  const pathName = found[places.get('path') ?? -1] ?? ''
  const columns = found.map((name, place): CsvColumn => {
    const field = fieldOf(name)
    const spareField = spare.fields.get(place)
    if (spareField !== undefined) return { kind: 'field', field: spareField }
    if (field !== undefined && places.get(field) === place) return { kind: 'field', field }
    const label = (header[place] ?? '').trim()
    if (leftNames.includes(name)) return { kind: 'left', label }
    const known = isLockSelf && Object.hasOwn(lockSelfLabels, name) ? lockSelfLabels[name] : undefined
    if (known !== undefined) return { kind: 'extra', label: known, isHidden: false, told: null }
    const secrecy = spare.answers.has(place) ? 'harmless' : columnSecrecy(name)
    if (rules === 'shown') return { kind: 'extra', label, isHidden: secrecy === 'secret', told: null }
    const told = secrecy === 'harmless' ? 'shown' : secrecy === 'unknown' ? 'unknown' : null
    return { kind: 'extra', label, isHidden: secrecy !== 'harmless', told }
  })
  return {
    ok: true,
    family: isLockSelf ? 'lockself' : 'csv',
    separator: separators[pathName] ?? '/',
    columns,
  }
}
