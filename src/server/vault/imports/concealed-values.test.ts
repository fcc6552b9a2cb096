import { expect, it } from 'vitest'
import { single as singleOfCsv } from './csv-testing.ts'
import { content, entry, group, keePassFile, single as singleOfXml } from './keepass-testing.ts'
import { readAs } from './formats/read-testing.ts'

const address = 'otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP'
const secretColumns = [
  'Code PIN',
  'PIN',
  'Code_PUK',
  'CVV',
  'CVC2',
  'Cryptogramme',
  'Mot de passe 2',
  'Mdp2',
  'Passphrase',
  'Cl\u00e9 priv\u00e9e',
  'Cl\u00e9 API',
  "Cl\u00e9 d'API",
  'API key',
  'Jeton',
  'Token',
  'Question secr\u00e8te',
  'Codes de secours',
  'Recovery codes',
  'Security answer',
  'Num\u00e9ro de carte',
  'Seed',
  'OTP 2',
]

it.each(secretColumns)(
  'a column of a table named %s is concealed, never a line of the description',
  async (name) => {
    const item = await singleOfCsv(`nom;mot de passe;notes;${name}\nA;p;n;4821`)
    expect(item).toMatchObject({ description: 'n', fields: [{ kind: 'concealed', value: '4821' }] })
  },
)

it.each(['Port', 'Service', 'Machine', 'Carte graphique', 'Capacit\u00e9'])(
  'a column of a table named %s stays visible',
  async (name) => {
    const item = await singleOfCsv(`nom;mot de passe;\u00c9quipe ${name}\nA;p;22`)
    expect(item.fields).toMatchObject([{ kind: 'text', value: '22' }])
  },
)

it('the address of an OTP is concealed in whatever column or field it stands', async () => {
  expect(await singleOfCsv(`nom;mot de passe;Divers\nA;p;${address}`)).toMatchObject({
    description: '',
    fields: [{ label: 'Divers', kind: 'concealed', value: address }],
  })
  const strings = { Title: 'a', Password: 'p', OTPAuth: address }
  expect((await singleOfXml(strings)).item).toMatchObject({
    description: '',
    fields: [{ label: 'OTPAuth', kind: 'concealed', value: address }],
  })
  const { found } = await readAs('keepass-xml', keePassFile(group('Racine', entry(strings))))
  expect(found.entries[0]?.fields).toMatchObject([{ kind: 'concealed', value: address }])
})

it('a string that KeePass protects is concealed, in memory or in the file', async () => {
  for (const attribute of ['ProtectInMemory="True"', 'ProtectInMemory="true"']) {
    const secret = `<String><Key>Note</Key><Value ${attribute}>4821</Value></String>`
    const { root } = await content(keePassFile(group('Racine', entry({ Title: 'a' }, secret))))
    expect(root.items).toMatchObject([{ description: '', fields: [{ kind: 'concealed', value: '4821' }] }])
  }
})
