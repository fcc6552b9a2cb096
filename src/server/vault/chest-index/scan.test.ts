import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachField, itemSearchedFields } from '#domain/vault/item-fields.ts'
import { fold, frenchCollator } from '#domain/platform/folding.ts'
import { placeOf, wordRank, wordsOf, searchedFields } from '#domain/vault/search.ts'
import { ChestIndex } from './chest-index.ts'
import { folderOf, itemOf, type Texts } from './chest-index-testing.ts'
import type { Element } from './element.ts'
import { packChest } from './pack-chest.ts'
import { elementsAfter, PackedChest } from './packed-chest.ts'
import { createScan } from './scan.ts'

const names = { categories: new Map(), logins: new Map() }
const indexOf = (elements: readonly Element[]): ChestIndex =>
  new ChestIndex(new PackedChest(packChest(elements)), 0, { guardian: false, names })
const put = (index: ChestIndex, element: Element): void =>
  index.apply({ table: element.table, id: element.id, element })

const elementsOf = ({ packed, changes }: ChestIndex): Element[] => [...elementsAfter(packed, changes)]
const label = ({ table, id }: Element): string => `${table === 'folders' ? 'folder' : 'item'} ${id}`

type Labels = { folders: string[]; items: string[] }

function search(indexes: readonly ChestIndex[], words: readonly string[], most = 100): Labels {
  const scan = createScan(words, most)
  for (const [at, { packed, changes }] of indexes.entries()) scan.add(at, packed, changes)
  const { folders, items } = scan.found()
  return {
    folders: folders.map(({ element }) => label(element)),
    items: items.map(({ element }) => label(element)),
  }
}
const searchItems = (...asked: Parameters<typeof search>): string[] => search(...asked).items

/** The expected result, without optimisation: every field of every element, in the specified order. */
function naive(indexes: readonly ChestIndex[], words: readonly string[], most: number): Labels {
  const { compare } = frenchCollator()
  const found = indexes.flatMap((index) =>
    elementsOf(index).flatMap((element) => {
      const path = index.pathTo(element.parentId).map(({ name }) => name)
      const { texts } = element
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
      return rank === Infinity ? [] : [{ element, rank, name: texts.name }]
    }),
  )
  const ofKind = (table: Element['table']): string[] =>
    found
      .filter(({ element }) => element.table === table)
      .toSorted(
        (a, b) =>
          a.rank - b.rank ||
          a.name.length - b.name.length ||
          compare(a.name, b.name) ||
          a.element.id - b.element.id,
      )
      .map(({ element }) => label(element))
  const [folders, items] = [ofKind('folders'), ofKind('items')]
  const [half, rest] = [Math.ceil(most / 2), Math.floor(most / 2)]
  return {
    folders: folders.slice(0, Math.max(half, most - items.length)),
    items: items.slice(0, Math.max(rest, most - folders.length)),
  }
}

const piece = fc.constantFrom('ab', 'a', 'b', 'ba', 'é', 'E', ' ', '.', '-', '/', 'Œ', '\n', '1', '😀', 'bab')
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
const item = fc.record({
  ...eachField(itemSearchedFields, () => text),
  fields: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, text),
  folder: fc.nat(4),
})
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
  it('is what a naive search of every field finds, in the specified order, before and after changes [SRCH-04]', () => {
    let ids = 0
    const world = fc.tuple(
      fc.array(chest, { minLength: 1, maxLength: 3 }),
      words,
      fc.integer({ min: 1, max: 20 }),
    )
    fc.assert(
      fc.property(world, ([chests, sought, most]) => {
        const later: (() => void)[] = []
        const indexes = chests.map(({ folders, items, changed, gone, renamed }) => {
          const first = ids + 1
          ids += 20
          // A parent precedes its folders, so no folder contains itself.
          const parentOf = (at: number, parent: number) =>
            parent > 0 && parent <= at ? first + parent - 1 : null
          const inFolder = (at: number) => (at > 0 && at <= folders.length ? first + at - 1 : null)
          const index = indexOf([
            ...folders.map(({ name, description, parent }, at) =>
              folderOf(first + at, name, parentOf(at, parent), description),
            ),
            ...items.map((fields, at) => itemOf(first + at, fields, inFolder(fields.folder))),
          ])
          later.push(() => {
            for (const { at, item: fields } of changed)
              put(index, itemOf(first + at, fields, inFolder(fields.folder)))
            for (const at of gone) index.apply({ table: 'items', id: first + at, element: null })
            for (const { at, name } of renamed) {
              const there = index.find('folders', first + at)
              if (there) put(index, { ...there, texts: { ...there.texts, name } })
            }
          })
          return index
        })
        const isRight = () => {
          const expected = naive(indexes, sought, most)
          expect(search(indexes, sought, most)).toEqual(expected)
          expect(
            search(
              indexes.map((index) => indexOf(elementsOf(index))),
              sought,
              most,
            ),
          ).toEqual(expected)
        }
        isRight()
        for (const apply of later) apply()
        isRight()
      }),
      { numRuns: 2_000 },
    )
  })

  it('follows a large chest while most of its elements change', () => {
    const index = indexOf(
      Array.from({ length: 5_000 }, (_, at) => itemOf(at + 1, { name: `Compte ${at + 1}` })),
    )
    expect(searchItems([index], ['4999'])).toEqual(['item 4999'])
    for (let id = 1; id <= 3_000; id += 1) put(index, itemOf(id, { name: `Poste ${id}` }))
    put(index, itemOf(4_999, { name: 'Neuf' }))
    expect(searchItems([index], ['2999'])).toEqual(['item 2999'])
    expect(searchItems([index], ['4999'])).toEqual([])
    expect(searchItems([index], ['neuf'])).toEqual(['item 4999'])
    expect(searchItems([index], ['compte'], 3)).toEqual(['item 3001', 'item 3002', 'item 3003'])
  })

  it('shows the path of a match, as its folders are named now', () => {
    const index = indexOf([
      folderOf(1, 'Réseau', null),
      folderOf(2, 'Accès', 1),
      itemOf(3, { name: 'Borne' }, 2),
    ])
    put(index, folderOf(1, 'Réseaux', null))
    const scan = createScan(['borne'], 10)
    scan.add(7, index.packed, index.changes)
    expect(scan.found().items).toMatchObject([{ chestId: 7, path: ['Réseaux', 'Accès'] }])
  })

  it('ranks starts of names first, then starts of words, then other matches, and names before logins and addresses', () => {
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
    const index = indexOf(named.map(([id, fields]) => itemOf(id, fields)))
    expect(searchItems([index], ['adm'])).toEqual([6, 5, 4, 3, 2, 7, 1, 8].map((id) => `item ${id}`))
  })
})
