import { fold } from '#domain/platform/folding.ts'
import { lockSelfLabels } from '#texts/vault/imports.ts'
import { ownCsvHeader, ownRenewalColumn, readOwnExtraName } from '#texts/vault/own-csv.ts'
import type { ImportRefused } from './model.ts'
import { isOwnHeader, unguardCell } from './own-csv.ts'

/** What a column of a CSV file may hold. */
export type CsvField = 'name' | 'login' | 'email' | 'password' | 'address' | 'description' | 'otp' | 'path'

/** What a column becomes: a field of the item, a line of its description, or nothing. */
export type CsvColumn =
  | { readonly kind: 'field'; readonly field: CsvField }
  | { readonly kind: 'extra'; readonly label: string; readonly isHidden: boolean; readonly isTold: boolean }
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

/** Columns that have a meaning only for the program that exported them. */
const leftNames = ['icon', 'last modified', 'created', 'favorite', 'fav', 'reprompt']
/** Names of columns whose values are secret, whatever else stands in the name. */
const hiddenNames = new RegExp(
  String.raw`\b(?:${[
    'mots? de passe',
    String.raw`mdp\d*`,
    String.raw`pass(?:word|wd|phrase|code)s?\d*`,
    String.raw`pwd\d*`,
    'pins?',
    String.raw`puk\d*`,
    'cvv2?',
    'cvc2?',
    'csc',
    'cryptogramme',
    'secret(?:e?s)?',
    'secrete',
    'private key',
    'cle privee',
    'api key',
    "cle (?:d')?api",
    'token',
    'jeton',
    'seed',
    '[th]?otp',
    '2fa',
    '(?:codes? de )?(?:secours|recuperation)',
    '(?:recovery|backup) (?:codes?|key)',
    'security (?:code|answer)',
    'code de securite',
    'card number',
    'numero de carte',
  ].join('|')})\b`,
)

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
    return { kind: 'extra', ...extra, isTold: false }
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
  const isOne = (['name', 'login', 'email', 'address'] as const).some((field) => places.has(field))
  if (places.size === 1 && found.includes(lockSelfPath)) return { ok: false, code: 'CATEGORIES_ONLY' }
  if (!isOne || !(places.has('password') || places.has('otp')))
    return { ok: false, code: 'COLUMNS_MISSING', line }

  const isLockSelf = found.includes(lockSelfPath)
  const pathName = found[places.get('path') ?? -1] ?? ''
  const columns = found.map((name, place): CsvColumn => {
    const field = fieldOf(name)
    if (field !== undefined && places.get(field) === place) return { kind: 'field', field }
    const label = (header[place] ?? '').trim()
    if (leftNames.includes(name)) return { kind: 'left', label }
    const known = isLockSelf && Object.hasOwn(lockSelfLabels, name) ? lockSelfLabels[name] : undefined
    const isHidden = field === 'password' || field === 'otp' || hiddenNames.test(name)
    return { kind: 'extra', label: known ?? label, isHidden, isTold: known === undefined }
  })
  return {
    ok: true,
    family: isLockSelf ? 'lockself' : 'csv',
    separator: separators[pathName] ?? '/',
    columns,
  }
}
