import { describe, expect, it } from 'vitest'
import { ownCsvHeader } from '#texts/vault/own-csv.ts'
import { content } from './csv-testing.ts'
import { readFile } from './formats/formats.ts'
import { readAs, toldOf } from './formats/read-testing.ts'
import { toContent } from './formats/to-content.ts'
import type { ImportItem } from './model.ts'

const choices = { withBin: true, withFormer: true, fileBytes: 1_000 }
/** Returns the items of a file as they would be imported, and the remarks about them. */
const imported = async (format: string, text: string | Uint8Array) => {
  const read = await readAs(format, text)
  const result = await toContent(read.found, read.format.family, choices)
  if (!result.ok) throw new Error(result.code)
  const items: ImportItem[] = [...result.items, ...result.folders.flatMap((folder) => folder.items)]
  return { items, fails: result.fails.map(({ line, reason }) => [line, reason]) }
}
const dropped = 'CHARACTERS_DROPPED'

it('an attachment without bytes in a KeePass file is told by its name, and its entry comes in', async () => {
  const string = (key: string, value: string) => `<String><Key>${key}</Key><Value>${value}</Value></String>`
  const file = (name: string, value: string) => `<Binary><Key>${name}</Key>${value}</Binary>`
  const files = [
    file('là.txt', '<Value Ref="0"/>'),
    file('perdu.txt', '<Value Ref="7"/>'),
    file('abîmé.txt', '<Value Ref="1"/>'),
    file('dedans.txt', '<Value>bMOg</Value>'),
  ]
  const binaries =
    '<Binaries><Binary ID="0">bMOg</Binary><Binary ID="1" Compressed="True">bMOg</Binary></Binaries>'
  const entry = `<Entry>${string('Title', 'A')}${string('Password', 'p')}${files.join('')}</Entry>`
  const text = `<?xml version="1.0"?><KeePassFile><Meta>${binaries}</Meta><Root><Group><Name>R</Name>${entry}</Group></Root></KeePassFile>`
  const read = await readAs('keepass-xml', text)
  const result = await toContent(read.found, read.format.family, choices)
  if (!result.ok) throw new Error(result.code)
  const [item] = [...result.items, ...result.folders.flatMap((folder) => folder.items)]
  expect(item?.files?.map(({ name }) => name)).toEqual(['là.txt', 'dedans.txt'])
  expect(result.fails).toContainEqual(
    expect.objectContaining({ name: 'A', reason: 'ATTACHMENT_MISSING', detail: 'perdu.txt, abîmé.txt' }),
  )
  expect(result.skipped.attachments).toBe(2)
})

describe('a NUL in a table', () => {
  it('is dropped from every cell, its row is told, and the rest comes in', async () => {
    const { items, fails } = await content(
      'nom;identifiant;mot de passe;notes;PIN;Port\0\nA\0b;je\0an;se\0cret;un\0\0deux;12\0;80\0\nC;moi;p;;;\n',
    )
    expect(items).toMatchObject([
      {
        name: 'Ab',
        login: 'jean',
        password: 'secret',
        description: 'undeux',
        fields: [
          { label: 'PIN', kind: 'concealed', value: '12' },
          { label: 'Port', value: '80' },
        ],
      },
      { name: 'C', password: 'p' },
    ])
    expect(fails.filter(({ reason }) => reason === dropped)).toMatchObject([{ line: 2, name: 'Ab' }])
  })

  it('does so in headers, in quoted and doubled cells, in UTF-16, and at the end of a padded file', async () => {
    const table = 'nom;mot\0 de passe\nA;"un\0""deux"\n'
    for (const bytes of [
      Buffer.from(table),
      Buffer.from(`\uFEFF${table}`, 'utf16le'),
      Buffer.from(`${table}\0\0\0`),
      Buffer.from('"nom;mot de passe"\n"A;""un\0""""deux"""\n'),
    ])
      expect((await content(bytes)).items[0]).toMatchObject({ name: 'A', password: 'un"deux' })
    const keepass = '"Account","Login Name","Password","Web Site","Comments"\n"A","D\\\\je\0an","p","",""\n'
    const { items, fails } = await content(keepass)
    expect(items).toMatchObject([{ login: 'D\\jean' }])
    expect(fails).toMatchObject([{ reason: dropped }])
  })

  it.each([
    [
      'keepass-csv',
      '"Account","Login Name","Password","Web Site","Comments"',
      '"A","jean","se\0cret","","n\0"',
    ],
    [
      'keepassxc-csv',
      '"Group","Title","Username","Password","URL","Notes"',
      '"R","A","jean","se\0cret","","n\0"',
    ],
    [
      'bitwarden-csv',
      'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp',
      ',,login,A,n\0,,,,jean,se\0cret,',
    ],
    ['lastpass', 'url,username,password,totp,extra,name,grouping,fav', 'http://a,jean,se\0cret,,n\0,A,,0'],
    ['csv', 'Quoi;Qui;Mot de passe;Remarque', 'A;jean;se\0cret;n\0'],
  ])('does so by %s', async (format, header, row) => {
    const { items, fails } = await imported(format, `${header}\n${row}\n`)
    expect(items).toMatchObject([{ password: 'secret' }])
    expect(JSON.stringify(items)).not.toContain(String.raw`\u0000`)
    expect(fails.filter(([, reason]) => reason === dropped)).toEqual([[2, dropped]])
  })

  it('stays in a table that Trousseau exported: a concealed value may have one', async () => {
    const header = [...ownCsvHeader, 'Clé (masqué)'].join(';')
    const bytes = Buffer.from(`${header}\r\nA;;p\0q;;;;;;\0k\r\n`)
    expect((await content(bytes)).items[0]).toMatchObject({ name: 'A', password: 'p\0q' })
    const { items, fails } = await imported('trousseau-csv', bytes)
    expect(items[0]).toMatchObject({ password: 'p\0q', fields: [{ kind: 'concealed', value: '\0k' }] })
    expect(fails.filter(([, reason]) => reason === dropped)).toEqual([])
  })

  it('among many is no text', async () => {
    const bytes = Buffer.from('nom;mot de passe\nA;b\n', 'utf16le')
    const shifted = Buffer.concat([Buffer.from("# titre d'un autre programme, en UTF-8\n".repeat(8)), bytes])
    expect(await readFile(Buffer.from('nom;mot de passe\nA;\0\0\0\0\0\0\0\0b'))).toMatchObject({
      code: 'NOT_TEXT',
    })
    expect(await readFile(shifted)).not.toMatchObject({ code: 'NOT_TEXT' })
  })
})

