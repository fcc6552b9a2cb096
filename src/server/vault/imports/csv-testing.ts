import { readCsv } from './csv.ts'
import type { ImportContent, ImportFolder, ImportItem, ImportRefused } from './model.ts'

/** What was read of a CSV file: each item behind the names of its folders. */
export type CsvView = Pick<ImportContent, 'ok' | 'family' | 'refused' | 'skipped' | 'fails'> & {
  readonly items: readonly ImportItem[]
  /** `Folder/Folder/Item`, folders without an item too. */
  readonly places: readonly string[]
}

/** The content of a file that was read, flat. */
export function flat(content: ImportContent): CsvView {
  const { ok, family, refused, skipped, fails } = content
  const [items, places] = [[] as ImportItem[], [] as string[]]
  const walk = (at: Pick<ImportFolder, 'folders' | 'items'>, path: string): void => {
    for (const item of at.items) {
      items.push(item)
      places.push(path + item.name)
    }
    for (const folder of at.folders) walk(folder, `${path}${folder.name}/`)
  }
  walk(content, '')
  return { ok, family, refused, skipped, fails, items, places }
}

/** Reads a text, or bytes, as a CSV file. */
export async function read(file: string | Uint8Array): Promise<CsvView | ImportRefused> {
  const result = await readCsv(typeof file === 'string' ? new TextEncoder().encode(file) : file)
  return result.ok ? flat(result) : result
}

/** The same of a file that must be readable. */
export async function content(file: string | Uint8Array): Promise<CsvView> {
  const result = await read(file)
  if (!result.ok) throw new Error(`refused: ${result.code} ${result.line}`)
  return result
}

/** The only item of a readable file. */
export async function single(file: string | Uint8Array): Promise<ImportItem> {
  const { items } = await content(file)
  if (items.length !== 1 || !items[0]) throw new Error(`${items.length} items`)
  return items[0]
}
