import { expect, it } from 'vitest'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { content } from './csv-testing.ts'
import { readAs, toldOf } from './formats/read-testing.ts'
import { tableReferences } from './table-references.ts'

const uuid = '{REF:P@I:46C9B1FFBD4ABC4BBB260C6190BAD20C}'
const rows = [
  ['Routeur', 'admin', 'le-vrai', 'https://routeur.exemple.fr', ''],
  ['Copie', '{REF:U@T:Routeur}', '{REF:P@T:Routeur}', '{ref:a@t:routeur}', 'n'],
  ['Chaîne', 'x', '{REF:P@T:Copie}', '', ''],
  ['Doublon', 'x', uuid, '', ''],
  ['Serveur un', 'deux', 'a', '', ''],
  ['Serveur deux', 'deux', 'b', '', ''],
  ['Ambigu', 'x', '{REF:P@T:Serveur}', '', ''],
  ['Mots', 'x', '{REF:P@T:deux serveur}', '', ''],
  ['Absent', 'x', '{REF:P@T:Imprimante}', '', ''],
  ['Boucle', 'x', '{REF:P@T:Boucle}', '', ''],
  ['Visible', '{REF:P@T:Routeur}', 'p', '', 'voir {REF:P@T:Routeur}'],
  ['Partie', 'x', 'a{REF:P@T:Routeur}', '', ''],
]
const expected = [
  ['Routeur', 'admin', 'le-vrai', 'https://routeur.exemple.fr', false],
  ['Copie', 'admin', 'le-vrai', 'https://routeur.exemple.fr', false],
  ['Chaîne', 'x', 'le-vrai', '', false],
  ['Doublon', 'x', uuid, '', true],
  ['Serveur un', 'deux', 'a', '', false],
  ['Serveur deux', 'deux', 'b', '', false],
  ['Ambigu', 'x', '{REF:P@T:Serveur}', '', true],
  ['Mots', 'x', 'b', '', false],
  ['Absent', 'x', '{REF:P@T:Imprimante}', '', true],
  ['Boucle', 'x', '{REF:P@T:Boucle}', '', true],
  ['Visible', '{REF:P@T:Routeur}', 'p', '', true],
  ['Partie', 'x', 'a{REF:P@T:Routeur}', '', true],
]
const cells = (row: readonly string[]) => row.map((cell) => `"${cell}"`).join(',')

it('references of a table are resolved where one entry alone can be meant, and else kept and told', async () => {
  const { items, fails } = await content(
    ['Nom,Identifiant,Mot de passe,Adresse,Notes', ...rows.map(cells)].join('\n'),
  )
  const isTold = (name: string) =>
    fails.some((fail) => fail.name === name && fail.reason === 'REFERENCE_KEPT')
  expect(
    items.map(({ name, login, password, address }) => [name, login, password, address, isTold(name)]),
  ).toEqual(expected)
})

it.each([
  ['keepass-csv', '"Account","Login Name","Password","Web Site","Comments"', (row: string) => row],
  ['keepassxc-csv', '"Group","Title","Username","Password","URL","Notes"', (row: string) => `"R",${row}`],
  ['strongbox-csv', 'Title,Username,Password,URL,Notes,Email,OTPAuth', (row: string) => `${row},"",""`],
])('the references of %s are read the same way', async (format, header, rowOf) => {
  const { found } = await readAs(format, [header, ...rows.map((row) => rowOf(cells(row)))])
  expect(
    found.entries.map((entry) => [
      entry.title,
      entry.login,
      entry.password,
      entry.addresses[0] ?? '',
      toldOf(entry).includes('REFERENCE_KEPT'),
    ]),
  ).toEqual(expected)
})

it('a password of our own table stays as it is', async () => {
  const own = 'Nom;Identifiant;Mot de passe;Adresse;Description;OTP;Dossier;Catégorie Trousseau'
  const text = `${own}\r\nA;x;vrai;;;;;\r\nB;x;{REF:P@T:A};;;;;\r\n`
  const { items, fails } = await content(text)
  expect([items.map(({ password }) => password), fails]).toEqual([['vrai', '{REF:P@T:A}'], []])
  const { found } = await readAs('trousseau-csv', text)
  expect(found.entries.map(({ password }) => password)).toEqual(['vrai', '{REF:P@T:A}'])
})

it('a thousand different references look up two hundred of them', async () => {
  let looks = 0
  const entries = Array.from({ length: 1000 }, (_, at) => ({
    get title() {
      looks += 1
      return `Entrée ${at}`
    },
    login: '',
    password: `{REF:P@T:x${at}}`,
    address: '',
    notes: '',
  }))
  const resolve = tableReferences(entries, createYielder())
  for (let at = 0; at < 1000; at += 1)
    expect(
      (await resolve({ title: '', login: '', password: `{REF:P@T:x${at}}`, address: '', notes: '' }))
        .isUnresolved,
    ).toBe(true)
  expect(looks).toBe(200 * 1000)
})
