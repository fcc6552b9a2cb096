import type { Locator, Page } from '@playwright/test'
import { addItem, placeOf } from './content.ts'
import { rowOf } from './explorer.ts'
import { giveKey, addGuardianChest } from './guarded.ts'
import { expect, test } from './test.ts'

const barOf = (page: Page): Locator => page.getByRole('group', { name: 'Actions du coffre' })

/** Waits until no action is beyond the edge and, where there is room, all are beside the breadcrumbs. */
async function standsWell(page: Page, what: string, isOnOneLine: boolean): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate<boolean>(`(() => {
          const bar = document.querySelector('[role=group][aria-label="Actions du coffre"]')
          const place = (one) => one.getBoundingClientRect()
          const way = place(bar.parentElement.firstElementChild)
          return [...bar.children].every((one) => place(one).right <= innerWidth)
            && (${!isOnOneLine} || place(bar).top < way.bottom)
        })()`),
      what,
    )
    .toBe(true)
}

test('the actions of a chest are reachable at every width, beside the breadcrumbs [EXPL-16]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Mairie de Saint-Aubin et de ses hameaux')
  await addItem(person, chest, { name: 'Annuaire' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const bar = barOf(page)
  await expect(bar).toBeVisible()
  const shown = ['Nouveau mot de passe', 'Nouveau dossier', 'Importer', 'Partager', 'Corbeille']
  for (const [width, isFolded] of [
    [360, true],
    [800, true],
    [1279, true],
    [1280, true],
    [1439, true],
    [1440, false],
    [1579, false],
    [1580, false],
    [2560, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const link = bar.getByRole('link', { name: 'Corbeille' })
    await expect(link, `${width}`).toHaveCount(isFolded ? 0 : 1)
    await standsWell(page, `${width}`, width >= 560)
    const folded = await bar.getByRole('button', { name: "Plus d'actions" }).count()
    if (folded > 0) await bar.getByRole('button', { name: "Plus d'actions" }).click()
    for (const name of shown)
      await expect(
        page
          .getByRole('menuitem', { name, exact: true })
          .or(bar.getByRole('button', { name, exact: true, includeHidden: true }))
          .or(bar.getByRole('link', { name, exact: true, includeHidden: true })),
        `${name}, ${width}`,
      ).toBeVisible()
    if (folded > 0) await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
})

test('the actions stay on one line beside the lock timer, and large letters push none out [EXPL-16]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(423)
  const person = await sharedInstallation.person()
  const chest = await addGuardianChest(sharedInstallation, person, 'Direction des ressources humaines')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await giveKey(page)
  await expect(page.getByText(/^\d+\smin$/)).toBeVisible()
  for (const width of [700, 1240, 1280, 1336, 1400, 1496, 1540, 1600, 1636, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await standsWell(page, `${width}`, true)
  }
  await rowOf(page, 'Annuaire').getByRole('rowheader').click()
  await expect(page.getByRole('complementary', { name: 'Annuaire' })).toBeVisible()
  for (const width of [1024, 1640, 1736, 1860, 1956, 2016]) {
    await page.setViewportSize({ width, height: 900 })
    await standsWell(page, `${width} with the panel`, true)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: 'Annuaire' })).toHaveCount(0)
  await page.evaluate("document.documentElement.style.fontSize = '150%'")
  for (const width of [360, 1240, 1540]) {
    await page.setViewportSize({ width, height: 900 })
    await standsWell(page, `${width} in large letters`, false)
  }
})
