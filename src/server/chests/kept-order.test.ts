import { describe, expect, it } from 'vitest'
import { createKeptOrder } from './kept-order.ts'

const rowsOf = (...names: string[]) => names.map((name, index) => ({ id: index + 1, name }))
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('the kept order of a list', () => {
  it('is French, numbers by their value', () => {
    const order = createKeptOrder()
    const rows = rowsOf('srv10', 'Zoé', 'école', 'srv2', 'Eclair')
    expect(namesOf(order.sorted(1, rows))).toEqual(['Eclair', 'école', 'srv2', 'srv10', 'Zoé'])
  })

  it('serves again with the rows of today', () => {
    const order = createKeptOrder()
    order.sorted(1, rowsOf('b', 'a'))
    const rows = rowsOf('b', 'a').map((row) => ({ ...row, description: 'new' }))
    expect(order.sorted(1, rows)).toEqual([
      { id: 2, name: 'a', description: 'new' },
      { id: 1, name: 'b', description: 'new' },
    ])
  })

  it('is found anew when a name, an id or the length changed, and for everybody apart', () => {
    const order = createKeptOrder()
    expect(namesOf(order.sorted(1, rowsOf('b', 'a')))).toEqual(['a', 'b'])
    expect(namesOf(order.sorted(1, rowsOf('b', 'c')))).toEqual(['b', 'c'])
    expect(namesOf(order.sorted(1, rowsOf('b', 'c', 'a')))).toEqual(['a', 'b', 'c'])
    expect(namesOf(order.sorted(2, rowsOf('z', 'y', 'x')))).toEqual(['x', 'y', 'z'])
    const twins = [
      { id: 9, name: 'a' },
      { id: 3, name: 'a' },
    ]
    expect(order.sorted(1, twins).map(({ id }) => id)).toEqual([3, 9])
    expect(order.sorted(1, [...twins].toReversed()).map(({ id }) => id)).toEqual([3, 9])
  })
})
