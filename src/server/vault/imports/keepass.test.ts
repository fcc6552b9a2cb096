import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'

import { fieldLimits } from '#domain/platform/limits.ts'
import { itemFields, noItemTexts } from '#domain/vault/item-fields.ts'

import { nothingSkipped } from './model.ts'
import { content, entry, group, keePassFile, type KeePassView, single, view } from './keepass-testing.ts'

const organisation = readFileSync(new URL('./fixtures/keepass2-organisation.xml', import.meta.url))

describe('an export of an organisation', () => {
  let result: KeePassView
  beforeAll(async () => {
    const read = await view(organisation)
    if (!read.ok) throw new Error(read.code)
    result = read
  })

  it('gives its groups as nested folders and its entries as items [IMPT-11]', () => {
    expect(result).toMatchObject({ folders: 7, items: 14, refused: 0 })
    expect(result.root.name).toBe('Ville de Saint-Aubin')
    expect(result.root.description).toBe('Base du service informatique')
    expect(result.root.folders.map(({ name, items }) => [name, items.length])).toEqual([
      ['Réseaux sociaux', 3],
      ['Serveurs', 2],
      ['Banque', 1],
      ['Messagerie', 3],
      ['Cas particuliers', 4],
    ])
    expect(result.root.folders[3]?.folders.map(({ name }) => name)).toEqual(['Anciens domaines'])
  })

  it('leaves old versions out and counts them', () => {
    expect(result.skipped).toEqual({ ...nothingSkipped, history: 1 })
  })

  it('keeps every value to the letter, markup characters and accents included', () => {
    expect(result.root.folders[0]?.items[0]).toEqual({
      ...noItemTexts,
      name: 'Mastodon de la ville',
      login: 'communication',
      password: 'Kermesse&Fanfare<2026>',
      address: 'https://mastodon.example.fr/',
      otp: null,
      fields: [],
      line: 59,
      sourceId: expect.stringMatching(/^[\w+/]{22}==$/) as string,
    })
    expect(result.root.folders[3]?.items[0]?.password).toBe('Été-à-Çà-et-Là-Œuvre')
  })

  it('conceals the fields that KeePass hides', () => {
    expect(result.root.folders[2]?.items[0]).toMatchObject({
      description: '',
      fields: [{ label: 'pin', kind: 'concealed', value: '462916' }],
    })
    expect(result.fails).toEqual([])
  })

  it('keeps entries with nothing but a title, without a password, and with notes of several lines', () => {
    const [bare, noPassword, notes] = result.root.folders[4]?.items ?? []
    expect(bare).toMatchObject({ name: 'Rien que le titre', login: '', password: '', address: '' })
    expect(noPassword).toMatchObject({ login: 'visiteur', password: '' })
    expect(notes?.description.split('\n')).toHaveLength(4)
    expect(notes?.description).toContain('\n\n    Puis redémarrer')
  })

  it('imports the one-time secret as such, not into the description', () => {
    expect(result.root.folders[3]?.items[2]).toMatchObject({ otp: 'JBSWY3DPEHPK3PXP', description: '' })
  })

  it('gives the same content with a byte order mark, with CR LF, and in UTF-16', async () => {
    const { root } = result
    const text = organisation.toString('utf8')
    const utf16 = Buffer.from(`\ufeff${text.replace('"utf-8"', '"utf-16"')}`, 'utf16le')
    expect(await view(Buffer.from(`\ufeff${text}`))).toMatchObject({ ok: true, root })
    expect(await view(Buffer.from(text.replaceAll('\n', '\r\n')))).toMatchObject({ ok: true, root })
    expect(await view(utf16)).toMatchObject({ ok: true, root })
    expect(await view(Buffer.from(utf16).swap16())).toMatchObject({ ok: true, root })
  })
})

