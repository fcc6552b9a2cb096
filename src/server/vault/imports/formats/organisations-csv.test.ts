import { expect, it } from 'vitest'
import { fieldsOf, readAs } from './read-testing.ts'
import { samples } from './samples/organisations-csv.ts'

const [german, wrapped, state, lists, nextcloud, nextcloudFrench, zoho, zohoShort] = samples.map(
  ({ bytes }) => bytes,
)

it.each([german, wrapped])('Netwrix: German names, rows in a second pair of quotes', async (bytes) => {
  const { found } = await readAs('netwrix', bytes ?? '')
  expect(found.entries[0]).toMatchObject({
    path: ['Métier', 'RH'],
    title: 'Intranet',
    login: 'zoé',
    password: 'Été; "42"',
    addresses: ['https://rh.exemple.fr'],
    notes: 'une note',
    otps: ['JBSWY3DPEHPK3PXP'],
  })
  expect(found.entries[1]?.password).toBe(' b ')
})

it('Netwrix: English names', async () => {
  const { found } = await readAs('netwrix', [
    'Organisational unit;Description;User name;Password;Web page;Other',
    'A;b;c;d;https://e.fr;f',
  ])
  expect(found.entries[0]).toMatchObject({ path: ['A'], title: 'b', login: 'c', password: 'd' })
  expect(fieldsOf(found.entries[0])).toEqual(['concealed Other=f'])
})

it('Passwordstate: lists, identifiers, expiry', async () => {
  const { found } = await readAs('passwordstate', state ?? '')
  expect(found.folders.map(({ path }) => path)).toEqual([['Siège', 'Réseau']])
  expect(found.entries[0]).toMatchObject({
    path: ['Siège', 'Réseau'],
    title: 'Pare-feu',
    notes: 'Un "pare-feu"\n\nnote',
    renewal: '2027-01-31',
    sourceId: '101',
  })
  expect(fieldsOf(found.entries[0])).toEqual([
    'text Domaine=SIEGE',
    'text Hôte=fw1',
    'concealed GenericField1=valeur',
    'text Type=Windows',
  ])
  expect(found.entries[1]?.path).toEqual(['Siège', 'Paie'])
})

it('Passwordstate: several lists, whose headers differ', async () => {
  const { found } = await readAs('passwordstate', lists ?? '')
  expect(found.folders.map(({ path }) => path)).toEqual([['Siège', 'Bois']])
  expect(found.entries).toMatchObject([
    {
      path: ['Siège', 'Fer'],
      title: 'Serveur',
      login: 'zoé',
      password: 'Été 42',
      otps: ['otpauth://totp/a?secret=JBSWY3DPEHPK3PXP'],
      sourceId: '10790',
    },
    { path: ['Siège', 'Or'], password: ' b ' },
  ])
  expect(fieldsOf(found.entries[0])).toEqual([
    'text Hôte=srv1',
    'text Type=Linux',
    'concealed Licence Key=ABCD',
  ])
  expect(found.blankRows).toBe(3)
})

const expiring = async (...dates: readonly string[]) => {
  const { found } = await readAs('passwordstate', [
    'Title,UserName,Password,ExpiryDate,TreePath,PasswordID',
    ...dates.map((date, place) => `a,b,c,${date},\\A,${place + 1}`),
  ])
  return found.entries.map((entry) => [entry.renewal, fieldsOf(entry), entry.notesToTell])
}

it('Passwordstate: a date in digits is read where another one proves the order', async () => {
  const renewals = async (...dates: readonly string[]) =>
    (await expiring(...dates)).map(([renewal]) => renewal)
  expect(await renewals('05/06/2027', '31/12/2027 00:00:00', '', ' 1/2/2028 12:00:00 AM')).toEqual([
    '2027-06-05',
    '2027-12-31',
    null,
    '2028-02-01',
  ])
  expect(await renewals('6/5/2027', '12/31/2027')).toEqual(['2027-06-05', '2027-12-31'])
  expect(await renewals('05.06.2027')).toEqual(['2027-06-05'])
  expect(await renewals('2027-06-05', '05/06/2027', '2027-06-05 00:00:00')).toEqual([
    '2027-06-05',
    null,
    '2027-06-05',
  ])
  expect(await renewals('31/12/2027', '30/02/2027')).toEqual(['2027-12-31', null])
  expect(await renewals('31/12/2027', '12/31/2027')).toEqual([null, null])
})

it('Passwordstate: a date whose order nothing proves stays a field, and is reported', async () => {
  const kept = [{ reason: 'RENEWAL_KEPT' }]
  expect(await expiring('05/06/2027', '')).toEqual([
    [null, ['text ExpiryDate=05/06/2027'], kept],
    [null, [], []],
  ])
})

it('Nextcloud: fields by their type', async () => {
  const { found } = await readAs('nextcloud-passwords', nextcloud ?? '')
  expect(found.entries[0]).toMatchObject({ path: ['Métier/RH'], sourceId: 'aaaa-1', isFavourite: true })
  expect(fieldsOf(found.entries[0])).toEqual([
    'text Étiquettes=rh',
    'text Badge=12',
    'concealed Réponse=prénom',
  ])
  expect(fieldsOf(found.entries[1])).toEqual(['concealed Champs personnalisés=libre'])
  // The folder around all others is no folder here.
  expect(found.entries[1]?.path).toEqual([])
  const [french] = (await readAs('nextcloud-passwords', nextcloudFrench ?? '')).found.entries
  expect(french).toMatchObject({
    path: ['Paie'],
    title: 'Exemple',
    login: 'a',
    password: 'b',
    addresses: ['https://exemple.fr'],
    isFavourite: true,
    sourceId: 'aaaa-3',
  })
  expect(fieldsOf(french)).toEqual(['text Étiquettes=rh,siège', 'address Site=https://autre.exemple.fr'])
})

it('Zoho: lines of one cell, folders by lines, and the short form', async () => {
  const { found } = await readAs('zoho-vault', zoho ?? '')
  expect(found.entries[0]).toMatchObject({
    path: ['Métier', 'RH'],
    login: 'zoé',
    password: 'a:b,c',
    notes: 'une description\n\nnote',
    isFavourite: true,
  })
  expect(fieldsOf(found.entries[0])).toEqual(['text Étiquettes=rh', 'concealed Réponse=prénom'])
  expect(found.entries[1]).toMatchObject({ category: 'server', login: 'root', password: ' b ' })
  expect((await readAs('zoho-vault', zohoShort ?? '')).found.entries[0]).toMatchObject({
    login: 'a',
    password: 'b,c',
  })
})
