import { describe, expect, it } from 'vitest'
import { readFile } from './formats.ts'
import type { Found } from './found.ts'
import { fieldsOf, readAs } from './read-testing.ts'
import { samples } from './samples/onepassword.ts'
import { zipOf } from './samples/zip-writer.ts'

async function read(name: string): Promise<Found> {
  const result = await readFile(samples.find((one) => one.name === name)?.bytes ?? new Uint8Array())
  if ('ok' in result) throw new Error(result.code)
  return result.found
}

describe('1PUX', () => {
  it('puts every kind of value into its place', async () => {
    const { entries, unreadable } = await read('1PUX')
    expect(entries[0]).toMatchObject({
      path: ['Personnel'],
      title: 'Messagerie',
      login: 'marie',
      password: ' mot de passe ',
      addresses: ['https://courriel.exemple.fr', 'https://autre.exemple.fr'],
      notes: 'Première\nseconde',
      otps: ['JBSWY3DPEHPK3PXP', 'otpauth://totp/x?secret=KRSXG5CTMVRXEZLU'],
      isFavourite: true,
      sourceId: 'ACC/l1',
      formerPasswords: [{ value: 'ancien', at: '2016-03-18T17:32:35.000Z' }],
    })
    expect(entries[0]?.fields).toEqual([
      { label: 'second', kind: 'concealed', value: 'autre secret' },
      { label: 'se souvenir', kind: 'text', value: 'Oui' },
      { label: 'Détails / service', kind: 'text', value: 'Compta' },
      { label: 'Détails / réponse', kind: 'concealed', value: 'Médor' },
      { label: 'Détails / courriel', kind: 'text', value: 'marie@exemple.fr' },
      { label: 'Détails / bureau', kind: 'lines', value: '1, rue de l’Église\n38000 Grenoble\nFR' },
      { label: 'Détails / ouverture', kind: 'date', value: '2016-01-01' },
      { label: 'Détails / depuis', kind: 'text', value: '06/2022' },
      { label: 'Détails / fin', kind: 'date', value: '2028-02-29' },
      { label: 'Détails / aide', kind: 'address', value: 'https://aide.exemple.fr' },
      { label: 'Détails / téléphone', kind: 'text', value: '+33 4' },
      { label: 'Détails / choix', kind: 'text', value: 'imap' },
      { label: 'Détails / lié', kind: 'text', value: 'Carte' },
      { label: 'Détails / inconnu', kind: 'concealed', value: '{"a":1}' },
      { label: 'Étiquettes', kind: 'text', value: 'été, service/compta' },
    ])
    expect(entries[0]?.notesToTell).toEqual([
      { reason: 'FIELDS_LEFT', detail: 'Détails / perdu' },
      { reason: 'PASSKEY_LEFT' },
      { reason: 'ATTACHMENT_MISSING', detail: 'perdu.pdf' },
    ])
    const [file] = entries[0]?.files ?? []
    expect([file?.name, file?.size, Buffer.from((await file?.read()) ?? []).toString()]).toEqual([
      'contrat été.pdf',
      4,
      '%PDF',
    ])
    expect(unreadable).toEqual([{ line: 6, name: '', note: { reason: 'ENTRY_UNREADABLE' } }])
  })

  it('knows the main fields of cards, networks, passwords and keys', async () => {
    const { entries } = await read('1PUX')
    const [, card, wifi, alone, key] = entries
    expect(card).toMatchObject({ login: 'Zoé', password: '', category: 'bankCard' })
    expect(card?.fields.map(({ label, kind }) => [label, kind])).toEqual([
      ['numéro', 'concealed'],
      ['code', 'concealed'],
      ['fin', 'date'],
    ])
    expect(wifi).toMatchObject({ password: 'réseau', category: 'wifi' })
    expect(wifi?.fields).toEqual([{ label: 'mot de passe de la borne', kind: 'concealed', value: 'borne' }])
    expect(alone).toMatchObject({ password: 'seul', state: 'archived', category: null })
    expect(key?.category).toBe('apiKey')
    expect(key?.fields.map(({ label, kind }) => [label, kind])).toEqual([
      ['Clé privée', 'concealed'],
      ['Clé publique', 'text'],
      ['Empreinte', 'text'],
    ])
  })

  it('names the account where there are several', async () => {
    const { entries } = await read('1PUX of two accounts, in an older form')
    expect(entries.map(({ path, sourceId }) => [path, sourceId])).toEqual([
      [['Société', 'Commun'], 'A/l1'],
      [['Famille', 'Commun'], 'B/l1'],
    ])
  })
})

