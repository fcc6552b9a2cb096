import { describe, expect, it } from 'vitest'
import { columnsKey, keptFor, readKeptColumns, withColumns, type ColumnChoice } from './keptColumns.ts'

const columns = (...labels: string[]) => labels.map((label) => ({ label, target: 'text', examples: [] }))
const table = columns('Intitulé', 'Sésame', 'Rayon')
const choice: ColumnChoice = { targets: ['title', 'password', 'path'], separator: '>' }

describe('the columns that a browser keeps', () => {
  it('are found again by the names of the columns, in their order', () => {
    const kept = withColumns([], table, choice)
    expect(keptFor(kept, table)).toMatchObject(choice)
    expect(keptFor(kept, columns(' INTITULÉ', 'sésame'.normalize('NFD'), 'Rayon'))).toMatchObject(choice)
    for (const other of [
      columns('Sésame', 'Intitulé', 'Rayon'),
      columns('Intitulé', 'Sésame'),
      columns('Intitulé', 'Sésame', 'Rayons'),
      columns('Intitulé","Sésame', 'Rayon'),
      null,
    ])
      expect(keptFor(kept, other)).toBeNull()
  })

  it('hold no name of a column, and nothing of a table without names', () => {
    expect(JSON.stringify(withColumns([], table, choice))).toBe(
      `[{"key":"${columnsKey(table)}","targets":["title","password","path"],"separator":">"}]`,
    )
    expect(columnsKey(table)).toMatch(/^[0-9a-f]{8}$/)
    const nameless = columns('Colonne 1', 'Colonne 2', 'Colonne 3')
    expect(withColumns([], nameless, choice)).toEqual([])
    expect(columnsKey(columns('Colonne 1', 'Sésame'))).not.toBeNull()
  })

  it('are the last twenty, each once, and are forgotten one by one', () => {
    let kept = withColumns([], table, choice)
    for (let number = 0; number < 19; number += 1) kept = withColumns(kept, columns(`n${number}`), choice)
    kept = withColumns(kept, table, { targets: ['title', 'text', 'ignore'] })
    expect(kept).toHaveLength(20)
    expect(keptFor(kept, table)).toEqual({ key: columnsKey(table), targets: ['title', 'text', 'ignore'] })
    kept = withColumns(kept, columns('last'), choice)
    expect(kept).toHaveLength(20)
    expect(keptFor(kept, columns('n0'))).toBeNull()
    expect(keptFor(withColumns(kept, table, null), table)).toBeNull()
  })

  it('are not taken where this release does not know them', () => {
    const key = columnsKey(table)
    const good = { key, targets: ['title', 'password', 'path'] }
    const bad = [null, 'x', {}, { key }, { key, targets: ['title', 'constructor', 'path'] }, { targets: [] }]
    expect(readKeptColumns([...bad, { ...good, separator: '§', more: 1 }])).toEqual([good])
    for (const none of [null, 'x', {}, 3]) expect(readKeptColumns(none)).toEqual([])
  })
})
