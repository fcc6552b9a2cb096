import { useState, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listTexts } from '#texts/platform/lists.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { DataTable } from './DataTable.tsx'
import type { Column, Sort } from './dataTableColumns.ts'
import type { RowKey } from './useRovingRows.ts'

type Item = { id: number; name: string; login: string }
const rows: readonly Item[] = [
  { id: 1, name: 'Pare-feu', login: 'racine' },
  { id: 2, name: 'Routeur', login: 'admin' },
]
const columns: readonly Column<Item>[] = [
  { id: 'name', label: 'Nom', card: 'title', isSortable: true, cell: ({ name }) => name },
  { id: 'login', label: 'Identifiant', isSortable: true, cell: ({ login }) => login },
  { id: 'note', label: 'Note', cell: () => '' },
]
const onSort = vi.fn()
const onSelect = vi.fn()
function Cards({ width }: { width: number }): ReactNode {
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' })
  const [keys, setKeys] = useState<ReadonlySet<RowKey>>(new Set())
  return (
    <div style={{ width }}>
      <button type="button">Avant</button>
      <DataTable
        label="Entrées"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        sort={sort}
        onSort={(next) => {
          onSort(next)
          setSort(next)
        }}
        selection={{
          keys,
          onChange: (next) => {
            onSelect([...next])
            setKeys(next)
          },
        }}
      />
    </div>
  )
}
const order = (column: string, direction: Sort['direction']) =>
  page.getByRole('button', { name: listTexts.order.by(column, direction) })

describe('a table whose rows are cards', () => {
  it('is sorted by a menu above them, either way [LIST-09]', async () => {
    await show(<Cards width={360} />)
    await order('Nom', 'ascending').click()
    await expect.element(page.getByRole('menuitemradio', { name: 'Note' })).not.toBeInTheDocument()
    await page.getByRole('menuitemradio', { name: 'Identifiant' }).click()
    expect(onSort).toHaveBeenLastCalledWith({ column: 'login', direction: 'ascending' })
    await order('Identifiant', 'ascending').click()
    await page.getByRole('menuitemradio', { name: listTexts.order.descending }).click()
    expect(onSort).toHaveBeenLastCalledWith({ column: 'login', direction: 'descending' })
    await expect.element(order('Identifiant', 'descending')).toHaveFocus()
    await expectAccessible()
  })

  it('has its box of all rows in sight, and no other control before its rows [LIST-09]', async () => {
    await show(<Cards width={360} />)
    const all = page.getByRole('checkbox', { name: listTexts.selectRows(2, true) })
    expect(all.elements()).toHaveLength(1)
    await page.getByRole('button', { name: 'Avant' }).click()
    await userEvent.tab()
    await expect.element(all).toHaveFocus()
    expect(all.element().getBoundingClientRect().width).toBeGreaterThan(10)
    await userEvent.keyboard(' ')
    expect(onSelect).toHaveBeenLastCalledWith([1, 2])
    await userEvent.tab()
    await expect.element(order('Nom', 'ascending')).toHaveFocus()
    // A head that is not shown takes no focus.
    await userEvent.tab()
    await expect.element(page.getByRole('row', { name: /Pare-feu/ })).toHaveFocus()
  })

  it('still names its columns and their order to a screen reader', async () => {
    await show(<Cards width={360} />)
    await expect
      .element(page.getByRole('columnheader', { name: 'Nom' }))
      .toHaveAttribute('aria-sort', 'ascending')
  })

  it('has none of this while it has a head', async () => {
    await show(<Cards width={900} />)
    await expect.element(page.getByRole('button', { name: 'Nom', exact: true })).toBeVisible()
    await expect.element(order('Nom', 'ascending')).not.toBeInTheDocument()
  })
})
