import { useState, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uiTexts } from '#texts/platform/ui.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { chooseColumns, usualColumns, type ColumnChoice } from './columnChoice.ts'
import { ColumnsDialog } from './ColumnsDialog.tsx'
import { DataTable } from './DataTable.tsx'
import type { Column, Sort } from './dataTableColumns.ts'

type Item = { id: number; name: string }
const rows: readonly Item[] = [
  { id: 1, name: 'Un nom assez long pour ne tenir que dans une colonne large' },
  { id: 2, name: 'Pare-feu' },
]
const columns: readonly Column<Item>[] = [
  { id: 'name', label: 'Nom', card: 'title', cell: ({ name }) => <span title={name}>{name}</span> },
  { id: 'login', label: 'Identifiant', width: 'medium', card: 'second', cell: () => 'racine' },
  { id: 'address', label: 'Adresse', width: 'medium', hideBelow: 'medium', card: 'hidden', cell: () => '' },
  { id: 'creator', label: 'Créateur', width: 'small', hideBelow: 'xlarge', card: 'hidden', cell: () => 'a' },
]
const menu = () => [{ id: 'open', label: 'Ouvrir' }]
const Framed = ({
  width,
  shown = columns,
  sort,
  by = 'name',
}: {
  width: number
  shown?: readonly Column<Item>[]
  sort?: Sort['direction']
  by?: string
}): ReactNode => (
  <div style={{ width }} data-testid="frame">
    <DataTable
      label="Entrées"
      columns={shown}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      rowMenu={menu}
      sort={sort && { column: by, direction: sort }}
      onSort={() => undefined}
    />
  </div>
)
const head = (name: string) => page.getByRole('columnheader', { name })
const widthOf = (element: Element) => element.getBoundingClientRect().width
const isMenuInside = () => {
  const right = page.getByTestId('frame').element().getBoundingClientRect().right
  return [...document.querySelectorAll('[data-row-menu]')].every(
    (button) => button.getBoundingClientRect().right <= right,
  )
}