it('1PUX keeps every text of an entry, in whatever form it stands', async () => {
  const details = {
    loginFields: [
      { name: 'remarque', fieldType: 'A', value: { string: 'un\ndeux' } },
      { name: 'réponse', fieldType: 'T', value: { concealed: 'Médor' } },
      { name: 'page', fieldType: 'U', value: { url: 'https://a.fr' } },
      { name: 'courriel', fieldType: 'E', value: { email: { email_address: 'a@b.fr', provider: null } } },
      { name: 'vide', fieldType: 'T', value: null },
    ],
    sections: [
      {
        title: '',
        fields: [
          { id: 'a', title: 'Remarque', value: 'sans genre' },
          { id: 'b', title: 'Deux', value: { string: 'un', concealed: 'deux' } },
          { id: 'c', title: 'Depuis', value: { monthYear: 202_206 } },
          { id: 'd', title: 'Mois', value: { monthYear: '202213' } },
          { id: 'e', title: 'Jamais', value: { monthYear: 0 } },
        ],
      },
    ],
    remark: 'un texte',
    passwordHistory: [],
    htmlMethod: 'post',
  }
  const item = { uuid: 'i', categoryUuid: '001', overview: { title: 'A' }, details }
  const vaults = [{ attrs: { uuid: 'V' }, items: [item] }]
  const { found } = await readAs(
    '1password-1pux',
    zipOf({ 'export.data': JSON.stringify({ accounts: [{ attrs: { uuid: 'A' }, vaults }] }) }),
  )
  expect(fieldsOf(found.entries[0])).toEqual([
    'lines remarque=un\ndeux',
    'concealed réponse=Médor',
    'text page=https://a.fr',
    'text courriel=a@b.fr',
    'concealed Remarque=sans genre',
    'text Deux=un',
    'concealed Deux=deux',
    'text Depuis=06/2022',
    'text Mois=202213',
    'concealed remark=un texte',
  ])
})

describe('1PIF', () => {
  it('reads forms, wallets and the entries of Windows', async () => {
    const { entries, folders, blankRows } = await read('1PIF')
    expect(folders.map(({ path, sourceId }) => [path, sourceId])).toEqual([
      [['Équipe'], 'D1'],
      [['Équipe', 'Réseau'], 'D2'],
    ])
    expect(blankRows).toBe(1)
    expect(entries[0]).toMatchObject({
      path: ['Équipe', 'Réseau'],
      login: 'marie',
      password: 'secret é',
      addresses: ['https://a.exemple.fr'],
      notes: 'été',
      otps: ['JBSWY3DPEHPK3PXP'],
      isFavourite: true,
      sourceId: 'A1',
      line: 7,
      formerPasswords: [{ value: 'ancien', at: '2016-03-18T17:32:35.000Z' }],
      fields: [
        { label: 'agence', kind: 'text', value: '38' },
        { label: 'Plus / réponse', kind: 'concealed', value: 'Médor' },
        { label: 'Plus / service', kind: 'text', value: 'Compta' },
        { label: 'Plus / le', kind: 'date', value: '2016-01-01' },
        { label: 'Étiquettes', kind: 'text', value: 'un, deux' },
      ],
    })
    expect(entries[1]).toMatchObject({ login: 'Zoé', state: 'binned', category: 'bankCard' })
    expect(entries[1]?.fields).toEqual([
      { label: "Date d'expiration", kind: 'date', value: '2028-02-29' },
      { label: 'ccnum', kind: 'concealed', value: '4111' },
      { label: 'cvv', kind: 'concealed', value: '123' },
      { label: 'bank', kind: 'text', value: 'La Banque' },
    ])
    expect(entries[2]).toMatchObject({
      title: 'Sous Windows',
      password: 'w',
      addresses: ['https://w.exemple.fr'],
    })
  })

  it('gives entries the files of its folder', async () => {
    const { entries } = await read('1PIF with attachments')
    expect(entries[0]?.files.map(({ name, size }) => [name, size])).toEqual([['plan été.txt', 4]])
  })

  it('refuses folders that go too deep, and reads those in a circle', async () => {
    const folder = (uuid: number, parent: number): string =>
      `${JSON.stringify({ uuid: `u${uuid}`, typeName: 'system.folder.Regular', title: 't', folderUuid: `u${parent}` })}\n***5642bee8***\n`
    const deep = Array.from({ length: 300 }, (_, place) => folder(place, place + 1)).join('')
    expect(await readFile(Buffer.from(deep))).toEqual({ ok: false, code: 'TOO_DEEP' })
    const circle = await readFile(Buffer.from(folder(1, 2) + folder(2, 1)))
    expect('found' in circle && circle.found.folders.map(({ path }) => path.length)).toEqual([2, 1])
  })
})
