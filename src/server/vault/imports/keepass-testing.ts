import { readKeePass } from './keepass.ts'
import type { ImportContent, ImportFolder, ImportItem, ImportRefused } from './model.ts'

/** Builders of small KeePass files. */

export const keePassFile = (root: string, meta = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<KeePassFile>\n<Meta>${meta}</Meta>\n<Root>\n${root}\n</Root>\n</KeePassFile>`

export const group = (name: string, inside = '', uuid = ''): string =>
  `<Group><UUID>${uuid}</UUID><Name>${name}</Name>${inside}</Group>`

export const entry = (strings: Readonly<Record<string, string>>, more = ''): string =>
  `<Entry>${Object.entries(strings)
    .map(([key, value]) => `<String><Key>${key}</Key><Value>${value}</Value></String>`)
    .join('')}${more}</Entry>`

/** The content of a file: its only root folder, and its numbers of folders and items. */
export type KeePassView = Pick<ImportContent, 'ok' | 'refused' | 'skipped' | 'fails'> & {
  readonly root: ImportFolder
  readonly folders: number
  readonly items: number
}

export async function view(bytes: Uint8Array): Promise<KeePassView | ImportRefused> {
  const result = await readKeePass(bytes)
  if (!result.ok) return result
  const { ok, refused, skipped, fails } = result
  const [root] = result.folders
  if (root === undefined || result.folders.length + result.items.length > 1) throw new Error('not one root')
  let [folders, items] = [0, 0]
  const walk = (folder: ImportFolder): void => {
    folders += 1
    items += folder.items.length
    folder.folders.forEach(walk)
  }
  walk(root)
  return { ok, root, folders, items, refused, skipped, fails }
}

export const read = (text: string) => view(new TextEncoder().encode(text))

/** Reads a file and throws if it is refused. */
export async function content(text: string): Promise<KeePassView> {
  const result = await read(text)
  if (!result.ok) throw new Error(`refused: ${result.code}`)
  return result
}

/** Reads a file with one entry and returns its item. */
export async function single(strings: Readonly<Record<string, string>>): Promise<{
  item: ImportItem
  result: KeePassView
}> {
  const result = await content(keePassFile(group('Racine', entry(strings))))
  const item = result.root.items[0]
  if (item === undefined) throw new Error('no item')
  return { item, result }
}

/** A string of an entry that KeePass protects. */
export const secret = (key: string, value: string): string =>
  `<String><Key>${key}</Key><Value ProtectInMemory="True">${value}</Value></String>`
