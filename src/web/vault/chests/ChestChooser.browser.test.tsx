import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { officeTexts } from '#texts/platform/lists.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { createCache } from '#web/platform/api/cache.ts'
import { SessionContext, type Session } from '#web/platform/shell/session.ts'
import { ChestChooser } from './ChestChooser.tsx'

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

const chooser = (currentBank: typeof port | null) => (
  <QueryClientProvider client={createCache()}>
    <SessionContext value={{ currentBank, permissions: [] } as unknown as Session}>
      <ChestChooser currentId={null} onChoose={vi.fn()} onCreate={vi.fn()} />
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

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ data })))
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

  it('has no filter while all banks are current', async () => {
    await show(chooser(null))
    expect(await names()).toHaveLength(3)
    await expect.element(page.getByText(officeTexts.bankFilter('Port'))).not.toBeInTheDocument()
  })
})
