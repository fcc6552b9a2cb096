import { describe, expect, it } from 'vitest'
import { readAs } from './formats/read-testing.ts'
import { content, entry, group, keePassFile } from './keepass-testing.ts'
import { everyWay } from './keepass-ways-testing.ts'

const custom = (items: Readonly<Record<string, string>>): string =>
  `<CustomData>${Object.entries(items)
    .map(([key, value]) => `<Item><Key>${key}</Key><Value>${value}</Value></Item>`)
    .join('')}</CustomData>`
const expires = '<Times><Expires>True</Expires><ExpiryTime>2027-07-01T10:00:00Z</ExpiryTime></Times>'
const itemsOf = async (inside: string) =>
  (await everyWay(keePassFile(group('Racine', inside)))).map(({ items }) => items[0])
const tagsOf = (item: { fields: readonly { label: string; value: string }[] } | undefined) =>
  item?.fields.find(({ label }) => label === '\u00c9tiquettes')?.value

describe('what KeePass has of an entry', () => {
  it('keeps the address that it opens instead', async () => {
    const over = '<OverrideURL>cmd://ssh {USERNAME}@{S:h}</OverrideURL>'
    for (const item of await itemsOf(entry({ Title: 'a' }, over)))
      expect(item?.fields).toEqual([
        { label: 'URL de remplacement', kind: 'text', value: 'cmd://ssh {USERNAME}@{S:h}' },
      ])
  })

  it('keeps the addresses of Kee, and its settings where they hold values, concealed', async () => {
    const settings = {
      version: 2,
      altUrls: ['https://b.fr', 3],
      fields: [{ valuePath: 'UserName', value: '' }],
    }
    const kee = (more: object) => custom({ 'KPRPC JSON': JSON.stringify({ ...settings, ...more }) })
    for (const item of await itemsOf(entry({ Title: 'a', URL: 'https://a.fr' }, kee({}))))
      expect(item?.fields).toEqual([{ label: 'Adresse', kind: 'address', value: 'https://b.fr' }])
    const fields = [{ valuePath: '.', value: '4821' }]
    for (const item of await itemsOf(entry({ Title: 'a' }, kee({ fields })))) {
      expect(item).toMatchObject({ address: 'https://b.fr', fields: [{ kind: 'concealed' }] })
      expect(item?.fields[0]?.value).toContain('4821')
    }
    for (const written of ['{', '[[', 'null', '{"altUrls":{"a":1}}'])
      for (const item of await itemsOf(entry({ Title: 'a' }, custom({ 'KPRPC JSON': written }))))
        for (const { kind } of item?.fields ?? []) expect(kind).toBe('concealed')
  })

  it('gives it the tags of its groups, nearest first, and their category where it has none', async () => {
    const inner = group('Sous', `<Tags>c,a;Serveur</Tags>${entry({ Title: 'x' }, '<Tags>a;b</Tags>')}`)
    for (const { items } of await everyWay(keePassFile(group('Racine', `<Tags>d</Tags>${inner}`))))
      expect([tagsOf(items[0]), items[0]?.categoryId]).toEqual(['a, b, c, d', expect.any(Number)])
    for (const { items } of await everyWay(keePassFile(group('R', `${entry({ Title: 'x' })}<Tags>d</Tags>`))))
      expect(tagsOf(items[0])).toBe('d')
  })

  it('gives no tags that a small file would make large', async () => {
    const long = `<Tags>${'d'.repeat(1001)}</Tags>`
    for (const { items, fails } of await everyWay(keePassFile(group('R', long + entry({ Title: 'x' }))))) {
      expect(tagsOf(items[0])).toBeUndefined()
      expect(fails).toMatchObject([
        { reason: 'PARTS_LEFT', detail: '\u00e9tiquettes de dossier trop longues (1)' },
      ])
    }
  })
})

