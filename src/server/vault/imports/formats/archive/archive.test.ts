import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Secret } from '#server/platform/crypto/secret.ts'
import { overheadBytes } from '#server/platform/crypto/envelope.ts'
import { chunkBytes } from '#server/vault/attachments/sealing.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { readFile } from '../formats.ts'
import { faultOf, opened } from '../kdbx/kdbx-testing.ts'
import { samples, version1 } from '../samples/trousseau.ts'
import { toContent } from '../to-content.ts'
import {
  archiveFolder,
  archiveItem,
  archiveLinesOf,
  archivePassword,
  sampleLines,
  sealedArchive,
} from './archive-testing.ts'
import { openArchive, sealArchive } from './container.ts'

const reading = { password: archivePassword }
const headerBytes = 12 + 2 + 12 + 16
const bodyAt = headerBytes + 32 + overheadBytes
const sealedChunk = chunkBytes + overheadBytes

/** Three chunks and a part. */
const long = (): Buffer[] =>
  archiveLinesOf(
    [],
    Array.from({ length: 24 }, (_, place) =>
      archiveItem({ id: `item-${place}`, name: `Élément ${place}`, description: 'é'.repeat(4500) }),
    ),
  )
const read = (lines: readonly Buffer[]) => sealedArchive(...lines).then((bytes) => faultOf(bytes, reading))

describe('an archive', () => {
  it('gives back the bytes it was made of, whatever their number', async () => {
    for (const length of [0, 1, 4095, 4096, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes]) {
      const content = Buffer.alloc(length, 'é')
      const bytes = await sealedArchive(content.subarray(0, 1000), content.subarray(1000))
      const result = await openArchive(bytes, archivePassword, createYielder())
      if (!result.ok) throw new Error(result.code)
      expect(result.content.subarray(0, length).equals(content)).toBe(true)
      expect(result.content.subarray(length).every((byte) => byte === 0)).toBe(true)
      expect(result.content.length % 4096).toBe(0)
      expect(bytes.includes(Buffer.from('éé'))).toBe(false)
    }
  })

  it('has a key of 128 MiB and three passes, and no name of its content in clear', async () => {
    const parts: Uint8Array[] = []
    for await (const part of sealArchive(sampleLines(), archivePassword)) parts.push(part)
    const bytes = Buffer.concat(parts)
    expect([14, 18, 22].map((at) => bytes.readUInt32LE(at))).toEqual([131_072, 3, 1])
    expect(bytes.toString('latin1')).not.toMatch(/GLPI|Serveur|item/)
    expect((await opened(bytes, reading)).found.entries).toHaveLength(3)
  })

  it('says that its password is needed, or wrong [EXPO-17]', async () => {
    const bytes = samples[0]?.bytes ?? Buffer.alloc(0)
    expect(await faultOf(bytes, {})).toBe('FILE_PASSWORD_NEEDED')
    for (const wrong of ['', 'archive-essai-2026', 'Archive-Essai-2026 '])
      expect(await faultOf(bytes, { password: new Secret(wrong) })).toBe('FILE_PASSWORD_WRONG')
  })

  it('takes an é of one character or of two for the same password', async () => {
    const parts: Uint8Array[] = []
    const cheap = { memory: 1024, passes: 1, parallelism: 1 }
    for await (const part of sealArchive(sampleLines(), new Secret('clé'.normalize('NFC')), cheap))
      parts.push(part)
    const bytes = Buffer.concat(parts)
    expect(await faultOf(bytes, { password: new Secret('clé'.normalize('NFD')) })).toBeNull()
  })

  it('of a newer version, or with a costly key, is refused before anything is computed', async () => {
    const bytes = await sealedArchive(...sampleLines())
    const withHeader = (write: (copy: Buffer) => void) => {
      const copy = Buffer.from(bytes)
      write(copy)
      createHash('sha256').update(copy.subarray(0, headerBytes)).digest().copy(copy, headerBytes)
      return faultOf(copy, reading)
    }
    expect(await withHeader((copy) => copy.writeUInt16LE(3, 12))).toBe('ARCHIVE_NEW')
    expect(await withHeader((copy) => copy.writeUInt16LE(0, 12))).toBe('CONTENT_BROKEN')
    expect(await withHeader((copy) => copy.writeUInt32LE(1_000_000, 14))).toBe('KDF_TOO_COSTLY')
    expect(await withHeader((copy) => copy.writeUInt32LE(4_000_000_000, 18))).toBe('KDF_TOO_COSTLY')
    expect(await withHeader((copy) => copy.writeUInt32LE(65, 22))).toBe('KDF_TOO_COSTLY')
    expect(await withHeader((copy) => copy.writeUInt32LE(0, 18))).toBe('CONTENT_BROKEN')
    // The key is bound to the header: another cost of the same price is another key.
    expect(await withHeader((copy) => copy.writeUInt32LE(2048, 14))).toBe('FILE_PASSWORD_WRONG')
  })
})

