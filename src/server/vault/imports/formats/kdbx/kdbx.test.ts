import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Secret } from '#server/platform/crypto/secret.ts'
import { ByteReader } from './byte-reader.ts'
import { keyOfFile } from './credentials.ts'
import type { FoundEntry } from '../found.ts'
import { KdbxFault } from './kdbx-fault.ts'
import { innerFields } from './kdbx-ids.ts'
import {
  databaseOf,
  emptyDatabase,
  essai,
  faultOf,
  fieldOf,
  filesIn,
  fixture,
  opened,
  withBlocksOf,
  written,
} from './kdbx-testing.ts'
import { salsa20 } from './salsa20.ts'
import { fileOf, sampleTree } from '../samples/parts/sample-tree.ts'
import { readDictionary, writeDictionary } from './variant-dictionary.ts'

const keyFile = fixture('keepassxc-3.1.keyx')
const raw = Buffer.from(Array.from({ length: 32 }, (_, at) => 100 + at))
const mark = createHash('sha256').update(raw).digest('hex').slice(0, 8).toUpperCase()
const xmlKey = (version: string, data: string): Buffer =>
  Buffer.from(
    `\uFEFF<?xml version="1.0" encoding="utf-8"?>\r\n<KeyFile>\r\n<Meta><Version>${version}</Version></Meta>\r\n<Key>\r\n\t${data}\r\n</Key></KeyFile>`,
  )
const hexLines = raw
  .toString('hex')
  .toUpperCase()
  .replaceAll(/(.{8})/g, '$1 \r\n')
const anyKeyFile = Buffer.from('Une phrase quelconque, utilisée comme clé.\n')

