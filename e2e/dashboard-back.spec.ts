import type { Locator, Page } from '@playwright/test'
import { addItem, addItems } from './content.ts'
import { panelOf } from './explorer.ts'
import type { Chest, InstallationInUse, Person } from './installation-in-use.ts'
import { expectToFit, expectNoEmptyScroll } from './office.ts'
import { expect, test } from './test.ts'

const strength = 'Robustesse de mes mots de passe'
const card = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true })
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
/** Returns how far the page is scrolled, in pixels. */
const scrolled = (page: Page): Promise<number> =>
  page.evaluate<number>("Math.round(document.querySelector('main').scrollTop)")

/** Waits until everything has loaded and the page rests beyond `least`. @returns how far it is scrolled */
async function restedAt(page: Page, least: number): Promise<number> {
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  let place = Number.NaN
  await expect(async () => {
    const before = await scrolled(page)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    place = await scrolled(page)
    expect(place).toBe(before)
    expect(place).toBeGreaterThan(least)
  }).toPass({ timeout: 20_000 })
  return place
}
const isAtTop = (page: Page): Promise<void> => expect.poll(() => scrolled(page)).toBe(0)

/** Creates a user with a chest of twenty weak passwords. */
async function furnish(sharedInstallation: InstallationInUse): Promise<{ person: Person; chest: Chest }> {
  const person = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const chest = await sharedInstallation.chest(person, 'Mairie de Saint-Aubin')
  for (let number = 1; number <= 20; number += 1)
    await addItem(person, chest, { name: `Poste ${number}`, password: 'kQ7vZp2x' })
  return { person, chest }
}

