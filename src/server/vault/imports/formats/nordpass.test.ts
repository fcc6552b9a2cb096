import { expect, it } from 'vitest'
import { fieldsOf, readAs, toldOf } from './read-testing.ts'
import { samples } from './samples/nordpass.ts'

const [typed, old] = samples.map(({ bytes }) => bytes)

it('reads logins, cards, identities and notes; folders are rows', async () => {
  const { found } = await readAs('nordpass', typed ?? '')
  const [login, card, identity, note] = found.entries
  expect(found.folders).toMatchObject([{ path: ['Métier', 'RH'] }])
  expect(login).toMatchObject({
    path: ['Métier', 'RH'],
    login: 'zoé',
    password: 'Été, "42"',
    addresses: ['https://rh.exemple.fr', 'https://b.exemple.fr', 'https://c.exemple.fr'],
  })
  expect(toldOf(login)).toEqual(['OTHER_PLACES Équipe'])
  expect(fieldsOf(login)).toEqual(['text Badge=12', 'concealed Secret=s', 'date Début=2024-02-01'])
  expect(card).toMatchObject({ category: 'bankCard', login: 'Zoé Lévêque' })
  expect(fieldsOf(card)).toEqual([
    'concealed Numéro=4111111111111111',
    'concealed Code de sécurité=123',
    'concealed Code PIN=9876',
    "date Date d'expiration=2028-02-29",
    'text Code postal=69001',
  ])
  expect(identity).toMatchObject({ category: 'other', email: 'zoe@exemple.fr' })
  // Broken JSON may hold a secret.
  expect(fieldsOf(note)).toEqual(['concealed Champs personnalisés={abîmé'])
})

it('reads the older form: a folder is a name that entries use', async () => {
  const { found } = await readAs('nordpass', old ?? '')
  expect(found.folders.map(({ path }) => path)).toEqual([['Métier']])
  expect(found.entries.map(({ title, category }) => [title, category])).toEqual([
    ['Exemple', null],
    ['Seul', 'other'],
  ])
})
