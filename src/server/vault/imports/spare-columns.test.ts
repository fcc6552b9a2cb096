import { describe, expect, it } from 'vitest'
import { content, single } from './csv-testing.ts'
import { toldOf, readAs } from './formats/read-testing.ts'
import { toContent } from './formats/to-content.ts'

/** Returns the only item that both readers make of a table, the direct one first. */
async function both(header: string, row: string) {
  const { found } = await readAs('csv', [header, row])
  const ofManager = await toContent(found, 'csv-mapped', { withBin: false, withFormer: false, fileBytes: 1 })
  if (!ofManager.ok) throw new Error(ofManager.code)
  return [await single(`${header}\n${row}`), ofManager.items[0]]
}

describe('a column whose name tells what it holds', () => {
  it.each([
    ['Nom du site', 'Identifiant', 'Adresse du site'],
    ['Nom du compte', 'Identifiant', 'URL/Adresse'],
    ["Nom de l'application", 'Identifiant de connexion', 'Lien de connexion'],
    ['Nom de l\u2019application', 'ID utilisateur', 'URL de connexion'],
    ['Nom du service', 'Nom de connexion', 'Site internet'],
    ['Application', 'Nom du compte', 'Adresse internet'],
    ['Nom du site', 'Nom du compte', 'Adresse du site'],
    ['Logiciel', 'Identifiant / e-mail', "Adresse de l'application"],
    ['Display name', 'User ID', 'Login URL'],
    ['Nom_du_site', 'E-mail de connexion', 'Page de connexion'],
  ])('is the field of an entry where no other is: %s, %s, %s', async (name, login, address) => {
    const header = `${login};Mot de passe;${address};Port;${name}`
    for (const item of await both(header, 'jean;p;https://a.fr;22;Portail'))
      expect(item).toMatchObject({
        name: 'Portail',
        login: 'jean',
        password: 'p',
        address: 'https://a.fr',
        fields: [{ label: 'Port', kind: 'text', value: '22' }],
      })
  })

  it('stays a shown field beside another column of that kind', async () => {
    const header = 'Nom;Nom du site;Identifiant;Nom du compte;Mot de passe;Identifiant / e-mail'
    for (const item of await both(header, 'A;B;jean;C;p;D'))
      expect(item).toMatchObject({
        name: 'A',
        login: 'jean',
        fields: [
          { label: 'Nom du site', kind: 'text', value: 'B' },
          { label: 'Nom du compte', kind: 'text', value: 'C' },
          { label: 'Identifiant / e-mail', kind: 'text', value: 'D' },
        ],
      })
  })

  it('is the first title that its name is likely to be, in any order of the columns', async () => {
    for (const header of ['Nom du compte;Nom du site', 'Application;Nom du compte', 'Logiciel;Nom du site'])
      for (const item of await both(`${header};Mot de passe`, 'un;deux;p')) expect(item?.password).toBe('p')
    for (const item of await both('Application;Nom du compte;Nom du site;Mot de passe', 'c;b;a;p'))
      expect(item).toMatchObject({ name: 'a', login: 'b', fields: [{ label: 'Application', value: 'c' }] })
  })

  it('is never one that may hold a secret', async () => {
    for (const name of ['Code du compte', 'Identifiant / code', 'Clé du site', 'Site ou code'])
      for (const item of await both(`Nom;Mot de passe;${name}`, 'A;p;4821'))
        expect(item).toMatchObject({ login: '', address: '', fields: [{ kind: 'concealed' }] })
  })

  it('holds the password of a table that has no other', async () => {
    for (const item of await both('Nom du site;Identifiant;Passwort', 'A;jean;p'))
      expect(item).toMatchObject({ name: 'A', login: 'jean', password: 'p', fields: [] })
  })

  it('names the columns of a table as a known name does', async () => {
    const { found } = await readAs('csv', [
      'Nom du site;Adresse du site;Nom du compte;Mot de passe',
      'A;https://a.fr;jean;p',
    ])
    expect(found.questions).toEqual([])
    expect(found.entries).toMatchObject([{ title: 'A', addresses: ['https://a.fr'], login: 'jean' }])
  })

  it('of an address is one more in the other managers', async () => {
    const { found } = await readAs('csv', [
      'Nom;Mot de passe;URL;Adresse du site',
      'A;p;https://a.fr;https://b.fr',
    ])
    expect(found.entries[0]?.addresses).toEqual(['https://a.fr', 'https://b.fr'])
  })
})

