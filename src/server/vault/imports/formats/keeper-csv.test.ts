import { expect, it } from 'vitest'
import { readFile } from './formats.ts'
import { fieldsOf, readAs, toldOf } from './read-testing.ts'
import { samples } from './samples/keeper-csv.ts'

it('reads rows without a header, their folders and their fields', async () => {
  const { found } = await readAs('keeper-csv', samples[0]?.bytes ?? '')
  const [login, shared, both] = found.entries
  expect(login).toMatchObject({
    path: ['Métier', 'RH'],
    title: 'Intranet',
    login: 'zoé',
    password: 'Été, "42"',
    addresses: ['https://rh.exemple.fr'],
    notes: 'ligne 1\nligne 2',
    otps: ['otpauth://totp/rh?secret=JBSWY3DPEHPK3PXP'],
  })
  expect(fieldsOf(login)).toEqual(['concealed Question=prénom'])
  // Two backslashes are one in a name.
  expect(shared).toMatchObject({ path: ['Équipe', 'A\\B'], password: ' b ' })
  expect(both?.path).toEqual(['Équipe'])
  expect(toldOf(both)).toEqual(['OTHER_PLACES Perso'])
  expect(fieldsOf(both)).toEqual(['text Badge=12', 'concealed Code=9876'])
})

it('reads what a cell holds as JSON, and loses nothing that is none [MNGR-20]', async () => {
  const quoted = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`
  const card = quoted({ cardNumber: '4970', cardExpirationDate: '03/2029', cardSecurityCode: '123' })
  const phones = quoted([{ number: '01', type: 'Work' }, { number: '02' }])
  const { found } = await readAs('keeper-csv', [
    `,Carte,,,https://a.fr,,,$paymentCard::1,${card},$phone:Bureau:1,${phones},$host::1,srv:22`,
  ])
  expect(fieldsOf(found.entries[0])).toEqual([
    'concealed Numéro=4970',
    'concealed Code de sécurité=123',
    "date Date d'expiration=2029-03-31",
    'text Bureau=01',
    'text Bureau=02',
    'concealed host=srv:22',
  ])
})

it.each([
  ['an odd number of cells after the seventh', 'a,b,c,d,https://e.fr,f,g,h'],
  ['an address in another place', 'https://a.fr,b,c,d,https://e.fr,f,g'],
  ['no address and no field of Keeper', 'a,b,c,d,e,f,g'],
])('leaves a table with %s to the mapping', async (_, row) => {
  const read = await readFile(Buffer.from(`${row}\n${row}\n`))
  if ('ok' in read) throw new Error(read.code)
  expect(read.format.id).toBe('csv')
})

it('takes the typed records of Commander for none but its own, whatever their type [MNGR-05]', async () => {
  const typed = ['$record_uid', 'uid-1', '$type', 'login']
  const { found } = await readAs(
    'keeper-csv',
    [
      [
        'Cœur\\Baie 2',
        'Routeur',
        'netadmin',
        'p',
        '',
        '',
        'Réseau#edit',
        ...typed,
        '$host',
        'sw:22',
        'Armoire',
        'B4',
      ],
      ['Cœur', 'Carte', '', '', '', '', '', '$record_uid', 'uid-2', '$type', 'bankCard'].concat(
        '$paymentCard',
        '4970111122223333 09/2031 617',
        '$securityQuestion',
        'Rue ? Neuve',
      ),
    ].map((cells) => cells.join(',')),
  )
  const [first, card] = found.entries
  // The cell of the shared folder is the outer part of the path, unlike that of the application's own export.
  expect(first).toMatchObject({ path: ['Réseau', 'Cœur', 'Baie 2'], sourceId: 'uid-1', category: null })
  expect(fieldsOf(first)).toEqual(['text Hôte=sw', 'text Port=22', 'text Armoire=B4'])
  expect(card).toMatchObject({ category: 'bankCard', sourceId: 'uid-2' })
  expect(fieldsOf(card)).toEqual([
    'concealed Numéro=4970111122223333',
    'concealed Code de sécurité=617',
    "date Date d'expiration=2031-09-30",
    'concealed Rue ?=Neuve',
  ])
  expect(first?.former).toMatchObject({ path: ['Réseau'], category: null })
})
