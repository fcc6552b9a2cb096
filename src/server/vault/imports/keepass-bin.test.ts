import { expect, it } from 'vitest'
import { content } from './csv-testing.ts'
import { readAs } from './formats/read-testing.ts'
import { toContent } from './formats/to-content.ts'

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
