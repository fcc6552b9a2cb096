import { decodeCsv } from '../csv-text.ts'
import { readDashlaneTable } from './dashlane.ts'
import type { Format } from './format.ts'
import { found, type Found, type FoundEntry } from './found.ts'
import { readLooseTable } from './loose-table.ts'

/** The tables that show whose archive it is. */
const ownTables = new Set(['credentials.csv', 'securenotes.csv'])
const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Dashlane: a ZIP of CSV files, one for each kind of entry. */
export const dashlaneZip: Format = {
  id: 'dashlane-zip',
  name: 'Dashlane (ZIP)',
  family: 'dashlane',
  endings: ['.zip'],
  needs: [],
  recognises: (file) =>
    file.kind === 'zip' && file.archive.names.some((name) => ownTables.has(fileName(name).toLowerCase())),
  async read(file, { yielder }) {
    if (file.kind !== 'zip') return { ok: false, code: 'FORMAT_OTHER' }
    const entries: FoundEntry[] = []
    const unreadable: Found['unreadable'][number][] = []
    let blankRows = 0
    for (const name of file.archive.names.filter((path) => /\.csv$/i.test(path))) {
      const data = await file.archive.read(name)
      if (!data.ok) return data
      const { bytes } = data
      // Dashlane writes the tables of what people do not have too, some without any byte.
      if (bytes.length === 0) continue
      const decoded = decodeCsv(bytes)
      if (!decoded.ok) return decoded
      const table = await readLooseTable(decoded.text, decoded.isGarbled, yielder)
      if ('ok' in table) return table
      const read = await readDashlaneTable(table, yielder)
      entries.push(...read.entries)
      unreadable.push(...read.unreadable)
      blankRows += read.blankRows
    }
    // Lines of several tables: the place among all entries tells them apart.
    const placed = entries.map((entry, place) => ({ ...entry, line: place + 1 }))
    return found(placed, { unreadable, blankRows })
  },
}
