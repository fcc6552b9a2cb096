import { formatNames } from '#texts/vault/import-formats.ts'
import { columnsOf } from '../csv-columns.ts'
import { rowValuesOf } from '../csv-row.ts'
import { scientific } from '../csv.ts'
import { isOwnHeader } from '../own-csv.ts'
import { draftEntry, tell } from './entry-draft.ts'
import type { Format } from './format.ts'
import { found, type FoundEntry } from './found.ts'
import { isBlankRow } from './loose-table.ts'
import { isHeaderOf, notesOf } from './table-format.ts'

/**
 * Trousseau's own tables: its export, whose cells are exact, and its template filled in, which is read as written. The
 * rows are read as the CSV source reads them.
 */
export const trousseauCsv: Format = {
  id: 'trousseau-csv',
  name: formatNames.trousseauCsv,
  family: 'trousseau-csv',
  endings: ['.csv', '.txt'],
  needs: [],
  recognises: (file) =>
    file.kind === 'table' &&
    (isOwnHeader(file.header) ||
      isHeaderOf(file, ['nom', 'identifiant', 'mot de passe', 'adresse', 'description', 'otp', 'dossier'])),
  async read(file, { yielder }) {
    if (file.kind !== 'table') return { ok: false, code: 'FORMAT_OTHER' }
    const columns = columnsOf(file.header, file.first.line, file.rows)
    if (!columns.ok) return columns
    const entries: FoundEntry[] = []
    let blankRows = 0
    for (const row of file.rows) {
      const pause = yielder.step(8)
      if (pause) await pause
      if (isBlankRow(row, file)) {
        blankRows += 1
        continue
      }
      const { values, path, extras, category, renewBefore } = rowValuesOf(row, columns)
      const { name = '', login = '', password = '', address = '', description = '', otp = '' } = values
      const draft = draftEntry(row.line)
      Object.assign(draft, { title: name, login, password, notes: description, path, category })
      draft.addresses = [address].filter((text) => text.trim() !== '')
      draft.otps = [otp].filter((text) => text.trim() !== '')
      draft.renewal = renewBefore
      draft.fields = extras.map(({ label, value, isHidden, kind }) => ({
        label,
        value,
        kind: isHidden ? 'concealed' : 'text',
        ...(kind === 'lines' && { isExact: true }),
      }))
      if (row.cells.slice(file.header.length).some((cell) => cell.trim() !== '')) tell(draft, 'CELLS_KEPT')
      if (scientific.test(password)) tell(draft, 'SPREADSHEET_NUMBER')
      entries.push(draft)
    }
    return found(entries, { blankRows, notes: notesOf(file, entries), isExact: columns.isOwn === true })
  },
}
