import { expect, it } from 'vitest'
import { fieldsOf, readAs } from './read-testing.ts'
import { samples } from './samples/lockself.ts'

const [eleven, twelve, windows, categories] = samples.map(({ bytes }) => bytes)

it('reads 11 columns, short rows, and a folder alone', async () => {
  const { found } = await readAs('lockself', eleven ?? '')
  expect(found.entries[0]).toMatchObject({
    path: ['Métier', 'RH'],
    title: 'Intranet RH',
    login: 'zoé',
    password: 'Été; "42"',
    notes: 'Accès réservé',
    otps: ['JBSWY3DPEHPK3PXP'],
  })
  expect(fieldsOf(found.entries[0])).toEqual(['text Étiquettes=rh paie', 'text Champ 1=question : prénom'])
  // Zeros are no secret.
  expect(found.entries[1]).toMatchObject({ path: ['Perso'], password: ' b ', otps: [] })
  expect(found.entries[2]).toMatchObject({ title: 'Court', password: 'd' })
  expect(found.folders.map(({ path }) => path)).toEqual([['Métier', 'Vide']])
  expect(found.notes).toEqual([{ reason: 'PERSONAL_FOLDER' }])
})

it('reads 12 columns in UTF-16 with half a mark, and Windows-1252 with commas', async () => {
  expect((await readAs('lockself', twelve ?? '')).found.entries).toMatchObject([
    { title: 'Intranet', login: 'zoé', fields: [] },
    { title: 'Vide', password: '' },
  ])
  expect((await readAs('lockself', windows ?? '')).found.entries[0]).toMatchObject({
    path: ['Métier'],
    login: 'zoé',
    password: 'dit "oui", non',
  })
})

it('keeps another type as a field', async () => {
  const { found } = await readAs('lockself', [
    'Name;Url;Username;Password;Category/SubCategory;Tags;Description;Opt1;Opt2;Opt3;Totp;Type',
    'a;;b;c;D;;;;;;;note',
  ])
  expect(fieldsOf(found.entries[0])).toEqual(['text Type=note'])
})

it('makes folders of the list of categories, without entries', async () => {
  const { found } = await readAs('lockself', categories ?? '')
  expect(found.entries).toEqual([])
  expect(found.folders.map(({ path }) => path)).toEqual([['Métier'], ['Métier', 'RH']])
  expect(found.notes).toEqual([{ reason: 'COLUMNS_LEFT', detail: 'PasswordPolicyName' }])
})
