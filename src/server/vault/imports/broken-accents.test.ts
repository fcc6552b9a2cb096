import { describe, expect, it } from 'vitest'
import { isBroken } from './broken-accents.ts'
import { content as csvContent } from './csv-testing.ts'
import { readAs } from './formats/read-testing.ts'
import { content, entry, group, keePassFile } from './keepass-testing.ts'

/**
 * 'Réseau' as a program shows it that reads UTF-8 in another encoding: Windows PowerShell in code page 850, others in
 * Windows-1252.
 */
const broken = [
  ['code page 850', 'R├®seau'],
  ['Windows-1252', 'RÃ©seau'],
] as const
const question = { id: 'accents', choices: ['leave', 'mend'], proposed: 'leave' }
const warned = expect.objectContaining({ line: 1, name: '', reason: 'ACCENTS_BROKEN' }) as unknown

describe.each(broken)('accents that were read in %s', (_encoding, name) => {
  it('are told of a table, also where one folder alone has one', async () => {
    for (const rows of [`Table;p;${name}`, `${name};p;Dossier`]) {
      const { fails, places } = await csvContent(`nom;mot de passe;dossier\n${rows}`)
      expect(fails).toContainEqual(warned)
      expect(places.join()).toContain(name)
    }
    const lockSelf = [
      'Name;URL;Username;Password;Category/SubCategory;Tags;Description;Opt1;Opt2;Opt3;Totp',
      `Portail;;a;p;${name}/Bureau;;;;;;`,
    ]
    expect((await csvContent(lockSelf.join('\n'))).fails).toContainEqual(warned)
  })

  it('are told of an XML file, its folders included', async () => {
    const inFolder = keePassFile(group(name, entry({ Title: 'a', Password: 'p' })))
    const inEntry = keePassFile(group('Racine', entry({ Title: 'a', Password: 'p', Notes: name })))
    for (const file of [inFolder, inEntry]) expect((await content(file)).fails).toContainEqual(warned)
  })

  it('are mended where the person says so, in tables, XML and JSON, folders included', async () => {
    const table = `"Group","Title","Username","Password","URL","Notes"\n"A/${name}","${name}","b","c","","${name}"`
    const xml = keePassFile(
      group(
        'A',
        `<Group><Name>${name}</Name>${entry({ Title: name, UserName: 'b', Password: 'c', Notes: name })}</Group>`,
      ),
    )
    const json = JSON.stringify({
      encrypted: false,
      folders: [{ id: 'f', name: `A/${name}` }],
      items: [
        { id: 'i', folderId: 'f', type: 1, name, notes: name, login: { username: 'b', password: 'c' } },
      ],
    })
    for (const [format, file] of [
      ['keepassxc-csv', table],
      ['keepass-xml', xml],
      ['bitwarden-json', json],
    ] as const) {
      const asked = await readAs(format, file)
      expect(asked.found.questions, format).toContainEqual(expect.objectContaining(question))
      expect(asked.found.entries[0]?.title, format).toBe(name)
      const { found } = await readAs(format, file, { accents: 'mend', root: 'keep' })
      expect(found.entries, format).toMatchObject([{ title: 'Réseau', login: 'b', notes: 'Réseau' }])
      expect(found.entries[0]?.path.at(-1), format).toBe('Réseau')
      // The question stays, so that the answer can be changed.
      expect(found.questions, format).toContainEqual(expect.objectContaining(question))
    }
  })
})

it('are not seen in text that people write', () => {
  for (const text of ['Été « œuvre » à 10 €', 'SÃO PAULO', 'ÂGE', 'Å, Ã, Â', 'é™', '│ ├ ─', 'Ô Ça'])
    expect(isBroken(text), text).toBe(false)
})
