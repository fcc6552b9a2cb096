import type { CategoryKey } from '#domain/platform/categories.ts'
import { columnName } from '../column-names.ts'
import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import {
  addAddress,
  addDate,
  addEmail,
  addExpiry,
  addField,
  addLogin,
  addOtp,
  createSourceIds,
  type Draft,
} from './entry-draft.ts'
import type { Format } from './format.ts'
import type { LooseTable } from './loose-table.ts'
import { isHeaderOf, readTable, tableFormat, type TableSpec } from './table-format.ts'

/** 1Password 8: CSV. Columns may be left out, but not the marks of its own. */
const isEight = (table: LooseTable): boolean =>
  isHeaderOf(
    table,
    ['title', 'username', 'password'],
    ['url', 'otpauth', 'favorite', 'archived', 'tags', 'notes', 'type', 'vault'],
  ) && ['favorite', 'archived', 'tags'].some((name) => table.names.includes(name))

const isFour = (table: LooseTable): boolean =>
  isHeaderOf(table, ['title', 'notes', 'username', 'password', 'url']) && table.names[1] === 'notes'

/** 1Password 8 and 4: CSV with few columns. */
export const onePasswordCsv = tableFormat({
  id: '1password-csv',
  name: '1Password (CSV)',
  family: '1password-csv',
  matches: (table) => isEight(table) || isFour(table),
  columns: {
    title: 'title',
    url: 'address',
    username: 'login',
    password: 'password',
    otpauth: 'otp',
    favorite: 'favourite',
    archived: 'archived',
    tags: ['text', labels.tags],
    notes: 'notes',
    type: ['text', labels.kind],
    vault: 'path',
  },
})

/** A column of the wide exports, without its section and its identifier. */
const bareName = (name: string): string =>
  name
    .replace(/^section(?: \w+)? \d+: /, '')
    .replace(/\([^()]*\)$/, '')
    .trim()

const bareNames = (table: LooseTable): Set<string> => new Set(table.names.map(bareName))

/** Windows: upper case, with the identifier. Mac: one column for each field of any kind of entry. */
const isWide = (table: LooseTable): boolean => {
  const names = bareNames(table)
  return (
    names.has('uuid') &&
    names.has('title') &&
    names.has('password') &&
    (names.has('scope') || names.has('autosubmit') || names.has('urls') || names.has('ainfo'))
  )
}

/** Columns that are settings of 1Password. */
const internal = new Set([
  'scope',
  'autosubmit',
  'created date',
  'modified date',
  'createdat',
  'createddate',
  'modifieddate',
  'updatedat',
  'form fill',
  'sort by',
  'ainfo',
])
/** Columns that hold no secret, whatever the kind of entry. */
const shown = new Set([
  'type',
  'tags',
  'company',
  'department',
  'job title',
  'occupation',
  'first name',
  'initial',
  'last name',
  'sex',
  'birth date',
  'address',
  'default phone',
  'home',
  'cell',
  'business',
  'blog',
  'skype',
  'twitter',
  'yahoo',
  'msn',
  'icq',
  'aol/aim',
  'forum signature',
  'reminder question',
  'bank name',
  'cardholder name',
  'valid from',
  'server',
  'port',
  'port number',
  'host',
  'hostname',
  'database',
  'network name',
  'base station name',
  'airport id',
  'version',
  'licensed to',
  'publisher',
  'issuing bank',
  'account type',
  'name on account',
  'routing number',
  'issuing country',
  'nationality',
  'country',
  'state',
])

const categoryOf = (kind: string): CategoryKey | null => {
  const name = kind.toLowerCase()
  if (/credit card|bank account/.test(name)) return 'bankCard'
  if (/secure note|identity|passport|membership|driver|reward|outdoor|social security/.test(name))
    return 'other'
  if (/database/.test(name)) return 'database'
  if (/email/.test(name)) return 'mail'
  if (/wireless|router/.test(name)) return 'wifi'
  if (/^(?:\d+: )?server/.test(name)) return 'server'
  if (/api|ssh/.test(name)) return 'apiKey'
  return /licen[cs]e/.test(name) ? 'licence' : null
}

/** 1Password 7 of Windows, and of Mac with some 140 columns. */
export const onePasswordWideCsv: Format = {
  id: '1password-7-csv',
  name: '1Password 7 (CSV)',
  family: '1password-7-csv',
  endings: ['.csv', '.txt'],
  needs: [],
  recognises: (file) => file.kind === 'table' && !isEight(file) && isWide(file),
  read: async (file, { yielder }) =>
    file.kind === 'table' ? readTable(file, wideSpec(file), yielder) : { ok: false, code: 'FORMAT_OTHER' },
}

/** The columns are read in the row: which cell is the login depends on the others. */
const wideSpec = (table: LooseTable): TableSpec => ({
  columns: Object.fromEntries(table.names.map((name) => [name, 'row' as const])),
  rows: () => {
    const sourceId = createSourceIds()
    const columns = table.header.map((header, place) => ({
      name: bareName(table.names[place] ?? ''),
      label: header
        .replaceAll(/\p{Cf}/gu, '')
        .replace(/\([^()]*\)$/, '')
        .replace(/^SECTION(?:_\w+)? \d+: /i, '')
        .trim(),
    }))
    const isCard = bareNames(table).has('number')
    return (draft, _cell, row) => {
      for (const [place, value] of row.cells.entries()) {
        const column = columns[place]
        if (column && value !== '') addColumn(draft, column, value)
      }
      if (draft.sourceId !== null) draft.sourceId = sourceId(draft.sourceId)
      if (isCard && draft.fields.some(({ label }) => columnName(label) === 'verification number'))
        draft.category = 'bankCard'
      return undefined
    }
  },
})

/** Between addresses of one cell. A comma before anything else is part of an address. */
const severalAddresses = /[\r\n]+|,\s*(?=[a-z][a-z0-9+.-]*:\/\/)/i

function addColumn(draft: Draft, { name, label }: { name: string; label: string }, value: string): void {
  if (name === 'title') draft.title = value
  else if (name === 'uuid') draft.sourceId = value.trim() || null
  else if (name === 'username') addLogin(draft, value)
  else if (name === 'password' && draft.password === '') draft.password = value
  else if (name === 'notes' || name === 'notesplain') draft.notes = value
  else if (name === 'url' || name === 'urls' || name === 'website')
    for (const url of value.split(severalAddresses)) addOnce(draft, url)
  else if (name.includes('one time password') || /^otpauth:/i.test(value)) addOtp(draft, value)
  else if (name === 'email') addEmail(draft, value)
  else if (name === 'favorite') draft.isFavourite = /^(?:1|true|yes)$/i.test(value)
  else if (name === 'archived') draft.state = /^(?:1|true|yes)$/i.test(value) ? 'archived' : 'live'
  else if (name === 'expiry date') addExpiry(draft, value)
  else if (name.endsWith(' date') && !internal.has(name)) addDate(draft, label, value)
  else if (name === 'type') {
    draft.category = categoryOf(value)
    addField(draft, labels.kind, 'text', value)
  } else if (name === 'tags') addField(draft, labels.tags, 'text', value)
  else if (!internal.has(name)) addField(draft, label, shown.has(name) ? 'text' : 'concealed', value)
}

function addOnce(draft: Draft, url: string): void {
  if (!draft.addresses.includes(url)) addAddress(draft, url)
}
