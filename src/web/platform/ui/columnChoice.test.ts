import { describe, expect, it } from 'vitest'
import { chooseColumns, orderColumns, readColumnChoice, usualColumns } from './columnChoice.ts'
import type { Column } from './dataTableColumns.ts'

const cell = () => null
const columns: readonly Column<unknown>[] = [
  { id: 'icon', label: 'Type', card: 'icon', cell },
  { id: 'name', label: 'Nom', card: 'title', cell },
  { id: 'login', label: 'Identifiant', cell },
  { id: 'address', label: 'Adresse', cell },
  { id: 'creator', label: 'Créateur', cell },
]
const idsOf = (shown: readonly Column<unknown>[]) => shown.map(({ id }) => id).join(' ')

describe('the choice of columns', () => {
  it('by default is all of them as they are', () => {
    expect(chooseColumns(columns, usualColumns)).toEqual(columns)
  })

  it('orders them after icon and name, and new columns follow [EXPL-32]', () => {
    expect(idsOf(orderColumns(columns, { order: ['address', 'name', 'login'] }))).toBe(
      'icon name address login creator',
    )
  })

  it('hides columns, but never the name, and sets their widths [EXPL-32]', () => {
    const shown = chooseColumns(columns, { order: [], hidden: ['name', 'login'], widths: { address: 12 } })
    expect(idsOf(shown)).toBe('icon name address creator')
    expect(shown[2]?.chosen).toBe(12)
  })

  it('is read without the parts that are not valid', () => {
    for (const nothing of [null, 3, 'order', []]) expect(readColumnChoice(nothing)).toEqual(usualColumns)
    expect(
      readColumnChoice({ order: ['login', 4], hidden: 'login', widths: { login: 9, a: 1, b: 99, c: '9' } }),
    ).toEqual({ order: ['login'], hidden: [], widths: { login: 9 } })
  })
})