describe('the recycle bin', () => {
  const binUuid = 'fZ7q9U4TBU+5VomeW3BZOQ=='
  const past = `<History>${entry({ Title: 'avant' })}${entry({ Title: 'encore avant' })}</History>`
  const bin = group(
    'Corbeille',
    entry({ Title: 'jeté' }, past) + group('Vieux', entry({ Title: 'vieux' })),
    binUuid,
  )
  const root = group('Racine', entry({ Title: 'gardé' }, past) + bin + group('Suite'))
  const meta = (isOn: string): string =>
    `<RecycleBinEnabled>${isOn}</RecycleBinEnabled><RecycleBinUUID>${binUuid}</RecycleBinUUID>`

  it('is left out with all it holds, and counted', async () => {
    const result = await content(keePassFile(root, meta('True')))
    expect(result).toMatchObject({ items: 1, folders: 2 })
    expect(result.root.folders.map(({ name }) => name)).toEqual(['Suite'])
    expect(result.skipped).toEqual({ ...nothingSkipped, recycleBin: 2, recycleBinFolders: 2, history: 4 })
  })

  it('is an ordinary group when the bin is switched off', async () => {
    expect(await content(keePassFile(root, meta('False')))).toMatchObject({ items: 3, folders: 4 })
  })

  it('is recognised also when the file declares it after the groups', async () => {
    const file = keePassFile(root).replace('</KeePassFile>', `<Meta>${meta('True')}</Meta></KeePassFile>`)
    expect(await content(file)).toMatchObject({ items: 1, folders: 2 })
  })
})