const names = ['A2F', 'MFA', '2FA', 'Double authentification', 'Code 2FA']
describe('a column that may hold one-time secrets', () => {
  it.each(names)('%s says who uses a second factor, and stays as it is written', async (name) => {
    const rows = ['Oui', 'non', 'par SMS', 'via Google Authenticator', 'e-mail', 'à prévoir', '']
    const text = [`Nom;Mot de passe;${name}`, ...rows.map((cell, at) => `a${at};p;${cell}`)].join('\n')
    const read = await content(text)
    expect(read.items.map(({ otp, fields }) => [otp, fields])).toEqual(
      rows.map((value) => [null, value === '' ? [] : [{ label: name, kind: 'text', value }]]),
    )
    expect(read.fails).toEqual([{ line: 1, name: '', reason: 'COLUMNS_KEPT', detail: name }])
    const { found } = await readAs('csv', text)
    expect(found.entries.map(({ otps, fields }) => [otps, fields])).toEqual(
      rows.map((value) => [[], value === '' ? [] : [{ label: name, kind: 'text', value }]]),
    )
    expect(found.entries.flatMap(toldOf)).toEqual([])
    expect(found.notes.map(({ reason }) => reason)).toEqual([])
  })

  it.each(names)('%s holds them where one of its cells does', async (name) => {
    const text = `Nom;Mot de passe;${name}\nA;p;JBSWY3DPEHPK3PXP\nB;p;par SMS`
    const read = await content(text)
    expect(read.items).toMatchObject([
      { otp: 'JBSWY3DPEHPK3PXP', fields: [] },
      { otp: null, fields: [{ label: 'OTP', kind: 'concealed', value: 'par SMS' }] },
    ])
    const { found } = await readAs('csv', text)
    expect(found.entries.map(({ otps }) => otps)).toEqual([['JBSWY3DPEHPK3PXP'], []])
  })

  it.each(names)('%s conceals anything else, under its own name', async (name) => {
    for (const cell of ['4821', '482 193', 'cheval rouge', 'Oui : 4821'])
      for (const item of await both(`Nom;Mot de passe;${name}`, `A;p;${cell}`))
        expect(item).toMatchObject({ otp: null, fields: [{ label: name, kind: 'concealed', value: cell }] })
  })

  it('is no second one of a table that has another', async () => {
    for (const item of await both('Nom;Mot de passe;2FA;TOTP', 'A;p;Oui;JBSWY3DPEHPK3PXP'))
      expect(item).toMatchObject({
        otp: 'JBSWY3DPEHPK3PXP',
        fields: [{ label: '2FA', kind: 'text', value: 'Oui' }],
      })
  })

  it('holds them in a table without passwords, whatever they look like', async () => {
    const { items, fails } = await content('Nom;2FA\nA;cheval rouge')
    expect(items).toMatchObject([{ otp: null, fields: [{ label: 'OTP', kind: 'concealed' }] }])
    expect(fails.map(({ reason }) => reason)).toEqual(['OTP_UNREADABLE'])
  })
})

it('tells where the columns that nobody knows may be named', async () => {
  const { fails } = await content('Nom;Mot de passe;Rayon;Code PIN\nA;p;1;2')
  expect(fails).toEqual([{ line: 1, name: '', reason: 'COLUMNS_UNKNOWN', detail: 'Rayon' }])
})
