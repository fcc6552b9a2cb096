import { describe, expect, it } from 'vitest'
import { entry, group, keePassFile, secret } from './keepass-testing.ts'
import { everyWay } from './keepass-ways-testing.ts'

const uuid = '<UUID>AAECAwQFBgcICQoLDA0ODw==</UUID>'
const inRoot = (inside: string): string => keePassFile(group('Racine', inside))
const itemsOf = async (inside: string) => (await everyWay(inRoot(inside))).map(({ items }) => items[0])

describe('what KeePass protects', () => {
  it('is concealed, also where Trousseau shows the value: login, address, title and notes', async () => {
    const strings =
      secret('Title', 'Coffre-fort') +
      secret('UserName', 'jean.secret') +
      secret('URL', 'https://cache.exemple.fr/') +
      secret('Notes', 'un\r\ndeux') +
      secret('KP2A_URL_1', 'https://autre.exemple.fr/')
    for (const { items, fails } of await everyWay(
      inRoot(`<Entry>${strings}${secret('Password', 'p')}</Entry>`),
    )) {
      expect(items).toMatchObject([
        { name: 'Sans titre', login: '', address: '', description: '', password: 'p' },
      ])
      expect(items[0]?.fields).toEqual([
        { label: 'Titre', kind: 'concealed', value: 'Coffre-fort' },
        { label: 'Identifiant', kind: 'concealed', value: 'jean.secret' },
        { label: 'Adresse', kind: 'concealed', value: 'https://cache.exemple.fr/' },
        { label: 'Notes', kind: 'concealed', value: 'un\ndeux' },
        { label: 'KP2A_URL_1', kind: 'concealed', value: 'https://autre.exemple.fr/' },
      ])
      expect(fails).toEqual([
        {
          line: 1,
          name: '',
          reason: 'VALUES_CONCEALED',
          detail: 'Titre (1), Identifiant (1), Adresse (1), Notes (1)',
        },
      ])
    }
  })

  it('is told once for the file, with the number of entries', async () => {
    const one = `<Entry>${secret('UserName', 'jean')}</Entry>`
    for (const { fails } of await everyWay(inRoot(one.repeat(3))))
      expect(fails.map(({ detail }) => detail)).toEqual(['Identifiant (3)'])
  })

  it('is concealed where another entry refers to it, and a password is never shown', async () => {
    const source = `<Entry>${uuid}${secret('UserName', 'jean')}${secret('Password', 'motus')}</Entry>`
    const reference = (letter: string) => `{REF:${letter}@I:000102030405060708090A0B0C0D0E0F}`
    const copy = entry({ Title: 'copie', UserName: reference('U'), Notes: reference('P') })
    for (const item of await itemsOf(copy + source)) {
      expect(item).toMatchObject({ login: '', description: reference('P') })
      expect(item?.fields).toEqual([{ label: 'Identifiant', kind: 'concealed', value: 'jean' }])
    }
  })
})

const secretNames = [
  'TOTP Seed',
  'TOTP Settings',
  '2FA Secret',
  '2FA',
  'HmacOtp-Secret',
  'TimeOtp-Secret-Hex',
  'otp',
  'PIN',
  'Code PIN',
  'Cl\u00e9',
  'Cl\u00e9 wifi',
  "Cl\u00e9 d'API",
  'ApiKey',
  'client_secret',
  'AccessToken',
  'Licence key',
  'Recovery codes',
  'Password 2',
  'password',
  'Ancien mot de passe',
  'Code',
  "Code d'acc\u00e8s",
  'Passwort',
]
const otherNames = [
  'Port',
  'Cl\u00e9 publique',
  'Mots-cl\u00e9s',
  'Code postal',
  'Keyboard',
  'Espionnage',
  'H\u00f4te',
  'Secr\u00e9tariat',
]

describe('a string that KeePass does not protect', () => {
  it.each(secretNames)('is concealed by its name: %s', async (name) => {
    for (const item of await itemsOf(entry({ Title: 'a', [name]: 'valeur, 4821' })))
      expect(item).toMatchObject({
        otp: null,
        description: '',
        fields: [{ label: name, kind: 'concealed', value: 'valeur, 4821' }],
      })
  })

  it.each(otherNames)('stays visible under another name: %s', async (name) => {
    for (const item of await itemsOf(entry({ Title: 'a', [name]: 'valeur, 4821' })))
      expect(item?.fields).toEqual([{ label: name, kind: 'text', value: 'valeur, 4821' }])
  })

  it('is told once for the file if it is concealed so, with other words than what KeePass protects', async () => {
    const strings = { 'Code PIN': '1', 'Clé SSH': '-----BEGIN PRIVATE KEY-----', Port: '22' }
    const inside =
      entry(strings, secret('Note', 'x')) + entry({ 'Code PIN': '2' }, secret('UserName', 'jean'))
    for (const { fails } of await everyWay(inRoot(inside)))
      expect(fails).toEqual([
        { line: 1, name: '', reason: 'VALUES_CONCEALED', detail: 'Identifiant (1)' },
        { line: 1, name: '', reason: 'SECRETS_CONCEALED', detail: 'Code PIN (2), Clé SSH (1)' },
      ])
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`Code ${at} ${'x'.repeat(90)}`, '1']),
    )
    for (const { fails } of await everyWay(inRoot(entry(many))))
      expect(fails.find(({ reason }) => reason === 'SECRETS_CONCEALED')?.detail?.length).toBeLessThan(1000)
  })

  it('is concealed if it is a private key, under any name', async () => {
    for (const value of ['-----BEGIN OPENSSH PRIVATE KEY-----\nabc', 'PuTTY-User-Key-File-3: ssh-rsa'])
      for (const item of await itemsOf(entry({ Title: 'a', 'Cl\u00e9 SSH': value })))
        expect(item?.fields).toEqual([{ label: 'Cl\u00e9 SSH', kind: 'concealed', value }])
  })

  it('is concealed if it is a second password', async () => {
    const twice = ['un', 'deux']
      .map((value) => `<String><Key>Password</Key><Value>${value}</Value></String>`)
      .join('')
    for (const item of await itemsOf(`<Entry>${twice}</Entry>`)) {
      expect(item?.password).toBe('un')
      expect(item?.fields).toEqual([{ label: 'Password (2)', kind: 'concealed', value: 'deux' }])
    }
  })

  it('that is the OTP of its entry is no field', async () => {
    for (const item of await itemsOf(entry({ Title: 'a', 'TOTP Seed': 'JBSWY3DPEHPK3PXP' })))
      expect(item).toMatchObject({ otp: 'JBSWY3DPEHPK3PXP', fields: [] })
  })
})

