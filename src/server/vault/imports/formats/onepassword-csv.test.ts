import { expect, it } from 'vitest'
import { fieldsOf, readAs } from './read-testing.ts'
import { samples } from './samples/onepassword-csv.ts'

const [eight, four, windows, mac] = samples.map(({ bytes }) => bytes)

it('reads version 8', async () => {
  const { found } = await readAs('1password-csv', eight ?? '')
  expect(found.entries[0]).toMatchObject({
    title: 'Intranet RH',
    login: 'zoé',
    password: 'Été, "42"',
    addresses: ['https://rh.exemple.fr'],
    notes: 'ligne 1\nligne 2',
    otps: ['otpauth://totp/rh?secret=JBSWY3DPEHPK3PXP'],
    isFavourite: true,
    state: 'live',
  })
  expect(fieldsOf(found.entries[0])).toEqual(['text Étiquettes=rh;paie'])
  expect(found.entries[1]).toMatchObject({ state: 'archived', password: ' b ' })
})

it('reads version 4', async () => {
  const { found } = await readAs('1password-csv', four ?? '')
  expect(found.entries[0]).toMatchObject({ title: 'Exemple', notes: 'une note', login: 'a', password: 'b' })
})

it('reads version 7 of Windows, with its identifiers', async () => {
  const { found } = await readAs('1password-7-csv', windows ?? '')
  expect(found.entries[0]).toMatchObject({
    sourceId: 'kijznpgohbck',
    addresses: ['https://a.exemple.fr', 'https://b.exemple.fr'],
    otps: ['JBSWY3DPEHPK3PXP'],
  })
  expect(fieldsOf(found.entries[0])).toEqual(['text Étiquettes=a,b', 'text Type=Login', 'concealed PIN=4321'])
  expect(found.entries[1]?.category).toBe('bankCard')
  expect(fieldsOf(found.entries[1])).toContain('concealed ACCOUNT NUMBER=FR761234')
})

it('parts the addresses of a cell at line breaks and at commas between them', async () => {
  const text = [
    '"UUID","TITLE","SCOPE","AUTOSUBMIT","URL","USERNAME","PASSWORD","URLS"',
    '"a","b","","","https://a.fr/x,y","c","d","https://a.fr/x,y,https://b.fr, http://c.fr"',
  ]
  const { found } = await readAs('1password-7-csv', text)
  expect(found.entries[0]?.addresses).toEqual(['https://a.fr/x,y', 'https://b.fr', 'http://c.fr'])
})

it('reads the wide form of Mac, with quotes after backslashes and zero-width spaces', async () => {
  const { found } = await readAs('1password-7-csv', mac ?? '')
  expect(found.entries[0]).toMatchObject({
    title: 'Intranet',
    password: 'a"b',
    notes: 'dit "bonjour"',
    email: 'zoe@exemple.fr',
    otps: ['JBSWY3DPEHPK3PXP'],
  })
  expect(found.entries[1]?.category).toBe('bankCard')
  expect(fieldsOf(found.entries[1])).toEqual([
    'concealed number=4111',
    'concealed verification number=123',
    "date Date d'expiration=2028-02-29",
    'text Type=Credit Card(wallet)',
  ])
})
