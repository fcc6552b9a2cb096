import { fieldLabels as labels, protonCsvLabels } from '#texts/vault/import-formats.ts'
import { addAddress, addField } from './entry-draft.ts'
import { isObject, parseJson, textAt } from './json-values.ts'
import { hasColumns } from './loose-table.ts'
import { readCard, readIdentity } from './proton.ts'
import { tableFormat } from './table-format.ts'

/** Proton Pass: CSV, without identifiers. The note of a card or an identity holds its content as JSON. */
export const protonCsv = tableFormat({
  id: 'proton-csv',
  name: 'Proton Pass (CSV)',
  family: 'proton',
  matches: (table) =>
    hasColumns(table, 'name', 'url', 'username', 'password', 'note', 'totp') &&
    (hasColumns(table, 'vault') || hasColumns(table, 'createtime', 'modifytime')),
  columns: {
    type: 'row',
    name: 'title',
    url: 'row',
    email: 'email',
    username: 'login',
    password: 'password',
    note: 'row',
    totp: 'otp',
    createtime: 'ignore',
    modifytime: 'ignore',
    vault: 'path',
    autofillurls: 'row',
  },
  separator: null,
  rows: () => (draft, cell) => {
    const type = cell('type')
    for (const url of `${cell('url')}, ${cell('autofillurls')}`.split(/,\s+/))
      if (!draft.addresses.includes(url)) addAddress(draft, url)
    const note = cell('note')
    const content = type === 'creditCard' || type === 'identity' ? parseJson(note) : undefined
    if (isObject(content)) {
      draft.notes = textAt(content, 'note')
      if (type === 'creditCard') readCard(draft, content)
      else readIdentity(draft, content)
    } else draft.notes = note
    if (type === 'creditCard') draft.category = 'bankCard'
    else if (type === 'wifi') draft.category = 'wifi'
    else if (type === 'sshKey') draft.category = 'apiKey'
    else if (type !== 'login' && type !== '') draft.category = 'other'
    if (type === 'alias') addField(draft, labels.kind, 'text', protonCsvLabels.alias)
    return undefined
  },
})
