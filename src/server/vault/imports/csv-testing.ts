import { readCsv } from './csv.ts'
import type { ImportContent, ImportFolder, ImportItem, ImportRefused } from './model.ts'

/** The content of a CSV file, each item with the names of its folders. */
export type CsvView = Pick<ImportContent, 'ok' | 'family' | 'refused' | 'skipped' | 'fails'> & {
  readonly items: readonly ImportItem[]
  /** `Folder/Folder/Item` of each item. */
  readonly places: readonly string[]
}

/** Returns the content of a file as flat lists. */
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

/** Reads a CSV file and throws if it is refused. */
export async function content(file: string | Uint8Array): Promise<CsvView> {
  const result = await read(file)
  if (!result.ok) throw new Error(`refused: ${result.code} ${result.line}`)
  return result
}

/** Reads a CSV file that has exactly one item. */
export async function single(file: string | Uint8Array): Promise<ImportItem> {
  const { items } = await content(file)
  if (items.length !== 1 || !items[0]) throw new Error(`${items.length} items`)
  return items[0]
}
