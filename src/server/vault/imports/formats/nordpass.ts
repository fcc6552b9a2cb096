import { fieldLabels as labels, jsonCellLabels } from '#texts/vault/import-formats.ts'
import { pathOf } from '../csv-row.ts'
import { addAddress, addDate, addField, addNamed, setPlaces, type Draft } from './entry-draft.ts'
import { isObject, listOf, parseJson, textAt, textOf } from './json-values.ts'
import { hasColumns, type LooseTable } from './loose-table.ts'
import { tableFormat } from './table-format.ts'

/** Returns the names of the folders that entries lie in. */
function folderNames({ names, rows }: LooseTable): Set<string> {
  const place = names.indexOf('folder')
  return new Set(rows.map(({ cells }) => cells[place] ?? '').filter((name) => name !== ''))
}

/** NordPass: CSV, where folders are rows, and cards and identities share the columns of logins. */
export const nordPass = tableFormat({
  id: 'nordpass',
  name: 'NordPass',
  family: 'nordpass',
  matches: (table) =>
    hasColumns(table, 'name', 'url', 'username', 'password', 'note', 'folder') &&
    hasColumns(table, 'cardnumber', 'cvc', 'expirydate', 'zipcode'),
  columns: {
    name: 'title',
    url: 'address',
    'additional urls': 'row',
    username: 'login',
    password: 'password',
    note: 'notes',
    cardholdername: 'login',
    // The spelling of Passbolt.
    cardholername: 'login',
    cardnumber: ['concealed', labels.number],
    cvc: ['concealed', labels.code],
    pin: ['concealed', labels.pin],
    expirydate: 'expiry',
    zipcode: ['text', labels.postalCode],
    folder: 'row',
    'shared folder': 'row',
    'full name': ['text', labels.name],
    'phone number': ['text', labels.phone],
    email: 'email',
    address1: ['text', labels.postalAddress],
    address2: ['text', labels.address2],
    city: ['text', labels.city],
    country: ['text', labels.country],
    state: ['text', labels.state],
    type: 'row',
    'custom fields': 'row',
    totp: 'otp',
    otp: 'otp',
  },
  rows: (table) => {
    const folders = folderNames(table)
    const hasType = table.names.includes('type')
    return (draft, cell, row) => {
      const isAlone = row.cells.filter((value) => value.trim() !== '').length === 1
      // Older exports have no type: a folder is a row that is only a name, which entries use as their folder.
      if (cell('type') === 'folder' || (!hasType && isAlone && folders.has(draft.title)))
        return { path: pathOfFolder(draft.title), description: '', line: row.line, sourceId: null }
      const places = [cell('folder'), cell('shared folder')].filter((name) => name !== '')
      if (places.length > 0) setPlaces(draft, places.map(pathOfFolder))
      addAddresses(draft, cell('additional urls'))
      addCustomFields(draft, cell('custom fields'))
      const kind = cell('type') || kindOf(cell('cardnumber'), cell('full name'), draft)
      if (kind === 'credit_card') draft.category = 'bankCard'
      else if (kind === 'identity' || kind === 'note') draft.category = 'other'
      return undefined
    }
  },
})

/** Folders of folders are written with a slash. */
const pathOfFolder = (name: string): string[] => pathOf(name, '/')

const kindOf = (card: string, fullName: string, draft: Draft): string => {
  if (card !== '') return 'credit_card'
  if (draft.login !== '' || draft.password !== '' || draft.addresses.length > 0) return 'password'
  return fullName === '' ? 'note' : 'identity'
}

/** A run of commas and blanks is looked through once, at its start. */
const betweenAddresses = /(?<![,\s])[,\s]+(?=[a-z]+:\/\/)/i

function addAddresses(draft: Draft, cell: string): void {
  if (cell.trim() === '') return
  const parsed = parseJson(cell)
  const urls = Array.isArray(parsed) ? listOf(parsed).map(textOf) : cell.split(betweenAddresses)
  for (const url of urls) addAddress(draft, url)
}

/** Dates are seconds or milliseconds since 1970, or ISO 8601 texts. */
function momentIn(value: string): string | number {
  if (!/^\d{9,13}$/.test(value)) return value
  return value.length <= 10 ? Number(value) * 1000 : Number(value)
}

/** A list `[{label, type, value}]` in JSON. What is no such list may hold a secret. */
function addCustomFields(draft: Draft, cell: string): void {
  if (cell.trim() === '') return
  const parsed = parseJson(cell)
  const fields = listOf(parsed)
  if (!Array.isArray(parsed) || !fields.every(isObject))
    return addField(draft, jsonCellLabels.customFields, 'concealed', cell)
  for (const field of fields) {
    const [label, type, value] = [textAt(field, 'label'), textAt(field, 'type'), textAt(field, 'value')]
    if (type === 'date') addDate(draft, label, momentIn(value))
    else addNamed(draft, label, type === 'text' ? 'text' : 'concealed', value)
  }
}
