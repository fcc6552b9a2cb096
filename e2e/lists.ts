import type { Locator, Page, Request } from '@playwright/test'
import type { House, Person } from './house.ts'

/** A row of a list of a back office, by its name. */
export const namedRow = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

/** A cell of that row, by its column. */
export const cellOf = (page: Page, name: string, column: string): Locator =>
  namedRow(page, name).locator(`[data-label="${column}"]`)

/** Opens an entry of a row's menu. */
export async function chooseIn(page: Page, name: string, entry: string): Promise<void> {
  await namedRow(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry }).click()
}

export const master = (house: House): Promise<Person> => house.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })

/** The next call for the list of banks. */
export const listCall = (page: Page): Promise<Request> =>
  page.waitForRequest((request) => request.url().includes('/api/bank/extend/'))
