import { expect, it } from 'vitest'
import { fieldsOf, readAs } from './read-testing.ts'
import { samples } from './samples/dashlane-csv.ts'

const [logins, notes, payments, papers, persons, old] = samples.map(({ bytes }) => bytes)

it('reads each table of the export', async () => {
  const [login] = (await readAs('dashlane-csv', logins ?? '')).found.entries
  expect(login).toMatchObject({
    path: ['Métier'],
    title: 'Intranet',
    login: 'zoé',
    password: 'Été, "42"',
    notes: 'ligne 1\nligne 2',
    otps: ['JBSWY3DPEHPK3PXP'],
  })
  expect(fieldsOf(login)).toEqual(['text Autre identifiant=z.leveque'])
  expect((await readAs('dashlane-csv', notes ?? '')).found.entries[0]).toMatchObject({
    title: 'Consignes',
    notes: 'Texte, libre',
    category: 'other',
  })
  const [card, account] = (await readAs('dashlane-csv', payments ?? '')).found.entries
  expect(card).toMatchObject({ title: 'Visa pro', login: 'Zoé Lévêque', category: 'bankCard' })
  expect(fieldsOf(card)).toEqual(
    expect.arrayContaining([
      'concealed Numéro=4111111111111111',
      'concealed Code de sécurité=123',
      "date Date d'expiration=2028-02-29",
    ]),
  )
  expect(fieldsOf(account)).toContain('concealed Numéro de compte=FR7612345')
  expect(fieldsOf((await readAs('dashlane-csv', papers ?? '')).found.entries[0])).toEqual(
    expect.arrayContaining([
      'concealed Numéro=20AB12345',
      'date Date de délivrance=2020-01-02',
      "date Date d'expiration=2030-01-01",
    ]),
  )
  const [person] = (await readAs('dashlane-csv', persons ?? '')).found.entries
  expect(person).toMatchObject({ title: 'Zoé Lévêque', login: 'zoe', category: 'other' })
  expect(fieldsOf(person)).toEqual(
    expect.arrayContaining(['text Civilité=MRS', 'text Prénom=Zoé', 'date Date de naissance=1980-05-06']),
  )
})

it('reads the older table without a header, with a title alone in front', async () => {
  const { found } = await readAs('dashlane-csv-2021', old ?? '')
  expect(
    found.entries.map(({ title, login, password, notes: note }) => [title, login, password, note]),
  ).toEqual([
    ['entrée vide', '', '', ''],
    ['Intranet', 'zoé', 'Été, "42"', 'une note'],
    ['Exemple', 'a', ' b ', ''],
    ['Note', '', '', 'ligne 1\nligne 2'],
  ])
})

it('leaves out that a row is not hidden, and names the kind of an e-mail', async () => {
  const { found } = await readAs('dashlane-csv', [
    'type,title,first_name,last_name,login,item_name,email,email_type,hidden',
    'email,,,,,Pro,zoe@exemple.fr,BUSINESS,FALSE',
  ])
  const fields = fieldsOf(found.entries[0])
  expect(fields).toContain('text Type=BUSINESS')
  expect(fields.join()).not.toMatch(/hidden|email_type/)
})

const paymentColumns =
  'type,account_name,account_holder,cc_number,code,expiration_month,expiration_year,routing_number,account_number,country,issuing_bank,note,name'

it('names a card by its own name, and takes its account for the holder as Dashlane does', async () => {
  const { found } = await readAs('dashlane-csv', [
    paymentColumns,
    'payment_card,Zoé Lévêque,,4111111111111111,123,1,2030,,,FR,,plafond 500,Visa',
    'payment_card,Zoé Lévêque,,5555555555554444,321,1,2030,,,FR,,,',
    'bank,Courant,Zoé Lévêque,,,,,12345,FR7612345,FR,La Banque,,Compte pro',
    'payment_card,,,4242424242424242,,,,,,,,,',
  ])
  expect(found.entries.map(({ title, login, notes: note }) => [title, login, note])).toEqual([
    ['Visa', 'Zoé Lévêque', 'plafond 500'],
    ['Zoé Lévêque', 'Zoé Lévêque', ''],
    ['Compte pro', 'Zoé Lévêque', ''],
    ['Carte de paiement', '', ''],
  ])
  expect(fieldsOf(found.entries[0])).toEqual([
    'text Type=Carte de paiement',
    'concealed Numéro=4111111111111111',
    'concealed Code de sécurité=123',
    'text Pays=FR',
    "date Date d'expiration=2030-01-31",
  ])
  expect(fieldsOf(found.entries[2])).toContain('text Nom du compte=Courant')
})

it('names papers by their kind, networks by their name, and shows what is no secret of an address', async () => {
  const ids = await readAs('dashlane-csv', [
    'type,number,name,issue_date,expiration_date,place_of_issue,state',
    'passport,20AB,Zoé Lévêque,2020-01-02,2030-01-01,Lyon,',
    'tax_number,30123,,,,,',
    'residence_permit,77,Zoé Lévêque,,,,',
  ])
  expect(ids.found.entries.map(({ title, login }) => [title, login])).toEqual([
    ['Passeport', 'Zoé Lévêque'],
    ['Numéro fiscal', ''],
    ['', 'Zoé Lévêque'],
  ])
  expect(fieldsOf(ids.found.entries[2])).toContain('text Type=residence_permit')
  const wifi = await readAs('dashlane-csv', [
    'ssid,passphrase,name,note,hidden,encryption_type',
    'INVITES,Bienvenue,Accueil,,0,WPA2',
  ])
  expect(wifi.found.entries[0]).toMatchObject({ title: 'Accueil', login: '', password: 'Bienvenue' })
  expect(fieldsOf(wifi.found.entries[0])).toEqual(['text Nom du réseau (SSID)=INVITES', 'text Sécurité=WPA2'])
  const place = await readAs('dashlane-csv', [
    'type,title,first_name,last_name,login,item_name,address,address_recipient,address_building,address_apartment,address_floor,address_door_code',
    'address,,,,,Atelier,2 rue du Puits,Zoé,B,12,1,31B4',
  ])
  expect(fieldsOf(place.found.entries[0])).toEqual([
    'text Type=Adresse postale',
    'text Adresse postale=2 rue du Puits',
    'text Destinataire=Zoé',
    'text Bâtiment=B',
    'text Appartement=12',
    'text Étage=1',
    "concealed Code d'entrée=31B4",
  ])
})
