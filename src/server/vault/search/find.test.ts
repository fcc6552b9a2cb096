import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachField, itemSearchedFields, noItemTexts } from '#domain/vault/item-fields.ts'
import { fold, frenchCollator } from '#domain/platform/folding.ts'
import { placeOf, wordRank, wordsOf, searchedFields } from '#domain/vault/search.ts'
import { createYielder, type Yielder } from '#server/vault/contents/yielder.ts'
import {
  createSearchTexts,
  readWithoutIndex,
  type SearchedChest,
} from '#server/vault/explorer/search-text.ts'
import { createFrenchOrder } from '#server/vault/explorer/french-order.ts'
import {
  ChestIndex,
  isFolder,
  type IndexChange,
  type IndexedElement,
  type IndexedFolder,
  type IndexedItem,
} from '#server/vault/explorer/chest-index.ts'
import { createFinder } from './find.ts'

const folderOf = (id: number, name: string, parentId: number | null, description = ''): IndexedFolder => ({
  id,
  name,
  description,
  parentId,
  countItems: 0,
  children: 0,
  creator: '',
  guardian: false,
  revision: 1,
})
type Texts = { name: string; login?: string; address?: string; description?: string }
const itemOf = (id: number, texts: Texts, folderId: number | null = null): IndexedItem => ({
  ...noItemTexts,
  ...texts,
  id,
  folderId,
  addressDanger: 0,
  level: 0,
  category: { id: 6, name: '' },
  categoryIcon: '',
  creator: '',
  password: false,
  otp: false,
  hasPassword: false,
  hasOtp: false,
  guardian: false,
  revision: 1,
})
const change = (element: IndexedElement): IndexChange =>
  isFolder(element) ? { kind: 'folder', folder: element } : { kind: 'item', item: element }

const order = createFrenchOrder()
const texts = createSearchTexts({ makeRoom: () => true })
const withoutRoom = createSearchTexts({ makeRoom: () => false })
const label = (element: IndexedElement): string => `${isFolder(element) ? 'folder' : 'item'} ${element.id}`

/** Reads an index as a database would: folders first, then items, a few at a time. */
const passing = {
  of: async (index: ChestIndex, yielder: Yielder): Promise<SearchedChest> => {
    const read = async function* (_: unknown, table: 'folders' | 'items') {
      const changes = [...index[table].values()].map(change)
      for (let at = 0; at < changes.length; at += 3) yield changes.slice(at, at + 3)
    }
    const chest = { id: 1, guardian: false, keyVersion: 1, formerKeyVersion: null, unlock: null, revision: 1 }
    const searched = await readWithoutIndex({ read }, chest, yielder)
    if (!searched) throw new Error('too many folders')
    return searched
  },
}

type Labels = { folders: string[]; items: string[] }

async function search(
  indexes: readonly ChestIndex[],
  words: readonly string[],
  { most = 100, from = texts }: { most?: number; from?: typeof texts } = {},
): Promise<Labels> {
  const yielder = createYielder()
  const finder = createFinder<ChestIndex>({ words, most, yielder, isOver: () => false })
  for (const index of indexes)
    expect(await finder.searchChest(index, await from.of(index, yielder))).toBe(true)
  const { folders, items } = finder.found()
  return {
    folders: folders.map(({ element }) => label(element)),
    items: items.map(({ element }) => label(element)),
  }
}
const searchItems = async (...asked: Parameters<typeof search>): Promise<string[]> =>
  (await search(...asked)).items

/** The expected result, without optimisation: every field of every element, in the specified order. */
function naive(indexes: readonly ChestIndex[], words: readonly string[], most: number): Labels {
  const { compare } = frenchCollator()
  const found = indexes.flatMap((index) =>
    [...index.folders.values(), ...index.items.values()].flatMap((element) => {
      const path = index
        .pathTo(isFolder(element) ? element.parentId : element.folderId)
        .map(({ name }) => name)
      const texts = { ...noItemTexts, ...element }
      const fields = searchedFields.map((field) => (field === 'path' ? path : [texts[field]]))
      const ranks = words.map((word) =>
        Math.min(
          ...fields.flatMap((values, field) =>
            values.flatMap((value) => {
              const place = placeOf(fold(value), word)
              return place === null ? [] : [wordRank(field, place)]
            }),
          ),
        ),
      )
      const rank = ranks.reduce((sum, one) => sum + one, 0)
      return rank === Infinity ? [] : [{ element, rank }]
    }),
  )
  const ofKind = (isOfKind: (element: IndexedElement) => boolean): string[] =>
    found
      .filter(({ element }) => isOfKind(element))
      .toSorted(
        ({ element: a, rank: rankOfA }, { element: b, rank: rankOfB }) =>
          rankOfA - rankOfB || a.name.length - b.name.length || compare(a.name, b.name) || a.id - b.id,
      )
      .map(({ element }) => label(element))
  const [folders, items] = [ofKind(isFolder), ofKind((element) => !isFolder(element))]
  const [half, rest] = [Math.ceil(most / 2), Math.floor(most / 2)]
  return {
    folders: folders.slice(0, Math.max(half, most - items.length)),
    items: items.slice(0, Math.max(rest, most - folders.length)),
  }
}

