import { describe, expect, it } from 'vitest'
import {
  groupsOf,
  heights,
  inSight,
  placed,
  placeOfResult,
  resultAt,
  spanOf,
  type Results,
} from './results.ts'

const chest = (id: number) => ({ id, name: `Coffre ${id}`, description: '', guardian: false })
const element = (id: number) => ({
  id,
  name: `N ${id}`,
  chest_id: 7,
  folder_id: 3,
  path: ['C', 'F'],
  guardian: false,
})
const item = (id: number) => ({
  ...element(id),
  login: '',
  address: '',
  category: { id: 6, name: 'Site web' },
  categoryIcon: 'Globe',
  hasPassword: true,
  hasOtp: false,
})
const results = (chests: number, folders: number, items: number): Results => ({
  chests: Array.from({ length: chests }, (_, index) => chest(index + 1)),
  folders: Array.from({ length: folders }, (_, index) => element(index + 1)),
  items: Array.from({ length: items }, (_, index) => item(index + 1)),
  incomplete: false,
})

describe('the search results', () => {
  it('are grouped in the order of the specification, without empty groups [SRCH-02]', () => {
    expect(groupsOf(results(1, 1, 1)).map(({ kind }) => kind)).toEqual(['chest', 'item', 'folder'])
    const { groups, count, height } = placed(groupsOf(results(2, 0, 3)))
    expect(groups.map(({ kind, first }) => [kind, first])).toEqual([
      ['chest', 0],
      ['item', 2],
    ])
    expect(count).toBe(5)
    expect(height).toBe(2 * heights.heading + 5 * heights.result)
  })

  it('are indexed through all groups', () => {
    const { groups } = placed(groupsOf(results(2, 1, 3)))
    expect(
      [0, 1, 2, 3, 5].map((place) => resultAt(groups, place)).map((one) => `${one?.kind} ${one?.id}`),
    ).toEqual(['chest 1', 'chest 2', 'item 1', 'item 2', 'folder 1'])
    expect(resultAt([], 0)).toBeUndefined()
  })

  it('are rendered only where visible, with a few beyond', () => {
    const { groups } = placed(groupsOf(results(0, 0, 100)))
    const [group] = groups
    if (!group) throw new Error('no group')
    expect(inSight(group, 0, 520)).toEqual([0, 14])
    const [from, to] = inSight(group, 2_000, 520)
    expect([from, to]).toEqual([33, 52])
    expect(inSight(group, 100_000, 520)).toEqual([100, 100])
    const { top, bottom } = spanOf(groups, 99)
    expect(bottom - top).toBe(heights.result)
    expect(bottom).toBe(group.height)
    // The first result includes its group's heading.
    expect(spanOf(groups, 0).top).toBe(0)
  })

  it('lead to the explorer: to an element, selected in its folder, or to the chest [SRCH-12] [SRCH-13]', () => {
    const { groups } = placed(groupsOf(results(1, 1, 1)))
    const places = [0, 1, 2].map((place) => {
      const result = resultAt(groups, place)
      return result && placeOfResult(result)
    })
    expect(places).toEqual([
      { chestId: 1 },
      { chestId: 7, folderId: 3, selectId: 1, selectType: 'item' },
      { chestId: 7, folderId: 3, selectId: 1, selectType: 'folder' },
    ])
  })
})
