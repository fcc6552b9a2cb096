import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import { parseKeePassXml } from '../../keepass-xml.ts'
import type { Format } from '../format.ts'
import { foundKeePass } from './found-keepass.ts'
import { poolOf } from './keepass-files.ts'

/** Groups, entries and old versions of one document: a hundred versions of each entry are too many. */
export const maxElements = 25 * limits.entries

/** KeePassX 1 has a root that other programs use as well. */
const isKeePassX = (text: string): boolean =>
  /^\s*(?:<\?[^>]*>\s*)?(?:<!DOCTYPE\s+KEEPASSX_DATABASE\s*>\s*<database|<database\s*>\s*<group)[\s>]/.test(
    text,
  )

/** XML of KeePass 2, KeePassXC, KeePass 1 and KeePassX 1. */
export const keePassXml: Format = {
  id: 'keepass-xml',
  name: 'KeePass, KeePassXC (XML)',
  family: 'keepass',
  endings: ['.xml'],
  needs: [],
  recognises: (file) =>
    file.kind === 'xml' &&
    (file.root === 'KeePassFile' ||
      file.root === 'pwlist' ||
      (file.root === 'database' && isKeePassX(file.text))),
  async read(file, { answers, yielder }) {
    if (file.kind !== 'xml') return { ok: false, code: 'FORMAT_OTHER' }
    const parsed = await parseKeePassXml(file.text.trimStart(), yielder, {
      maxElements,
      maxChildren: limits.members,
      isLenient: true,
    })
    if (!parsed.ok) return parsed
    return foundKeePass(parsed, { pool: poolOf(parsed.files), countsPlaces: false, answers, yielder })
  },
}
