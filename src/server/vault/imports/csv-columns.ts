import { fold } from '#domain/platform/folding.ts'
import { lockSelfLabels } from '#texts/vault/imports.ts'
import type { ImportFamily, ImportRefused } from './model.ts'

/** What a column of a CSV file may hold for an item. */
export type CsvField = 'name' | 'login' | 'email' | 'password' | 'address' | 'description' | 'otp' | 'path'

/** What becomes of a column: a field of the item, a line of its description, or nothing. */
export type CsvColumn =
  | { readonly kind: 'field'; readonly field: CsvField }
  | { readonly kind: 'extra'; readonly label: string; readonly isHidden: boolean; readonly isTold: boolean }
  | { readonly kind: 'left'; readonly label: string }

export type CsvColumns = {
  readonly ok: true
  readonly family: Extract<ImportFamily, 'csv' | 'lockself'>
  /** Between the folders of a path. */
  readonly separator: string
  readonly columns: readonly CsvColumn[]
}

/** Names of columns, folded. */
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

/** What other programs keep for themselves about an entry. */
const leftNames = ['icon', 'last modified', 'created', 'favorite', 'fav', 'reprompt']
const hiddenNames = /\b(?:mot de passe|mdp|password|pin|puk|cvv|cvc|secrete?|private key|cle privee)\b/

/** LastPass alone has another separator than `/`, under a name that it alone uses. */
const separators: Readonly<Record<string, string>> = { grouping: '\\' }

/** The column by which a file of LockSelf is told. */
export const lockSelfPath = 'category/subcategory'

/** The name of a column as it is compared: without accents, case and signs that stand for a blank. */
export const columnName = (cell: string): string =>
  fold(cell)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim()

const fieldOf = (name: string): CsvField | undefined => fields.find((field) => names[field].includes(name))

/** Whether a cell of the first row names a column that is known. */
export const isColumnName = (cell: string): boolean => fieldOf(columnName(cell)) !== undefined

/**
 * What the columns of a file hold, by its first row: at least a password or an OTP, and something to recognise it by.
 * A file without such a row is refused, since a guess could put a password where everybody reads it.
 */
export function columnsOf(header: readonly string[], line: number): CsvColumns | ImportRefused {
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
    // Texts lose nothing together in the description; any other choice could put a password where everybody reads it.
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