test('Back leads from an item to its list, with the same filters, order and page', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Longue liste')
  await addItems(person, chest, 12)
  await addItem(person, await sharedInstallation.chest(person, 'Autre coffre'), {
    name: 'Ailleurs',
    password: 'kQ7vZp2x',
  })
  await person.enter(page)
  await page.goto('about:blank')
  await page.goto(`${sharedInstallation.url}/routes/dashboard`)
  // The level that twelve of the thirteen passwords have.
  await card(page, strength)
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: '12', exact: true }) })
    .getByRole('link')
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Mots de passe «/ })).toBeVisible()
  await page.getByRole('button', { name: /Tous les coffres/ }).click()
  await page.getByRole('option', { name: 'Longue liste (12)' }).click()
  await page.getByRole('columnheader', { name: 'Changé' }).getByRole('button').click()
  await page.getByRole('button', { name: /Lignes par page/ }).click()
  await page.getByRole('option', { name: '10', exact: true }).click()
  await page.getByRole('button', { name: 'Page suivante' }).click()
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(/chestId=\d+.*sort=age.*offset=10/)
  const list = page.url()
  const shown = await rows.allTextContents()
  const name = await rows.first().getByRole('rowheader').innerText()

  await rows.first().click()
  await expect(page).toHaveURL(/\/routes\/explorer\?.*selectType=item/)
  await expect(panelOf(page, name)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(list)
  await expect.poll(() => rows.allTextContents()).toEqual(shown)
  await expect(page.getByRole('button', { name: /Longue liste \(12\)/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Changé' })).toHaveAttribute('aria-sort', 'ascending')
  await page.goForward()
  await expect(panelOf(page, name)).toBeVisible()

  // The card of the five weakest is a list too.
  await page.goto(`${sharedInstallation.url}/routes/dashboard`)
  await card(page, 'Les cinq moins robustes')
    .getByRole('link', { name: /^Ailleurs/ })
    .click()
  await expect(panelOf(page, 'Ailleurs')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/routes\/dashboard$/)
  await expect(card(page, strength)).toBeVisible()
})

for (const { where, isOfChest, size } of [
  { where: 'its list', isOfChest: false, size: { width: 360, height: 740 } },
  { where: 'the list of one chest', isOfChest: true, size: { width: 1440, height: 500 } },
]) {
  test(`Back leads from an item to its row, at the same place of ${where}`, async ({
    page,
    sharedInstallation,
  }) => {
    const { person, chest } = await furnish(sharedInstallation)
    await person.enter(page)
    await page.setViewportSize(size)
    const filter = isOfChest ? `&chestId=${chest.id}` : ''
    await page.goto(`${sharedInstallation.url}/routes/dashboard/passwords?concern=weak${filter}`)
    const row = page.locator('[data-row]').nth(14)
    await row.scrollIntoViewIfNeeded()
    const place = await restedAt(page, 300)
    const name = await row.getByRole('rowheader').innerText()
    await row.click()
    const item = page.getByRole('heading', { level: 2, name, exact: true })
    await expect(item).toBeVisible()
    await isAtTop(page)
    await page.goBack()
    await expect(row).toBeFocused()
    await expect.poll(() => scrolled(page)).toBe(place)
    // The row has the focus.
    await page.keyboard.press('Enter')
    await expect(item).toBeVisible()
  })
}

test('a list opens at its top, and Back leads to the same place of the dashboard', async ({
  page,
  sharedInstallation,
}) => {
  const { person } = await furnish(sharedInstallation)
  await person.enter(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('about:blank')
  await page.goto(`${sharedInstallation.url}/routes/dashboard`)
  const link = card(page, 'À faire').getByRole('link', { name: /^20 faibles/ })
  await link.scrollIntoViewIfNeeded()
  const place = await restedAt(page, 500)
  await link.click()
  await expect(heading(page)).toHaveText('Mots de passe faibles')
  await isAtTop(page)

  // A change of the page's parameters does not scroll it.
  await page.getByRole('button', { name: /Lignes par page/ }).click()
  await page.getByRole('option', { name: '10', exact: true }).click()
  const next = page.getByRole('button', { name: 'Page suivante' })
  await next.scrollIntoViewIfNeeded()
  const foot = await restedAt(page, 200)
  await next.click()
  await expect(page).toHaveURL(/offset=10/)
  await expect(next).toHaveCount(0)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await expect.poll(() => scrolled(page)).toBe(foot)

  await page.locator('[data-row]').first().click()
  await expect(page.getByRole('heading', { level: 2, name: /^Poste \d+$/ })).toBeVisible()
  await page.goBack()
  await expect(heading(page)).toHaveText('Mots de passe faibles')
  await page.goBack()
  await expect(heading(page)).toHaveText('Tableau de bord')
  await expect(link).toBeFocused()
  await expect.poll(() => scrolled(page)).toBe(place)

  // The link of the list goes back to the same history entry and adds none.
  await link.click()
  await page.getByRole('main').getByRole('link', { name: 'Tableau de bord' }).click()
  await expect(heading(page)).toHaveText('Tableau de bord')
  await expect.poll(() => scrolled(page)).toBe(place)
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

for (const [what, open] of [
  ['a level', (page: Page) => card(page, strength).getByRole('row').getByRole('link').first().click()],
  // A single slice is a ring with the number in its middle.
  [
    'a slice',
    (page: Page) =>
      card(page, strength)
        .locator('svg a')
        .first()
        .click({ position: { x: 12, y: 104 } }),
  ],
  ['an indicator', (page: Page) => card(page, 'Indicateurs').getByRole('link').first().click()],
  ['what is to do', (page: Page) => card(page, 'À faire').getByRole('link').first().click()],
] as const) {
  test(`Back leads from the list of ${what} to the dashboard`, async ({ page, sharedInstallation }) => {
    const { person } = await furnish(sharedInstallation)
    await person.enter(page)
    await page.goto(`${sharedInstallation.url}/routes/dashboard`)
    await open(page)
    await expect(heading(page)).toHaveText(/^Mots de passe/)
    await page.goBack()
    await expect(heading(page)).toHaveText('Tableau de bord')
  })
}

test('a long name among the weakest passwords wraps to two lines', async ({ page, sharedInstallation }) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Mairie')
  const name = 'Urbanisme en ligne, statistiques'
  await addItem(person, chest, { name, password: 'kQ7vZp2x' })
  await addItem(person, chest, { name: 'a'.repeat(120), password: 'kQ7vZp2x' })
  await person.enter(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${sharedInstallation.url}/routes/dashboard`)
  const shown = card(page, 'Les cinq moins robustes').getByTitle(name)
  // A cut text has more height or width than its box shows.
  const hidden = (one: unknown) => {
    const {
      scrollWidth = 0,
      clientWidth = 0,
      scrollHeight = 0,
      clientHeight = 0,
    } = one as Record<string, number>
    return [scrollWidth - clientWidth, scrollHeight - clientHeight]
  }
  await expect.poll(() => shown.evaluate(hidden)).toEqual([0, 0])
  await expectToFit(page)
  await expectNoEmptyScroll(page)
})
