import { describe, expect, it } from 'vitest'
import { entry, group, keePassFile } from '../../keepass-testing.ts'
import { faultOf, filesIn, opened } from '../kdbx/kdbx-testing.ts'
import { samples } from '../samples/keepass.ts'

const sample = async (name: string) => {
  const bytes = samples.find((one) => one.name === name)?.bytes
  if (!bytes) throw new Error(`no sample ${name}`)
  return (await opened(bytes, {})).found
}
const read = async (xml: string, answers: Readonly<Record<string, string>> = {}) =>
  (await opened(Buffer.from(xml), { answers })).found

describe('an XML file of KeePass 2', () => {
  it('gives every part of an entry its place', async () => {
    const { entries, folders } = await sample('KeePass 2 with every part')
    const [first] = entries
    expect(first).toMatchObject({
      path: [],
      title: 'Accès VPN',
      login: 'élodie',
      password: ' Été<1> ',
      addresses: ['https://vpn.exemple.fr/', 'https://b.exemple.fr/', 'ssh://c'],
      notes: 'Une\nDeux',
      otps: ['otpauth://totp/Acc%C3%A8s%20VPN?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=8&period=30'],
      renewal: '2027-07-01',
      formerPasswords: [
        { value: 'deuxième', at: '2026-03-01T10:00:00.000Z' },
        { value: 'premier', at: '2025-06-01T10:00:00.000Z' },
      ],
      sourceId: 'EQEBAQEBAQEBAQEBAQEBAQ==',
      state: 'live',
    })
    expect(first?.fields).toEqual([
      { label: 'Code PIN', kind: 'concealed', value: '4821' },
      { label: 'Bureau', kind: 'text', value: 'B 12' },
      { label: 'Mode d’emploi', kind: 'lines', value: 'un\ndeux' },
      { label: 'HmacOtp-Secret', kind: 'concealed', value: 'compteur' },
      { label: 'HmacOtp-Counter', kind: 'concealed', value: '7' },
      { label: 'Étiquettes', kind: 'text', value: 'vpn, siège' },
    ])
    expect(first?.notesToTell).toEqual([
      { reason: 'OTP_CONCEALED' },
      { reason: 'PASSKEY_LEFT' },
      { reason: 'FIELDS_LEFT', detail: 'saisie automatique, icône' },
    ])
    expect(first && (await filesIn(first))).toEqual({
      'été.txt': Buffer.from('été et hiver\n'),
      'compressé.txt': Buffer.from('été compressé\n'),
      'direct.bin': Buffer.of(0, 1, 2),
      'perdu.bin': null,
    })
    expect(first?.files.map(({ size }) => size)).toEqual([15, null, 3, null])
    expect(folders).toEqual([
      {
        path: ['Réseau'],
        description: 'Salle serveur',
        line: expect.any(Number) as number,
        sourceId: 'AgEBAQEBAQEBAQEBAQEBAQ==',
      },
    ])
  })

  it('resolves a reference to a password into a password only, never into a text', async () => {
    const { entries } = await sample('KeePass 2 with every part')
    expect(entries[1]).toMatchObject({
      password: ' Été<1> ',
      notes: '{REF:P@I:11010101010101010101010101010101}',
      notesToTell: [{ reason: 'REFERENCE_KEPT' }],
    })
  })

  it('keeps the place of what lies in the bin', async () => {
    const { entries } = await sample('KeePass 2 with every part')
    expect(entries[2]).toMatchObject({ title: 'Jeté', state: 'binned', path: ['Vieux'] })
  })

  it('has no bin where its identifier is zero, though groups have it too', async () => {
    const zero = 'AAAAAAAAAAAAAAAAAAAAAA=='
    const meta = `<RecycleBinEnabled>True</RecycleBinEnabled><RecycleBinUUID>${zero}</RecycleBinUUID>`
    const inside = group('Sans identifiant', entry({ Title: 'a' }), zero)
    const { entries } = await read(keePassFile(group('R', inside), meta))
    expect(entries).toMatchObject([{ state: 'live', path: ['Sans identifiant'] }])
  })

  it('asks about the group around all others', async () => {
    const file = keePassFile(
      group('Base', entry({ Title: 'a' }) + group('Sous', entry({ Title: 'b' })), 'AQEBAQEBAQEBAQEBAQEBAQ=='),
    )
    const dropped = await read(file)
    expect(dropped.questions).toEqual([
      { id: 'root', choices: ['drop', 'keep'], proposed: 'drop', count: 2, detail: 'Base' },
    ])
    expect(dropped.entries.map(({ path }) => path)).toEqual([[], ['Sous']])
    const kept = await read(file, { root: 'keep' })
    expect(kept.entries.map(({ path }) => path)).toEqual([['Base'], ['Base', 'Sous']])
    expect(kept.folders.map(({ path, sourceId }) => [path, sourceId])).toEqual([
      [['Base'], 'AQEBAQEBAQEBAQEBAQEBAQ=='],
      [['Base', 'Sous'], null],
    ])
    // A description would be lost.
    const described = await read(file.replace('<Name>Base</Name>', '<Name>Base</Name><Notes>n</Notes>'))
    expect(described).toMatchObject({
      questions: [{ proposed: 'keep' }],
      folders: [{ path: ['Base'], description: 'n' }, {}],
    })
  })

  it('may have several groups at the top, and entries beside them', async () => {
    const { entries, questions } = await read(
      keePassFile(
        group('Un', entry({ Title: 'a' })) + group('Deux', entry({ Title: 'b' })) + entry({ Title: 'c' }),
      ),
    )
    expect(questions).toEqual([])
    expect(entries.map(({ title, path }) => [title, path])).toEqual([
      ['c', []],
      ['a', ['Un']],
      ['b', ['Deux']],
    ])
  })

  it('gives no entry twice and none away, with any identifiers', async () => {
    const uuid = '<UUID>AQEBAQEBAQEBAQEBAQEBAQ==</UUID>'
    const { entries } = await read(
      keePassFile(group('R', entry({ Title: 'a' }, uuid) + entry({ Title: 'b' }, uuid) + entry({}))),
    )
    expect(entries.map(({ title, sourceId }) => [title, sourceId])).toEqual([
      ['a', null],
      ['b', null],
      ['', null],
    ])
  })

  it('keeps both values of a key that an entry has twice', async () => {
    const string = (value: string) => `<String><Key>Code</Key><Value>${value}</Value></String>`
    const inside = `<Entry>${string('a')}${string('b')}${string('a')}${string('c')}</Entry>`
    const { entries } = await read(keePassFile(group('R', inside)))
    expect(entries[0]?.fields.map(({ label, value }) => [label, value])).toEqual([
      ['Code', 'a'],
      ['Code (2)', 'b'],
      ['Code (3)', 'c'],
    ])
  })

  it('gives fields the labels and the order of the export that KeePassXC sorted them in', async () => {
    const strings = { Autre: '4', Bureau: '2', 'Bureau (2)': '3', 'Title (2)': '1', Title: 't' }
    const custom = (text: string) =>
      `<CustomData><Item><Key>Trousseau.Fields</Key><Value>${text}</Value></Item></CustomData>`
    const keys = '[["Title (2)","Title"],["Bureau (2)","Bureau"],["Bureau","Bureau"],["Parti","Parti"]]'
    const fieldsWith = async (text: string) => {
      const { entries } = await read(keePassFile(group('R', entry(strings, custom(text)))))
      return entries[0]?.fields.map(({ label, value }) => `${label}=${value}`)
    }
    expect(await fieldsWith(keys)).toEqual(['Title=1', 'Bureau=3', 'Bureau=2', 'Autre=4'])
    const sorted = ['Autre=4', 'Bureau=2', 'Bureau (2)=3', 'Title (2)=1']
    for (const other of ['{}', '[1]', '[["a"]]', '[["Autre",1]]', 'null', '['.repeat(50_000), 'x'])
      expect(await fieldsWith(other)).toEqual(sorted)
  })

  it('keeps the conventions of OTP, and hides what none can read', async () => {
    const otps = async (strings: Readonly<Record<string, string>>) => {
      const { entries } = await read(keePassFile(group('R', entry({ Title: 't', ...strings }))))
      return [entries[0]?.otps, entries[0]?.fields]
    }
    expect(await otps({ otp: 'key=JBSWY3DPEHPK3PXP&amp;size=8' })).toEqual([
      ['otpauth://totp/t?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=8&period=30'],
      [],
    ])
    expect(await otps({ 'TOTP Seed': 'JBSWY3DPEHPK3PXP', 'TOTP Settings': '30;6' })).toEqual([
      ['JBSWY3DPEHPK3PXP'],
      [],
    ])
    expect(await otps({ 'TimeOtp-Secret-Hex': '48656c6c6f21deadbeef' })).toEqual([['JBSWY3DPEHPK3PXP'], []])
    const issued = 'otpauth://totp/VPN:elodie?secret=JBSWY3DPEHPK3PXP&amp;issuer=VPN'
    expect(await otps({ otp: issued })).toEqual([[issued.replace('&amp;', '&')], []])
    expect(await otps({ 'TOTP Seed': 'JBSWY3DPEHPK3PXP', 'TOTP Settings': '30;S' })).toEqual([
      [],
      [
        { label: 'TOTP Seed', kind: 'concealed', value: 'JBSWY3DPEHPK3PXP' },
        { label: 'TOTP Settings', kind: 'concealed', value: '30;S' },
      ],
    ])
  })

  it('takes values marked as protected as they are when one of them is no ciphertext, and tells', async () => {
    const marked = (password: string): string =>
      keePassFile(
        group(
          'R',
          `<Entry><String><Key>Password</Key><Value Protected="True">${password}</Value></String></Entry>`,
        ),
      )
    expect(await read(marked('clair!'))).toMatchObject({
      entries: [{ password: 'clair!' }],
      notes: [{ reason: 'PROTECTED_LITERAL' }],
    })
    expect(await faultOf(Buffer.from(marked('c2Vjcm V0'.replace(' ', ''))), {})).toBe('PROTECTED_VALUES')
  })
})

it('an XML file of KeePass 1 gives paths, identifiers, files and expiry', async () => {
  const { entries, questions } = await sample('KeePass 1')
  expect(questions).toEqual([])
  expect(entries).toMatchObject([
    { path: ['Base'], title: 'Autre', renewal: null, files: [] },
    {
      path: ['Base', 'Réseau', 'Siège'],
      title: 'Routeur',
      password: 'se<cret ',
      notes: 'une\ndeux',
      renewal: '2027-05-01',
      sourceId: Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex').toString('base64'),
    },
  ])
  for (const found of entries.slice(1))
    expect(await filesIn(found)).toEqual({ 'plan.txt': Buffer.from('été et hiver\n') })
})

it('an XML file of KeePassX 1 gives its groups, empty ones too', async () => {
  const { entries, folders } = await sample('KeePassX 1')
  expect(entries).toMatchObject([
    { path: ['Internet'], title: 'Forum', notes: 'un\ndeux', renewal: null },
    { path: ['Internet', 'Eau/Gaz'], title: 'Contrat', renewal: '2027-05-01' },
  ])
  expect(folders.map(({ path }) => path)).toEqual([['Internet'], ['Internet', 'Eau/Gaz'], ['Vide']])
})
