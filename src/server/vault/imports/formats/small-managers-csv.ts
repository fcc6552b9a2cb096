import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import { columnName } from '../column-names.ts'
import { pathOf } from '../csv-row.ts'
import {
  addExpiry,
  addField,
  addNamed,
  addOtp,
  createSourceIds,
  folderPaths,
  setPlaces,
  type Draft,
} from './entry-draft.ts'
import { isObject, listOf, parseJson, textAt, valueOf } from './json-values.ts'
import { cellsBy, hasColumns, type LooseTable } from './loose-table.ts'
import { readPassmanItem } from './passman-json.ts'
import { psonoTypes, readPsonoItem } from './psono-json.ts'
import { isHeaderOf, tableFormat, type CellOf } from './table-format.ts'

/** SafeInCloud: CSV. */
export const safeInCloudCsv = tableFormat({
  id: 'safeincloud-csv',
  name: 'SafeInCloud (CSV)',
  family: 'safeincloud',
  matches: (table) =>
    isHeaderOf(
      table,
      ['title', 'login', 'password', 'notes'],
      ['url', 'website', 'otp', 'one time password', 'email', 'labels', 'phone', 'pin'],
    ) && table.names[0] === 'title',
  columns: {
    title: 'title',
    login: 'login',
    email: 'email',
    password: 'password',
    url: 'address',
    website: 'address',
    notes: 'notes',
    otp: 'otp',
    'one time password': 'otp',
    phone: ['text', labels.phone],
    labels: ['text', labels.tags],
  },
})

/** Padloc: CSV. Each name of a field is a column; tags are what its people have for folders. */
export const padlocCsv = tableFormat({
  id: 'padloc-csv',
  name: 'Padloc (CSV)',
  family: 'padloc',
  matches: ({ names }) => names[0] === 'name' && names[1] === 'tags',
  columns: {
    name: 'title',
    tags: 'row',
    username: 'login',
    login: 'login',
    "nom d'utilisateur": 'login',
    email: 'email',
    'e mail': 'email',
    password: 'password',
    'mot de passe': 'password',
    url: 'address',
    website: 'address',
    notes: 'notes',
    note: 'notes',
    'one time password': 'otp',
    'card number': ['concealed', labels.number],
    'credit card number': ['concealed', labels.number],
    'card owner': 'login',
    'account owner': 'login',
    'valid until': 'expiry',
    cvc: ['concealed', labels.code],
    iban: ['concealed', labels.iban],
    bic: ['text', labels.bic],
  },
  rows: () => (draft, cell) => {
    const tags = cell('tags').split(',')
    const isPaying = ['card number', 'credit card number', 'iban'].some((name) => cell(name).trim() !== '')
    if (isPaying && draft.password === '' && draft.addresses.length === 0) draft.category = 'bankCard'
    setPlaces(
      draft,
      tags.map((tag) => pathOf(tag, '\\')).filter((path) => path.length > 0),
    )
    return undefined
  },
})

/** The names of Psono's columns begin with the type of the entry. */
const isPsonoColumn = (name: string): boolean =>
  Object.keys(psonoTypes).some((type) => name.startsWith(`${columnName(type)} `))

