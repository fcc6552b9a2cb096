import { describe, expect, it } from 'vitest'
import { content, single } from './csv-testing.ts'
import { columnName, columnSecrecy } from './column-names.ts'
import { readAs } from './formats/read-testing.ts'
import { isSecretName, spacedKey } from './secret-names.ts'

const secretNames = [
  'Digicode',
  'Code alarme',
  'Code du coffre-fort',
  'Code SIM',
  'Code alarme/coffre/SIM',
  'Codes',
  'Clé',
  'Clé WPA',
  'Clé Wi-Fi',
  'Clé de récupération',
  'Clé WPA/Wi-Fi',
  'Clef',
  'PSK',
  'WPA2',
  'IBAN',
  'RIB',
  'Key',
  'SSH key',
  'Réponse',
  'Réponse 1',
  'Réponse secrète',
  'Security answer',
  'MFA',
  '2FA de secours',
  'NIP',
  'Combinaison',
  'N° de carte',
  'Numéro de compte',
  'Équipe code',
  'Mot de passe Wi-Fi',
  'Password (old)',
  'Sésame',
  'Rayon',
  'Machine',
  'Phrase secrète',
  'Question secrète',
  'Pass',
  'Motdepasse',
  'APIKEY',
  'apikey',
  'adminpassword',
  'MDPAdmin',
  'Code site',
  'Code agence',
  'Code service',
  'Number',
  'Card number',
  'Account number',
  'Passport number',
  'Licence number',
  'Social security number',
  'Clé publique et clé privée',
  'Accès SSH',
  'Numéro',
  'toString',
]
const harmlessNames = [
  'Équipe Port',
  'Équipe Service',
  'Équipe Machine',
  'Équipe Carte graphique',
  'Équipe Capacité',
  'Port',
  'Port 2',
  'Département',
  'Code postal',
  'Clé publique',
  'Mots clés',
  'Responsable de la machine',
  'Date de création',
  'Téléphone',
  'Numéro de téléphone',
  'Référence',
  'Numéro client',
  'N° client',
  'Numéro de contrat',
  'Type de compte',
  'Profil',
  'Contact',
  'Observations',
  'Échéance',
  "Date d'expiration",
  'Date de mise à jour',
  'Mise à jour',
  'Créé par',
  'Modifié le',
  'Nom complet',
  'Identifiant client',
  'SIRET',
  'Matricule',
  'Phone',
  'Owner',
  'Customer ID',
  'Location',
  'Phone number',
  'Serial number',
  'E-mail de récupération',
  'Serveur de backup',
  'Emplacement de la clé',
  'Code établissement',
  'Clé publique SSH',
  'SSH public key',
]
const surelySecret = [
  'Phrase secrète',
  'Question secrète',
  'Pass',
  'Motdepasse',
  'APIKEY',
  'apikey',
  'adminpassword',
  'MDPAdmin',
  'Sésame',
  'Code site',
  'Code agence',
  'Code service',
  'number',
  'passport number',
]
/** Returns the kind of the field that both readers make of a column, the direct one and that of any table. */
const kindsOf = async (name: string, value = '4821') => {
  const item = await single(`nom;mot de passe;notes;${name}\nA;p;n;${value}`)
  const { found } = await readAs('csv', `intitulé;mot de passe;remarques;${name}\nA;p;n;${value}`)
  const [entry] = found.entries
  expect([item.description, entry?.notes]).toEqual(['n', 'n'])
  return [item.fields, entry?.fields].map((fields) => fields?.map((field) => [field.kind, field.value]))
}

describe('the name of a column', () => {
  it.each(secretNames.filter((name) => name !== 'MFA'))('%s conceals it in every table', async (name) => {
    expect(await kindsOf(name)).toEqual([[['concealed', '4821']], [['concealed', '4821']]])
  })

  it.each(harmlessNames)('%s shows it in every table', async (name) => {
    expect(await kindsOf(name)).toEqual([[['text', '4821']], [['text', '4821']]])
  })

  it.each(surelySecret)('%s is secret for certain, for every reader', (name) => {
    expect(isSecretName(columnName(name))).toBe(true)
  })

  it('MFA is that of a one-time secret, unless another column is', async () => {
    const keeOtp = 'key=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&size=8'
    const read = await single(`nom;mot de passe;MFA\nA;p;${keeOtp}`)
    expect(read).toMatchObject({ otp: expect.stringContaining('digits=8') as string, fields: [] })
    const { found } = await readAs('csv', `intitulé;mot de passe;MFA\nA;p;${keeOtp}`)
    expect(found.entries).toMatchObject([{ otps: [keeOtp], fields: [] }])
    const both = await single('nom;mot de passe;MFA;TOTP\nA;p;4821;JBSWY3DPEHPK3PXP')
    expect(both).toMatchObject({ otp: 'JBSWY3DPEHPK3PXP', fields: [{ label: 'MFA', kind: 'concealed' }] })
    expect(await single('nom;mot de passe;MFA\nA;p;4821')).toMatchObject({
      otp: null,
      fields: [{ kind: 'concealed', value: '4821' }],
    })
  })

  it('that nobody knows is told', async () => {
    const { fails } = await content('nom;mot de passe;Rayon;Digicode;Équipe;Vide\nA;p;1;2;3;')
    expect(fails).toEqual([
      { line: 1, name: '', reason: 'COLUMNS_KEPT', detail: 'Équipe' },
      { line: 1, name: '', reason: 'COLUMNS_UNKNOWN', detail: 'Rayon' },
    ])
  })

  it('is judged in time that grows with its length alone', () => {
    for (const seed of ['code ', 'de ', 'équipe ', 'mot de ', 'n° ', 'a'])
      expect(columnSecrecy(columnName(seed.repeat(50_000)))).toBe('unknown')
  })
})

it('conceals the cells beyond the header in every table', async () => {
  const item = await single('nom;mot de passe;\nA;p;x;ouvre-toi; 12 ')
  expect(item.fields).toEqual([
    { label: '3', kind: 'concealed', value: 'x' },
    { label: '4', kind: 'concealed', value: 'ouvre-toi' },
    { label: '5', kind: 'concealed', value: ' 12 ' },
  ])
  const { found } = await readAs('csv', 'intitulé;mot de passe;\nA;p;x;ouvre-toi; 12 ')
  expect(found.entries[0]?.fields.map(({ kind, value }) => [kind, value])).toEqual([
    ['concealed', 'x'],
    ['concealed', 'ouvre-toi'],
    ['concealed', ' 12 '],
  ])
})

it('knows the keys of programs as the names of columns', () => {
  for (const key of [
    'apiKey',
    'RDGatewayPassword',
    'telephonePin',
    'accountNo',
    'ccnum',
    'cardNumber',
    'otp_seed',
  ])
    expect([key, isSecretName(columnName(spacedKey(key)))]).toEqual([key, true])
  for (const key of ['firstName', 'city', 'zipCode', 'order_number', 'pinned', 'monkey'])
    expect([key, isSecretName(columnName(spacedKey(key)))]).toEqual([key, false])
})
