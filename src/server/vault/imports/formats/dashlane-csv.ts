import { formatNames } from '#texts/vault/import-formats.ts'
import { readDashlaneTable } from './dashlane.ts'
import type { Format } from './format.ts'
import { emptyEntry, found, type FoundEntry } from './found.ts'
import { hasColumns, type LooseTable } from './loose-table.ts'
import { isHeaderOf, notesOf } from './table-format.ts'

/** The tables of an export, each with columns of its own: logins, notes, payments, papers, persons. */
const isTable = (table: LooseTable): boolean =>
  hasColumns(table, 'username', 'title', 'password', 'url', 'category') ||
  isHeaderOf(table, ['title', 'note'], ['category']) ||
  hasColumns(table, 'type', 'account name', 'account holder') ||
  hasColumns(table, 'type', 'number', 'issue date') ||
  hasColumns(table, 'type', 'first name', 'item name') ||
  (hasColumns(table, 'type', 'title', 'first name', 'last name', 'login') &&
    !hasColumns(table, 'password')) ||
  hasColumns(table, 'ssid', 'passphrase')

/** Dashlane: the CSV files of its export, one by one. */
export const dashlaneCsv: Format = {
  id: 'dashlane-csv',
  name: 'Dashlane (CSV)',
  family: 'dashlane',
  endings: ['.csv', '.txt'],
  needs: [],
  recognises: (file) => file.kind === 'table' && isTable(file),
  async read(file, { yielder }) {
    if (file.kind !== 'table') return { ok: false, code: 'FORMAT_OTHER' }
    const read = await readDashlaneTable(file, yielder)
    return { ...read, notes: [...read.notes, ...notesOf(file, read.entries)] }
  },
}

const isAddress = (cell: string): boolean =>
  /^(?:https?:\/\/\S+|[\w-]+(?:\.[\w-]+)+(?:[/:]\S*)?)$/i.test(cell.trim())

/** Until 2021: title, address, login, password and note, without a header. A title alone is an entry too. */
const isOld = ({ first, rows, delimiter }: LooseTable): boolean => {
  const whole = [first, ...rows].filter(({ cells }) => cells.length > 1)
  return (
    delimiter === ',' &&
    whole.every(({ cells: [, url = '', , , note, ...beyond] }) => {
      const isWhole = note !== undefined && beyond.every((cell) => cell === '')
      return isWhole && (url === '' || isAddress(url))
    }) &&
    whole.some(({ cells: [, url = ''] }) => /^https?:\/\//i.test(url))
  )
}

/** Dashlane until 2021: CSV without a header. */
export const dashlaneOldCsv: Format = {
  id: 'dashlane-csv-2021',
  name: formatNames.dashlaneOldCsv,
  family: 'dashlane',
  endings: ['.csv', '.txt'],
  needs: [],
  recognises: (file) => file.kind === 'table' && isOld(file),
  async read(file, { yielder }) {
    if (file.kind !== 'table') return { ok: false, code: 'FORMAT_OTHER' }
    const entries: FoundEntry[] = []
    let blankRows = 0
    for (const { line, cells } of [file.first, ...file.rows]) {
      const pause = yielder.step(4)
      if (pause) await pause
      const [title = '', url = '', login = '', password = '', notes = ''] = cells
      if (cells.every((cell) => cell.trim() === '')) blankRows += 1
      else
        entries.push({
          ...emptyEntry,
          title,
          addresses: url === '' ? [] : [url],
          login,
          password,
          notes,
          line,
        })
    }
    return found(entries, { blankRows, notes: notesOf(file, entries) })
  },
}