describe('damage of an archive', () => {
  const faults = ['CONTENT_BROKEN', 'FILE_PASSWORD_WRONG', 'ARCHIVE_NEW']

  it('of any byte is told, and nothing of it is read [EXPO-17]', async () => {
    const bytes = await sealedArchive(...long())
    expect(await faultOf(bytes, reading)).toBeNull()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 12, max: bytes.length - 1 }), fc.nat(254), async (at, by) => {
        const copy = Buffer.from(bytes)
        copy[at] = ((copy[at] ?? 0) + 1 + by) % 256
        expect(faults).toContain(await faultOf(copy, reading))
      }),
      { numRuns: 300 },
    )
  })

  it('cut, doubled or with more behind it is told [EXPO-17]', async () => {
    const bytes = await sealedArchive(...long())
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 12, max: bytes.length - 1 }), async (at) => {
        expect(faults).toContain(await faultOf(bytes.subarray(0, at), reading))
        const doubled = Buffer.concat([bytes.subarray(0, at), bytes.subarray(12, at), bytes.subarray(at)])
        if (at > 12) expect(faults).toContain(await faultOf(doubled, reading))
      }),
      { numRuns: 150 },
    )
    for (let more = 1; more < 40; more += 1)
      expect(await faultOf(Buffer.concat([bytes, Buffer.alloc(more)]), reading)).toBe('CONTENT_BROKEN')
    // A full chunk, and less than a tag behind it.
    for (let more = 0; more < 40; more += 1)
      expect(await faultOf(bytes.subarray(0, bodyAt + sealedChunk + more), reading)).toBe('CONTENT_BROKEN')
    expect(await faultOf(Buffer.concat([bytes, bytes.subarray(bodyAt)]), reading)).toBe('CONTENT_BROKEN')
  })

  it('chunks swapped, repeated, left out, or of another archive of the same password are told', async () => {
    const [bytes, other] = [await sealedArchive(...long()), await sealedArchive(...long())]
    const chunk = (of: Buffer, number: number) =>
      of.subarray(bodyAt + number * sealedChunk, bodyAt + (number + 1) * sealedChunk)
    const chunks = [0, 1, 2, 3].map((number) => chunk(bytes, number))
    const with_ = (...list: (Buffer | undefined)[]) =>
      faultOf(
        Buffer.concat([bytes.subarray(0, bodyAt), ...list.map((one) => one ?? Buffer.alloc(0))]),
        reading,
      )
    const [first, second, third, last] = chunks
    expect(last?.length).toBeGreaterThan(overheadBytes)
    expect(await with_(first, second, third, last)).toBeNull()
    for (const order of [
      [second, first, third, last],
      [first, first, third, last],
      [first, second, third],
      [first, second],
      [first, third, last],
      [first, second, third, last, last],
      [chunk(other, 0), second, third, last],
      [],
    ])
      expect(await with_(...order)).toBe('CONTENT_BROKEN')
  })

  it('of the records behind a right password refuses the whole file', async () => {
    const lines = sampleLines()
    const [head = Buffer.alloc(0), , , item = Buffer.alloc(0)] = lines
    expect(await read(lines)).toBeNull()
    for (const broken of [
      lines.slice(0, -1),
      lines.slice(1),
      [...lines.slice(0, 3), ...lines.slice(4)],
      [...lines, Buffer.from('x')],
      [...lines, item],
      [head, item, ...lines.slice(1)],
      [...lines.slice(0, 3), Buffer.from([0xff, 0x0a]), ...lines.slice(3)],
      archiveLinesOf([archiveFolder({ parent: 0 })], []),
      archiveLinesOf([], [archiveItem({ folder: 0 })]),
      archiveLinesOf([], [{ ...archiveItem(), renewal: '2027-01-01' } as never]),
      archiveLinesOf([], [archiveItem({ category: 'autre' as never })]),
      [...lines.slice(0, 6), ...lines.slice(7)],
    ])
      expect(await read(broken)).toBe('CONTENT_BROKEN')
    expect(await read(archiveLinesOf([], []))).toBe('NOTHING_FOUND')
    const chain = Array.from({ length: 300 }, (_, at) =>
      archiveFolder({ id: `${at}`, parent: at === 0 ? null : at - 1 }),
    )
    expect(await read(archiveLinesOf(chain, []))).toBe('TOO_DEEP')
    const many = Array.from({ length: 10_001 }, (_, at) => archiveFolder({ id: `${at}` }))
    expect(await read(archiveLinesOf(many, []))).toBe('TOO_MANY')
  })

  it('anywhere in the records ends with a reason, or with every entry', async () => {
    const whole = Buffer.concat(sampleLines())
    const change = fc.record({
      at: fc.nat(whole.length - 1),
      cut: fc.nat(40),
      put: fc.uint8Array({ maxLength: 24 }),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ at, cut, put }) => {
        const bytes = await sealedArchive(whole.subarray(0, at), put, whole.subarray(at + cut))
        const result = await readFile(bytes, reading)
        if ('ok' in result) expect(['CONTENT_BROKEN', 'NOTHING_FOUND']).toContain(result.code)
        else expect(result.found.entries).toHaveLength(3)
      }),
      { numRuns: 200 },
    )
  })
})