describe('what has no counterpart', () => {
  const parts =
    expires +
    custom({ 'KeeShare/Reference': 'x' }) +
    '<DefaultAutoTypeSequence>{PASSWORD}</DefaultAutoTypeSequence><CustomIconUUID>EQEBAQEBAQEBAQEBAQEBAg==</CustomIconUUID>'
  const plugin = custom({ KeeTheme: 'x', _LAST_MODIFIED: 'y' })
  const file = keePassFile(
    group(
      'Racine',
      group('Un', parts + entry({ Title: 'a' }, plugin)) +
        group('Deux', expires + entry({ Title: 'b' }, plugin)),
    ),
  )
  const told =
    "date d'expiration de dossier (2), saisie automatique de dossier (1), ic\u00f4ne de dossier (1), " +
    'donn\u00e9es de modules compl\u00e9mentaires de dossier (1), donn\u00e9es de modules compl\u00e9mentaires (2)'

  it('is told once for each kind, with its number', async () => {
    for (const { fails } of await everyWay(file)) {
      expect(fails.map(({ line, name, reason }) => [line, name, reason])).toEqual([[1, '', 'PARTS_LEFT']])
      expect(fails[0]?.detail?.split(', ').toSorted()).toEqual(told.split(', ').toSorted())
    }
  })

  it('is nothing where only a program wrote when', async () => {
    const dated = entry({ Title: 'a' }, custom({ _LAST_MODIFIED: 'x', _CREATED: 'y', vide: ' ' }))
    for (const { fails } of await everyWay(keePassFile(group('Racine', dated)))) expect(fails).toEqual([])
  })

  it('is told of entries too where the file is one of the three sources', async () => {
    const typing = '<AutoType><DefaultSequence>{PASSWORD}</DefaultSequence></AutoType>'
    const icon = '<CustomIconUUID>EQEBAQEBAQEBAQEBAQEBAg==</CustomIconUUID>'
    const { fails } = await content(
      keePassFile(group('Racine', entry({ Title: 'a' }, typing + icon).repeat(2))),
    )
    expect(fails).toEqual([
      { line: 1, name: '', reason: 'PARTS_LEFT', detail: 'saisie automatique (2), ic\u00f4ne (2)' },
    ])
  })

  it('is told of the notes of a root group that is dropped', async () => {
    const rooted = keePassFile(group('Racine', `<Notes>n</Notes>${entry({ Title: 'a' })}`))
    expect((await readAs('keepass-xml', rooted, { root: 'drop' })).found.notes).toEqual([
      { reason: 'PARTS_LEFT', detail: 'description du dossier racine (1)' },
    ])
    expect((await readAs('keepass-xml', rooted, { root: 'keep' })).found.notes).toEqual([])
  })
})

describe('the group Backup of KeePass 1', () => {
  const listed = (name: string, at: string) =>
    `<pwentry><group${at}</group><title>${name}</title><password>x</password></pwentry>`
  const kept = `<pwlist>${listed('Vivant', '>Base')}${listed('Copie', ' tree="Base">Backup')}${listed('Jet\u00e9', '>Backup')}${listed('Vieux', ' tree="Backup">Internet')}</pwlist>`
  const entryX = (name: string) =>
    `<entry><title>${name}</title><password>x</password><expire>Never</expire></entry>`
  const keptX = `<!DOCTYPE KEEPASSX_DATABASE>\n<database><group><title>Base</title>${entryX('Vivant')}<group><title>Backup</title>${entryX('Copie')}</group></group><group><title>Backup</title>${entryX('Jet\u00e9')}<group><title>Internet</title>${entryX('Vieux')}</group></group></database>`

  it.each([
    ['KeePass 1', kept],
    ['KeePassX 1', keptX],
  ])('is its recycle bin: left out, counted, and taken where it is asked for: %s', async (_, file) => {
    for (const { places, skipped } of await everyWay(file)) {
      expect(places.toSorted()).toEqual(['Base/Backup/Copie', 'Base/Vivant'])
      expect(skipped.recycleBin).toBe(2)
    }
    const { found } = await readAs('keepass-xml', file)
    expect(
      found.entries.filter(({ state }) => state === 'binned').map(({ title, path }) => [title, path]),
    ).toEqual([
      ['Jet\u00e9', []],
      ['Vieux', ['Internet']],
    ])
  })

  it('is a group as others in a file of KeePass 2', async () => {
    for (const file of [
      keePassFile(group('Backup', entry({ Title: 'a' }))),
      keePassFile(group('R', group('Backup', entry({ Title: 'a' })))),
    ])
      for (const { items, skipped } of await everyWay(file))
        expect([items.length, skipped.recycleBin]).toEqual([1, 0])
  })
})
