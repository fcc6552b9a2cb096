import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { officeTexts } from '#texts/platform/lists.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { createCache } from '#web/platform/api/cache.ts'
import { SessionContext, type Session } from '#web/platform/shell/session.ts'
import { ChestChooser, type ChestChooserProps } from './ChestChooser.tsx'

const port = { id: 1, label: 'Port' }
const city = { id: 2, label: 'Ville' }
const chest = (id: number, name: string, banks: object[], description = '') => ({
  id,
  name,
  description,
  type: 'service',
  guardian: false,
  banks,
})
const data = [
  chest(1, 'Archives', [city], 'Depuis 1950'),
  chest(2, 'Grues', [port, city]),
  chest(3, 'Personnel', []),
]

const chooser = (currentBank: typeof port | null, props?: Partial<ChestChooserProps>) => (
  <QueryClientProvider client={createCache()}>
    <SessionContext value={{ currentBank, permissions: [] } as unknown as Session}>
      <ChestChooser currentId={null} onChoose={vi.fn()} onCreate={vi.fn()} {...props} />
    </SessionContext>
  </QueryClientProvider>
)
const names = async () => {
  await expect.element(page.getByRole('listitem').first()).toBeVisible()
  return page
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent)
}

let listed: readonly object[] = data
beforeEach(() => {
  listed = data
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ data: listed })))
  return () => vi.restoreAllMocks()
})

describe('the chooser of chests', () => {
  it('shows the chests of the current bank, and all of them once its filter is removed [CHOO-16]', async () => {
    await show(chooser(port))
    expect(await names()).toEqual([`Grues${chestTexts.banks(2)}Port, Ville`])
    await expectAccessible()
    await page.getByRole('button', { name: officeTexts.dropBank('Port') }).click()
    expect(await names()).toEqual([
      `Archives${chestTexts.banks(1)}Ville · Depuis 1950`,
      `Grues${chestTexts.banks(2)}Port, Ville`,
      'Personnel',
    ])
    const again = page.getByRole('button', { name: officeTexts.keepBank('Port') })
    await expect.element(again).toHaveFocus()
    await again.click()
    expect(await names()).toHaveLength(1)
  })

  it('offers every bank where the current one has no match', async () => {
    await show(chooser(port))
    await userEvent.fill(page.getByRole('searchbox'), 'archives')
    await expect.element(page.getByText(chestTexts.noResult)).toBeVisible()
    await page.getByRole('button', { name: chestTexts.everyBank }).click()
    expect(await names()).toHaveLength(1)
  })

  const namesOf = (list: string) =>
    page
      .getByRole('list', { name: list, exact: true })
      .getByRole('listitem')
      .elements()
      .map((row) => row.textContent)
  const first = (favourites: number[], recent: number[]) => [
    { title: 'Favoris', ids: favourites },
    { title: 'Récents', ids: recent, areRecent: true },
  ]

  it('lists favourites first, then the chests that were opened last, each chest once [CHOO-17]', async () => {
    listed = Array.from({ length: 10 }, (_, index) => chest(index + 1, `Coffre ${index}`, []))
    await show(chooser(null, { titleLevel: 3, first: first([9, 2], [8, 9, 3]) }))
    await names()
    expect(namesOf('Favoris')).toEqual(['Coffre 1', 'Coffre 8'])
    expect(namesOf('Récents')).toEqual(['Coffre 7', 'Coffre 2'])
    expect(namesOf(chestTexts.list)).toHaveLength(6)
    expect(
      page
        .getByRole('heading', { level: 3 })
        .elements()
        .map((title) => title.textContent),
    ).toEqual(['Favoris', 'Récents', chestTexts.others])
    // A search keeps the groups and leaves out those without a match.
    await userEvent.fill(page.getByRole('searchbox'), 'coffre 2')
    await expect.poll(names).toEqual(['Coffre 2'])
    expect(namesOf('Récents')).toEqual(['Coffre 2'])
    await expect.element(page.getByRole('list', { name: 'Favoris' })).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('leads from the search to the first chest by Enter or an arrow, along the groups, and back [CHOO-18]', async () => {
    const onChoose = vi.fn()
    await show(
      chooser(null, {
        currentId: 1,
        onChoose,
        first: first([3], []),
        star: ({ name }) => <button type="button">Favori {name}</button>,
      }),
    )
    await names()
    const search = page.getByRole('searchbox')
    const button = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
    await search.click()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(button('Personnel')).toHaveFocus()
    // Over the current chest, which cannot be chosen.
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(button('Grues')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(button('Grues')).toHaveFocus()
    await userEvent.tab()
    await expect.element(button('Favori Grues')).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(button('Personnel')).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(search).toHaveFocus()
    await userEvent.keyboard('gru{Enter}')
    await expect.element(button('Grues')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(onChoose.mock.calls).toEqual([[2]])
  })

  it('has no recent chests beside a list that is in sight as a whole [CHOO-17]', async () => {
    await show(chooser(null, { first: first([3], [2, 1]) }))
    await names()
    expect(namesOf('Favoris')).toEqual(['Personnel'])
    await expect.element(page.getByRole('list', { name: 'Récents' })).not.toBeInTheDocument()
    expect(namesOf(chestTexts.list)).toHaveLength(2)
  })

  it('has no filter while all banks are current', async () => {
    await show(chooser(null))
    expect(await names()).toHaveLength(3)
    await expect.element(page.getByText(officeTexts.bankFilter('Port'))).not.toBeInTheDocument()
  })
})
