import { addField, addNamed, addLogin, addOtp, type Draft } from './entry-draft.ts'
import { hasColumns } from './loose-table.ts'
import { tableFormat } from './table-format.ts'

/** RoboForm puts an apostrophe before a value that begins with `@` or with an apostrophe. */
const unescaped = (cell: string): string => (/^'['@]/.test(cell) ? cell.slice(1) : cell)

/** RoboForm: CSV. The fields of its forms follow in any number of cells. */
export const roboForm = tableFormat({
  id: 'roboform',
  name: 'RoboForm',
  family: 'roboform',
  matches: (table) => hasColumns(table, 'name', 'url', 'login', 'pwd', 'note', 'folder'),
  hasCellsBeyond: true,
  columns: {
    name: 'row',
    url: 'address',
    matchurl: 'row',
    login: 'row',
    pwd: 'row',
    note: 'row',
    folder: 'path',
    'rf fields': 'row',
    rffields: 'row',
    rffieldsv2: 'row',
  },
  rows: ({ names }) => {
    const start = names.findIndex((name) => name.startsWith('rf'))
    const isSecond = names[start] === 'rffieldsv2'
    return (draft, cell, row) => {
      draft.title = unescaped(cell('name'))
      draft.login = unescaped(cell('login'))
      draft.password = unescaped(cell('pwd'))
      draft.notes = unescaped(cell('note'))
      const match = cell('matchurl')
      if (match !== '' && !draft.addresses.includes(match)) draft.addresses.push(match)
      if (draft.login === '' && draft.password === '' && draft.addresses.length === 0)
        draft.category = 'other'
      const fields = row.cells.slice(start === -1 ? names.length : start)
      for (const field of fields) addFormField(draft, unescaped(field), isSecond)
      return undefined
    }
  },
})

/** A field of a form: `label:type:value`, since version 9 `label,id,name,type,value`. A `$` ends the label. */
function addFormField(draft: Draft, field: string, isSecond: boolean): void {
  if (field === '') return
  const parts = isSecond
    ? /^([^,]*),([^,]*),([^,]*),([^,]*),([\s\S]*)$/.exec(field)
    : /^([^:]*):([^:]*):([\s\S]*)$/.exec(field)
  if (!parts) return addField(draft, '', 'concealed', field)
  const label = (parts[1] ?? '').replace(/\$$/, '').trim()
  const [type = '', value = ''] = parts.slice(-2).map(String)
  if (value === '' || value === draft.login || value === draft.password) return
  if (/^TOTP KEY$/i.test(label)) addOtp(draft, value)
  else if (type === 'pwd') addField(draft, label, 'concealed', value)
  else if (/^(?:User ID|Login|Username)$/i.test(label)) addLogin(draft, value, label)
  else addNamed(draft, label, type === 'txt' ? 'text' : 'concealed', value)
}
