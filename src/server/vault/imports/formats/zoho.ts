import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import type { CategoryKey } from '#domain/platform/categories.ts'
import { addAddress, addField, addLogin, addPassword, type Draft } from './entry-draft.ts'
import { hasColumns } from './loose-table.ts'
import { tableFormat } from './table-format.ts'

/** Zoho Vault: CSV. The values stand in one cell, as lines `Key:Value`; rows may be longer than the header. */
export const zohoVault = tableFormat({
  id: 'zoho-vault',
  name: 'Zoho Vault',
  family: 'zoho-vault',
  matches: (table) =>
    hasColumns(table, 'secret name', 'secret url') || hasColumns(table, 'password name', 'password url'),
  hasCellsBeyond: true,
  separator: '\n',
  columns: {
    'secret name': 'title',
    'password name': 'title',
    description: 'notes',
    'secret url': 'address',
    'password url': 'address',
    secretdata: 'row',
    notes: 'notes',
    customdata: 'row',
    tags: ['text', labels.tags],
    classification: 'ignore',
    favorite: 'favourite',
    totp: 'otp',
    'login totp': 'otp',
    chambername: 'path',
    'folder name': 'path',
  },
  rows: ({ names }) => {
    const hasData = names.includes('secretdata')
    return (draft, cell, row) => {
      const beyond = row.cells.slice(names.length)
      // The short form has the login and the password after the columns that it names.
      if (!hasData) {
        addLogin(draft, beyond[0] ?? '')
        addPassword(draft, beyond[1] ?? '')
      }
      for (const value of hasData ? beyond : beyond.slice(2)) addField(draft, '', 'concealed', value)
      addLines(draft, cell('secretdata'))
      addLines(draft, cell('customdata'))
      return undefined
    }
  },
})

const shownKeys = new Set([
  'host',
  'hostname',
  'ip address',
  'server name',
  'port',
  'domain',
  'email',
  'database name',
])

function addLines(draft: Draft, cell: string): void {
  const pairs: { key: string; value: string }[] = []
  for (const line of cell.split(/\r\n|\r|\n/)) {
    const at = line.indexOf(':')
    const last = pairs.at(-1)
    if (at > 0) pairs.push({ key: line.slice(0, at), value: line.slice(at + 1) })
    else if (last && line !== '') last.value += `\n${line}`
    else if (line !== '') pairs.push({ key: '', value: line })
  }
  for (const { key, value } of pairs) {
    const name = key.trim().toLowerCase()
    if (name === 'secrettype') draft.category = categoryOf(value)
    else if (name === 'user name' || name === 'username' || name === 'login') addLogin(draft, value)
    else if (name === 'password') addPassword(draft, value)
    else if (name === 'url') addAddress(draft, value)
    else addField(draft, key, shownKeys.has(name) ? 'text' : 'concealed', value)
  }
}

function categoryOf(kind: string): CategoryKey | null {
  if (/windows|unix|server|router|firewall/i.test(kind)) return 'server'
  if (/bank|card/i.test(kind)) return 'bankCard'
  if (/licen[cs]e|software/i.test(kind)) return 'licence'
  if (/database/i.test(kind)) return 'database'
  if (/note|file|health|identity|personal/i.test(kind)) return 'other'
  return null
}
