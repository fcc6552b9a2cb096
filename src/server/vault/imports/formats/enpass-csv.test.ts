import { expect, it } from 'vitest'
import { fieldsOf, readAs } from './read-testing.ts'
import { samples } from './samples/enpass-csv.ts'

it('reads labels in French and English, and conceals the others', async () => {
  const { found } = await readAs('enpass-csv', samples[0]?.bytes ?? '')
  const [login, card, english, note] = found.entries
  expect(login).toMatchObject({
    title: 'Intranet',
    login: 'zoé',
    email: 'zoe@exemple.fr',
    password: 'Été, "42"',
    addresses: ['https://rh.exemple.fr'],
    otps: ['JBSWY3DPEHPK3PXP'],
    notes: 'ligne 1\nligne 2',
  })
  expect(fieldsOf(login)).toEqual(['concealed Badge=12', 'text Téléphone=0102030405'])
  expect(card).toMatchObject({ login: 'Zoé Lévêque', category: 'bankCard' })
  expect(fieldsOf(card)).toEqual([
    'concealed Numéro=4111111111111111',
    'concealed Code de sécurité=123',
    'concealed *Code=9876',
    "date Date d'expiration=2028-02-29",
  ])
  expect(english).toMatchObject({ login: 'a', password: ' b ', addresses: ['https://exemple.fr'] })
  expect(note).toMatchObject({ title: 'Consignes', notes: 'Texte libre', category: 'other' })
})

it('keeps a second password, and a label without a value', async () => {
  const { found } = await readAs('enpass-csv', [
    '"Title","Field","Value",.........,"Note"',
    '"a","Password","p","Password","q","Reste",""',
  ])
  expect(found.entries[0]?.password).toBe('p')
  expect(fieldsOf(found.entries[0])).toEqual(['concealed Password=q'])
})

it('takes no value for a note where a row ends with a pair [MNGR-05]', async () => {
  const { found } = await readAs('enpass-csv', [
    '"Title","Field","Value",.........,"Note"',
    '"Carte","Numéro","4111111111111111","CVC","123","Date d\'expiration","06/2030"',
  ])
  expect(found.entries[0]?.notes).toBe('')
  expect(fieldsOf(found.entries[0])).toEqual([
    'concealed Numéro=4111111111111111',
    'concealed Code de sécurité=123',
    "date Date d'expiration=2030-06-30",
  ])
  expect(found.entries[0]?.former).toMatchObject({ notes: '06/2030' })
})
