import type { Page } from '@playwright/test'
import { addFolder, addItem, placeOf } from './content.ts'
import { rowOf } from './explorer.ts'
import { expect, test } from './test.ts'

/** Holds the script of the application. @returns what lets it through */
async function holdApplication(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/app-[^/]*\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const firstRows = (page: Page) => page.locator('.first-rows > p')

/** Opens a page whose application is held, so that it never loads to its end. */
const begin = (page: Page, url: string) => page.goto(url, { waitUntil: 'commit' })

test('the explorer shows the names of its rows while its application is loading, then its rows in their place', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Premiers noms')
  await addItem(person, chest, { name: 'Banque' })
  await addItem(person, chest, { name: 'Achats &amp; stocks' })
  await addFolder(person, chest, 'Réseau')
  await person.enter(page)
  const release = await holdApplication(page)
  await begin(page, placeOf(sharedInstallation.url, chest))
  await expect(firstRows(page)).toHaveText(['Réseau', 'Achats &amp; stocks', 'Banque'])
  const first = await firstRows(page).last().boundingBox()
  release()
  await expect(rowOf(page, 'Banque')).toBeVisible()
  await expect(firstRows(page)).toHaveCount(0)
  await expect.poll(async () => (await rowOf(page, 'Banque').boundingBox())?.y).toBe(first?.y)
})

test('an explorer that is left while its application is loading keeps no name', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Quitté tôt')
  await addItem(person, chest, { name: 'Banque' })
  await person.enter(page)
  const release = await holdApplication(page)
  await begin(page, placeOf(sharedInstallation.url, chest))
  await expect(firstRows(page)).toHaveText(['Banque'])
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
  await expect(page.getByText('Banque')).toHaveCount(0)
  // Back: the application asks for everything itself.
  const asked = page.waitForResponse('**/api/session')
  release()
  await asked
  await expect(rowOf(page, 'Banque')).toBeVisible()
})

test('names do not stay on screen where the application never loads', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Jamais chargé')
  await addItem(person, chest, { name: 'Banque' })
  await person.enter(page)
  await holdApplication(page)
  await page.clock.install()
  await begin(page, placeOf(sharedInstallation.url, chest))
  await expect(firstRows(page)).toHaveText(['Banque'])
  await page.clock.fastForward('01:00')
  await expect(page.getByText('Banque')).toHaveCount(0)
})
