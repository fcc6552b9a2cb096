import { describe, expect, it } from 'vitest'
import { flat, type CsvView } from './csv-testing.ts'
import { readKeePass } from './keepass.ts'
import type { ImportRefused } from './model.ts'

const read = async (file: string): Promise<CsvView | ImportRefused> => {
  const result = await readKeePass(new TextEncoder().encode(file))
  return result.ok ? flat(result) : result
}

const listed = (name: string, group: string, more = ''): string => `
<pwentry>
  ${group}
  <title>${name}</title><username>root</username><url>https://exemple.fr/?a=1&amp;b=2</url>
  <password>se&lt;cret </password><notes>une
deux</notes>${more}
  <creationtime>2024-01-01T00:00:00</creationtime><expiretime expires="false">2999-12-28T23:59:59</expiretime>
</pwentry>`
const list = (...entries: string[]): string =>
  `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<pwlist>${entries.join('')}\n</pwlist>`

describe('a file of KeePass 1', () => {
  it('gives its groups by their names and its entries, with their identifiers [IMPT-11]', async () => {
    const uuid = '000102030405060708090a0b0c0d0e0f'
    const result = await read(
      list(
        listed('Routeur', '<group tree="Base\\Réseau">Siège</group>', `<uuid>${uuid}</uuid>`),
        listed('Pare-feu', '<group tree="Base">Réseau</group>', '<attachdesc>plan.pdf</attachdesc>'),
        listed('Seul', ''),
        listed('Jumeau', '<group>Base</group>', '<uuid>ff</uuid>'),
      ),
    )
    expect(result).toMatchObject({
      family: 'keepass',
      places: ['Seul', 'Base/Jumeau', 'Base/Réseau/Pare-feu', 'Base/Réseau/Siège/Routeur'],
      skipped: { attachments: 1 },
      fails: [],
    })
    const items = result.ok ? result.items : []
    expect(items[3]).toMatchObject({
      login: 'root',
      password: 'se<cret ',
      address: 'https://exemple.fr/?a=1&b=2',
      description: 'une\ndeux',
      sourceId: Buffer.from(uuid, 'hex').toString('base64'),
    })
    expect(items[0]?.sourceId ?? items[1]?.sourceId).toBeNull()
  })

  it('is refused for the same faults as a KeePass 2 file', async () => {
    const deep = '\\x'.repeat(300)
    expect(await read(list())).toMatchObject({ code: 'NOT_KEEPASS' })
    expect(await read(list(listed('a', `<group tree="${deep}">b</group>`)))).toMatchObject({
      code: 'TOO_DEEP',
      line: 3,
    })
    const many = Array.from({ length: 300 }, (_, at) =>
      listed('a', `<group tree="${at}${'\\x'.repeat(200)}">b</group>`),
    )
    expect(await read(list(...many))).toMatchObject({ code: 'TOO_MANY' })
    expect(await read('<!DOCTYPE pwlist [<!ENTITY a "b">]><pwlist/>')).toMatchObject({
      code: 'DOCTYPE_REFUSED',
    })
    expect(await read(list('<pwentry><title>'))).toMatchObject({ ok: false })
    expect(await read(list('<pwentry>'.repeat(400)))).toMatchObject({ code: 'TOO_DEEP' })
  })
})

describe('a file of KeePassX 1', () => {
  const entry = (name: string): string =>
    `<entry><title>${name}</title><username>moi</username><password>x</password><url></url><comment>un<br/>deux</comment><icon>1</icon><expire>Never</expire></entry>`
  const file = (inside: string): string => `<!DOCTYPE KEEPASSX_DATABASE>\n<database>\n${inside}\n</database>`

  it('gives its nested groups and entries [IMPT-11]', async () => {
    const result = await read(
      file(
        `<group><title>Internet</title><icon>1</icon>${entry('A')}<group><title>Eau/Gaz</title>${entry('B')}</group></group><group><title>Backup</title></group>`,
      ),
    )
    expect(result).toMatchObject({
      places: ['Internet/A', 'Internet/Eau/Gaz/B'],
      items: [{ login: 'moi', password: 'x', description: 'un\ndeux', sourceId: null }, { name: 'B' }],
      fails: [],
    })
  })

  it('is distinguished from other files with the same root element', async () => {
    expect(await read(file('<label/><card/>'))).toMatchObject({ code: 'NOT_KEEPASS' })
    expect(await read(file('<group>'.repeat(300)))).toMatchObject({ code: 'TOO_DEEP' })
    expect(await read(file('<group/>'.repeat(50_001)))).toMatchObject({ code: 'TOO_MANY' })
  })
})
