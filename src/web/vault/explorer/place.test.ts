import { describe, expect, it } from 'vitest'
import { hrefOf, readPlace, selectionOf, viewOf } from './place.ts'
import type { ExplorerReply } from './queries.ts'
import { filterTree, firstMatch, idsOf, pathTo, type TreeFolder } from './treeNodes.ts'
import { nameOfRow, rowsOf } from './rows.ts'

describe('the address of the explorer', () => {
  it('holds chest, folder and page [EXPL-02]', () => {
    expect(readPlace({ chestId: 3, folderId: '7', offset: '50', limit: 25 })).toEqual({
      chestId: 3,
      folderId: 7,
      offset: 50,
      limit: 25,
    })
  })

  it('holds a selection only with both its id and its type [EXPL-03]', () => {
    const place = readPlace({ chestId: 3, selectType: 'item', selectId: '12' })
    expect(selectionOf(place)).toEqual({ type: 'item', id: 12 })
    expect(selectionOf(readPlace({ chestId: 3, selectId: 12 }))).toBeNull()
    expect(selectionOf(readPlace({ selectType: 'user', selectId: 12 }))).toBeNull()
  })

  it('drops invalid parameters', () => {
    expect(
      readPlace({
        chestId: '-1',
        folderId: 'abc',
        offset: 1.5,
        limit: 101,
        selectType: 'item',
        selectId: {},
      }),
    ).toEqual({})
    expect(readPlace({ chestId: '', offset: '-25', limit: '0' })).toEqual({})
  })

  it('holds the order, which by name needs no parameter', () => {
    expect(readPlace({ sort: 'login', direction: 'DESC' })).toEqual({ sort: 'login', direction: 'DESC' })
    expect(readPlace({ sort: 'login', direction: 'ASC' })).toEqual({ sort: 'login' })
    expect(readPlace({ sort: 'name', direction: 'DESC' })).toEqual({ sort: 'name', direction: 'DESC' })
    for (const usual of [{ sort: 'name' }, { sort: 'secret' }, { direction: 'DESC' }])
      expect(readPlace(usual)).toEqual({})
  })

  it('keeps the size of a page and the order in other folders', () => {
    const place = readPlace({ chestId: 3, folderId: 7, offset: 25, limit: 50, sort: 'login' })
    expect(viewOf(place)).toEqual({ limit: 50, sort: 'login' })
  })

  it('survives being copied and opened elsewhere', () => {
    const place = { chestId: 3, folderId: 7, offset: 25, sort: 'otp', direction: 'DESC' } as const
    const { search } = new URL(hrefOf(place), 'https://coffre.exemple.fr')
    expect(readPlace(Object.fromEntries(new URLSearchParams(search)))).toEqual(place)
  })
})

const folder = (id: number, name: string) => ({
  id,
  name,
  description: '',
  countItems: 0,
  children: 0,
  holds: { items: 0, folders: 0 },
  creator: 'camille',
  guardian: false,
  revision: 1,
})

describe('the lines of the table', () => {
  const reply = (folderId: number | null): ExplorerReply => ({
    rights: { read: true, create: true, update: true, delete: true, export: true },
    folders: [folder(2, 'Réseau'), folder(1, 'Serveurs')],
    items: [],
    parentId: null,
    folderId,
    selectType: null,
    selectId: null,
    pagination: { total: 2, offset: 0, limit: 25 },
  })

  it('begin with the way back inside a folder, and not at the root [EXPL-13]', () => {
    expect(rowsOf(reply(9)).map(({ kind }) => kind)).toEqual(['up', 'folder', 'folder'])
    expect(rowsOf(reply(null)).map(nameOfRow)).toEqual(['Réseau', 'Serveurs'])
  })
})

const node = (id: number, name: string, children: TreeFolder[] = []): TreeFolder => ({
  id,
  name,
  level: 1,
  children,
})

describe('the folder tree', () => {
  const tree = [
    node(1, 'Sites', [node(2, 'Lyon', [node(3, 'Étage 1')]), node(4, 'Brest')]),
    node(5, 'Réseau'),
  ]

  it('filters to folders that contain the term, with their ancestors [TREE-04]', () => {
    expect(idsOf(filterTree(tree, 'etage'))).toEqual([1, 2, 3])
    expect(idsOf(filterTree(tree, ' RÉSEAU '))).toEqual([5])
    expect(filterTree(tree, 'xyz')).toEqual([])
    expect(idsOf(filterTree(tree, ''))).toEqual([1, 2, 3, 4, 5])
  })

  it('finds the first folder whose name contains the term [TREE-04]', () => {
    expect(firstMatch(tree, 'ÉTAGE')).toBe(3)
    expect(firstMatch(tree, 'es')).toBe(1)
    expect(firstMatch(tree, ' ')).toBeNull()
    expect(firstMatch(tree, 'xyz')).toBeNull()
  })

  it('returns the path to a folder', () => {
    expect(pathTo(tree, 3).map(({ id }) => id)).toEqual([1, 2, 3])
    expect(pathTo(tree, 99)).toEqual([])
  })
})
