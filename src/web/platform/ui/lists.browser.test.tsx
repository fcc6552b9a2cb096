import { useState, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listTexts } from '#texts/platform/lists.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { turnCharacterKeys } from './characterKeys.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { Pages } from './Pages.tsx'
import { Paging } from './Paging.tsx'
import { ResizeHandle } from './ResizeHandle.tsx'
import { Tabs } from './Tabs.tsx'
import { Tree } from './Tree.tsx'
import type { RowKey } from './useRovingRows.ts'

type Item = { id: number; name: string }
const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Entrée ${index + 1}` }))
const columns = [
  { id: 'name', label: 'Nom', card: 'title' as const, isSortable: true, cell: (row: Item) => row.name },
  { id: 'login', label: 'Identifiant', cell: () => '' },
]
const table = (props: Partial<DataTableProps<Item>> = {}) => (
  <DataTable
    label="Entrées"
    columns={columns}
    rows={items(3)}
    rowKey={(row) => row.id}
    rowName={(row) => row.name}
    {...props}
  />
)
const row = (name: string) => page.getByRole('row', { name: new RegExp(`${name}([ ,]|$)`) })
const focused = () => document.activeElement?.getAttribute('data-row')

describe('a table', () => {
  it('is one tab stop, with arrow keys between rows and Enter for the action', async () => {
    const onRowAction = vi.fn()
    await show(
      <>
        {table({ onRowAction })}
        <button type="button">Après</button>
      </>,
    )
    row('Entrée 1').element().focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toBe('3')
    await userEvent.keyboard('{Home}')
    expect(focused()).toBe('1')
    await userEvent.keyboard('{End}{Enter}')
    expect(onRowAction.mock.calls).toEqual([[{ id: 3, name: 'Entrée 3' }]])
    await userEvent.tab()
    await expect.element(page.getByRole('button', { name: 'Après' })).toHaveFocus()
    await expectAccessible()
  })

  it('shows an empty cell by a word, and no rows by a sentence', async () => {
    const { rerender } = await show(table())
    await expect.element(page.getByRole('gridcell', { name: uiTexts.emptyCell }).first()).toBeVisible()
    await rerender(table({ rows: [] }))
    await expect.element(page.getByText(uiTexts.empty)).toBeVisible()
    await expectAccessible()
  })

  it('is busy while its rows are loading', async () => {
    await show(table({ rows: null }))
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-busy', 'true')
    await expectAccessible()
  })

  it('sorts by the press of a column head, then the other way [EXPL-30]', async () => {
    const onSort = vi.fn()
    const { rerender } = await show(table({ onSort, sort: { column: 'name', direction: 'ascending' } }))
    await expect
      .element(page.getByRole('columnheader', { name: 'Nom' }))
      .toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Nom' }).click()
    expect(onSort).toHaveBeenLastCalledWith({ column: 'name', direction: 'descending' })
    await rerender(table({ onSort, sort: { column: 'name', direction: 'descending' } }))
    await page.getByRole('button', { name: 'Nom' }).click()
    expect(onSort).toHaveBeenLastCalledWith({ column: 'name', direction: 'ascending' })
  })

  it('opens the menu of a row by its button, right click and Shift+F10', async () => {
    const onAction = vi.fn()
    await show(
      table({
        rowMenu: ({ name }) => [{ id: 'open', label: `Ouvrir ${name}`, onAction: () => onAction(name) }],
      }),
    )
    const choose = (name: string) => page.getByRole('menuitem', { name: `Ouvrir ${name}` }).click()
    await page.getByRole('button', { name: uiTexts.rowActions('Entrée 1') }).click()
    await choose('Entrée 1')
    await row('Entrée 2').click({ button: 'right' })
    await choose('Entrée 2')
    row('Entrée 3').element().focus()
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    await choose('Entrée 3')
    expect(onAction.mock.calls.flat()).toEqual(['Entrée 1', 'Entrée 2', 'Entrée 3'])
  })

  it('selects rows by Space, Shift+arrows, Ctrl+A, Shift+click and the box of all [LIST-01]', async () => {
    let selected: ReadonlySet<RowKey> = new Set()
    function Selecting(): ReactNode {
      const [keys, setKeys] = useState<ReadonlySet<RowKey>>(new Set())
      selected = keys
      return table({ rows: items(5), selection: { keys, onChange: setKeys } })
    }
    await show(<Selecting />)
    const chosen = () => [...selected].map(Number).sort((one, other) => one - other)
    row('Entrée 2').element().focus()
    await userEvent.keyboard(' ')
    await expect.poll(chosen).toEqual([2])
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await expect.poll(chosen).toEqual([2, 3])
    await expectAccessible()
    await userEvent.keyboard('{Control>}a{/Control}')
    await expect.poll(chosen).toEqual([1, 2, 3, 4, 5])
    await userEvent.keyboard('{Escape}')
    await expect.poll(chosen).toEqual([])
    await page.getByRole('checkbox', { name: listTexts.selectRow('Entrée 4') }).click()
    await page
      .getByRole('checkbox', { name: listTexts.selectRow('Entrée 5') })
      .click({ modifiers: ['Shift'] })
    await expect.poll(chosen).toEqual([4, 5])
    await page.getByRole('checkbox', { name: listTexts.selectRows(5, true) }).click()
    await expect.poll(chosen).toEqual([1, 2, 3, 4, 5])
  })

  it('leads to a name by capitals, and leaves small letters to its owner', async () => {
    const onRowKey = vi.fn((_row: Item, _key: string) => true)
    const rows = ['Agenda', 'Banque', 'Blog'].map((name, id) => ({ id, name }))
    await show(table({ rows, onRowKey }))
    row('Agenda').element().focus()
    await userEvent.keyboard('{Shift>}B{/Shift}')
    expect(focused()).toBe('1')
    await userEvent.keyboard('{Shift>}B{/Shift}')
    expect(focused()).toBe('2')
    expect(onRowKey).not.toHaveBeenCalled()
    await userEvent.keyboard('c')
    expect(onRowKey).toHaveBeenLastCalledWith({ id: 2, name: 'Blog' }, 'c')
    expect(focused()).toBe('2')
  })

  it('leads to a number by a digit', async () => {
    await show(table({ rows: [...items(1), { id: 2, name: '3e étage' }] }))
    row('Entrée 1').element().focus()
    await userEvent.keyboard('3')
    expect(focused()).toBe('2')
  })

  it('takes no character as a key once they are turned off', async () => {
    const onRowKey = vi.fn((_row: Item, _key: string) => true)
    await show(table({ rows: [...items(1), { id: 2, name: 'Zone' }], onRowKey }))
    row('Entrée 1').element().focus()
    turnCharacterKeys(false)
    await userEvent.keyboard('c{Shift>}Z{/Shift}')
    expect(onRowKey).not.toHaveBeenCalled()
    expect(focused()).toBe('1')
    turnCharacterKeys(true)
    await userEvent.keyboard('{Shift>}Z{/Shift}')
    expect(focused()).toBe('2')
  })

  it('offers what a row is for at the end of the row with the pointer or the focus', async () => {
    const onRowUse = vi.fn()
    const uses = ['Copier', 'Ouvrir'].map((label) => ({ id: label, label, icon: '·', shortcut: 'c' }))
    await show(
      <>
        {table({
          rowMenu: () => [],
          rowUses: () => uses,
          onRowUse,
          rowLabel: ({ name }) => `${name}, compte`,
        })}
        <button type="button">Après</button>
      </>,
    )
    const use = (name: string, label: string) => row(name).getByRole('button', { name: label })
    await expect.element(use('Entrée 2', 'Copier')).not.toBeInTheDocument()
    await row('Entrée 2').hover()
    await use('Entrée 2', 'Ouvrir').click()
    expect(onRowUse).toHaveBeenLastCalledWith({ id: 2, name: 'Entrée 2' }, 'Ouvrir')
    row('Entrée 3').element().focus()
    await expect.element(row('Entrée 3')).toHaveAccessibleName('Entrée 3, compte')
    await userEvent.keyboard('{ArrowRight}{Enter}')
    expect(onRowUse).toHaveBeenLastCalledWith({ id: 3, name: 'Entrée 3' }, 'Copier')
    await expectAccessible()
    // The keys of the row and its menu offer the same: Tab passes over these buttons.
    row('Entrée 3').element().focus()
    await userEvent.tab()
    await expect.element(page.getByRole('button', { name: 'Après' })).toHaveFocus()
  })

  it('selects its rows by Ctrl+A from anywhere but a field, and names their number and other pages [EXPL-37]', async () => {
    const onChange = vi.fn()
    const isSelectable = ({ id }: Item) => id !== 2
    const selecting = (total?: number) => (
      <>
        <input aria-label="Recherche" defaultValue="texte" />
        <button type="button">Ailleurs</button>
        {table({ selection: { keys: new Set(), onChange, isSelectable, total } })}
      </>
    )
    const { rerender } = await show(selecting())
    await expect
      .element(page.getByRole('checkbox', { name: 'Sélectionner les 2', exact: true }))
      .toBeVisible()
    page.getByRole('textbox').element().focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    expect(onChange).not.toHaveBeenCalled()
    page.getByRole('button', { name: 'Ailleurs' }).element().focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    await expect.poll(() => onChange).toHaveBeenCalledExactlyOnceWith(new Set([1, 3]))
    await rerender(selecting(30))
    await expect
      .element(page.getByRole('checkbox', { name: 'Sélectionner les 2 de cette page' }))
      .toBeVisible()
  })

  it('of many rows renders those in sight, states how many there are, and keeps each position', async () => {
    await show(
      <div style={{ height: 400, overflow: 'auto', position: 'relative' }} data-testid="scroller">
        {table({ rows: items(1000) })}
      </div>,
    )
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1001')
    await expect.poll(() => document.querySelectorAll('[data-row]').length).toBeLessThan(200)
    const scroller = page.getByTestId('scroller').element()
    scroller.scrollTop = scroller.scrollHeight
    await expect.element(row('Entrée 1000')).toHaveAttribute('aria-rowindex', '1001')
  })
})

type Node = { id: string; children: Node[] }
const nodes: Node[] = [
  { id: 'Achats', children: [{ id: 'Banque', children: [] }] },
  { id: 'Clients', children: [{ id: 'Douane', children: [] }] },
]

describe('a tree', () => {
  const shown = (onSelect: (node: Node) => void) =>
    function Shown(): ReactNode {
      const [expandedIds, setExpanded] = useState<ReadonlySet<string>>(new Set())
      return (
        <div style={{ height: 300 }}>
          <Tree
            label="Dossiers"
            nodes={nodes}
            idOf={({ id }) => id}
            labelOf={({ id }) => id}
            childrenOf={({ children }) => children}
            partsOf={({ id }) => ({ isDisabled: id === 'Clients' })}
            selectedId={null}
            onSelect={onSelect}
            expandedIds={expandedIds}
            onExpand={setExpanded}
          />
        </div>
      )
    }
  const line = (name: string) => page.getByRole('treeitem', { name: new RegExp(name) })

  it('expands, collapses and moves by arrow keys, and selects on Enter', async () => {
    const onSelect = vi.fn()
    const Shown = shown(onSelect)
    await show(<Shown />)
    await userEvent.tab()
    await expect.element(line('Achats')).toHaveFocus()
    await expect.element(line('Achats')).toHaveAccessibleName('Achats')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(line('Achats')).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(line('Banque')).toHaveFocus()
    await expect.element(line('Banque')).toHaveAttribute('aria-level', '2')
    await userEvent.keyboard('{Enter}')
    expect(onSelect.mock.calls.map(([{ id }]) => id)).toEqual(['Banque'])
    await expectAccessible()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect.element(line('Banque')).not.toBeInTheDocument()
  })

  it('moves to a name by its first letters, and does not select what is disabled', async () => {
    const onSelect = vi.fn()
    const Shown = shown(onSelect)
    await show(<Shown />)
    await userEvent.tab()
    await userEvent.keyboard('cl')
    await expect.element(line('Clients')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(onSelect).not.toHaveBeenCalled()
    await expect.element(line('Clients')).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('a pager', () => {
  it('moves by its buttons and to a typed page, clamped to the last', async () => {
    const onChange = vi.fn()
    await show(<Paging offset={20} limit={20} total={95} onChange={onChange} />)
    await expect.element(page.getByRole('status')).toHaveTextContent(listTexts.paging.range(21, 40, 95))
    await page.getByRole('button', { name: listTexts.paging.next }).click()
    await page.getByRole('button', { name: listTexts.paging.previous }).click()
    await userEvent.fill(page.getByRole('textbox', { name: listTexts.paging.jump }), '99')
    await userEvent.keyboard('{Enter}')
    expect(onChange.mock.calls.map(([{ offset }]) => offset)).toEqual([40, 0, 80])
    await expect
      .element(page.getByRole('button', { name: listTexts.paging.page(2), exact: true }))
      .toHaveAttribute('aria-current', 'page')
    await expectAccessible()
  })

  it('of a loaded list shows one page at a time, and the last one when the list shrinks', async () => {
    const part = (count: number) => (
      <Pages items={items(count)} limit={10}>
        {(shown) => (
          <ul>
            {shown.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        )}
      </Pages>
    )
    const { rerender } = await show(part(25))
    await page.getByRole('button', { name: listTexts.paging.last }).click()
    await expect.element(page.getByText('Entrée 25')).toBeVisible()
    await rerender(part(12))
    await expect.element(page.getByText('Entrée 12')).toBeVisible()
    await rerender(part(10))
    await expect.element(page.getByText('Entrée 10')).toBeVisible()
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  })
})

it('tabs change by arrow keys, and only a kept one stays mounted', async () => {
  await show(
    <Tabs
      label="Vues"
      tabs={[
        { id: 'a', label: 'Droits', content: <input aria-label="Premier" />, isKept: true },
        { id: 'b', label: 'Membres', content: <input aria-label="Second" /> },
      ]}
    />,
  )
  await userEvent.fill(page.getByRole('textbox', { name: 'Premier' }), 'saisi')
  await page.getByRole('tab', { name: 'Droits' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('textbox', { name: 'Second' })).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('textbox', { name: 'Premier' })).toHaveValue('saisi')
  await expect.element(page.getByLabelText('Second')).not.toBeInTheDocument()
})

it('a column is resized by arrow keys within its bounds, and reset by Enter', async () => {
  const bounds = { least: 200, most: 230, usual: 210 }
  function Resized(): ReactNode {
    const [width, setWidth] = useState(205)
    return (
      <>
        <div id="column" style={{ width }}>
          Colonne
        </div>
        <div style={{ position: 'relative', height: 20 }}>
          <ResizeHandle label="Largeur" controls="column" width={width} bounds={bounds} onChange={setWidth} />
        </div>
      </>
    )
  }
  await show(<Resized />)
  const handle = page.getByRole('separator', { name: 'Largeur' })
  await userEvent.tab()
  for (const [key, width] of [
    ['{ArrowRight}', '221'],
    ['{ArrowRight}', '230'],
    ['{Home}', '200'],
    ['{Enter}', '210'],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.element(handle).toHaveAttribute('aria-valuenow', width)
  }
  await expectAccessible()
})