/** Psono: CSV, with the names of its JSON as columns. */
export const psonoCsv = tableFormat({
  id: 'psono-csv',
  name: 'Psono (CSV)',
  family: 'psono',
  matches: (table) => hasColumns(table, 'type') && table.names.filter(isPsonoColumn).length > 1,
  columns: {},
  rows: (table) => (draft, cell, row) => {
    draft.fields = []
    const item = Object.fromEntries(
      table.header.map((name, place): [string, unknown] => {
        const value = row.cells[place] ?? ''
        return [name, /^\s*[[{]/.test(value) ? (parseJson(value) ?? value) : value]
      }),
    )
    readPsonoItem(draft, item)
    draft.path = pathOf(cell('path'), '\\')
    return undefined
  },
})

/** Passpack: CSV. Tags and further fields are JSON in JSON; the first tag is the folder. */
export const passpack = tableFormat({
  id: 'passpack',
  name: 'Passpack',
  family: 'passpack',
  matches: (table) => hasColumns(table, 'entry name', 'user id', 'password'),
  columns: {
    'entry name': 'title',
    url: 'address',
    link: 'address',
    'user id': 'login',
    password: 'password',
    notes: 'notes',
    'shared notes': 'notes',
    tags: 'row',
    'extra fields': 'row',
    email: 'email',
  },
  rows: () => (draft, cell) => {
    const tags = innerObjects(cell('tags'), 'tags')
    if (tags)
      setPlaces(
        draft,
        tags.map((tag) => pathOf(textAt(tag, 'tag'), '/')).filter((path) => path.length > 0),
      )
    else if (cell('tags') !== '') addField(draft, labels.tags, 'text', cell('tags'))
    const fields = innerObjects(cell('extra fields'), 'extraFields')
    for (const field of fields ?? [])
      addNamed(
        draft,
        textAt(field, 'name'),
        textAt(field, 'type') === 'text' ? 'text' : 'concealed',
        valueOf(field, 'data'),
      )
    if (!fields) addField(draft, labels.unnamed, 'concealed', cell('extra fields'))
    return undefined
  },
})

/** Returns the objects of a list under a key, each of them JSON in a text; null for anything else. */
function innerObjects(cell: string, key: string): readonly unknown[] | null {
  const outer = parseJson(cell)
  if (!isObject(outer)) return null
  const inner = listOf(valueOf(outer, key)).map((one) => (typeof one === 'string' ? parseJson(one) : one))
  return inner.every(isObject) ? inner : null
}

/** Passman, of Nextcloud: CSV, without identifiers. */
export const passmanCsv = tableFormat({
  id: 'passman-csv',
  name: 'Passman (CSV)',
  family: 'passman',
  matches: (table) =>
    hasColumns(table, 'label', 'username', 'password', 'description', 'tags', 'custom fields'),
  columns: {},
  rows: (table) => (draft, cell, row) => {
    draft.fields = []
    const item: Record<string, unknown> = Object.fromEntries(
      table.header.map((name, place) => [name, row.cells[place] ?? '']),
    )
    const broken: string[] = []
    for (const key of ['custom_fields', 'files', 'otp']) {
      const value = cell(columnName(key))
      const parsed = parseJson(value)
      item[key] = parsed
      if (parsed === undefined && value.trim() !== '') broken.push(value)
    }
    // `[tag,tag\inner]`, which is no JSON.
    item['tags'] = cell('tags')
      .trim()
      .replace(/^\[/, '')
      .replace(/\]$/, '')
      .split(',')
      .map((tag) => tag.trim())
    readPassmanItem(draft, item)
    for (const value of broken) addField(draft, labels.unnamed, 'concealed', value)
    return undefined
  },
})

/** What a card of Buttercup has besides its holder and its number, which are login and password. */
const cardColumns = ['cvv', 'valid from', 'expiry', 'type'] as const

/** Buttercup's trash is a group of this name in every language; a table does not say more of it. */
const buttercupTrash = 'Trash'

/** Buttercup: CSV. Groups are rows of their own, or only named in the rows of entries. */
export const buttercup = tableFormat({
  id: 'buttercup',
  name: 'Buttercup',
  family: 'buttercup',
  matches: (table) => hasColumns(table, '!group id', '!group name', 'title'),
  refuses: (table) => (buttercupPaths(table) === null ? 'TOO_DEEP' : null),
  columns: {
    '!type': 'row',
    '!group id': 'row',
    '!group name': 'row',
    '!group parent': 'row',
    title: 'title',
    username: 'login',
    password: 'password',
    url: 'address',
    id: 'row',
    note: 'notes',
    notes: 'notes',
    otp: 'otp',
    totp: 'otp',
    email: 'email',
    privatekey: ['concealed', labels.privateKey],
    publickey: ['text', labels.publicKey],
    ...Object.fromEntries(cardColumns.map((name) => [name, 'row'])),
  },
  rows: (table) => {
    const paths = buttercupPaths(table)
    const sourceId = createSourceIds()
    return (draft, cell, row) => {
      const group = cell('!group id')
      const path = paths?.get(group) ?? [cell('!group name')].filter((name) => name.trim() !== '')
      const isBinned = path[0] === buttercupTrash
      if (cell('!type') === 'group')
        return { path, description: '', line: row.line, sourceId: group || null, isBinned }
      draft.path = [...path]
      if (isBinned) draft.state = 'binned'
      draft.sourceId = sourceId(cell('id').trim())
      // It names its one-time secrets freely: what they are shows in their values.
      const otps = draft.fields.filter(({ value }) => /^otpauth:\/\//i.test(value))
      draft.fields = draft.fields.filter((field) => !otps.includes(field))
      for (const { value } of otps) addOtp(draft, value)
      addKind(draft, cell)
      return undefined
    }
  },
})

/** Buttercup's file does not name the kinds of its entries: what they are shows in their columns. */
function addKind(draft: Draft, cell: CellOf): void {
  const given = cardColumns.filter((name) => cell(name).trim() !== '')
  const isCard = /^(?:\d[ -]?){12,19}$/.test(draft.password.trim()) && given.length > 0
  if (isCard) {
    draft.category = 'bankCard'
    addField(draft, labels.number, 'concealed', draft.password)
    draft.password = ''
    addField(draft, labels.code, 'concealed', cell('cvv'))
    addExpiry(draft, cell('expiry'))
    addField(draft, labels.validFrom, 'text', cell('valid from'))
    addField(draft, labels.brand, 'text', cell('type'))
    return
  }
  for (const name of given) addField(draft, name, 'concealed', cell(name))
  const { login, password, addresses, otps } = draft
  if (cell('privatekey') !== '') draft.category = 'apiKey'
  else if (draft.notes !== '' && [login, password, ...addresses, ...otps].every((text) => text === ''))
    draft.category = 'other'
}

/** Returns the paths of the groups that have rows of their own. */
function buttercupPaths(table: LooseTable): ReturnType<typeof folderPaths> {
  const cellOf = cellsBy(table)
  return folderPaths(
    table.rows
      .filter((row) => cellOf(row, '!type') === 'group')
      .map((row) => ({
        id: cellOf(row, '!group id'),
        parent: cellOf(row, '!group parent'),
        name: cellOf(row, '!group name'),
      })),
  )
}