describe('a database of another program', () => {
  it.each([
    ['pykeepass-argon2d.kdbx', { password: essai }],
    ['pykeepass-aes-kdf.kdbx', { password: essai }],
    [
      'pykeepass-argon2id-chacha20.kdbx',
      { password: essai, keyFile: xmlKey('2.0', `<Data Hash="${mark}">${hexLines}</Data>`) },
    ],
    ['pykeepass-any-key-file.kdbx', { keyFile: anyKeyFile }],
  ])('%s gives its entries [MNGR-06]', async (name, reading) => {
    const { format, found } = await opened(fixture(name), reading)
    expect(format.id).toBe('kdbx')
    expect(found.folders).toMatchObject([{ path: ['Réseau'], description: 'Salle serveur', line: 1 }])
    expect(found.entries).toMatchObject([
      { line: 1, path: [], title: 'Second', login: 'root', password: 'deuxième', state: 'live' },
      {
        line: 2,
        path: ['Réseau'],
        title: 'Pare-feu <siège>',
        login: 'élodie',
        password: 'nouveau-é',
        addresses: ['https://pare-feu.exemple.fr/'],
        notes: 'Une\nDeux',
        otps: ['otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&digits=6&period=30'],
        renewal: '2027-06-30',
        formerPasswords: [{ value: ' Été&<1> 🔑 ' }],
        fields: [
          { label: 'Bureau', kind: 'text', value: 'B 12' },
          { label: 'Étiquettes', kind: 'text', value: 'vpn, siège' },
        ],
      },
      { line: 3, path: [], title: 'Jeté', password: 'vieux', state: 'binned' },
    ])
    for (const entry of found.entries.slice(1, 2))
      expect(await filesIn(entry)).toEqual({ 'lisez-moi.txt': Buffer.from('été et hiver\n') })
  })

  it('of KDBX 3.1 gives files of the document, history and references [MNGR-06]', async () => {
    const { found } = await opened(fixture('pykeepass-3.1.kdbx'))
    const [first, copy, binned] = found.entries
    expect(first).toMatchObject({
      title: 'Accès VPN & œuvre',
      password: ' Été<1> 🔑 ',
      fields: [
        { label: 'Bureau', kind: 'text' },
        { label: 'Code PIN', kind: 'concealed', value: '4821' },
        { label: 'Étiquettes' },
      ],
      // 22:30 in Greenwich is the next day in Paris.
      renewal: '2027-07-01',
      formerPasswords: [
        { value: 'deuxième', at: '2026-03-01T10:00:00.000Z' },
        { value: 'premier', at: '2025-06-01T10:00:00.000Z' },
      ],
    })
    expect(copy).toMatchObject({ path: ['Réseau'], password: ' Été<1> 🔑 ', notesToTell: [] })
    expect(binned).toMatchObject({ title: 'Jeté', state: 'binned', path: [] })
    expect(first && (await filesIn(first))).toEqual({
      'clé.bin': Buffer.from(Array.from({ length: 16 }, (_, at) => at)),
      'lisez-moi.txt': Buffer.from('été et hiver\n'),
    })
  })

  it('of KeePass 2.0 to 2.8 has the form of version 3', async () => {
    const file = Buffer.from(fixture('pykeepass-3.1.kdbx'))
    file.writeUInt16LE(2, 10)
    expect((await opened(file)).found.entries).toHaveLength(3)
  })

  it('of KeePassXC is read in version 3.1 with a key file, and in version 4 [MNGR-06]', async () => {
    const old = await opened(fixture('keepassxc-3.1.kdbx'), { password: essai, keyFile })
    expect(old.found.entries).toMatchObject([
      {
        path: ['Réseau'],
        title: 'VPN',
        login: 'élodie',
        password: 'second',
        formerPasswords: [{ value: 'Été 🔑' }],
      },
    ])
    const { found } = await opened(fixture('keepassxc-4.kdbx'))
    const own = (await opened(await written(sampleTree()))).found
    expect(found.entries.map(({ title, password, sourceId }) => [title, password, sourceId])).toEqual(
      own.entries.map(({ title, password, sourceId }) => [title, password, sourceId]),
    )
  })

  it('of KeePassXC is read in version 4.1, which it writes once an entry was recycled [MNGR-06]', async () => {
    const bytes = fixture('keepassxc-4.1.kdbx')
    expect([bytes.readUInt16LE(10), bytes.readUInt16LE(8)]).toEqual([4, 1])
    const { found } = await opened(bytes)
    const before = (await opened(fixture('keepassxc-4.kdbx'))).found
    const viewOf = ({ path, title, login, password, otps, fields, files, sourceId }: FoundEntry) => ({
      path,
      title,
      login,
      password,
      otps,
      fields,
      sourceId,
      files: files.map(({ name, size }) => [name, size]),
    })
    const isRecycled = ({ title }: FoundEntry) => title === 'OTP de 8 chiffres'
    expect(found.entries.filter((entry) => !isRecycled(entry)).map(viewOf)).toEqual(
      before.entries.filter((entry) => !isRecycled(entry)).map(viewOf),
    )
    const [recycled, ...others] = found.entries.filter(isRecycled)
    expect(others).toEqual([])
    expect(recycled).toMatchObject({ state: 'binned', path: [] })
    expect(before.entries.find(isRecycled)).toMatchObject({
      state: 'live',
      path: ['Réseau'],
      password: recycled?.password,
      otps: recycled?.otps,
    })
  })
})

describe('a key file', () => {
  it.each([
    ['XML of version 1, with a byte order mark', xmlKey('1.00', `<Data>${raw.toString('base64')}</Data>`)],
    ['XML of version 2', xmlKey('2.0', `<Data Hash="${mark}">${hexLines}</Data>`)],
    ['32 bytes', raw],
    ['64 digits', Buffer.from(raw.toString('hex'))],
  ])('of %s opens the database', async (_kind, bytes) => {
    expect(keyOfFile(bytes)).toEqual(raw)
    expect((await opened(fixture('pykeepass-key-file.kdbx'), { keyFile: bytes })).found.entries).toHaveLength(
      3,
    )
  })

  it('of any other kind is hashed, and a damaged one is told', async () => {
    for (const other of [
      anyKeyFile,
      Buffer.alloc(33),
      Buffer.from(`${raw.toString('hex')}\n`),
      Buffer.from('<xml>'),
    ])
      expect(keyOfFile(other)).toEqual(createHash('sha256').update(other).digest())
    const damaged = xmlKey('2.0', `<Data Hash="${mark}">${hexLines.replace('64', '65')}</Data>`)
    expect(await faultOf(fixture('pykeepass-key-file.kdbx'), { keyFile: damaged })).toBe('KEY_FILE_BROKEN')
    expect(
      await faultOf(fixture('pykeepass-key-file.kdbx'), { keyFile: xmlKey('3.0', '<Data>00</Data>') }),
    ).toBe('KEY_FILE_BROKEN')
  })
})

