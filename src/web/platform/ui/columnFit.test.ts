import { describe, expect, it } from 'vitest'
import { columnsOfFit, fitColumns } from './columnFit.ts'
import type { Column } from './dataTableColumns.ts'

const cell = () => null
/** As the explorer's: 42 rem beside the name when all columns are shown. */
const columns: readonly Column<unknown>[] = [
  { id: 'name', label: 'Nom', card: 'title', cell },
  { id: 'login', label: 'Identifiant', width: 'medium', card: 'second', cell },
  { id: 'code', label: 'Code', width: 'medium', narrowBelow: { level: 'large', width: 'icon' }, cell },
  { id: 'address', label: 'Adresse', width: 'medium', hideBelow: 'medium', cell },
  { id: 'kind', label: 'Type', width: 'small', hideBelow: 'large', cell },
  { id: 'creator', label: 'Créateur', width: 'small', hideBelow: 'xlarge', cell },
]
const extra = 5.75
const at = (available: number) => fitColumns(columns, extra, available)

describe('the columns of a table', () => {
  it('leave one after the other, by their level, as soon as the name would get less than 280 px [EXPL-31]', () => {
    expect(at(66)).toMatchObject({ gone: [], narrow: [] })
    expect(at(65.5)).toMatchObject({ gone: ['creator'], narrow: [] })
    expect(at(58)).toMatchObject({ gone: ['creator', 'kind'], narrow: [] })
    expect(at(51)).toMatchObject({ gone: ['creator', 'kind'], narrow: ['code'] })
    expect(at(45)).toMatchObject({ gone: ['creator', 'kind', 'address'], narrow: ['code'], areCards: false })
  })

  it('are narrowed before any leaves where they ask for it, one by one, to a width of their own', () => {
    const asking = columns.map((column) =>
      column.id === 'login' || column.id === 'address'
        ? ({ ...column, narrowBelow: { level: 'first', width: 8 } } as const)
        : column,
    )
    const fit = (available: number) => fitColumns(asking, extra, available)
    expect(fit(65.75)).toMatchObject({ gone: [], narrow: [] })
    expect(fit(64.25)).toMatchObject({ gone: [], narrow: ['login'] })
    expect(fit(62.75)).toMatchObject({ gone: [], narrow: ['login', 'address'] })
    // Once a column has left, those that have the room are as wide as before.
    expect(fit(62.5)).toMatchObject({ gone: ['creator'], narrow: [] })
    expect(fit(57.5)).toMatchObject({ gone: ['creator'], narrow: ['login'] })
    const shown = columnsOfFit(asking, fit(64.25))
    expect(shown[1]).toMatchObject({ width: 'medium', chosen: 8, isNarrow: true })
    expect(shown[3]?.chosen).toBeUndefined()
  })

  it('leave in the same order wherever they stand', () => {
    expect(fitColumns(columns.toReversed(), extra, 58).gone).toEqual(['creator', 'kind'])
  })

  it('become the lines of a card when the last ones do not fit, below 900 px', () => {
    expect(at(35.5).areCards).toBe(true)
    const wide = [...columns, { id: 'more', label: 'Plus', width: 'large', cell } as const]
    expect(fitColumns(wide, extra, 50)).toMatchObject({ areCards: true, gone: [], narrow: [] })
    expect(fitColumns([...wide, { ...wide[1], id: 'last' } as Column<unknown>], extra, 57).areCards).toBe(
      false,
    )
    // Two short columns fit in less, but a narrow table is one of cards.
    expect(fitColumns([columns[0] as Column<unknown>], 0, 35).areCards).toBe(true)
  })

  it('become the lines of a card rather than leave, on a screen below 900 px [EXPL-35]', () => {
    const listed = [
      { id: 'name', label: 'Nom', card: 'title', cell },
      { id: 'members', label: 'Membres', width: 'large', cell },
      { id: 'banks', label: 'Banques', width: 'large', hideBelow: 'medium', cell },
    ] satisfies Column<unknown>[]
    expect(fitColumns(listed, 3, 50, 50)).toEqual({ gone: [], narrow: [], areCards: true })
    expect(fitColumns(listed, 3, 53, 55)).toEqual({ gone: [], narrow: [], areCards: false })
    // Beside an open rail.
    expect(fitColumns(listed, 3, 46, 64)).toEqual({ gone: ['banks'], narrow: [], areCards: false })
    // A card of two lines has no place for the others.
    expect(
      fitColumns([...listed, { id: 'login', label: 'Identifiant', card: 'second', cell }], 3, 50).areCards,
    ).toBe(false)
  })

  it('have the least width that they ask for', () => {
    const asking = [{ ...columns[0], least: 40 } as Column<unknown>, ...columns.slice(1)]
    expect(fitColumns(asking, extra, 66).gone).toEqual(['creator', 'kind', 'address'])
  })

  it('are marked where they are narrowed, and no style sheet hides them', () => {
    const shown = columnsOfFit(columns, { gone: ['creator'], narrow: ['code'] })
    expect(shown.map(({ id }) => id)).toEqual(['name', 'login', 'code', 'address', 'kind'])
    expect(shown[2]).toMatchObject({ width: 'icon', isNarrow: true })
    expect(shown.every(({ hideBelow }) => hideBelow === undefined)).toBe(true)
  })
})
