import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChestIndex } from './chest-index.ts'
import { folderOf, itemOf } from './chest-index-testing.ts'
import type { Change, Element } from './element.ts'
import { compareNames, packChest } from './pack-chest.ts'
import { elementsAfter, PackedChest } from './packed-chest.ts'

const names = { categories: new Map([[6, 'Serveur']]), logins: new Map([[1, 'camille']]) }
const packed = (elements: readonly Element[]): PackedChest => new PackedChest(packChest(elements))
const indexOf = (chest: PackedChest): ChestIndex => new ChestIndex(chest, 0, { guardian: false, names })

const text = fc
  .array(
    fc.constantFrom(
      'a',
      'É',
      'œ',
      'Œuf',
      'Z',
      ' ',
      '7',
      '10',
      '😀',
      '\0',
      '\u00ff',
      'ﬁ',
      '\n',
      'ß',
      'Σ',
      '\u0301',
      'x'.repeat(260),
      'é'.repeat(130),
    ),
    {
      maxLength: 6,
    },
  )
  .map((pieces) => pieces.join(''))
const texts = fc.record({ name: text, login: text, address: text, description: text })
const numbers = fc.record({
  createdBy: fc.nat(2 ** 40),
  revision: fc.nat(2 ** 32 - 1),
  categoryId: fc.nat(12),
  level: fc.nat(5),
  danger: fc.nat(5),
  hasPassword: fc.boolean(),
  hasOtp: fc.boolean(),
})
const item = fc.record({ texts, numbers, folder: fc.nat(4) })
const folder = fc.record({ name: text, description: text, parent: fc.nat(4) })
const content = fc.record({
  folders: fc.array(folder, { maxLength: 5 }),
  items: fc.array(item, { maxLength: 12 }),
})

/** Gives ids, and parents that precede their folders. */
const elementsOf = ({
  folders,
  items,
}: typeof content extends fc.Arbitrary<infer T> ? T : never): Element[] => [
  ...folders.map(({ name, description, parent }, at) =>
    folderOf(at + 1, name, parent > 0 && parent <= at ? parent : null, description),
  ),
  ...items.map((each, at) => ({
    ...itemOf(at + 1, each.texts, each.folder > 0 && each.folder <= folders.length ? each.folder : null),
    ...each.numbers,
  })),
]

/** The content of a folder by the plainest means. */
const listOf = (elements: readonly Element[], folderId: number | null, table: Element['table']): number[] =>
  elements
    .filter((element) => element.table === table && element.parentId === folderId)
    .toSorted(compareNames)
    .map(({ id }) => id)

/** Counts what a folder contains at any depth by the plainest means. */
function countsBelow(elements: readonly Element[], folderId: number): { folders: number; items: number } {
  const folders = listOf(elements, folderId, 'folders')
  const total = { folders: folders.length, items: listOf(elements, folderId, 'items').length }
  for (const below of folders.map((id) => countsBelow(elements, id))) {
    total.folders += below.folders
    total.items += below.items
  }
  return total
}

function expectSame(index: ChestIndex, elements: readonly Element[]): void {
  for (const element of elements) expect(index.find(element.table, element.id)).toEqual(element)
  const folders = elements.filter(({ table }) => table === 'folders')
  for (const folderId of [null, ...folders.map(({ id }) => id)]) {
    const expected = [...listOf(elements, folderId, 'folders'), ...listOf(elements, folderId, 'items')]
    const counts = { folders: listOf(elements, folderId, 'folders').length, items: 0 }
    counts.items = expected.length - counts.folders
    expect(index.countIn(folderId)).toEqual(counts)
    if (folderId !== null) expect(index.countBelow(folderId)).toEqual(countsBelow(elements, folderId))
    for (const [from, limit] of [[0, 100] as const, [1, 2] as const, [3, 4] as const]) {
      const slice = index.slice(folderId, from, limit)
      expect([...slice.folders, ...slice.items].map(({ id }) => id)).toEqual(
        expected.slice(from, from + limit),
      )
    }
    for (const [place, id] of expected.entries())
      expect(index.placeOf(place < counts.folders ? 'folders' : 'items', id)).toBe(place)
    expect(index.foldersIn(folderId).map(({ id }) => id)).toEqual(listOf(elements, folderId, 'folders'))
  }
}

describe('a packed chest', () => {
  it('returns every element as it was given, and every folder in French order', () => {
    fc.assert(
      fc.property(content, (given) => {
        const elements = elementsOf(given)
        expectSame(indexOf(packed(elements)), elements)
      }),
      { numRuns: 1_000 },
    )
  })

  it('follows any changes, and is the same when it is packed again', () => {
    fc.assert(
      fc.property(content, content, fc.array(fc.nat(11)), (before, after, gone) => {
        const index = indexOf(packed(elementsOf(before)))
        // Folders of the second content that the first one lacks, and items that replace and join others.
        const items = elementsOf({ folders: before.folders, items: after.items }).filter(
          ({ table }) => table === 'items',
        )
        const changes: Change[] = [
          ...items.map((element) => ({ table: 'items' as const, id: element.id, element })),
          ...gone.map((at) => ({ table: 'items' as const, id: at + 1, element: null })),
        ]
        // Counts that were made before a change are not kept beyond it.
        for (const { id } of index.foldersIn(null)) index.countBelow(id)
        for (const change of changes) index.apply(change)
        const elements = [...elementsAfter(index.packed, index.changes)]
        expectSame(index, elements)
        expectSame(indexOf(packed(elements)), elements)
      }),
      { numRuns: 500 },
    )
  })

  it('moves a folder with its content', () => {
    const index = indexOf(
      packed([folderOf(1, 'A', null), folderOf(2, 'B', null), itemOf(3, { name: 'i' }, 2)]),
    )
    index.apply({ table: 'folders', id: 2, element: folderOf(2, 'B', 1) })
    expect(index.pathTo(2).map(({ name }) => name)).toEqual(['A', 'B'])
    expect(index.folder(1)).toMatchObject({ children: 1, countItems: 0 })
    expect(index.slice(2, 0, 10).items).toMatchObject([{ id: 3, folderId: 2, creator: 'camille' }])
    expect(index.item(3)?.category).toEqual({ id: 6, name: 'Serveur' })
  })

  it('leaves out elements of a folder that the chest lacks', () => {
    const chest = packed([itemOf(1, { name: 'a' }, 9), itemOf(2, { name: 'y' }), itemOf(3, { name: 'z' })])
    expect(chest.size).toBe(2)
    expect([...elementsAfter(chest, [])].map(({ id }) => id)).toEqual([2, 3])
  })

  it('counts its memory exactly, and its changes by an estimate', () => {
    const index = indexOf(packed([itemOf(1, { name: 'a' })]))
    const before = index.bytes
    expect(before).toBe(index.packed.block.byteLength + 4_000)
    index.apply({ table: 'items', id: 1, element: itemOf(1, { name: 'b'.repeat(1_000) }) })
    expect(index.bytes).toBeGreaterThan(before + 2_000)
    index.apply({ table: 'items', id: 1, element: itemOf(1, { name: 'b' }) })
    expect(index.bytes).toBeLessThan(before + 1_000)
  })

  it('refuses a block of another format or size', () => {
    const block = packChest([itemOf(1, { name: 'a' })])
    expect(() => new PackedChest(block.slice(0, block.byteLength - 1))).toThrow(/no packed chest/)
    expect(() => new PackedChest(new SharedArrayBuffer(4))).toThrow(/no packed chest/)
    new Uint32Array(block, 0, 1)[0] = 99
    expect(() => new PackedChest(block)).toThrow(/no packed chest/)
  })
})