describe('the password', () => {
  it('is asked for, and a wrong one is told', async () => {
    for (const name of ['pykeepass-argon2d.kdbx', 'pykeepass-3.1.kdbx']) {
      expect(await faultOf(fixture(name), {})).toBe('FILE_PASSWORD_NEEDED')
      for (const wrong of ['', 'Essai', 'essai '])
        expect(await faultOf(fixture(name), { password: new Secret(wrong) })).toBe('FILE_PASSWORD_WRONG')
      expect(await faultOf(fixture(name), { password: essai, keyFile })).toBe('FILE_PASSWORD_WRONG')
      expect(await faultOf(fixture(name), { keyFile })).toBe('FILE_PASSWORD_NEEDED')
    }
  })

  it('that is empty is another key than none; either opens a database said to have none', async () => {
    const tree = sampleTree()
    const empty = await written(tree, { password: new Secret('') })
    const none = await written(tree, { password: null })
    expect(await faultOf(empty, { password: new Secret('') })).toBeNull()
    expect(await faultOf(none, { password: new Secret('') })).toBe('FILE_PASSWORD_WRONG')
    for (const file of [empty, none]) {
      expect(await faultOf(file, {})).toBe('FILE_PASSWORD_NEEDED')
      expect(await faultOf(file, { answers: { noPassword: 'yes' } })).toBeNull()
    }
    const answers = { noPassword: 'yes' }
    expect(await faultOf(fixture('pykeepass-argon2d.kdbx'), { answers })).toBe('FILE_PASSWORD_NEEDED')
  })
})

/** Puts a field of comment in front of the others: the content stays the same. */
const withComment = (file: Buffer, lengthBytes: number): Buffer =>
  Buffer.concat([file.subarray(0, 12), Buffer.alloc(1 + lengthBytes, 0).fill(1, 0, 1), file.subarray(12)])

/** Sets a number of the key derivation in the header of KDBX 4. */
function withCost(file: Buffer, name: string, value: bigint): Buffer {
  const copy = Buffer.from(file)
  const at = copy.indexOf(Buffer.from(`\u0005\u0001\0\0\0${name}\u0008\0\0\0`, 'latin1'))
  copy.writeBigUInt64LE(value, at + 10)
  return copy
}

