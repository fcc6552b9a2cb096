import { expect, it } from 'vitest'
import { readFile } from './formats.ts'
import { samples } from './samples/revelation.ts'

const read = async (bytes: Uint8Array = new Uint8Array()) => {
  const result = await readFile(bytes)
  if ('ok' in result) throw new Error(result.code)
  return result.found
}

it('gives folders, fields and kinds of Revelation their place', async () => {
  const { entries, folders } = await read(samples[0]?.bytes)
  expect(folders.map(({ path, description }) => [path, description])).toEqual([
    [['Réseau'], 'Salle\nserveur'],
    [['Réseau', 'Vide'], ''],
  ])
  expect(entries).toMatchObject([
    {
      path: ['Réseau'],
      title: 'Routeur',
      login: 'root',
      password: ' é&1 ',
      notes: 'Cœur\nune note',
      category: 'server',
      fields: [
        { label: 'Hôte', kind: 'text', value: '10.0.0.1' },
        { label: 'Domaine', kind: 'text', value: 'ville' },
        { label: 'generic-nouveau', kind: 'concealed', value: 'inconnu' },
      ],
    },
    {
      category: 'bankCard',
      fields: [
        { label: 'Réseau', kind: 'text', value: 'Visa' },
        { label: 'Numéro', kind: 'concealed', value: '5555123456789000' },
        { label: "Date d'expiration", kind: 'date', value: '2028-02-29' },
        { label: 'Code de sécurité', kind: 'concealed', value: '555' },
        { label: 'Code PIN', kind: 'concealed', value: '1111' },
      ],
    },
    { title: 'Site', email: 'a@exemple.fr', addresses: ['https://exemple.fr/'], category: null },
  ])
})

it('gives entries of FPM a folder by their category, and refuses an encrypted file', async () => {
  const bytes = samples[1]?.bytes
  expect((await read(bytes)).entries).toMatchObject([
    {
      path: ['Réseau'],
      title: 'Serveur',
      login: 'root',
      password: 'é<1',
      addresses: ['https://exemple.fr/'],
      notes: 'une\ndeux',
      fields: [{ label: 'Commande', value: 'ssh' }],
    },
  ])
  const sealed = Buffer.from(
    Buffer.from(bytes ?? [])
      .toString()
      .replace('salt=""', 'salt="mgfj"'),
  )
  expect(await readFile(sealed)).toMatchObject({ ok: false, code: 'EXPORT_ENCRYPTED' })
})
