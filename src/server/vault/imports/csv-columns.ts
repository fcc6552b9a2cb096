import { fold } from '#domain/platform/folding.ts'
import { lockSelfLabels } from '#texts/vault/imports.ts'
import { ownCsvHeader, ownRenewalColumn, readOwnExtraName } from '#texts/vault/own-csv.ts'
import type { ImportRefused } from './model.ts'
import { isOwnHeader, unguardCell } from './own-csv.ts'
import { secrecyOf, type Secrecy } from './secret-names.ts'

/** What a column of a CSV file may hold. */
export type CsvField = 'name' | 'login' | 'email' | 'password' | 'address' | 'description' | 'otp' | 'path'

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

/** Known column names, folded. */
const names: Readonly<Record<CsvField, readonly string[]>> = {
  name: [
    'nom',
    'titre',
    'libelle',
    'intitule',
    'designation',
    'name',
    'title',
    'label',
    'account',
    'service',
  ],
  login: [
    'identifiant',
    "nom d'utilisateur",
    'utilisateur',
    'login',
    'compte',
    'username',
    'user name',
    'login name',
    'login username',
    'user',
  ],
  email: ['e mail', 'email', 'courriel', 'adresse mail', 'adresse e mail', 'adresse email', 'mail'],
  password: ['mot de passe', 'password', 'mdp', 'passe', 'pwd', 'pw', 'login password', 'code'],
  address: [
    'adresse',
    'url',
    'adresse web',
    'site web',
    'site',
    'lien',
    'address',
    'web site',
    'website',
    'login uri',
    'uri',
    'link',
    'hote',
    'host',
    'hostname',
    'serveur',
    'server',
  ],
  description: [
    'description',
    'notes',
    'note',
    'commentaire',
    'commentaires',
    'comments',
    'comment',
    'remarque',
    'remarques',
    'extra',
  ],
  otp: [
    'otp',
    'totp',
    '2fa',
    'otpauth',
    'login totp',
    'otp secret',
    'double authentification',
    'cle secrete',
  ],
  path: [
    'dossier',
    'dossiers',
    'groupe',
    'group',
    'categorie',
    'category',
    'chemin',
    'path',
    'collection',
    'collections',
    'coffre',
    'folder',
    'grouping',
    'category/subcategory',
  ],
}
const fields = Object.keys(names) as CsvField[]

/** Names of the column of one-time secrets in a table that has none of the others. */
export const spareOtpNames: readonly string[] = [
  'mfa',
  'a2f',
  'totp secret',
  'secret totp',
  'secret otp',
  'cle totp',
  'cle otp',
  'code otp',
  'code 2fa',
  'code mfa',
  'otp auth',
  'one time password',
  'twofasecret',
]

/** Columns that have a meaning only for the program that exported them. */
const leftNames = ['icon', 'last modified', 'created', 'favorite', 'fav', 'reprompt']
/** LastPass separates folders by a backslash, and only LastPass names the column `grouping`. */
const separators: Readonly<Record<string, string>> = { grouping: '\\' }

/** The column that only LockSelf exports have. */
export const lockSelfPath = 'category/subcategory'

/** Returns a column name for comparison: without accents, case, and characters that stand for a blank. */
export const columnName = (cell: string): string =>
  fold(cell)
    .replaceAll(/[\0\p{Cf}]/gu, '')
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim()

export const fieldOf = (name: string): CsvField | undefined =>
  fields.find((field) => names[field].includes(name))

/**
 * Returns whether the values of a column without a field of its own are secret, by its name. Every table is judged by it:
 * one without a word that is known to be harmless may hold anything.
 * @param name as `columnName` writes it
 */
export function columnSecrecy(name: string): Secrecy {
  const field = fieldOf(name)
  if (field === undefined) return secrecyOf(name)
  return field === 'password' || field === 'otp' ? 'secret' : 'harmless'
}

/** Whether a cell of the first row is a known column name. */
export const isColumnName = (cell: string): boolean => fieldOf(columnName(cell)) !== undefined

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

/**
 * Returns what the columns of a file hold, by its first row: at least a password or an OTP, and a name,
 * login, e-mail or address. A file without such a row is refused: a guess could put a password into a visible
 * field.
 */
export function columnsOf(header: readonly string[], line: number): CsvColumns | ImportRefused {
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
  for (const field of fields) {
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
  const spare = found.findIndex((name) => spareOtpNames.includes(name))
  if (spare !== -1 && !places.has('otp')) places.set('otp', spare)
  const isOne = (['name', 'login', 'email', 'address'] as const).some((field) => places.has(field))
  if (places.size === 1 && found.includes(lockSelfPath)) return { ok: false, code: 'CATEGORIES_ONLY' }
  if (!isOne || !(places.has('password') || places.has('otp')))
    return { ok: false, code: 'COLUMNS_MISSING', line }

  const isLockSelf = found.includes(lockSelfPath)
  const pathName = found[places.get('path') ?? -1] ?? ''
  const columns = found.map((name, place): CsvColumn => {
    const field = fieldOf(name)
    if (places.get('otp') === place) return { kind: 'field', field: 'otp' }
    if (field !== undefined && places.get(field) === place) return { kind: 'field', field }
    const label = (header[place] ?? '').trim()
    if (leftNames.includes(name)) return { kind: 'left', label }
    const known = isLockSelf && Object.hasOwn(lockSelfLabels, name) ? lockSelfLabels[name] : undefined
    if (known !== undefined) return { kind: 'extra', label: known, isHidden: false, told: null }
    const secrecy = columnSecrecy(name)
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
