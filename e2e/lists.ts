import type { Locator, Page, Request } from '@playwright/test'
import type { InstallationInUse, Person } from './installation-in-use.ts'
import { passTime, stopTime } from './clock.ts'
import { expect } from './test.ts'

/** Returns a row of a back-office list, by its name. */
export const namedRow = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

/** Returns a cell of that row, by its column. */
export const cellOf = (page: Page, name: string, column: string): Locator =>
  namedRow(page, name).locator(`[data-label="${column}"]`)

/** Chooses an entry of a row's menu. */
export async function chooseIn(page: Page, name: string, entry: string): Promise<void> {
  await namedRow(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry }).click()
}

export const addSuperAdministrator = (sharedInstallation: InstallationInUse): Promise<Person> =>
  sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })

/** Waits for the next call for the list of banks. */
export const nextListCall = (page: Page): Promise<Request> =>
  page.waitForRequest((request) => request.url().includes('/api/bank/extend/'))

/**
 * Types a term, key by key, and expects one call for the list, half a second after the last key.
 * @returns that call
 */
export async function typeAndExpectOneCall(
  page: Page,
  box: Locator,
  term: string,
  isAsked: (request: Request) => boolean,
): Promise<Request> {
  const asked: Request[] = []
  page.on('request', (request) => isAsked(request) && asked.push(request))
  await stopTime(page)
  for (const key of term) {
    await box.press(key)
    await passTime(page, 100)
  }
  await passTime(page, 380)
  expect(asked, 'before half a second').toHaveLength(0)
  await passTime(page, 40)
  await expect.poll(() => asked.length).toBe(1)
  await page.clock.resume()
  const [call] = asked
  if (call === undefined) throw new Error('nothing was asked')
  return call
}
