import { describe, expect, it } from 'vitest'
import {
  otherSettingsSpellings,
  spelledSecret,
  usualSpellings,
} from '#domain/platform/otp-spellings-testing.ts'
import { isOtpAddress, parseOtpSecret } from '#domain/platform/one-time-code.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { content, single } from './csv-testing.ts'
import { readAs } from './formats/read-testing.ts'
import { toContent } from './formats/to-content.ts'
import { naturalKey, originOf } from './identity.ts'
import { single as singleOfXml } from './keepass-testing.ts'
import { incomingOf } from './match-items.ts'
import type { ImportItem } from './model.ts'

const code = `otpauth://totp/Site:moi?secret=${spelledSecret}&digits=8`
const counter = `otpauth://hotp/x?secret=${spelledSecret}&counter=3`

const imported = async (format: string, file: string) => {
  const read = await readAs(format, file)
  const result = await toContent(read.found, read.format.family, {
    withBin: false,
    withFormer: false,
    fileBytes: 1,
  })
  if (!result.ok) throw new Error(result.code)
  return { items: result.items, told: result.fails.map(({ reason }) => reason), columns: read.columns }
}
const bitwarden = (uris: readonly string[], totp: string | null = null): string =>
  JSON.stringify({
    encrypted: false,
    items: [
      {
        id: '1',
        type: 1,
        name: 'Site',
        fields: [{ name: 'Divers', value: counter, type: 0 }],
        login: { username: 'moi', password: 'p', totp, uris: uris.map((uri) => ({ uri })) },
      },
    ],
  })
const withoutSecrets = ({ otp: _otp, fields, knownBy: _knownBy, ...shown }: ImportItem): string =>
  JSON.stringify([shown, fields.filter(({ kind }) => kind !== 'concealed')])

