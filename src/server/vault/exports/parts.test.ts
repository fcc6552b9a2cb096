import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { noItemTexts } from '#domain/vault/item-fields.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { readFile } from '#server/vault/imports/formats/formats.ts'
import { bitwardenTexts } from './bitwarden.ts'
import { csvRows } from './csv.ts'
import type { ExportContent, ExportItem } from './model.ts'
import { partsOf } from './parts.ts'
import { writeFile } from './write-file.ts'

const count = 4_000
const password = new Secret('Fichier-Export-2026!')
const options = { installation: 'x', madeBy: 'marie', now: 0, withOld: false, randomBytes }

/** Returns a content, and how many of its items were written so far: a writer asks for the login of each. */
function watched() {
  let written = 0
  const items = Array.from({ length: count }, (_, place): ExportItem => {
    const item = {
      ...noItemTexts,
      id: place + 1,
      name: `Élément ${place}`,
      address: '',
      description: 'é'.repeat(place % 90),
      password: `secret ${place}`,
      passwordAt: 0,
      otp: null,
      categoryId: 6,
      renewBefore: null,
      fields: [{ id: 1, label: `Champ ${place % 3}`, kind: 'text', value: `valeur ${place}` }],
      source: null,
      created: 0,
      modified: 0,
      former: [],
      old: [],
      files: [],
    } as const
    return Object.defineProperty({ ...item, login: '' }, 'login', {
      enumerable: true,
      get: () => {
        written += 1
        return 'marie'
      },
    })
  })
  const content: ExportContent = { kind: 'chest', id: 1, name: 'Production', folders: [], items }
  return { content, written: () => written }
}

it.each([
  ['csv', null],
  ['bitwarden-clear', null],
  ['bitwarden', password],
] as const)(
  '%s is written in parts, each of them when it is asked for [EXPO-15]',
  async (format, sealedBy) => {
    const { content, written } = watched()
    const parts: Uint8Array[] = []
    const seen: number[] = []
    for await (const part of writeFile(content, format, { ...options, password: sealedBy })) {
      parts.push(part)
      seen.push(written())
    }
    expect(parts.length).toBeGreaterThan(4)
    // Nothing is far ahead of what was taken, from the first part to the last.
    const most = count / 2
    expect(seen[0]).toBeLessThan(most)
    for (const [place, now] of seen.entries()) expect(now - (seen[place - 1] ?? 0)).toBeLessThan(most)
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(128 * 1024)
    const read = await readFile(Buffer.concat(parts), sealedBy === null ? {} : { password: sealedBy })
    if ('ok' in read) throw new Error(read.code)
    expect(read.found.entries.map(({ title, password: secret }) => [title, secret])).toEqual(
      content.items.map(({ name, password: secret }) => [name, secret]),
    )
  },
)

it.each([
  ['csv', csvRows],
  ['bitwarden', (content: ExportContent, yielder: Yielder) => bitwardenTexts(content, 'x', yielder)],
] as const)('%s yields to other requests for each item, and is not ahead of them', async (_format, write) => {
  const { content } = watched()
  let yields = 0
  const yielder: Yielder = {
    step: () => {
      yields += 1
      return undefined
    },
  }
  await Array.fromAsync(write(content, yielder))
  expect(yields).toBeGreaterThanOrEqual(count)
})

it('a part is never empty, and a text beyond its size stays whole', async () => {
  const partsOfTexts = async (...texts: string[]) => {
    const parts = await Array.fromAsync(
      partsOf(
        (async function* () {
          yield* texts
        })(),
      ),
    )
    return parts.map(({ length }) => length)
  }
  expect(await partsOfTexts()).toEqual([])
  expect(await partsOfTexts('')).toEqual([])
  expect(await partsOfTexts('a', '', 'b')).toEqual([2])
  expect(await partsOfTexts('a', 'é'.repeat(100_000), 'b', 'c')).toEqual([200_001, 2])
  expect(await partsOfTexts('x'.repeat(64 * 1024))).toEqual([64 * 1024])
})
