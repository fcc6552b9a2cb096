import { describe, expect, it } from 'vitest'
import { content as tableContent, single as singleOfCsv } from './csv-testing.ts'
import { readAs } from './formats/read-testing.ts'
import { content, entry, group, keePassFile } from './keepass-testing.ts'
import { isProse } from './read-otp.ts'

const secret = 'JBSWY3DPEHPK3PXP'

describe('a date of expiry in KeePass XML', () => {
  const times = (written: string) =>
    `<Times><Expires>True</Expires><ExpiryTime>${written}</ExpiryTime></Times>`
  const both = async (written: string) => {
    const file = keePassFile(group('Racine', entry({ Title: 'a', Password: 'p' }, times(written))))
    const { root, fails } = await content(file)
    const { found } = await readAs('keepass-xml', file)
    const [other] = found.entries
    return {
      direct: { item: root.items[0], told: fails.map(({ reason }) => reason) },
      manager: { entry: other, told: other?.notesToTell.map(({ reason }) => reason) },
    }
  }

  it.each([
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['AAAAAAAAAAA=', '0001-01-01T00:00:00.000Z'],
    ['2027-02-30T00:00:00', '2027-03-02'],
    ['nope', 'nope'],
  ])('%s is no day that can be stored: it stays a field and is told', async (written, kept) => {
    const { direct, manager } = await both(written)
    expect(direct.item?.renewBefore ?? null).toBeNull()
    expect(direct.told).toContain('EXPIRY_KEPT')
    expect(direct.item?.fields?.[0]?.value).toContain(kept)
    expect(manager.entry?.renewal).toBeNull()
    expect(manager.told).toContain('EXPIRY_KEPT')
    expect(manager.entry?.fields[0]?.value).toContain(kept)
  })

  it('of the calendar becomes the date of renewal', async () => {
    const { direct, manager } = await both('2027-06-30T21:59:59Z')
    expect([direct.item?.renewBefore, manager.entry?.renewal]).toEqual(['2027-06-30', '2027-06-30'])
    expect(direct.told).toEqual([])
  })
})

it('a protected note of KeePass becomes a concealed field', async () => {
  const note = '<String><Key>Notes</Key><Value ProtectInMemory="True">à taire</Value></String>'
  const file = keePassFile(group('Racine', entry({ Title: 'a', Password: 'p' }, note)))
  const { root } = await content(file)
  const concealed = [{ label: 'Notes', kind: 'concealed', value: 'à taire' }]
  expect(root.items[0]).toMatchObject({ description: '', fields: concealed })
  const { found } = await readAs('keepass-xml', file)
  expect(found.entries[0]).toMatchObject({ notes: '', fields: concealed })
})

describe('a column of one-time secrets in a table', () => {
  const words = [
    'Authenticator',
    'Google Authenticator',
    'VOIR SMARTPHONE',
    'code par mail',
    'token RSA',
    'desactive',
    'Yubikey de secours',
    'anticonstitutionnellement',
  ]

  it.each([...words, '12345678', '06 12 34 56 78', `${secret}\nGEZDGNBVGY3TQOJQ`, 'JBSWY3DPEHPK3PX1'])(
    '%j gives no code: it stays a concealed field and is told',
    async (cell) => {
      const { items, fails } = await tableContent(`nom;mot de passe;TOTP\nA;p;"${cell}"\n`)
      expect(items).toMatchObject([{ otp: null, fields: [{ kind: 'concealed', value: cell }] }])
      expect(fails.map(({ reason }) => reason)).toContain('OTP_UNREADABLE')
    },
  )

  it.each([
    secret,
    'jbsw y3dp ehpk 3pxp',
    'JBSWY3DP-EHPK3PXP',
    'JBSWY3DPEHPK3PXP====',
    'abcd efgh ijkl mnop',
  ])('%j is a secret', async (cell) => {
    expect(isProse(cell)).toBe(false)
    expect((await singleOfCsv(`nom;mot de passe;OTP\nA;p;${cell}`)).otp).not.toBeNull()
  })
})

it('references to characters that XML forbids are dropped and told, and halves of a pair are joined', async () => {
  const note = 'a&#xD800;b&#x110000;c&#99999999999;d&#55357;&#56832;e&#xD83D;&#xDE00;f&#1;g'
  const written = `<String><Key>Notes</Key><Value>${note}</Value></String>`
  const { root, fails } = await content(
    keePassFile(group('Racine', entry({ Title: 'a', Password: 'p' }, written))),
  )
  expect(root.items[0]?.description).toBe('abcd😀e😀fg')
  expect(fails.map(({ reason }) => reason)).toEqual(['CHARACTERS_DROPPED'])
})
