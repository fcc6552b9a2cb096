import { flat, type CsvView } from './csv-testing.ts'
import { readAs } from './formats/read-testing.ts'
import { toContent } from './formats/to-content.ts'
import { readKeePass } from './keepass.ts'

/** What both readers of KeePass files make of one: the three sources' and the other managers'. */
export async function everyWay(
  file: string,
): Promise<Pick<CsvView, 'items' | 'places' | 'fails' | 'skipped'>[]> {
  const ofSource = await readKeePass(new TextEncoder().encode(file))
  if (!ofSource.ok) throw new Error(`refused: ${ofSource.code}`)
  const { found } = await readAs('keepass-xml', file, { root: 'keep' })
  const ofManager = await toContent(found, 'keepass', { withBin: false, withFormer: false, fileBytes: 1024 })
  if (!ofManager.ok) throw new Error(`refused: ${ofManager.code}`)
  return [flat(ofSource), flat(ofManager)]
}
