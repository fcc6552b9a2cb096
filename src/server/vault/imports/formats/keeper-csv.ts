import { isColumnName } from '../column-names.ts'
import {
  addAddress,
  addField,
  addOtp,
  createSourceIds,
  draftEntry,
  setPlaces,
  tellLeft,
  type Draft,
} from './entry-draft.ts'
import type { Format } from './format.ts'
import { found, type FoundEntry } from './found.ts'
import { addKeeperField, keeperCategoryOf, keeperFieldOf, keeperPath } from './keeper-json.ts'
import type { LooseTable } from './loose-table.ts'
import { notesOf } from './table-format.ts'

/** Folder, title, login, password, address, notes, shared folder; then pairs of a name and a value. */
const fixedCells = 7

const isAddress = (cell: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(cell.trim())

/**
 * A table without a header: every row has the seven cells and whole pairs, and addresses stand in the fifth. The type of a
 * typed record is often the name of a column: `login`.
 */
function isKeeper({ first, rows, delimiter }: LooseTable): boolean {
  const all = [first, ...rows]
  return (
    delimiter === ',' &&
    (hasOwnField(first.cells) || !first.cells.some(isColumnName)) &&
    all.every(
      ({ cells: [folder = '', ...others] }) =>
        others.length + 1 >= fixedCells && (others.length + 1 - fixedCells) % 2 === 0 && !isAddress(folder),
    ) &&
    all.some(({ cells }) => isAddress(cells[4] ?? '') || hasOwnField(cells))
  )
}

/** Names of fields that only Keeper writes. */
const hasOwnField = (cells: readonly string[]): boolean =>
  cells.some((cell, place) => place >= fixedCells && place % 2 === 1 && /^(?:TFC:Keeper|\$\w+)/.test(cell))

/** Keeper: CSV without a header. */
export const keeperCsv: Format = {
  id: 'keeper-csv',
  name: 'Keeper (CSV)',
  family: 'keeper',
  endings: ['.csv', '.txt'],
  needs: [],
  recognises: (file) => file.kind === 'table' && isKeeper(file),
  async read(file, { yielder }) {
    if (file.kind !== 'table') return { ok: false, code: 'FORMAT_OTHER' }
    const entries: FoundEntry[] = []
    const sourceId = createSourceIds()
    let blankRows = 0
    for (const { line, cells } of [file.first, ...file.rows]) {
      const pause = yielder.step(8)
      if (pause) await pause
      if (cells.every((cell) => cell.trim() === '')) {
        blankRows += 1
        continue
      }
      const draft = draftEntry(line)
      const uid = readCells(draft, cells)
      draft.sourceId = sourceId(uid)
      if (uid !== '') {
        // Earlier releases took what says of a record which it is for fields of its own.
        const former = draftEntry(line)
        readCells(former, cells, true)
        draft.former = former
      }
      entries.push(draft)
    }
    return found(entries, { blankRows, notes: notesOf(file, entries) })
  },
}

function withoutRights(shared: string): string {
  let name = shared
  for (let right = rightOf(name); right !== undefined; right = rightOf(name))
    name = name.slice(0, -right.length)
  return name
}
const rightOf = (name: string): string | undefined =>
  ['#edit', '#reshare'].find((right) => name.endsWith(right))

/**
 * Reads a row, and returns the identifier of its record; empty where the file has none.
 * @param isFormer as earlier releases read it, which knew no typed records
 */
function readCells(draft: Draft, cells: readonly string[], isFormer = false): string {
  const [folder = '', title = '', login = '', password = '', address = '', notes = '', shared = ''] = cells
  Object.assign(draft, { title, login, password, notes })
  addAddress(draft, address)
  const pairs: [string, string][] = []
  for (let at = fixedCells; at < cells.length; at += 2) pairs.push([cells[at] ?? '', cells[at + 1] ?? ''])
  const valueAt = (key: string): string | undefined => pairs.find(([name]) => name === key)?.[1]
  const [uid, type] = isFormer ? [] : [valueAt('$record_uid'), valueAt('$type')]
  // The rights of others follow the name of a shared folder. Commander names the path within it first, others another place.
  const [outer, inner] = [keeperPath(withoutRights(shared)), keeperPath(folder)]
  const places = uid === undefined ? [outer, inner] : [[...outer, ...inner]]
  setPlaces(
    draft,
    places.filter((path) => path.length > 0),
  )
  draft.category = type === undefined ? null : keeperCategoryOf(type)
  const left: string[] = []
  for (const [name, value] of pairs) {
    if (value === '' && name === '') continue
    if (!isFormer && (name === '$record_uid' || name === '$type')) continue
    if (/^TFC:Keeper/i.test(name) || /^otpauth:\/\//i.test(value)) addOtp(draft, value)
    else if (name.startsWith('$')) addKeeperField(draft, keeperFieldOf(name), value, left, uid !== undefined)
    else if (type !== undefined) addKeeperField(draft, { type: 'text', label: name }, value, left)
    // Keeper does not say which fields it hides in a record without a type.
    else addField(draft, name, 'concealed', value)
  }
  tellLeft(draft, left)
  return uid?.trim() ?? ''
}
