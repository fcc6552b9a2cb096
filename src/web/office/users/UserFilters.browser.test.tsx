import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { userTexts } from '#texts/office/users.ts'
import { createCache } from '#web/platform/api/cache.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { UserFilters } from './UserFilters.tsx'

const texts = userTexts.filters
const list = (filters: Record<string, string>) => ({
  filters,
  setFilters: vi.fn(),
  bank: null,
  isFiltered: false,
})
const part = (filters: Record<string, string>) => (
  <QueryClientProvider client={createCache()}>
    <UserFilters list={list(filters)} />
  </QueryClientProvider>
)
const group = () => page.getByRole('group', { name: texts.label })
const button = (count: number) => page.getByRole('button', { name: texts.some(count), exact: true })

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json([])))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await page.viewport(1024, 768)
})

it('filters stand above the list, and on a phone behind a button', async () => {
  const { unmount } = await show(part({}))
  await expect.element(group()).toBeVisible()
  await expect.element(button(0)).not.toBeInTheDocument()
  await unmount()

  await page.viewport(360, 740)
  await show(part({}))
  await expect.element(button(0)).toHaveAttribute('aria-expanded', 'false')
  await expect.element(group()).not.toBeInTheDocument()
  await expectAccessible()
  await button(0).click()
  await expect.element(button(0)).toHaveAttribute('aria-expanded', 'true')
  await expect.element(group()).toBeVisible()
  await expectAccessible()
})

it('filters that are set are shown on a phone too, and counted once they are folded', async () => {
  await page.viewport(360, 740)
  await show(part({ state: 'blocked' }))
  await expect.element(page.getByRole('button', { name: new RegExp(texts.states.blocked) })).toBeVisible()
  await button(1).click()
  await expect.element(group()).not.toBeInTheDocument()
  await expect.element(button(1)).toHaveAttribute('aria-expanded', 'false')
})
