import { describe, expect, it } from 'vitest'
import { createKeptLists } from './kept-lists.ts'

type Row = { id: number; name: string; description: string }

const rowsOf = (...names: string[]): Row[] => names.map((name, at) => ({ id: at + 1, name, description: '' }))
const namesOf = ({ data }: { data: readonly Row[] }) => data.map(({ name }) => name)
const newLists = () => {
  const lists = createKeptLists(
    (text) => JSON.parse(text) as Row[],
    (data: readonly Row[]) => ({ data }),
  )
  return { of: (owner: number, rows: readonly Row[]) => lists.of(owner, JSON.stringify(rows)) }
}

describe('a kept list', () => {
  it('is in French order, numbers by their value, twins by their id', () => {
    const rows = rowsOf('srv10', 'Zoé', 'école', 'srv2', 'Eclair')
    expect(namesOf(newLists().of(1, rows))).toEqual(['Eclair', 'école', 'srv2', 'srv10', 'Zoé'])
    const twins = [9, 3].map((id) => ({ id, name: 'a', description: '' }))
    expect(
      newLists()
        .of(1, twins)
        .data.map(({ id }) => id),
    ).toEqual([3, 9])
  })

  it('is the same reply while the rows are the same', () => {
    const lists = newLists()
    const reply = lists.of(1, rowsOf('b', 'a'))
    expect(lists.of(1, rowsOf('b', 'a'))).toBe(reply)
    expect(lists.of(2, rowsOf('b', 'a'))).not.toBe(reply)
  })

  it('is made anew when anything in it changed, came or went', () => {
    const lists = newLists()
    const [first, second] = rowsOf('b', 'a') as [Row, Row]
    for (const rows of [
      [first, second],
      [{ ...first, description: 'new' }, second],
      [{ ...first, id: 7 }, second],
      [{ ...first, name: 'c' }, second],
      [first],
      [],
      [first, second, { ...second, id: 3 }],
    ]) {
      expect([...lists.of(1, rows).data].toSorted((a, b) => a.id - b.id)).toEqual(
        rows.toSorted((a, b) => a.id - b.id),
      )
    }
  })

  it('is kept for the last fifty owners', () => {
    const lists = newLists()
    const reply = lists.of(0, rowsOf('a'))
    for (let owner = 1; owner < 50; owner += 1) lists.of(owner, rowsOf('a'))
    expect(lists.of(0, rowsOf('a'))).toBe(reply)
    for (let owner = 1; owner <= 50; owner += 1) lists.of(owner, rowsOf('a'))
    expect(lists.of(0, rowsOf('a'))).not.toBe(reply)
  })
})