describe('the address of a one-time code', () => {
  it('is one in every spelling', () => {
    for (const text of [...usualSpellings, ...otherSettingsSpellings].filter((one) =>
      /^\s*otpauth/i.test(one),
    ))
      expect([text, isOtpAddress(text)]).toEqual([text, true])
    for (const text of [
      counter,
      ` "${code}"`,
      `<${code}>`,
      `key=${spelledSecret}&size=8`,
      `steam://${spelledSecret}`,
    ])
      expect([text, isOtpAddress(text)]).toEqual([text, true])
    for (const text of [
      'https://exemple.fr/?key=abcdefghij',
      'steam://rungameid/440',
      'otp',
      spelledSecret,
      'clé=1',
    ])
      expect([text, isOtpAddress(text)]).toEqual([text, false])
  })

  it('in a table without a header is a column of codes, never of addresses', async () => {
    const file = `Mairie;marie;Sup3r-Secret!;${code}\nÉcole;paul;Zz9$abc!;${code.replace('Site', 'École')}`
    const { items, columns } = await imported('csv', file)
    expect(columns?.map(({ target }) => target)).toEqual(['title', 'login', 'password', 'otp'])
    expect(JSON.stringify(columns)).not.toContain(spelledSecret)
    for (const item of items) {
      expect(parseOtpSecret(item.otp ?? '')).toMatchObject({ secret: spelledSecret, digits: 8 })
      expect(withoutSecrets(item)).not.toContain(spelledSecret)
    }
  })

  it('among addresses in a table without a header conceals their column', async () => {
    const file = `Mairie;marie;Sup3r-Secret!;https://a.fr\nÉcole;paul;Zz9$abc!;${code}`
    const { items, columns } = await imported('csv', file)
    expect(columns?.[3]?.target).toBe('concealed')
    for (const item of items) expect(withoutSecrets(item)).not.toContain(spelledSecret)
  })

  it('among the addresses of an entry is its code', async () => {
    const { items, told } = await imported('bitwarden-json', bitwarden([code, 'https://a.fr']))
    expect(items).toMatchObject([
      { address: 'https://a.fr', fields: [{ label: 'Divers', kind: 'concealed', value: counter }] },
    ])
    expect(parseOtpSecret(items[0]?.otp ?? '')).toMatchObject({ secret: spelledSecret, digits: 8 })
    expect(told).toEqual(['OTP_CONCEALED'])
  })

  it('beside another code is kept concealed', async () => {
    const { items, told } = await imported('bitwarden-json', bitwarden([code], 'JBSWY3DPEHPK3PXP'))
    expect(items).toMatchObject([{ address: '', otp: 'JBSWY3DPEHPK3PXP' }])
    expect(items[0]?.fields).toContainEqual({ label: 'OTP', kind: 'concealed', value: code })
    expect(told).toContain('OTP_SEVERAL')
  })

  it('is one in the address, the notes and a shown field by the direct readers, and told', async () => {
    const { items, fails } = await content(
      `nom;mot de passe;adresse;notes;Port\nA;p;${counter};${code};${code}`,
    )
    expect(items).toMatchObject([{ address: '', description: '' }])
    expect(parseOtpSecret(items[0]?.otp ?? '')).toMatchObject({ secret: spelledSecret, digits: 8 })
    expect(items[0]?.fields.map(({ kind, value }) => [kind, value])).toEqual([['concealed', counter]])
    expect(fails.filter(({ name }) => name === 'A').map(({ reason }) => reason)).toEqual(['OTP_COUNTER'])
    expect((await single(`nom;mot de passe;adresse\nA;p;${code}`)).otp).toContain('digits=8')
    const { item } = await singleOfXml({ Title: 'A', Password: 'p', URL: code.replaceAll('&', '&amp;') })
    expect(item).toMatchObject({ address: '', otp: expect.stringContaining('digits=8') as string })
  })

  it('beside other words stays with them, concealed', async () => {
    const { items, fails } = await content(
      `nom;mot de passe;notes;Port\nA;p;"${code}\nAppeler Paul au 0467";${code} (serveur)`,
    )
    expect(items).toMatchObject([{ description: '', otp: null }])
    expect(items[0]?.fields.map(({ kind, value }) => [kind, value])).toEqual([
      ['concealed', `${code} (serveur)`],
      ['concealed', `${code}\nAppeler Paul au 0467`],
    ])
    expect(fails.filter(({ name }) => name === 'A').map(({ reason }) => reason)).toEqual(['OTP_CONCEALED'])
  })

  it('in the place of the title or the login is its code, or concealed, and told', async () => {
    const rows = [`${code};moi;p;https://a.fr`, `B;${counter};p;https://b.fr`, `${code};${counter};p;`]
    const text = ['nom;identifiant;mot de passe;adresse', ...rows].join('\n')
    const { items, fails } = await content(text)
    expect(items.map(({ name, login }) => [name, login])).toEqual([
      ['a.fr', 'moi'],
      ['B', ''],
      ['Sans titre', ''],
    ])
    for (const item of items) expect(withoutSecrets(item)).not.toContain(spelledSecret)
    expect(items.map(({ otp }) => parseOtpSecret(otp ?? '')?.digits)).toEqual([8, undefined, 8])
    expect(items.map(({ fields }) => fields)).toEqual([
      [],
      [{ label: 'Identifiant', kind: 'concealed', value: counter }],
      [{ label: 'Identifiant', kind: 'concealed', value: counter }],
    ])
    expect(fails.filter(({ name }) => name !== '').map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'OTP_IN_NAME'],
      [3, 'OTP_IN_NAME'],
      [4, 'OTP_IN_NAME'],
    ])
    const other = await imported('bitwarden-json', bitwarden([]).replace('"Site"', JSON.stringify(counter)))
    expect(other.items[0]?.fields[0]).toEqual({ label: 'Titre', kind: 'concealed', value: counter })
    expect(other.told).toContain('OTP_IN_NAME')
    const { item } = await singleOfXml({
      Title: counter.replaceAll('&', '&amp;'),
      UserName: 'moi',
      Password: 'p',
    })
    expect(item).toMatchObject({ name: 'moi', fields: [{ label: 'Titre', value: counter }] })
  })

  it('after a first line of notes or of a field, or within one, conceals them with it, and is told', async () => {
    for (const note of [`Compte du service\n${code}`, `Appli : ${counter}`, `un\n\n  <${code}>\ndeux`]) {
      const { items, fails } = await content(`nom;mot de passe;notes;Port\nA;p;"${note}";"${note}"`)
      expect(items).toMatchObject([{ description: '', otp: null }])
      expect(items[0]?.fields.map(({ kind, value }) => [kind, value])).toEqual([
        ['concealed', note],
        ['concealed', note],
      ])
      expect(fails.filter(({ name }) => name === 'A').map(({ reason }) => reason)).toEqual(['OTP_CONCEALED'])
      const { item } = await singleOfXml({
        Title: 'A',
        Notes: note.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      })
      expect(item).toMatchObject({ description: '', fields: [{ label: 'Notes', kind: 'concealed' }] })
    }
    const plain = 'Le format est otpauth://totp/\u2026, puis secret=\u2026'
    expect(await single(`nom;mot de passe;notes\nA;p;"${plain}"`)).toMatchObject({ description: plain })
  })

  it('stays where an earlier release imported it, and its entry is found again', async () => {
    const note = `un\n${counter}`
    const { items } = await content(`nom;identifiant;mot de passe;notes\n${code};moi;p;"${note}"`)
    const former = items[0]?.former?.() ?? []
    expect(former).toMatchObject([
      { isKept: true, item: { name: code, login: 'moi', description: note, otp: null, fields: [] } },
    ])
  })

  it('does not make a second item of an entry that an earlier release imported with it as its address', async () => {
    const table = await content(`nom;identifiant;mot de passe;adresse\nA;moi;p;${code}\n;moi;p;${code}`)
    const other = await imported('csv', `Mairie;marie;Sup3r-Secret!;${code}\nÉcole;paul;Zz9$abc!;${code}`)
    const keys = [
      { name: 'A', login: 'moi', address: code },
      { name: 'totp', login: 'moi', address: code },
      { name: 'Mairie', login: 'marie', address: code },
      { name: 'École', login: 'paul', address: code },
    ]
    const root = { existing: null } as never
    const incoming = await incomingOf(
      { items: [...table.items, ...other.items] },
      { root, within: 0, placed: [] },
      createYielder(),
    )
    expect(incoming.map(({ origin }) => origin)).toEqual(
      keys.map((key) => originOf(null, [], 0, naturalKey(key))),
    )
  })
})

it('an address with a control character identifies its item as before', async () => {
  const { items } = await content('nom;mot de passe;adresse\nA;p;https://a\u0001.fr')
  expect(items).toMatchObject([{ address: 'https://a.fr', knownBy: { name: 'A', login: '', address: '' } }])
  const plain = await single('nom;mot de passe;adresse\nA;p;https://a.fr')
  expect(plain).not.toHaveProperty('knownBy')
})