describe('a file that cannot be trusted', () => {
  it('is refused for its cipher, its key or its version, before anything is derived [MNGR-09] [MNGR-28]', async () => {
    const file = fixture('pykeepass-argon2d.kdbx')
    expect(await faultOf(fixture('pykeepass-twofish.kdbx'))).toBe('CIPHER_UNSUPPORTED')
    expect(await faultOf(withCost(file, 'M', 4n * 1024n ** 3n))).toBe('KDF_TOO_COSTLY')
    expect(await faultOf(withCost(file, 'I', 4097n))).toBe('KDF_TOO_COSTLY')
    expect(await faultOf(withCost(file, 'I', 2n ** 63n))).toBe('KDF_TOO_COSTLY')
    expect(await faultOf(withCost(file, 'I', 0n))).toBe('CONTENT_BROKEN')
    expect(await faultOf(withCost(fixture('pykeepass-aes-kdf.kdbx'), 'R', 100_000_001n))).toBe(
      'KDF_TOO_COSTLY',
    )
    const old = Buffer.from(file)
    old.writeUInt16LE(1, 10)
    expect(await faultOf(old)).toBe('KDBX_OLD')
    old.writeUInt16LE(5, 10)
    expect(await faultOf(old)).toBe('KDBX_NEW')
    const argon1 = Buffer.from(file)
    argon1[argon1.indexOf(Buffer.from('\u0001\0\0\0V\u0004\0\0\0\u0013', 'latin1')) + 9] = 0x10
    expect(await faultOf(argon1)).toBe('KDF_UNSUPPORTED')
  })

  it('is refused for a changed header', async () => {
    expect(await faultOf(withComment(fixture('keepassxc-4.kdbx'), 4))).toBe('CONTENT_BROKEN')
    const old = withComment(fixture('keepassxc-3.1.kdbx'), 2)
    expect(await faultOf(old, { password: essai, keyFile })).toBe('CONTENT_BROKEN')
    // Without a hash in the document, nothing tells.
    expect(await faultOf(withComment(fixture('pykeepass-3.1.kdbx'), 2))).toBeNull()
  })

  it('is refused for a changed or missing part', async () => {
    for (const name of ['keepassxc-4.kdbx', 'pykeepass-3.1.kdbx']) {
      const file = fixture(name)
      const changed = Buffer.from(file)
      changed[file.length - 200] = (changed[file.length - 200] ?? 0) ^ 1
      expect(await faultOf(changed)).toBe('CONTENT_BROKEN')
      for (const cut of [1, 16, 40])
        expect(await faultOf(file.subarray(0, file.length - cut))).toBe('CONTENT_BROKEN')
      expect(await faultOf(file.subarray(0, 100))).toBe('CONTENT_BROKEN')
      expect(await faultOf(file.subarray(0, 12))).toBe('CONTENT_BROKEN')
    }
  })

  it('is refused when it unpacks beyond the limits [MNGR-28]', async () => {
    const file = fileOf('zéros', Buffer.alloc(70 * 1024 * 1024))
    const tree = sampleTree()
    const [entry] = tree.root.entries
    if (!entry) throw new Error('no entry')
    const bomb = { ...tree, root: { ...tree.root, entries: [{ ...entry, files: [file] }] } }
    expect(await faultOf(await written(bomb))).toBe('CONTENT_TOO_LARGE')
  })

  it('is refused for more attached files, blocks or fields than any program writes [MNGR-28]', async () => {
    const empty = (count: number) =>
      databaseOf(emptyDatabase, Buffer.alloc(5 * count, Buffer.of(innerFields.file, 0, 0, 0, 0)))
    expect(await faultOf(await empty(19_000))).toBe('NOTHING_FOUND')
    expect(await faultOf(await empty(20_001))).toBe('CONTENT_TOO_LARGE')

    const file = await databaseOf(emptyDatabase, fieldOf(innerFields.file, randomBytes(60_000)))
    expect(await faultOf(await withBlocksOf(20, file))).toBe('NOTHING_FOUND')
    expect(await faultOf(await withBlocksOf(1, file))).toBe('CONTENT_TOO_LARGE')

    const commented = (times: number) =>
      Array.from({ length: times }).reduce<Buffer>(
        (whole) => withComment(whole, 2),
        fixture('pykeepass-3.1.kdbx'),
      )
    expect(await faultOf(commented(200))).toBeNull()
    expect(await faultOf(commented(257))).toBe('CONTENT_BROKEN')

    const values = (count: number) =>
      readDictionary(
        new ByteReader(
          writeDictionary(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, at]))),
        ),
      )
    expect(values(200).size).toBe(200)
    expect(() => values(300)).toThrow(KdbxFault)
  })
})

it('Salsa20 gives the stream of the ECRYPT vectors (256 bits, set 1, vector 0)', () => {
  const key = Buffer.alloc(32)
  key[0] = 0x80
  const cipher = salsa20(key, Buffer.alloc(8))
  const parts = [1, 62, 1, 64].map((length) => cipher(Buffer.alloc(length)))
  expect(Buffer.concat(parts).subarray(0, 64).toString('hex')).toBe(
    'e3be8fdd8beca2e3ea8ef9475b29a6e7003951e1097a5c38d23b7a5fad9f6844b22c97559e2723c7cbbd3fe4fc8d9a0744652a83e72a9c461876af4d7ef1a117',
  )
})
