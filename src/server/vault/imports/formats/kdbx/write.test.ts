import { describe, expect, it } from 'vitest'
import { faultOf, filesIn, opened, written } from './kdbx-testing.ts'
import type { KdbxEntry, KdbxTree } from './kdbx-tree.ts'
import { fileOf, sampleTree } from '../samples/parts/sample-tree.ts'

const treeWith = (more: Partial<KdbxEntry>): KdbxTree => {
  const tree = sampleTree()
  const [entry] = tree.root.entries
  if (!entry) throw new Error('no entry')
  return { ...tree, root: { ...tree.root, groups: [], entries: [{ ...entry, ...more }] } }
}
const only = async (more: Partial<KdbxEntry>) => {
  const { found } = await opened(await written(treeWith(more)))
  const [entry] = found.entries
  if (!entry || found.entries.length !== 1) throw new Error('not one entry')
  return entry
}

describe('a written database', () => {
  it('gives back what it was written from [EXPO-10]', async () => {
    const tree = sampleTree()
    const { found } = await opened(await written(tree))
    expect(found.folders.map(({ path }) => path)).toEqual([
      ['Réseau'],
      ['Réseau', 'Salle'],
      ['Réseau', 'Salle', 'Vide'],
    ])
    expect(found.folders[1]?.description).toBe('Au sous-sol')
    expect(found.entries.map(({ title, path }) => [title, path])).toEqual([
      ['Accès « œuvre » <&> "1"', []],
      ['OTP de 8 chiffres', ['Réseau']],
      ['Routeur', ['Réseau', 'Salle']],
    ])
    const [source] = tree.root.entries
    const [entry] = found.entries
    expect(entry).toMatchObject({
      login: source?.login,
      password: source?.password,
      addresses: ['https://exemple.fr/?a=1&b=2', 'https://b.exemple.fr/', 'https://c.exemple.fr/'],
      notes: 'Une\nDeux\n\n\tTrois ',
      otps: ['JBSWY3DPEHPK3PXP'],
      fields: [
        { label: 'Code PIN', kind: 'concealed', value: '4821' },
        { label: 'Bureau', kind: 'text', value: 'B 12' },
        { label: 'Bureau', kind: 'text', value: 'B 13' },
        { label: 'Title', kind: 'text', value: 'un champ du même nom' },
        { label: 'Clé privée', kind: 'concealed', value: 'ligne 1\nligne 2\n' },
        { label: 'Étiquettes', kind: 'text', value: 'siège, vpn' },
      ],
      renewal: '2027-06-13',
      formerPasswords: [
        { value: 'deuxième', at: '2026-11-23T12:00:00.000Z' },
        { value: 'premier', at: '2026-11-05T12:00:00.000Z' },
      ],
      sourceId: Buffer.from(source?.uuid ?? []).toString('base64'),
      notesToTell: [],
    })
    expect(entry && (await filesIn(entry))).toEqual({
      'été.txt': Buffer.from('été et hiver\n'),
      'octets.bin': Buffer.from(Array.from({ length: 70_000 }, (_, at) => at * at)),
    })
    expect(found.entries[1]?.otps).toEqual([
      'otpauth://totp/VPN:elodie?secret=JBSWY3DPEHPK3PXP&issuer=VPN&algorithm=SHA256&digits=8&period=60',
    ])
  })

  it('keeps line ends and characters that XML has no room for', async () => {
    const value = 'a\r\nb\rc\u0000\u0001\u001F\uFFFE\u0085d'
    const entry = await only({
      title: 'x\u0002',
      password: value,
      notes: 'a\r\nb\r',
      fields: [{ label: 'k', value, isProtected: false }],
    })
    expect(entry).toMatchObject({ title: 'x\u0002', password: value, notes: 'a\r\nb\r' })
    // KeePass hides what is encrypted.
    expect(entry.fields[0]).toEqual({ label: 'k', kind: 'concealed', value })
  })

  it('keeps what looks like markup, in names too', async () => {
    const tree = treeWith({ fields: [{ label: '<a>&amp;', value: '</Value><![CDATA[', isProtected: false }] })
    const named = { ...tree, root: { ...tree.root, name: ']]><Group>' } }
    const { found } = await opened(await written(named), undefined)
    expect(found.questions).toMatchObject([{ id: 'root', detail: ']]><Group>' }])
    expect(found.entries[0]?.fields[0]).toMatchObject({ label: '<a>&amp;', value: '</Value><![CDATA[' })
  })

  it('keeps empty and large files, in their order', async () => {
    const large = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 31) ^ (at >> 7)))
    const files = [Buffer.alloc(0), large, Buffer.of(1)].map((bytes, at) => fileOf(`f${at}`, bytes))
    expect(await filesIn(await only({ files }))).toEqual({ f0: Buffer.alloc(0), f1: large, f2: Buffer.of(1) })
  })

  it('keeps labels that occur twice, that KeePass uses itself, and that have a number already', async () => {
    const labels = ['Code', 'Code (2)', 'Code', 'UserName', 'otp', 'KP2A_URL', 'TOTP Seed', 'TimeOtp-Secret']
    const fields = labels.map((label, place) => ({
      label,
      value: `JBSWY3DPEHPK3PX${place}`,
      isProtected: false,
    }))
    for (const otp of [null, 'JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PX2']) {
      const entry = await only({ fields, otp, login: 'élodie', furtherUrls: [], tags: [] })
      expect(entry).toMatchObject({ login: 'élodie', otps: otp === null ? [] : [otp], notesToTell: [] })
      expect(entry.fields).toEqual(fields.map(({ label, value }) => ({ label, kind: 'text', value })))
    }
  })

  it('keeps a field that its own import would conceal, or change, if another program had written it', async () => {
    const fields = [
      { label: 'Code PIN', value: '4821', isProtected: false },
      { label: 'Port', value: ' 22 ', isProtected: false },
      { label: 'Note', value: '\n https://a.fr\n', isProtected: false },
      { label: 'Clé privée', value: 'un\r\ndeux\r\n', isProtected: true },
    ]
    for (const field of fields) {
      const { label, value, isProtected } = field
      const kind = isProtected ? 'concealed' : value.includes('\n') ? 'lines' : 'text'
      const isExact = !isProtected && value !== value.trim()
      const entry = await only({ fields: [field], tags: [] })
      expect(entry.fields).toEqual([{ label, kind, value, ...(isExact && { isExact }) }])
      expect(entry.notesToTell).toEqual([])
    }
  })

  it('numbers files of one name, and keeps their endings', async () => {
    const names = ['a.tar.gz', 'a.tar.gz', 'b', 'b', 'a (2).tar.gz']
    const files = names.map((name, at) => fileOf(name, Buffer.of(at)))
    const distinct = ['a.tar.gz', 'a (2).tar.gz', 'b', 'b (2)', 'a (2) (2).tar.gz']
    expect((await only({ files })).files.map(({ name }) => name)).toEqual(distinct)
  })

  it('needs the key file that it was written with', async () => {
    const keyFile = Buffer.alloc(32, 5)
    const file = await written(sampleTree(), { keyFile })
    expect(await faultOf(file)).toBe('FILE_PASSWORD_WRONG')
  })

  it('differs each time, though it holds the same', async () => {
    const [one, other] = [await written(sampleTree()), await written(sampleTree())]
    expect(one.subarray(0, 40)).toEqual(other.subarray(0, 40))
    expect(one.subarray(40, 300).equals(other.subarray(40, 300))).toBe(false)
  })
})
