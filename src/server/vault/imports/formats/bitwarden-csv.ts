import { formatNames } from '#texts/vault/import-formats.ts'
import { addAddress, addField, setPlaces } from './entry-draft.ts'
import { pathOf } from '../csv-row.ts'
import { hasColumns } from './loose-table.ts'
import { isHeaderOf, tableFormat } from './table-format.ts'

/** Bitwarden and Vaultwarden: CSV of a person or an organisation. It holds logins and notes only. */
export const bitwardenCsv = tableFormat({
  id: 'bitwarden-csv',
  name: 'Bitwarden, Vaultwarden (CSV)',
  family: 'bitwarden',
  matches: (table) => hasColumns(table, 'name', 'login uri', 'login username', 'login password'),
  columns: {
    folder: 'path',
    collections: 'row',
    favorite: 'favourite',
    type: 'row',
    name: 'title',
    notes: 'notes',
    fields: 'row',
    reprompt: 'row',
    archiveddate: 'row',
    'login uri': 'row',
    'login username': 'login',
    'login password': 'password',
    'login totp': 'otp',
  },
  rows: () => (draft, cell) => {
    if (cell('type') === 'note') draft.category = 'other'
    if (cell('archiveddate').trim() !== '') draft.state = 'archived'
    const places = cell('collections')
      .split(',')
      .map((place) => pathOf(place, '/'))
      .filter((path) => path.length > 0)
    if (places.length > 0) setPlaces(draft, places)
    for (const uri of addressesOf(cell('login uri'))) addAddress(draft, uri)
    // The file does not tell which fields Bitwarden hides.
    for (const { label, value } of fieldsOf(cell('fields'))) addField(draft, label, 'concealed', value)
    return undefined
  },
})

/** Returns the addresses of a cell, separated by commas. A comma before anything else is part of an address. */
const addressesOf = (cell: string): string[] =>
  cell.split(/,(?=\s*(?:[a-z][a-z0-9+.-]*:\/\/|[\w-]+\.[\w-]))/i)

/** Returns the fields of a cell: a line `name: value` each. A line without a name goes on with the value before. */
function fieldsOf(cell: string): { label: string; value: string }[] {
  const fields: { label: string; value: string }[] = []
  for (const line of cell === '' ? [] : cell.split(/\r\n|\n/)) {
    const at = line.lastIndexOf(': ')
    const last = fields.at(-1)
    if (at >= 0) fields.push({ label: line.slice(0, at), value: line.slice(at + 2) })
    else if (line.endsWith(':')) fields.push({ label: line.slice(0, -1), value: '' })
    else if (last) last.value += `\n${line}`
    else fields.push({ label: '', value: line })
  }
  return fields
}

/** Bitwarden until 2017: CSV. */
export const bitwardenOldCsv = tableFormat({
  id: 'bitwarden-csv-2017',
  name: formatNames.bitwardenOldCsv,
  family: 'bitwarden',
  matches: (table) =>
    isHeaderOf(table, ['name', 'uri', 'username', 'password', 'notes', 'folder'], ['totp', 'favorite']),
  columns: {
    name: 'title',
    uri: 'address',
    username: 'login',
    password: 'password',
    notes: 'notes',
    folder: 'path',
    totp: 'otp',
    favorite: 'favourite',
  },
})
