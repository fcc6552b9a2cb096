import type { ImportRefused } from '../model.ts'
import { decodeCsv } from '../csv-text.ts'
import { folderPaths } from './entry-draft.ts'
import type { Format, Reading } from './format.ts'
import type { FoundFolder } from './found.ts'
import { cellsBy, readLooseTable, type LooseTable } from './loose-table.ts'
import { homeFolder, nextcloud } from './organisations-csv.ts'
import type { Archive } from './zip.ts'

/** The names of the tables, in every language. The one of tags says nothing that the passwords do not. */
const [passwordsName, otherNames] = ['Passwords.csv', ['Folders.csv', 'Tags.csv']] as const

/**
 * Nextcloud Passwords: its predefined CSV of more than the passwords, a ZIP of tables. Unlike the one table, it has folders
 * in folders.
 */
export const nextcloudZip: Format = {
  id: 'nextcloud-passwords-zip',
  name: 'Nextcloud Passwords (ZIP)',
  family: 'nextcloud-passwords',
  endings: ['.zip'],
  needs: [],
  recognises: (file) =>
    file.kind === 'zip' &&
    file.archive.names.includes(passwordsName) &&
    otherNames.some((name) => file.archive.names.includes(name)),
  async read(file, reading) {
    if (file.kind !== 'zip') return { ok: false, code: 'FORMAT_OTHER' }
    const { archive } = file
    const passwords = await tableOf(archive, passwordsName, reading)
    if ('ok' in passwords) return passwords
    if (!nextcloud.recognises(passwords)) return { ok: false, code: 'FORMAT_UNKNOWN' }
    const table = archive.names.includes(otherNames[0])
      ? await tableOf(archive, otherNames[0], reading)
      : null
    if (table !== null && 'ok' in table) return table
    const listed = table === null ? [] : foldersOf(table)
    const paths = folderPaths(listed)
    if (paths === null) return { ok: false, code: 'TOO_DEEP' }
    const read = await nextcloud.read(passwords, reading)
    if (!read.ok) return read
    const cellOf = cellsBy(passwords)
    const pathOfLine = new Map(
      passwords.rows.map((row) => [row.line, paths.get(cellOf(row, 'folder id', 'id du dossier').trim())]),
    )
    return {
      ...read,
      entries: read.entries.map((entry) => ({ ...entry, path: pathOfLine.get(entry.line) ?? entry.path })),
      folders: listed.map(({ id, line }): FoundFolder => ({
        path: paths.get(id) ?? [],
        description: '',
        line,
        sourceId: id,
      })),
    }
  },
}

async function tableOf(
  archive: Archive,
  name: string,
  { yielder }: Reading,
): Promise<LooseTable | ImportRefused> {
  const data = await archive.read(name)
  if (!data.ok) return data
  const decoded = decodeCsv(data.bytes)
  return decoded.ok ? readLooseTable(decoded.text, decoded.isGarbled, yielder) : decoded
}

function foldersOf(table: LooseTable) {
  const cellOf = cellsBy(table)
  const listed = table.rows.map((row) => ({
    id: cellOf(row, 'id').trim(),
    parent: cellOf(row, 'parentid', 'parent id', 'id parent').trim(),
    name: cellOf(row, 'label', 'libelle'),
    line: row.line,
  }))
  return listed.filter(({ id, name }) => id !== '' && id !== homeFolder && name.trim() !== '')
}