describe('an entry', () => {
  it('accepts values that KeePass only protects in memory, and empty protected ones', async () => {
    const strings =
      '<String><Key>Title</Key><Value>a</Value></String>' +
      '<String><Key>Password</Key><Value ProtectInMemory="True">clair</Value></String>' +
      '<String><Key>Notes</Key><Value Protected="True" /></String>'
    const result = await content(keePassFile(group('Racine', `<Entry>${strings}</Entry>`)))
    expect(result.root.items[0]).toMatchObject({ name: 'a', password: 'clair', description: '' })
  })

  it('reads CDATA, comments within a value, character references and the five entities', async () => {
    const { item } = await single({
      UserName: '<![CDATA[R&D <interne>]]>',
      Password: '&lt;&amp;&gt;&quot;&apos;&#233;&#x1F511;<!-- note -->fin',
    })
    expect(item).toMatchObject({ login: 'R&D <interne>', password: '<&>"\'é🔑fin' })
  })

  it('ignores tags, attachments, custom data, icons and unknown elements', async () => {
    const more =
      '<Tags>a;b</Tags><Binary><Key>plan.pdf</Key><Value Ref="0" /></Binary>' +
      '<CustomData><Item><Key>k</Key><Value>v</Value></Item></CustomData><Nouveau><String><Key>x</Key></String></Nouveau>'
    const result = await content(keePassFile(group('Racine', entry({ Title: 'a' }, more) + '<Tags>c</Tags>')))
    expect(result.root.items[0]).toMatchObject({ name: 'a', description: '' })
    expect(result.skipped).toEqual({ ...nothingSkipped, attachments: 1 })
  })

  it('without a title is named by its address or login, and a folder gets a default name', async () => {
    const address = { URL: 'https://www.exemple.fr:8443/a', UserName: 'x' }
    const entries = [address, { UserName: 'x' }, { Password: 'p' }].map((strings) => entry(strings)).join('')
    const result = await content(keePassFile(group('', entries)))
    expect(result.root.name).toBe('Sans titre')
    expect(result.root.items.map(({ name }) => name)).toEqual(['www.exemple.fr', 'x', 'Sans titre'])
  })

  it('keeps extra fields in their order, one of several lines as a long text', async () => {
    const { item } = await single({ Title: 'a', Notes: 'n', Plan: 'l1\nl2', Site: 'b', Vide: '' })
    expect(item).toMatchObject({
      description: 'n',
      fields: [
        { label: 'Plan', kind: 'lines', value: 'l1\nl2' },
        { label: 'Site', kind: 'text', value: 'b' },
      ],
    })
  })

  it('with a dangerous address is imported without it, and reported with line and name', async () => {
    for (const address of [
      'javascript:alert(1)',
      ' JavaScript:x',
      'java\tscript:x',
      'data:text/html,x',
      'file:///c:/x',
      'https://x/&lt;script>',
    ]) {
      const { item, result } = await single({ Title: 'piège', URL: address, Password: 'p' })
      expect(item).toMatchObject({ address: '', password: 'p' })
      expect(item.fields).toMatchObject([{ label: 'URL' }])
      expect(result.fails).toEqual([{ line: 5, name: 'piège', reason: 'ADDRESS_REFUSED' }])
    }
  })

  it('with a value beyond its limit is left out and reported; at the limit it is imported', async () => {
    const limits = [
      ['Title', fieldLimits.name, 'NAME_TOO_LONG'],
      ['UserName', fieldLimits.login, 'LOGIN_TOO_LONG'],
      ['Password', itemFields.password.maximum, 'PASSWORD_TOO_LONG'],
      ['URL', fieldLimits.address, 'ADDRESS_TOO_LONG'],
      ['Notes', fieldLimits.description, 'DESCRIPTION_TOO_LONG'],
    ] as const
    for (const [field, limit, reason] of limits) {
      const file = (length: number): string =>
        keePassFile(group('Racine', entry({ Title: 'a', [field]: '🔑'.repeat(length) })))
      expect(await content(file(limit))).toMatchObject({ items: 1, fails: [] })
      const over = await content(file(limit + 1))
      expect(over).toMatchObject({ items: 0, root: { items: [] }, fails: [{ line: 5, reason }] })
      expect(Array.from(over.fails[0]?.name ?? '').length).toBeLessThanOrEqual(fieldLimits.name)
    }
  })

  it('gets a name that the forms accept, and a changed name is reported', async () => {
    const tagged = '&lt;img src=x onerror=alert(1)>'
    const result = await content(
      keePassFile(group(tagged, entry({ Title: tagged, Notes: tagged, Password: tagged }))),
    )
    const name = '\u2039img src=x onerror=alert(1)>'
    expect(result.root).toMatchObject({
      name,
      items: [{ name, description: '<img src=x onerror=alert(1)>' }],
    })
    expect(result.fails).toEqual([
      { line: 5, name, reason: 'NAME_CLEANED' },
      { line: 5, name, reason: 'FOLDER_NAME_CLEANED' },
    ])
    expect((await single({ Title: 'fac\u202Eerut' })).item.name).toBe('facerut')
    expect((await single({ Title: 'a &lt; b', UserName: '\n' })).result.fails).toEqual([])
    expect((await single({ Title: ' deux\r\n\tlignes ' })).item.name).toBe('deux lignes')
  })

  it('gets a one-line login without bidirectional controls, and a changed login is reported', async () => {
    const turned = await single({ Title: 'a', UserName: 'adm\u202Enim' })
    expect(turned.item.login).toBe('admnim')
    expect(turned.result.fails).toMatchObject([{ line: 5, reason: 'LOGIN_CLEANED' }])
    expect((await single({ Title: 'a', UserName: 'un\nautre' })).item.login).toBe('un autre')
    // Nothing else is changed: another login would not work.
    const plain = await single({ Title: 'a', UserName: ' DOMAINE\\jean &lt;jean@exemple.fr> ' })
    expect(plain.item.login).toBe('DOMAINE\\jean <jean@exemple.fr>')
    expect(plain.result.fails).toEqual([])
  })

  it('of a folder whose name is too long is put into a folder with a shortened name', async () => {
    const result = await content(keePassFile(group('é'.repeat(300), entry({ Title: 'a' }))))
    expect(result.root.name).toBe('é'.repeat(fieldLimits.name))
    expect(result.fails).toMatchObject([{ line: 5, reason: 'FOLDER_NAME_TOO_LONG' }])
    const keys = await content(keePassFile(group(`a${'🔑'.repeat(fieldLimits.name)}`)))
    expect(keys.root.name).toBe(`a${'🔑'.repeat(fieldLimits.name - 1)}`)
  })

  it('carries the line on which it begins', async () => {
    const entries = [1, 2, 3].map((number) => `\n${entry({ Title: `e${number}` })}`).join('')
    expect((await content(keePassFile(group('Racine', entries)))).root.items.map(({ line }) => line)).toEqual(
      [6, 7, 8],
    )
  })
})

