import { isHeaderOf, tableFormat } from './table-format.ts'

/**
 * Chrome, Edge, Brave, Opera and other browsers of the Chromium family: CSV, without identifiers. The names are those of
 * Chromium's writer, the same in every language. The last one may be empty or missing.
 */
export const chromium = tableFormat({
  id: 'chromium',
  name: 'Chrome, Edge, Brave, Opera',
  family: 'chromium',
  matches: (table) => isHeaderOf(table, ['name', 'url', 'username', 'password'], ['note']),
  columns: {
    name: 'title',
    url: 'address',
    username: 'login',
    password: 'password',
    note: 'notes',
    '': 'notes',
  },
})