const bitwarden = (notes: string, password = 'p', hidden = 'h') =>
  `{"encrypted":false,"folders":[],"items":[{"id":"1","type":1,"name":"A","notes":"${notes}","favorite":false,"fields":[{"name":"Clé","value":"${hidden}","type":1},{"name":"Vu","value":"${notes}","type":0}],"login":{"username":"jean","password":"${password}","totp":null,"uris":[]}}]}`

describe('a character that cannot be kept', () => {
  it('is dropped from JSON, whether it is written as such or escaped, and told', async () => {
    const raw = await imported('bitwarden-json', bitwarden('un\u0001\0deux', 'se\u0002cret'))
    expect(raw.items).toMatchObject([{ description: 'undeux', password: 'secret' }])
    expect(raw.fails).toContainEqual([1, dropped])
    const escaped = await imported(
      'bitwarden-json',
      bitwarden(String.raw`un\u0000deux\ud83d`, String.raw`p\udd11`, String.raw`h\ud83d`),
    )
    expect(escaped.items).toMatchObject([
      {
        description: 'undeux',
        password: 'p',
        fields: [{ kind: 'concealed', value: 'h' }, { value: 'undeux' }],
      },
    ])
    expect(escaped.fails).toEqual([[1, dropped]])
    const whole = await imported('bitwarden-json', bitwarden(String.raw`\ud83d\udd11`, 'é🔑'))
    expect(whole.items).toMatchObject([{ description: '🔑', password: 'é🔑' }])
    expect(whole.fails).toEqual([])
  })

  const xmlFiles: Readonly<Record<string, string>> = {
    'safeincloud-xml':
      '<?xml version="1.0"?><database><card title="A" id="1"><field name="Mot de passe" type="password">se~cret</field><notes>un~deux</notes></card></database>',
    revelation:
      '<?xml version="1.0"?><revelationdata><entry type="website"><name>A</name><notes>un~deux</notes><field id="generic-password">se~cret</field></entry></revelationdata>',
    'password-safe':
      '<?xml version="1.0"?><passwordsafe delimiter="»"><entry id="1"><title>A</title><password>se~cret</password><notes>un~deux</notes></entry></passwordsafe>',
    'mremoteng-xml':
      '<?xml version="1.0"?><Connections Name="Connections" EncryptionEngine="AES" BlockCipherMode="GCM" KdfIterations="1000" FullFileEncryption="false" Protected="" ConfVersion="2.6"><Node Name="A" Type="Connection" Descr="un~deux" Username="je~an" Hostname="h" Protocol="SSH2" Id="1" Password="" /></Connections>',
    'keepass-xml':
      '<?xml version="1.0"?><KeePassFile><Root><Group><Name>R</Name><Entry><String><Key>Title</Key><Value>A</Value></String><String><Key>Password</Key><Value>se~cret</Value></String><String><Key>Notes</Key><Value>un~deux</Value></String></Entry></Group></Root></KeePassFile>',
  }
  it.each(
    Object.keys(xmlFiles).flatMap((format) => ['\u0001', '\0', '&#x1F;'].map((sign) => [format, sign])),
  )('is dropped from %s (%j) and told, and the rest comes in', async (format = '', sign = '') => {
    const text = (xmlFiles[format] ?? '').replaceAll('~', sign)
    const { items, fails } = await imported(format, text)
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject(
      format === 'mremoteng-xml' ? { login: 'jean' } : { password: 'secret', description: 'undeux' },
    )
    expect(JSON.stringify(items)).not.toMatch(/\\u00/)
    expect(fails.map(([, reason]) => reason)).toContain(dropped)
  })

  it('is not told of files that have none', async () => {
    for (const [format, text] of Object.entries(xmlFiles)) {
      const read = await readAs(format, text.replaceAll('~', ''))
      expect(read.found.notes.map(({ reason }) => reason)).not.toContain(dropped)
      expect(read.found.entries.flatMap(toldOf)).not.toContain(dropped)
    }
  })
})
