import { describe, expect, it } from 'vitest'
import { ChestIndex } from '#server/vault/chest-index/chest-index.ts'
import { packChest } from '#server/vault/chest-index/pack-chest.ts'
import { PackedChest } from '#server/vault/chest-index/packed-chest.ts'
import type { Element } from '#server/vault/chest-index/element.ts'
import type { InTurn } from '#server/vault/chest-index/in-turn.ts'
import { createSorting } from './sorting.ts'

const item = (id: number, login: string): Element => ({
  table: 'items',
  id,
  parentId: null,
  createdBy: 1,
  revision: 1,
  categoryId: 1,
  level: id % 6,
  danger: 0,
  hasPassword: true,
  hasOtp: false,
  texts: { name: `Compte ${id}`, login, address: '', description: '', fields: '' },
})
const names = { categories: new Map([[1, 'Serveur']]), logins: new Map([[1, 'camille']]) }
const indexOf = (elements: Element[]) =>
  new ChestIndex(new PackedChest(packChest(elements)), 1, { guardian: false, names })

/** Runs the work at once, and counts the pieces. */
const counting = () => {
  const pieces = { count: 0 }
  const inTurn: InTurn = async (work) => {
    pieces.count += 1
    return work()
  }
  return { pieces, inTurn }
}
/** Logins of which neighbours are far apart. */
const loginOf = (id: number) => `l${(id * 7919) % 10_007}`

describe('the content of a large folder', () => {
  it('is sorted in many short pieces of work, in one order whatever the pieces', async () => {
    const { pieces, inTurn } = counting()
    const index = indexOf(Array.from({ length: 5_500 }, (_, place) => item(place + 1, loginOf(place + 1))))
    const by = { sort: 'login', isDescending: false } as const
    const { items } = await createSorting(inTurn)(index, null, by)
    const numbers = items.map((entry) => Number(String(index.valueOf(entry, 'login')).slice(1)))
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    expect(new Set(items).size).toBe(5_500)
    expect(pieces.count).toBeGreaterThan(15)
  })

  it('is sorted once for all pages, and again after a change', async () => {
    const { pieces, inTurn } = counting()
    const index = indexOf([item(1, 'b'), item(2, 'a')])
    const sort = createSorting(inTurn)
    const ids = async () =>
      (await sort(index, null, { sort: 'login', isDescending: false })).items.map((one) => index.idOf(one))
    expect(await ids()).toEqual([2, 1])
    const before = pieces.count
    expect(await ids()).toEqual([2, 1])
    expect(pieces.count).toBe(before)
    index.apply({ table: 'items', id: 3, element: item(3, 'ab') })
    index.revision = 2
    expect(await ids()).toEqual([2, 3, 1])
  })

  it('is sorted again after work that failed', async () => {
    let fails = true
    const sort = createSorting(async (work) => {
      if (fails) throw new Error('stopped')
      return work()
    })
    const index = indexOf([item(1, 'b'), item(2, 'a')])
    const by = { sort: 'login', isDescending: true } as const
    await expect(sort(index, null, by)).rejects.toThrow('stopped')
    fails = false
    expect((await sort(index, null, by)).items.map((one) => index.idOf(one))).toEqual([1, 2])
  })
})
