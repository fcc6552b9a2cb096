import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import { lockSelfLabels } from '#texts/vault/imports.ts'
import { lockSelfPath } from '../csv-columns.ts'
import { isPersonal } from '../csv.ts'
import { addField } from './entry-draft.ts'
import type { Format } from './format.ts'
import { hasColumns } from './loose-table.ts'
import { readTable, type TableSpec, type Target } from './table-format.ts'

/** LockSelf, LockPass: CSV of 11 columns, or of 12 with the type. Its list of categories is folders. */
export const lockSelf: Format = {
  id: 'lockself',
  name: 'LockSelf, LockPass',
  family: 'lockself',
  endings: ['.csv', '.txt'],
  needs: [],
  recognises: (file) => file.kind === 'table' && hasColumns(file, lockSelfPath),
  async read(file, { yielder }) {
    if (file.kind !== 'table') return { ok: false, code: 'FORMAT_OTHER' }
    const isCategories = !hasColumns(file, 'password')
    const read = await readTable(file, isCategories ? categoriesSpec : passwordsSpec, yielder)
    const hasPersonal = [...read.entries, ...read.folders].some(({ path }) => isPersonal(path))
    return hasPersonal ? { ...read, notes: [...read.notes, { reason: 'PERSONAL_FOLDER' }] } : read
  },
}

const label = (name: string): Target => ['text', lockSelfLabels[name] ?? labels.unnamed]

const passwordsSpec: TableSpec = {
  columns: {
    name: 'title',
    url: 'address',
    username: 'login',
    password: 'password',
    [lockSelfPath]: 'path',
    tags: label('tags'),
    description: 'notes',
    opt1: label('opt1'),
    opt2: label('opt2'),
    opt3: label('opt3'),
    totp: 'row',
    type: 'row',
  },
  rows: () => (draft, cell, row) => {
    // Zeros stand for no secret.
    if (!/^0*$/.test(cell('totp').trim())) draft.otps.push(cell('totp'))
    // Nearly all entries are of this type.
    if (cell('type').trim().toLowerCase() !== 'password')
      addField(draft, lockSelfLabels['type'] ?? '', 'text', cell('type'))
    const isFolder = row.cells.filter((value) => value.trim() !== '').length === 1 && draft.path.length > 0
    return isFolder ? { path: draft.path, description: '', line: row.line, sourceId: null } : undefined
  },
}

const categoriesSpec: TableSpec = {
  columns: { [lockSelfPath]: 'path', passwordpolicyname: 'ignore', expirationdate: 'ignore' },
  rows: () => (draft, _cell, row) =>
    draft.path.length === 0 ? 'blank' : { path: draft.path, description: '', line: row.line, sourceId: null },
}
