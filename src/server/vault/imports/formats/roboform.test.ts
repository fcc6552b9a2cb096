import { expect, it } from 'vitest'
import { fieldsOf, readAs } from './read-testing.ts'
import { samples } from './samples/roboform.ts'

const [eight, nine] = samples.map(({ bytes }) => bytes)

it('reads version 8: paths, apostrophes, fields of forms', async () => {
  const { found } = await readAs('roboform', eight ?? '')
  const [login, note, bookmark] = found.entries
  expect(login).toMatchObject({ path: ['Métier', 'RH'], login: 'zoé', password: '@Été', notes: 'une note' })
  expect(fieldsOf(login)).toEqual(['text Badge=12', 'concealed PIN=9876'])
  expect(note).toMatchObject({ path: [], notes: "'cité'", category: 'other' })
  expect(bookmark).toMatchObject({ path: ['Liens'], addresses: ['https://exemple.fr'], category: null })
})

it('reads version 9: commas in values, the key of the OTP', async () => {
  const { found } = await readAs('roboform', nine ?? '')
  expect(found.entries[0]).toMatchObject({
    password: 'a,b',
    addresses: ['https://rh.exemple.fr/a', 'https://rh.exemple.fr'],
    otps: ['JBSWY3DPEHPK3PXP'],
  })
  expect(fieldsOf(found.entries[0])).toEqual(['text Question=prénom, nom'])
  expect(found.entries[1]?.password).toBe(' b ')
})

it('conceals a field that has another form', async () => {
  const { found } = await readAs('roboform', [
    'Name,Url,Login,Pwd,Note,Folder,Rf_fields',
    'a,,b,c,,,libre,Choix:sel:2',
  ])
  expect(fieldsOf(found.entries[0])).toEqual(['concealed Champ=libre', 'concealed Choix=2'])
})
