import { decodeXml } from '../../keepass-encoding.ts'
import { parseKeePassXml } from '../../keepass-xml.ts'
import type { Format } from '../format.ts'
import { openKdbx } from '../kdbx/open.ts'
import { foundKeePass } from './found-keepass.ts'
import { poolOf } from './keepass-files.ts'
import { maxElements } from './keepass-xml-format.ts'

/** Databases of KeePass 2, KeePassXC and the programs of their family: KDBX 3 and 4. */
export const kdbx: Format = {
  id: 'kdbx',
  name: 'KeePass, KeePassXC (base .kdbx)',
  family: 'keepass',
  endings: ['.kdbx'],
  needs: ['password', 'keyFile'],
  recognises: (file) => file.kind === 'kdbx',
  async read(file, { password, keyFile, answers, yielder }) {
    if (file.kind !== 'kdbx') return { ok: false, code: 'FORMAT_OTHER' }
    const credentials = {
      password: password?.reveal() ?? null,
      keyFile,
      hasNoPassword: answers['noPassword'] === 'yes',
    }
    const opened = await openKdbx(file.bytes, credentials, yielder)
    if (!opened.ok) return opened
    const decoded = decodeXml(opened.xml)
    if (!decoded.ok) return { ok: false, code: 'CONTENT_BROKEN' }
    const { unprotect, files, headerHash } = opened
    const parsed = await parseKeePassXml(decoded.text, yielder, { maxElements, unprotect, isLenient: true })
    if (!parsed.ok) return parsed.code === 'NOT_KEEPASS' ? { ok: false, code: 'CONTENT_BROKEN' } : parsed
    // Nothing else authenticates the header of KDBX 3.
    if (parsed.headerHash !== '' && parsed.headerHash !== headerHash)
      return { ok: false, code: 'CONTENT_BROKEN' }
    return foundKeePass(parsed, { pool: poolOf(parsed.files, files), countsPlaces: true, answers, yielder })
  },
}