describe('the identity of an entry', () => {
  it('is its UUID, if it is valid and unique in the file', async () => {
    const uuids = [
      'AAECAwQFBgcICQoLDA0ODw==',
      'EBESExQVFhcYGRobHB0eHw==',
      'AAAAAAAAAAAAAAAAAAAAAA==',
      'AAEC',
      '',
    ]
    const twice = entry({ Title: 'deux' }, `<UUID>${uuids[1]}</UUID>`)
    const entries = uuids.map((uuid) => entry({ Title: uuid }, `<UUID>${uuid}</UUID>`)).join('') + twice
    const result = await content(keePassFile(group('R', entries, 'ICEiIyQlJicoKSorLC0uLw==')))
    expect(result.root.sourceId).toBe('ICEiIyQlJicoKSorLC0uLw==')
    expect(result.root.items.map(({ sourceId }) => sourceId)).toEqual([
      uuids[0],
      null,
      null,
      null,
      null,
      null,
    ])
  })
})

describe('a reference to another entry', () => {
  const uuid = 'AAECAwQFBgcICQoLDA0ODw=='
  const reference = '{REF:P@I:000102030405060708090A0B0C0D0E0F}'
  const source = (password: string): string =>
    entry({ Title: 'source', Password: password }, `<UUID>${uuid}</UUID>`)

  it('is resolved to its value', async () => {
    const result = await content(
      keePassFile(group('R', entry({ Title: 'copie', Password: reference }) + source('secret'))),
    )
    expect(result.root.items[0]).toMatchObject({ name: 'copie', password: 'secret' })
    expect(result.fails).toEqual([])
  })

  it('that is cyclic, dangling or copies a long value is kept and reported', async () => {
    for (const password of [reference, 'x'.repeat(1001)]) {
      const result = await content(
        keePassFile(group('R', entry({ Title: 'copie', Password: reference }) + source(password))),
      )
      expect(result.root.items[0]?.password).toBe(reference)
      expect(result.fails[0]).toMatchObject({ name: 'copie', reason: 'REFERENCE_KEPT' })
    }
    expect((await single({ Title: 'a', UserName: '{REF:U@T:Autre}' })).result.fails).toMatchObject([
      { reason: 'REFERENCE_KEPT' },
    ])
  })
})

describe('what KeePass has beside the usual fields', () => {
  const one = async (more: string) =>
    (await content(keePassFile(group('Racine', entry({ Title: 'a', Password: 'p' }, more))))).root.items[0]

  it('tags become a field, and the date of expiry that of renewal, as KDBX 3.1 and 4 write it', async () => {
    // 2027-07-01T10:00:00Z, in seconds since the year 1.
    const seconds = Buffer.alloc(8)
    seconds.writeBigInt64LE(BigInt(Date.UTC(2027, 6, 1, 10) / 1000) + 62_135_596_800n)
    for (const moment of ['2027-07-01T10:00:00Z', seconds.toString('base64')])
      for (const tags of ['réseau;VPN', 'réseau, VPN']) {
        const times = `<Times><ExpiryTime>${moment}</ExpiryTime><Expires>True</Expires></Times>`
        expect(await one(`<Tags>${tags}</Tags>${times}`)).toMatchObject({
          renewBefore: '2027-07-01',
          fields: [{ kind: 'text', value: 'réseau, VPN' }],
        })
      }
  })

  it('a date that does not count is none', async () => {
    const times = '<Times><ExpiryTime>2027-07-01T10:00:00Z</ExpiryTime><Expires>False</Expires></Times>'
    expect(await one(times)).not.toHaveProperty('renewBefore')
    expect((await one(''))?.fields).toEqual([])
  })
})
