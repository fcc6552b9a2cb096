import { readKeePass } from './keepass.ts'
import type { ImportItem, KeePassContent, KeePassResult } from './keepass-result.ts'

/** Small KeePass files for the tests, written from the outside in. */

export const keePassFile = (root: string, meta = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<KeePassFile>\n<Meta>${meta}</Meta>\n<Root>\n${root}\n</Root>\n</KeePassFile>`

export const group = (name: string, inside = '', uuid = ''): string =>
  `<Group><UUID>${uuid}</UUID><Name>${name}</Name>${inside}</Group>`

export const entry = (strings: Readonly<Record<string, string>>, more = ''): string =>
  `<Entry>${Object.entries(strings)
    .map(([key, value]) => `<String><Key>${key}</Key><Value>${value}</Value></String>`)
    .join('')}${more}</Entry>`

export const read = (text: string): Promise<KeePassResult> => readKeePass(new TextEncoder().encode(text))

/** The result of a file that must be readable. */
export async function content(text: string): Promise<KeePassContent> {
  const result = await read(text)
  if (!result.ok) throw new Error(`refused: ${result.code}`)
  return result
}

/** The result and the only item of a file with one entry. */
export async function single(strings: Readonly<Record<string, string>>): Promise<{
  item: ImportItem
  result: KeePassContent
}> {
  const result = await content(keePassFile(group('Racine', entry(strings))))
  const item = result.root.items[0]
  if (item === undefined) throw new Error('no item')
  return { item, result }
}
