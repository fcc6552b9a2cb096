import { browserLabels, formatNames } from '#texts/vault/import-formats.ts'
import { createSourceIds } from './entry-draft.ts'
import { hasColumns } from './loose-table.ts'
import { isHeaderOf, tableFormat } from './table-format.ts'

/** Firefox: CSV. Entries have no name; their site names them. */
export const firefox = tableFormat({
  id: 'firefox',
  name: 'Firefox',
  family: 'firefox',
  matches: (table) => hasColumns(table, 'url', 'username', 'password', 'httprealm'),
  columns: {
    url: 'address',
    username: 'login',
    password: 'password',
    httprealm: ['text', browserLabels.realm],
    formactionorigin: 'ignore',
    formsubmiturl: 'ignore',
    guid: 'row',
    timecreated: 'ignore',
    timelastused: 'ignore',
    timepasswordchanged: 'ignore',
  },
  rows: () => {
    const sourceId = createSourceIds()
    return (draft, cell) => {
      // The account of Firefox itself: its password does not open the site, and Firefox never imports it either.
      if (/^chrome:\/\/FirefoxAccounts/i.test(cell('url'))) return 'blank'
      draft.sourceId = sourceId(cell('guid').trim())
      return undefined
    }
  },
})

/** Apple Passwords and Safari: CSV. */
export const safari = tableFormat({
  id: 'safari',
  name: formatNames.appleCsv,
  family: 'safari',
  matches: (table) =>
    isHeaderOf(table, ['title', 'url', 'username', 'password'], ['notes', 'otpauth']) &&
    // 1Password 4 has the same names in this order.
    table.names.indexOf('notes') !== 1,
  columns: {
    title: 'title',
    url: 'address',
    username: 'login',
    password: 'password',
    notes: 'notes',
    otpauth: 'otp',
  },
})