const piece = fc.constantFrom('ab', 'a', 'b', 'ba', 'é', 'E', ' ', '.', '-', '/', 'Œ', '\n', '1', '😀', 'bab')
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
const item = fc.record({ ...eachField(itemSearchedFields, () => text), folder: fc.nat(4) })
const folder = fc.record({ name: text, description: text, parent: fc.nat(4) })
const chest = fc.record({
  folders: fc.array(folder, { maxLength: 4 }),
  items: fc.array(item, { maxLength: 8 }),
  /** Changes after the texts are built: changed items, deleted items, renamed folders. */
  changed: fc.array(fc.record({ at: fc.nat(7), item }), { maxLength: 3 }),
  gone: fc.array(fc.nat(7), { maxLength: 2 }),
  renamed: fc.array(fc.record({ at: fc.nat(3), name: text }), { maxLength: 2 }),
})
const words = fc
  .array(fc.constantFrom('a', 'ab', 'ba', 'b', 'e', 'oe', '.', 'b.a', '/', '1', 'bab'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((all) => wordsOf(all.join(' ')))

describe('what a search finds', () => {
  it('is what a naive search of every field finds, in the specified order [SRCH-04]', async () => {
    let ids = 0
    const world = fc.tuple(
      fc.array(chest, { minLength: 1, maxLength: 3 }),
      words,
      fc.integer({ min: 1, max: 20 }),
    )
    await fc.assert(
      fc.asyncProperty(world, async ([chests, sought, most]) => {
        const indexes: ChestIndex[] = []
        const later: (() => void)[] = []
        for (const { folders, items, changed, gone, renamed } of chests) {
          const index = new ChestIndex(order)
          indexes.push(index)
          const first = ids + 1
          ids += 20
          // A parent precedes its folders, so no folder contains itself.
          const parentOf = (at: number, parent: number) =>
            parent > 0 && parent <= at ? first + parent - 1 : null
          const inFolder = (at: number) => (at > 0 && at <= folders.length ? first + at - 1 : null)
          for (const [at, { name, description, parent }] of folders.entries())
            index.apply(change(folderOf(first + at, name, parentOf(at, parent), description)))
          for (const [at, fields] of items.entries())
            index.apply(change(itemOf(first + at, fields, inFolder(fields.folder))))
          later.push(() => {
            for (const { at, item: fields } of changed)
              index.apply(change(itemOf(first + at, fields, inFolder(fields.folder))))
            for (const at of gone) index.apply({ kind: 'deletedItem', id: first + at })
            for (const { at, name } of renamed) {
              const there = index.folders.get(first + at)
              if (there) index.apply(change({ ...there, name }))
            }
          })
        }
        const isRight = async () => {
          const expected = naive(indexes, sought, most)
          expect(await search(indexes, sought, { most })).toEqual(expected)
          expect(await search(indexes, sought, { most, from: withoutRoom })).toEqual(expected)
          expect(await search(indexes, sought, { most, from: passing })).toEqual(expected)
        }
        await isRight()
        for (const apply of later) apply()
        await isRight()
      }),
      { numRuns: 2_000 },
    )
  })

  it('stays correct while most elements of a large chest change and its texts are rebuilt', async () => {
    const index = new ChestIndex(order)
    for (let id = 1; id <= 5_000; id += 1) index.apply(change(itemOf(id, { name: `Compte ${id}` })))
    expect(await searchItems([index], ['4999'])).toEqual(['item 4999'])
    for (let id = 1; id <= 3_000; id += 1) index.apply(change(itemOf(id, { name: `Poste ${id}` })))
    const meanwhile = searchItems([index], ['2999'])
    index.apply(change(itemOf(4_999, { name: 'Neuf' })))
    expect(await meanwhile).toEqual(['item 2999'])
    expect(await searchItems([index], ['4999'])).toEqual([])
    expect(await searchItems([index], ['neuf'])).toEqual(['item 4999'])
    expect(await searchItems([index], ['compte'], { most: 3 })).toEqual([
      'item 3001',
      'item 3002',
      'item 3003',
    ])
  })

  it('ranks starts of names first, then starts of words, then other matches, and names before logins and addresses', async () => {
    const index = new ChestIndex(order)
    const named: [number, Texts][] = [
      [1, { name: 'Cadmium' }],
      [2, { name: 'Poste', address: 'https://admin.exemple.fr' }],
      [3, { name: 'Poste', login: 'admin' }],
      [4, { name: 'Le poste admin' }],
      [5, { name: 'Administration' }],
      [6, { name: 'Admin' }],
      [7, { name: 'Poste', description: 'compte d’admin' }],
      [8, { name: 'Poste', login: 'badminton' }],
    ]
    for (const [id, fields] of named) index.apply(change(itemOf(id, fields)))
    expect(await searchItems([index], ['adm'])).toEqual([6, 5, 4, 3, 2, 7, 1, 8].map((id) => `item ${id}`))
  })

  it('yields to other requests, and stops once the search is over', async () => {
    const index = new ChestIndex(order)
    for (let id = 1; id <= 30_000; id += 1)
      index.apply(change(itemOf(id, { name: `Compte ${id}`, description: 'ni début ni fin '.repeat(10) })))
    let now = 0
    let isOver = false
    // The clock advances at each reading, so every check pauses.
    const yielder = createYielder(() => (now += 100))
    const finder = createFinder({ words: ['29999'], most: 5, yielder, isOver: () => isOver })
    const chest = await texts.of(index, yielder)
    setImmediate(() => (isOver = true))
    expect(await finder.searchChest('chest', chest)).toBe(false)
    expect(finder.found()).toEqual({ folders: [], items: [] })
  })
})