describe('what an archive brings', () => {
  it('is the same from one of the first version', async () => {
    const { found } = await opened(Buffer.from(version1, 'base64'), reading)
    expect(found.folders.map(({ path }) => path)).toEqual([['Réseau']])
    expect(found.entries).toMatchObject([
      {
        path: ['Réseau'],
        title: 'GLPI',
        password: 'premier',
        fields: [{ label: 'Code', kind: 'concealed', value: '0042' }],
        own: { oldValues: [{ field: 'password', value: 'ancien' }], marks: [] },
      },
    ])
  })

  it('has one mark of a family, none of its own, and no digest that is left out', async () => {
    const source = { family: 'bitwarden', id: 'a', digest: 'd', batch: 0, files: ['f'] }
    const sources = [
      source,
      { ...source, id: 'b' },
      { ...source, family: 'trousseau' },
      { ...source, family: 'keepass', digest: null, batch: 3, files: [] },
    ]
    const marks = [source, { family: 'keepass', id: 'a', digest: '', batch: 3 }]
    const lines = archiveLinesOf([archiveFolder({ sources })], [archiveItem({ folder: 0, sources })])
    const { found } = await opened(await sealedArchive(...lines), reading)
    expect(found.folders[0]?.own?.marks).toEqual(marks)
    expect(found.entries[0]?.own?.marks).toEqual(marks)
    const broken = [{ ...source, within: 3 }] as never
    expect(await read(archiveLinesOf([], [archiveItem({ sources: broken })]))).toBe('CONTENT_BROKEN')
  })

  it('keeps old values that a field accepts, ten of each, and tells the others', async () => {
    const old = [
      ...Array.from({ length: 12 }, (_, place) => ({
        field: 'password',
        value: `p${place}`,
        until: 12 - place,
      })),
      { field: 'name', value: 'x'.repeat(300), until: 1 },
      { field: 'address', value: 'javascript:alert(1)', until: 1 },
      { field: 'category', value: '99', until: 1 },
      { field: 'category', value: '3', until: 1 },
      { field: 'otp', value: '0-1-8!', until: 1 },
      { field: 'otp', value: '', until: 1 },
      { field: 'folder', value: '1', until: 1 },
      { field: 'constructor', value: '1', until: 1 },
    ]
    const oldFields = [
      { field: 0, label: 'Port', kind: 'text', value: '22', place: 0, until: 3 },
      { field: 4, label: 'Site', kind: 'address', value: 'data:text/html,x', place: 1, until: 2 },
      { field: 5, label: 'Date', kind: 'date', value: '2026-02-30', place: 1, until: 2 },
      { field: 200, label: 'Trop', kind: 'text', value: 'x', place: 1, until: 2 },
    ] as const
    const lines = archiveLinesOf(
      [
        archiveFolder({
          old: [
            { field: 'name', value: 'Avant', until: 5 },
            { field: 'login', value: 'x', until: 5 },
          ],
        }),
      ],
      [archiveItem({ old: [...old, ...oldFields] })],
    )
    const { found, format } = await opened(await sealedArchive(...lines), reading)
    const content = await toContent(found, format.family, {
      withBin: false,
      withFormer: true,
      fileBytes: 1e6,
    })
    if (!content.ok) throw new Error(content.code)
    const [item] = content.items
    expect(item?.oldValues?.map(({ field, value }) => `${field} ${value}`)).toEqual([
      ...Array.from({ length: 10 }, (_, place) => `password p${place}`),
      'category 3',
      'otp ',
      'field:100 {"label":"Port","kind":"text","value":"22","place":0}',
    ])
    expect(content.folders[0]?.oldValues).toEqual([{ field: 'name', value: 'Avant', until: 5 }])
    expect(content.fails).toEqual([
      { line: 1, name: 'Réseau', reason: 'OLD_VALUES_LEFT', detail: '1' },
      {
        line: 1,
        name: 'GLPI',
        reason: 'OLD_VALUES_LEFT',
        detail: '9',
      },
    ])
    const without = await toContent(found, format.family, {
      withBin: false,
      withFormer: false,
      fileBytes: 1e6,
    })
    if (!without.ok) throw new Error(without.code)
    expect(without.items[0]?.oldValues).toEqual([])
    expect(without.skipped.history).toBe(old.length + oldFields.length + 2)
    expect(without.fails).toEqual([])
  })

  it('leaves two folders of one name two', async () => {
    const lines = archiveLinesOf(
      [archiveFolder(), archiveFolder({ id: 'h', description: 'second' })],
      [archiveItem({ folder: 0 }), archiveItem({ id: 'i', folder: 1, name: 'Autre' })],
    )
    const { found, format } = await opened(await sealedArchive(...lines), reading)
    const content = await toContent(found, format.family, {
      withBin: false,
      withFormer: false,
      fileBytes: 1e6,
    })
    if (!content.ok) throw new Error(content.code)
    expect(
      content.folders.map(({ name, description, items }) => [
        name,
        description,
        items.map((one) => one.name),
      ]),
    ).toEqual([
      ['Réseau', '', ['GLPI']],
      ['Réseau', 'second', ['Autre']],
    ])
  })
})
