import { isOtpAddress } from '#domain/platform/one-time-code.ts'
import { columnName, fieldOf, isColumnName, type CsvField } from '../column-names.ts'
import { spacedKey } from '../secret-names.ts'
import { formerOtpAt, isSpareOtp, spareFieldsOf } from '../spare-columns.ts'

/** What a person may make of a column; `path` is the folders, `ignore` nothing. */
export const columnTargets = [
  'title',
  'login',
  'email',
  'password',
  'address',
  'notes',
  'otp',
  'path',
  'text',
  'concealed',
  'ignore',
] as const
export type ColumnTarget = (typeof columnTargets)[number]

/** The address of a one-time code opens nothing: it is a secret. */
const isAddress = (cell: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(cell.trim()) && !isOtpAddress(cell)
const isMail = (cell: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(cell.trim())
const isHost = (cell: string): boolean => /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/:]\S*)?$/i.test(cell)

/** Whether a cell looks like a generated or strong password: one word of three kinds of characters or more. */
function isSecretLike(cell: string): boolean {
  const text = cell.trim()
  if (text.length < 6 || /\s/.test(text) || isAddress(text) || isMail(text) || isHost(text)) return false
  if (isOtpAddress(text)) return false
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u]
  return kinds.filter((kind) => kind.test(text)).length >= 3
}

/** Whether a cell can only be a value, never the name of a column. */
const isValue = (cell: string): boolean =>
  isAddress(cell) || isMail(cell) || /[\r\n]/.test(cell) || isSecretLike(cell) || isOtpAddress(cell)

/** Whether a cell hardly is the name of a column. */
const isDoubtful = (cell: string): boolean => cell.length > 40 || /\d{2}/.test(cell)

/** Names that earlier releases did not know. */
const laterNames: Readonly<Record<string, CsvField>> = {
  'current password': 'password',
  'two factor secret': 'otp',
  'folder path': 'path',
}

/** Returns what a column of a known name holds. @param name as `nameOfColumn` returns it */
export const knownFieldOf = (name: string): CsvField | undefined =>
  fieldOf(name) ?? (Object.hasOwn(laterNames, name) ? laterNames[name] : undefined)

/** Returns what a column may hold, by its name. */
const fieldOfName = (name: string): CsvField | undefined =>
  knownFieldOf(name) ?? spareFieldsOf(name)[0] ?? (isSpareOtp(name) ? 'otp' : undefined)

/** Returns the name by which a column is judged: `ServiceUrl` is `service url` where that is what has a meaning. */
export function nameOfColumn(cell: string): string {
  const name = columnName(cell)
  const spaced = columnName(spacedKey(cell))
  return fieldOfName(name) === undefined && fieldOfName(spaced) !== undefined ? spaced : name
}

export type HeaderRules = {
  /** Returns what a column may hold, by the cell that names it. */
  readonly fieldOfColumn: (cell: string) => CsvField | undefined
  /** Whether a name may look like a password: `E-mail`, `Nom_du_site`. */
  readonly mayLookSecret: boolean
}
export const headerRules = {
  present: { fieldOfColumn: (cell) => fieldOfName(nameOfColumn(cell)), mayLookSecret: true },
  /** Of earlier releases. */
  former: {
    fieldOfColumn: (cell) =>
      fieldOf(columnName(cell)) ?? (formerOtpAt([columnName(cell)], false) === 0 ? 'otp' : undefined),
    mayLookSecret: false,
  },
} as const satisfies Record<string, HeaderRules>

/**
 * Returns whether the first row names the columns: `yes` where most of it are known names, or those of a table of passwords
 * among others; `no` where it holds a value; `doubt` otherwise, as nobody can tell then.
 * @param columns the values below each of its cells
 * @param rules those of an earlier release, if not today's
 */
export function headerOf(
  header: readonly string[],
  columns: readonly (readonly string[])[],
  { fieldOfColumn, mayLookSecret }: HeaderRules = headerRules.present,
): 'yes' | 'no' | 'doubt' {
  const given = header.filter((cell) => cell !== '')
  const isKnown = (cell: string): boolean => mayLookSecret && fieldOfColumn(cell) !== undefined
  if (given.some((cell) => isValue(cell) && !isKnown(cell))) return 'no'
  // A name that stands below itself is a label that each row has.
  const isRepeated = header.some((cell, place) => isColumnName(cell) && columns[place]?.includes(cell))
  if (isRepeated) return 'no'
  if (given.some(isDoubtful) || new Set(given).size !== given.length) {
    const names = given.map(columnName)
    // Two columns of one known name occur in headers.
    if (given.some(isDoubtful) || !names.every((name) => fieldOf(name) !== undefined)) return 'doubt'
  }
  const fields = given.flatMap((cell) => fieldOfColumn(cell) ?? [])
  const known = new Set(fields)
  const share = fields.length / Math.max(given.length, 1)
  if (columns.every((values) => values.length === 0)) return share === 1 ? 'yes' : 'doubt'
  const hasPassword = known.has('password') && (known.size > 1 || share >= 0.3)
  return hasPassword || (known.size >= 3 && share >= 0.5) ? 'yes' : 'doubt'
}

/**
 * Returns what the columns of a table without a header seem to hold, by their values. Only what is plainly not secret gets
 * a visible place: anything else may be a password, and is concealed.
 */
export function guessByValues(columns: readonly (readonly string[])[]): ColumnTarget[] {
  const has = (place: number, is: (value: string) => boolean): boolean => {
    const values = columns[place] ?? []
    return values.length > 0 && values.every(is)
  }
  const hasSecrets = (place: number): boolean => {
    const values = columns[place] ?? []
    return values.length > 0 && values.filter(isSecretLike).length * 2 > values.length
  }
  // Dashlane before 2021: title, address, login, password, note.
  const isAddressLike = (value: string) => isAddress(value) || isHost(value)
  if (
    columns.length === 5 &&
    has(1, isAddressLike) &&
    [0, 2, 4].every((place) => !hasAnySecret(columns[place]))
  )
    return ['title', 'address', 'login', 'password', 'notes']
  const targets = columns.map((_, place): ColumnTarget =>
    has(place, isOtpAddress)
      ? 'otp'
      : has(place, isAddress)
        ? 'address'
        : has(place, isMail)
          ? 'email'
          : hasSecrets(place)
            ? 'password'
            : 'concealed',
  )
  const secrets = targets.flatMap((target, place) => (target === 'password' ? [place] : []))
  const [password] = secrets
  // Several columns of secrets: nobody can tell which is the password.
  if (password === undefined || secrets.length > 1)
    return once(targets.map((target) => (target === 'password' ? 'concealed' : target)))
  const isPlain = (place: number): boolean =>
    targets[place] === 'concealed' &&
    (columns[place] ?? []).some((value) => /\p{L}/u.test(value)) &&
    !hasAnySecret(columns[place]) &&
    !has(place, isColumnName)
  const login = password - 1
  const title = columns.findIndex((_, place) => place < password && isPlain(place))
  if (title !== -1) targets[title] = 'title'
  if (login > title && isPlain(login) && !targets.includes('email')) targets[login] = 'login'
  return once(targets)
}

const hasAnySecret = (values: readonly string[] = []): boolean =>
  values.some((value) => isSecretLike(value) || isOtpAddress(value))

/** A second e-mail is a field of its own. */
const once = (targets: readonly ColumnTarget[]): ColumnTarget[] =>
  targets.map((target, place) => (target === 'email' && targets.indexOf(target) !== place ? 'text' : target))
