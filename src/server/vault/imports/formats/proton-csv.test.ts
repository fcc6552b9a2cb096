import { expect, it } from 'vitest'
import { fieldsOf, readAs } from './read-testing.ts'
import { samples } from './samples/proton-csv.ts'

it('reads logins, cards, identities and aliases', async () => {
  const { found } = await readAs('proton-csv', samples[0]?.bytes ?? '')
  const [login, card, identity, alias] = found.entries
  expect(login).toMatchObject({
    // The name of a vault is one folder.
    path: ['Métier / RH'],
    login: 'zoé',
    email: 'zoe@exemple.fr',
    password: 'Été, "42"',
    addresses: ['https://rh.exemple.fr/', 'https://b.exemple.fr/', 'https://c.exemple.fr/'],
    notes: 'ligne 1\nligne 2',
    otps: ['otpauth://totp/rh?secret=JBSWY3DPEHPK3PXP'],
  })
  expect(card).toMatchObject({ category: 'bankCard', login: 'Zoé Lévêque', notes: 'une note' })
  expect(fieldsOf(card)).toEqual([
    'concealed Numéro=4111111111111111',
    'concealed Code de sécurité=123',
    'concealed Code PIN=9876',
    "date Date d'expiration=2028-02-29",
    'text Réseau=Visa',
  ])
  expect(identity).toMatchObject({ category: 'other', email: 'zoe@exemple.fr', notes: 'n' })
  expect(fieldsOf(identity)).toContain('concealed Numéro de sécurité sociale=2800569')
  expect(alias).toMatchObject({ category: 'other', email: 'alias@passmail.net' })
  expect(found.entries.every(({ sourceId }) => sourceId === null)).toBe(true)
})

it('reads the older form, where the username is the e-mail', async () => {
  const { found } = await readAs('proton-csv', [
    'type,name,url,username,password,note,totp,createTime,modifyTime,vault',
    'login,a,https://a.fr,a@exemple.fr,p,,,1,1,v',
    'creditCard,c,,,,{abîmé,,1,1,v',
  ])
  expect(found.entries[0]).toMatchObject({ login: 'a@exemple.fr', path: ['v'] })
  expect(found.entries[1]).toMatchObject({ notes: '{abîmé', category: 'bankCard' })
})