describe('the value of a field', () => {
  it('keeps its outer blanks if it is a secret, byte for byte, or has several lines, with line feeds', async () => {
    const more =
      secret('Note', '  un&#13;\n\tdeux&#13;\n ') + secret('Blancs', ' a ') + secret('Password', ' p\t')
    const strings = { Title: 'a', Site: ' b ', Port: '\u00a022', Remarque: '\n\n  - un&#13;\n\t- deux&#13;' }
    for (const item of await itemsOf(entry(strings, more))) {
      expect(item?.password).toBe(' p\t')
      expect(item?.fields).toEqual([
        { label: 'Site', kind: 'text', value: 'b' },
        { label: 'Port', kind: 'text', value: '22' },
        { label: 'Remarque', kind: 'lines', value: '\n\n  - un\n\t- deux\n' },
        { label: 'Note', kind: 'concealed', value: '  un\r\n\tdeux\r\n ' },
        { label: 'Blancs', kind: 'concealed', value: ' a ' },
      ])
    }
  })

  it('that is an address or a day has none', async () => {
    for (const item of await itemsOf(
      entry({ Title: 'a', Site: ' https://a.fr\n', Fin: '2027-01-31 ', Vide: '  ' }),
    ))
      expect(item?.fields).toEqual([
        { label: 'Site', kind: 'address', value: 'https://a.fr' },
        { label: 'Fin', kind: 'date', value: '2027-01-31' },
      ])
  })
})

describe('an address', () => {
  it('beside the first is one too, under every key that KeePassXC reads', async () => {
    const strings = {
      URL: 'https://a.fr',
      KP2A_URL: 'https://b.fr',
      KP2A_URL_1: 'https://c.fr',
      KP2A_URL2: 'https://d.fr',
    }
    for (const item of await itemsOf(entry({ Title: 'a', ...strings }))) {
      expect(item?.address).toBe('https://a.fr')
      expect(item?.fields).toEqual(
        ['b', 'c', 'd'].map((host) => ({ label: 'Adresse', kind: 'address', value: `https://${host}.fr` })),
      )
    }
  })

  it('of another key is that of an entry without one, or with one that is refused', async () => {
    for (const item of await itemsOf(entry({ Title: 'a', KP2A_URL_1: 'https://c.fr' })))
      expect(item).toMatchObject({ address: 'https://c.fr', fields: [] })
    for (const item of await itemsOf(entry({ Title: 'a', URL: 'javascript:x', KP2A_URL_1: 'https://c.fr' })))
      expect(item).toMatchObject({
        address: 'https://c.fr',
        fields: [{ kind: 'text', value: 'javascript:x' }],
      })
  })

  it('of an OTP is its OTP, and never visible', async () => {
    const uri = 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&amp;digits=8'
    const same = 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=8&period=30'
    for (const strings of [{ URL: uri }, { URL: uri, otp: uri }])
      for (const item of await itemsOf(entry({ Title: 'a', ...strings })))
        expect(item).toMatchObject({ address: '', otp: same, fields: [] })
    const counter = 'otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP'
    const other = { URL: 'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ', otp: 'JBSWY3DPEHPK3PXP' }
    for (const { items, fails } of await everyWay(inRoot(entry({ Title: 'a', URL: counter })))) {
      expect(items).toMatchObject([
        { address: '', otp: null, fields: [{ label: 'OTP', kind: 'concealed', value: counter }] },
      ])
      expect(fails.map(({ reason }) => reason)).toEqual(['OTP_COUNTER'])
    }
    for (const { items, fails } of await everyWay(inRoot(entry({ Title: 'a', ...other })))) {
      expect(items).toMatchObject([
        { otp: 'JBSWY3DPEHPK3PXP', fields: [{ label: 'OTP', kind: 'concealed', value: other.URL }] },
      ])
      expect(fails.map(({ reason }) => reason)).toEqual(['OTP_SEVERAL'])
    }
  })

  it.each(['otp', 'URL'])('of an OTP that is wrapped over lines is read as one: %s', async (key) => {
    const wrapped =
      'otpauth://totp/VPN:\n  elodie?secret=JBSW\n Y3DP EHPK3PXP&amp;dig&#13;\n  its=8&amp;per\niod=6\n0'
    for (const item of await itemsOf(entry({ Title: 'a', [key]: wrapped })))
      expect(item).toMatchObject({
        otp: 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=8&period=60',
        address: '',
        fields: [],
      })
  })
})
