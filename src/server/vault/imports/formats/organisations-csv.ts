import { fieldLabels as labels, jsonCellLabels } from '#texts/vault/import-formats.ts'
import type { CsvRow } from '../csv-records.ts'
import { addField, addNamed, createSourceIds, type Draft } from './entry-draft.ts'
import { hasColumns, type LooseTable } from './loose-table.ts'
import { tableFormat, type Target } from './table-format.ts'

const has = ({ names }: LooseTable, ...some: readonly string[]): boolean =>
  some.some((name) => names.includes(name))

const netwrixAddresses = [
  'internetseite',
  'internetadresse',
  'webseite',
  'webseite1',
  'website',
  'webmail',
  'web page',
  'url',
]

/** Netwrix Password Secure, formerly MATESO Password Safe: CSV with German or English names. */
export const netwrix = tableFormat({
  id: 'netwrix',
  name: 'Netwrix Password Secure, MATESO',
  family: 'netwrix',
  matches: (table) => has(table, 'organisationseinheit', 'organisational unit', 'organizational unit'),
  separator: '\\',
  columns: {
    organisationseinheit: 'path',
    'organisational unit': 'path',
    'organizational unit': 'path',
    beschreibung: 'title',
    description: 'title',
    name: 'title',
    benutzername: 'login',
    'user name': 'login',
    username: 'login',
    passwort: 'password',
    password: 'password',
    ...Object.fromEntries(netwrixAddresses.map((name): [string, Target] => [name, 'address'])),
    informationen: 'notes',
    information: 'notes',
    kommentare: 'notes',
    comments: 'notes',
    'one time passwort': 'otp',
    'one time password': 'otp',
    'email adresse': 'email',
    'e mail adresse': 'email',
    'e mail address': 'email',
    email: 'email',
    datatags: ['text', labels.tags],
    'data tags': ['text', labels.tags],
  },
})

/** Columns that tell Passwordstate's browser extension where to fill a value in. */
const passwordStateFills = [
  'user',
  'password',
  'otp',
  ...Array.from({ length: 10 }, (_, at) => `genericfield${at + 1}`),
]

const isHeading = ({ cells }: CsvRow, place: number): boolean => cells[place]?.trim() === 'PasswordID'

/** Returns the heading above each row, by its line: every list has names of its own for its generic fields. */
function headingsOf({ names, header, rows }: LooseTable): ReadonlyMap<number, readonly string[]> {
  const place = names.indexOf('passwordid')
  const headings = new Map<number, readonly string[]>()
  let heading = header
  for (const row of rows) {
    if (isHeading(row, place)) heading = row.cells.map((cell) => cell.trim())
    headings.set(row.line, heading)
  }
  return headings
}

/** Passwordstate: CSV, several lists in one file, each with the header again. A row with a list alone is a folder. */
export const passwordState = tableFormat({
  id: 'passwordstate',
  name: 'Passwordstate',
  family: 'passwordstate',
  matches: (table) =>
    has(table, 'passwordid', 'passwordlistid') && hasColumns(table, 'title', 'username', 'password'),
  separator: '\\',
  columns: {
    passwordlistid: 'row',
    passwordlist: 'row',
    'password list': 'row',
    treepath: 'path',
    title: 'title',
    domain: ['text', labels.domain],
    hostname: ['text', labels.host],
    domainorhost: ['text', labels.host],
    username: 'login',
    description: 'notes',
    notes: 'notes',
    url: 'address',
    password: 'password',
    otp: 'otp',
    otpuri: 'otp',
    expirydate: 'renewal',
    accounttype: ['text', labels.kind],
    'account type': ['text', labels.kind],
    accounttypeid: 'ignore',
    allowexport: 'ignore',
    passwordid: 'id',
    ...Object.fromEntries(passwordStateFills.map((name): [string, Target] => [`web${name} id`, 'ignore'])),
  },
  rows: (table) => {
    const sourceId = createSourceIds()
    const headings = headingsOf(table)
    return (draft, cell, row) => {
      if (isHeading(row, table.names.indexOf('passwordid'))) return 'blank'
      const heading = headings.get(row.line) ?? table.header
      draft.fields = draft.fields.map((field) => {
        const label = heading[table.header.indexOf(field.label)] ?? ''
        return label === '' ? field : { ...field, label }
      })
      const list = cell('passwordlist', 'password list').trim()
      if (list !== '' && draft.path.at(-1) !== list) draft.path.push(list)
      if (draft.sourceId !== null) draft.sourceId = sourceId(draft.sourceId)
      if (isList(draft))
        return draft.path.length === 0
          ? 'blank'
          : { path: draft.path, description: '', line: row.line, sourceId: null }
      return undefined
    }
  },
})

const isList = ({ title, login, password, notes, addresses, fields, sourceId, otps }: Draft): boolean =>
  [title, login, password, notes].every((value) => value.trim() === '') &&
  addresses.length + fields.length + otps.length === 0 &&
  sourceId === null

/** A line of a cell with fields: `label, type: value`. */
const customField = /^([^:,\r\n]{1,200}), *(text|secret|email|url|file|data): ?(.*)$/

/** The folder around all others. */
export const homeFolder = '00000000-0000-0000-0000-000000000000'

/** Nextcloud Passwords: CSV, its columns named in the language of the person. A folder is its name, without a path. */
export const nextcloud = tableFormat({
  id: 'nextcloud-passwords',
  name: 'Nextcloud Passwords',
  family: 'nextcloud-passwords',
  matches: (table) =>
    hasColumns(table, 'label', 'username', 'password', 'notes', 'url', 'folder', 'tags') ||
    hasColumns(
      table,
      'libelle',
      "nom d'utilisateur",
      'mot de passe',
      'notes',
      'lien',
      'dossier',
      'etiquettes',
    ),
  separator: null,
  columns: {
    label: 'title',
    libelle: 'title',
    username: 'login',
    "nom d'utilisateur": 'login',
    password: 'password',
    'mot de passe': 'password',
    notes: 'notes',
    url: 'address',
    lien: 'address',
    'custom fields': 'row',
    'champs personnalises': 'row',
    folder: 'path',
    dossier: 'path',
    tags: ['text', labels.tags],
    etiquettes: ['text', labels.tags],
    favorite: 'favourite',
    favori: 'favourite',
    edited: 'ignore',
    edite: 'ignore',
    id: 'id',
    revision: 'ignore',
    'folder id': 'row',
    'id du dossier': 'row',
    'tag ids': 'ignore',
  },
  rows: () => {
    const sourceId = createSourceIds()
    return (draft, cell) => {
      if (draft.sourceId !== null) draft.sourceId = sourceId(draft.sourceId)
      if (cell('folder id', 'id du dossier') === homeFolder) draft.path = []
      const written = cell('custom fields', 'champs personnalises')
      const fields = written.split(/\r\n|\r|\n/).map((line) => customField.exec(line))
      if (fields.every((field) => field !== null))
        for (const [, label = '', type = '', value = ''] of fields) addCustomField(draft, label, type, value)
      else addField(draft, jsonCellLabels.customFields, 'concealed', written)
      return undefined
    }
  },
})

/** Adds a field of Nextcloud Passwords; what its type does not show is concealed. */
export function addCustomField(draft: Draft, label: string, type: string, value: string): void {
  const isShown = type === 'text' || type === 'email' || type === 'url'
  const isAddress = type === 'url' && /^https?:\/\//i.test(value)
  if (isAddress) addField(draft, label, 'address', value)
  else addNamed(draft, label, isShown ? 'text' : 'concealed', value)
}
