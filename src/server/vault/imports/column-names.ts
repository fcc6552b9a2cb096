import { fold } from '#domain/platform/folding.ts'
import { secrecyOf, type Secrecy } from './secret-names.ts'

/** What a column of a CSV file may hold. */
export type CsvField = 'name' | 'login' | 'email' | 'password' | 'address' | 'description' | 'otp' | 'path'

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
  otp: ['otp', 'totp', 'otpauth', 'login totp', 'otp secret', 'cle secrete'],
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
export const csvFields = Object.keys(names) as CsvField[]

/** Returns a column name for comparison: without accents, case, and characters that stand for a blank. */
export const columnName = (cell: string): string =>
  fold(cell)
    .replaceAll(/[\0\p{Cf}]/gu, '')
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim()

export const fieldOf = (name: string): CsvField | undefined =>
  csvFields.find((field) => names[field].includes(name))

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
