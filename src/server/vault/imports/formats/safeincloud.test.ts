import { expect, it } from 'vitest'
import { readFile } from './formats.ts'
import { samples } from './samples/safeincloud.ts'

it('gives every field its place, and hides what SafeInCloud hides', async () => {
  const read = await readFile(samples[0]?.bytes ?? new Uint8Array())
  if ('ok' in read) throw new Error(read.code)
  const { entries, blankRows } = read.found
  expect(blankRows).toBe(1)
  expect(entries).toMatchObject([
    {
      path: ['Réseau'],
      title: 'Routeur',
      login: 'admin',
      password: ' nouveau<é ',
      email: 'reseau@exemple.fr',
      addresses: ['https://10.0.0.2/'],
      otps: ['JBSW Y3DP EHPK 3PXP'],
      notes: 'une note',
      isFavourite: true,
      state: 'live',
      sourceId: '1',
      formerPasswords: [{ value: 'ancien', at: '2020-09-13T12:26:40.000Z' }],
      fields: [
        { label: 'Hôte', kind: 'text', value: '10.0.0.2' },
        { label: 'Second', kind: 'text', value: 'root' },
        { label: 'Mot de passe 2', kind: 'concealed', value: 'autre' },
        { label: 'PIN', kind: 'concealed', value: '1234' },
        { label: 'Secret', kind: 'concealed', value: 'caché' },
        { label: 'Remarques', kind: 'lines', value: 'ligne 1\nligne 2' },
        { label: 'Achat', kind: 'date', value: '2024-02-01' },
        { label: 'Étiquettes', kind: 'text', value: 'Vieux' },
      ],
    },
    {
      title: 'Visa',
      category: 'bankCard',
      fields: [
        { label: 'Numéro', kind: 'concealed', value: '5555123456789000' },
        { label: 'Titulaire', kind: 'text' },
        { label: 'Expire', kind: 'date', value: '2028-02-29' },
        { label: 'CVV', kind: 'concealed', value: '555' },
      ],
    },
    { title: 'Note', category: 'other', notes: 'texte' },
    { title: 'Jeté', state: 'binned', path: ['Vieux'] },
  ])
  const files = entries[0]?.files ?? []
  expect(files.map(({ name, size }) => [name, size])).toEqual([
    ['image-1.png', 8],
    ['plan.txt', 5],
  ])
  expect(await files[1]?.read()).toEqual(Buffer.from('été'))
})
