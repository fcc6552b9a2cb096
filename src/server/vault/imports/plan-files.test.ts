import { expect, it } from 'vitest'
import { noItemTexts } from '#domain/vault/item-fields.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import type { Incoming, Verdict } from './match-items.ts'
import { createFilePlan } from './plan-files.ts'

const file = (name: string, digest: string, size = 1) => ({ name, digest, size, read: async () => null })
type File = ReturnType<typeof file>

const entryOf = (...files: readonly File[]): Incoming => ({
  item: {
    ...noItemTexts,
    name: 'GLPI',
    password: '',
    otp: null,
    fields: [],
    line: 1,
    sourceId: 'a',
    files,
  },
  path: [],
  target: { parent: null, name: '', level: 0, existing: null, folder: null, origin: { id: '' } },
  within: 0,
  origin: { id: 'a' },
  digest: 'texts',
  key: 'GLPI',
})
/** An item of an earlier import, which gave it these files. */
const sameItem = (files: readonly string[]): Verdict => ({
  kind: 'same',
  existing: {
    id: 7,
    folderId: null,
    isLive: true,
    key: 'GLPI',
    source: { family: 'test', id: 'a', digest: 'texts', batch: 1, files },
  },
})
async function fitOf(
  entry: Incoming,
  found: Verdict,
  live: readonly { id: number; name: string; digest: string }[],
  { itemBytes = 1_000_000, bankLeft = 1_000_000, bytes = 0 } = {},
) {
  const filesAtHand = {
    of: async () => new Map([[7, { live, bytes }]]),
    itemBytes,
    bankLeft: async () => bankLeft,
  }
  const plan = await createFilePlan('test', new Map([[entry, found]]), filesAtHand, createYielder())
  const { added, replaced, refused, known } = plan.fit(entry, found)
  const names = (files: readonly { name: string }[]) => files.map(({ name }) => name)
  return { added: names(added), replaced, refused: names(refused), known }
}

it('a new version replaces the one that an import brought, and no other of its name', async () => {
  const live = [
    { id: 1, name: 'scan.pdf', digest: 'old' },
    { id: 2, name: 'scan.pdf', digest: 'still in the file' },
    { id: 3, name: 'scan.pdf', digest: 'of a person' },
    { id: 4, name: 'plan.pdf', digest: 'gone from the file' },
  ]
  const entry = entryOf(file('scan.pdf', 'new'), file('scan.pdf', 'still in the file'))
  const imported = ['old', 'still in the file', 'gone from the file']
  expect(await fitOf(entry, sameItem(imported), live)).toEqual({
    added: ['scan.pdf'],
    replaced: [1],
    refused: [],
    known: [...imported, 'new'],
  })
})

it('a file that the item has, or had from an import, is not added', async () => {
  const entry = entryOf(file('a', 'attached by a person'), file('b', 'removed by a person'))
  const live = [{ id: 1, name: 'other name', digest: 'attached by a person' }]
  const { added, known } = await fitOf(entry, sameItem(['removed by a person']), live)
  expect([added, known]).toEqual([[], ['removed by a person', 'attached by a person']])
})

it('files that have no room are refused one by one, and come in once there is room', async () => {
  const entry = entryOf(file('large', 'l', 9_000), file('small', 's', 4_000))
  const item = await fitOf(entry, { kind: 'new' }, [], { itemBytes: 8_192 })
  expect(item).toEqual({ added: ['small'], replaced: [], refused: ['large'], known: ['s'] })
  expect((await fitOf(entry, { kind: 'new' }, [], { bankLeft: 4_096 })).refused).toEqual(['large'])
  expect((await fitOf(entry, sameItem(['s']), [], { itemBytes: 20_000, bytes: 4_096 })).added).toEqual([
    'large',
  ])
  const full = await fitOf(entry, sameItem([]), [], { itemBytes: 20_000, bytes: 16_384 })
  expect(full.refused).toEqual(['large', 'small'])
})
