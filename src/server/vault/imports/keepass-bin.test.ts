import { expect, it } from 'vitest'
import { content } from './csv-testing.ts'
import { readAs } from './formats/read-testing.ts'
import { toContent } from './formats/to-content.ts'
import { entry, keePassFile } from './keepass-testing.ts'

const header = '"Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"'
const row = (group: string, title: string): string => `"${group}","${title}","a","p","","","","0","",""`
const file = (root: string, bin: string): string =>
  [
    header,
    row(root, 'Vivant'),
    row(`${root}/${bin}`, 'Jet\u00e9'),
    row(`${root}/${bin}/Vieux`, 'Jet\u00e9 aussi'),
    row(`${root}/Bureau/${bin}`, 'Vivant aussi'),
  ].join('\n')

// KeePassXC 2.7.9, share/translations: the name of the bin is in the language of the program that made it.
const bins = [
  ['Passwords', 'Recycle Bin'],
  ['Racine', 'Corbeille'],
  ['Root', 'Papierkorb'],
  ['Contrase\u00f1as', 'Papelera'],
  ['Ra\u00edz', 'Reciclagem'],
  ['Wurzel', 'Ko\u0161'],
  ['Root', '\u56de\u6536\u7ad9'],
] as const

it.each(bins)(
  'deleted entries of a KeePassXC table below %s/%s are left out, counted and told',
  async (root, bin) => {
    const { places, skipped, fails } = await content(file(root, bin))
    expect(places).toEqual([`${root}/Vivant`, `${root}/Bureau/${bin}/Vivant aussi`])
    expect(skipped.recycleBin).toBe(2)
    expect(fails).toContainEqual({ line: 1, name: '', reason: 'BIN_LEFT' })

    const { found } = await readAs('keepassxc-csv', file(root, bin), { root: 'keep' })
    const choices = { withBin: false, withFormer: false, fileBytes: 1 }
    const left = await toContent(found, 'keepassxc-csv', choices)
    expect(left).toMatchObject({ skipped: { recycleBin: 2 } })
    const taken = await toContent(found, 'keepassxc-csv', { ...choices, withBin: true })
    if (!taken.ok) throw new Error(taken.code)
    expect(taken.skipped.recycleBin).toBe(0)
    const binned = taken.folders.find(({ name }) => name !== root)
    expect(binned?.items.map(({ name }) => name)).toEqual(['Jet\u00e9'])
    expect(binned?.folders).toMatchObject([{ name: 'Vieux', items: [{ name: 'Jet\u00e9 aussi' }] }])
  },
)

it('a folder of that name stays in every other table, and deeper in this one', async () => {
  const { places, skipped } = await content('nom;mot de passe;dossier\nA;p;Racine/Corbeille')
  expect(places).toEqual(['Racine/Corbeille/A'])
  expect(skipped.recycleBin).toBe(0)
})

it('the notes of a folder in the bin come in with it, and make no folder without it', async () => {
  const uuid = '<UUID>AAECAwQFBgcICQoLDA0ODw==</UUID>'
  const noted = `<Group><Name>Vieux</Name><Notes>\u00e0 garder</Notes>${entry({ Title: 'Jet\u00e9', Password: 'p' })}</Group>`
  const bin = `<Group>${uuid}<Name>Corbeille</Name>${noted}<Group><Name>Vide</Name></Group></Group>`
  const text = keePassFile(
    `<Group><Name>Base</Name>${entry({ Title: 'Vivant', Password: 'p' })}${bin}</Group>`,
    '<RecycleBinUUID>AAECAwQFBgcICQoLDA0ODw==</RecycleBinUUID>',
  )
  const { found } = await readAs('keepass-xml', text, { root: 'keep' })
  const choices = { withBin: false, withFormer: false, fileBytes: 1 }
  const left = await toContent(found, 'keepass', choices)
  expect(left).toMatchObject({ folders: [{ name: 'Base' }], skipped: { recycleBin: 1 } })
  const taken = await toContent(found, 'keepass', { ...choices, withBin: true })
  if (!taken.ok) throw new Error(taken.code)
  const binned = taken.folders.find(({ name }) => name !== 'Base')
  expect(binned?.folders).toMatchObject([
    { name: 'Vieux', description: '\u00e0 garder', items: [{ name: 'Jet\u00e9' }] },
  ])
})