describe('the columns of a table', () => {
  it('leave as its real width shrinks, and come back, so that names keep 280 px [EXPL-31]', async () => {
    const { rerender } = await show(<Framed width={800} />)
    await expect.element(head('Créateur')).toBeVisible()
    for (const [width, gone] of [
      [700, ['Créateur']],
      [600, ['Créateur', 'Adresse']],
    ] as const) {
      await rerender(<Framed width={width} />)
      for (const name of gone) await expect.element(head(name)).not.toBeInTheDocument()
      await expect.element(head('Identifiant')).toBeVisible()
      expect(widthOf(head('Nom').element())).toBeGreaterThanOrEqual(280)
      expect(isMenuInside()).toBe(true)
    }
    await expectAccessible()
    await rerender(<Framed width={800} />)
    await expect.element(head('Créateur')).toBeVisible()
  })

  it('are headed by their icon while they are narrowed, with an arrow only where they sort', async () => {
    const code: Column<Item> = {
      id: 'code',
      label: 'OTP',
      width: 'medium',
      isSortable: true,
      narrowBelow: { level: 'large', width: 'icon' },
      icon: <svg data-testid="sign" />,
      cell: () => '',
    }
    const shown = [...columns.slice(0, 3), code]
    const { rerender } = await show(<Framed width={700} shown={shown} sort="ascending" />)
    await expect.element(page.getByTestId('sign')).toBeVisible()
    const drawn = () => head('OTP').element().querySelectorAll('svg').length
    await expect.element(head('OTP')).toHaveAttribute('aria-sort', 'none')
    expect(drawn()).toBe(1)
    await rerender(<Framed width={700} shown={shown} sort="ascending" by="code" />)
    await expect.poll(drawn).toBe(2)
    const cell = head('OTP').element()
    expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth)
    await expectAccessible()
  })

  it('become the two lines of a card on a phone, with what is cut in a tooltip [EXPL-35]', async () => {
    await show(<Framed width={340} />)
    const row = page.getByRole('row', { name: /assez long/ })
    await expect.poll(() => row.element().getBoundingClientRect().height).toBe(64)
    const name = row.element().querySelector('[title]')
    expect(name?.getAttribute('title')).toBe(rows[0]?.name)
    // Two lines of the name.
    expect(name?.getBoundingClientRect().height).toBeGreaterThan(30)
    expect(name?.getBoundingClientRect().width).toBeGreaterThan(240)
    expect(isMenuInside()).toBe(true)
    await expectAccessible()
  })

  it('become cards where the reader widens the spaces of text, and come back', async () => {
    await show(<Framed width={900} />)
    await expect.element(head('Créateur')).toBeVisible()
    const spaces = new CSSStyleSheet()
    spaces.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
    document.adoptedStyleSheets.push(spaces)
    const isCard = () => document.querySelector('[data-cards]') !== null
    await expect.poll(isCard).toBe(true)
    document.adoptedStyleSheets.pop()
    await expect.poll(isCard).toBe(false)
  })

  it('become cards without a script as well, each value with its label [EXPL-35]', async () => {
    const Static = ({ width }: { width: number }) => (
      <div style={{ width }} data-testid="frame">
        <DataTable label="Entrées" columns={columns} rows={rows} rowKey={({ id }) => id} isStatic />
      </div>
    )
    const { rerender } = await show(<Static width={340} />)
    const frame = page.getByTestId('frame').element().firstElementChild
    // Without a script nothing would have set it.
    frame?.removeAttribute('data-cards')
    const cells = () => [...document.querySelectorAll<HTMLElement>('[data-row="2"] > *')]
    const tops = () => new Set(cells().map((cell) => cell.getBoundingClientRect().top))
    expect(tops().size).toBe(columns.length)
    const labels = cells().map((cell) => getComputedStyle(cell, '::before').content)
    expect(labels).toEqual(['none', '"Identifiant"', '"Adresse"', '"Créateur"'])
    expect(frame?.scrollWidth).toBeLessThanOrEqual(340)
    await expectAccessible()
    await rerender(<Static width={1_200} />)
    await expect.poll(() => tops().size).toBe(1)
  })

  it('are chosen by keyboard: shown, in order, and as wide as wanted [EXPL-32]', async () => {
    const onChoice = vi.fn<(choice: ColumnChoice) => void>()
    function Choosing(): ReactNode {
      const [chosen, setChosen] = useState<ColumnChoice>(usualColumns)
      return (
        <>
          <Framed width={900} shown={chooseColumns(columns, chosen)} />
          <ColumnsDialog
            columns={columns}
            choice={chosen}
            onChange={(next) => {
              onChoice(next)
              setChosen(next)
            }}
            onClose={() => undefined}
          />
        </>
      )
    }
    await show(<Choosing />)
    const press = async (name: string, key = '{Enter}') => {
      page.getByRole('button', { name, exact: true }).element().focus()
      await userEvent.keyboard(key)
    }
    await press(uiTexts.columns.up('Adresse'))
    await expect.poll(() => onChoice.mock.lastCall?.[0].order).toEqual(['address', 'login', 'creator'])
    await press(uiTexts.columns.wider('Adresse'))
    await expect.poll(() => onChoice.mock.lastCall?.[0].widths).toEqual({ address: 10.5 })
    page.getByRole('checkbox', { name: 'Créateur' }).element().focus()
    await userEvent.keyboard(' ')
    await expect.poll(() => onChoice.mock.lastCall?.[0].hidden).toEqual(['creator'])
    await expectAccessible()
    const shown = () => document.querySelector('[data-columns]')?.getAttribute('data-columns')
    expect(shown()).toBe('name address login')
    await press(uiTexts.columns.reset)
    await expect.poll(() => onChoice.mock.lastCall?.[0]).toEqual(usualColumns)
    expect(shown()).toBe('name login address creator')
  })
})
