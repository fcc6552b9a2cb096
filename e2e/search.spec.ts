import type { Locator, Page } from '@playwright/test'
import { passTime, stopTime } from './clock.ts'
import { addFolder, addItem, placeOf } from './content.ts'
import { panelOf, rowOf } from './explorer.ts'
import type { InstallationInUse } from './installation-in-use.ts'
import { clipboard, toast } from './people.ts'
import { expect, test } from './test.ts'

const field = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Rechercher dans tous vos coffres' })
const results = (page: Page): Locator => page.getByRole('listbox', { name: 'Résultats de la recherche' })
const group = (page: Page, name: string): Locator => results(page).getByRole('group', { name })
const option = (page: Page, name: string): Locator =>
  results(page).getByRole('option', { name: new RegExp(`^${name}`) })

/** Collects the terms of the page's search calls. */
function asked(page: Page): string[] {
  const terms: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/search'))
      terms.push((request.postDataJSON() as { search: string }).search)
  })
  return terms
}

/** Creates two chests of one user, and one of another user. */
async function furnish(sharedInstallation: InstallationInUse) {
  const person = await sharedInstallation.person()
  const town = await sharedInstallation.chest(person, 'Mairie de Saint-Aubin')
  const water = await sharedInstallation.chest(person, 'Régie des eaux')
  const network = await addFolder(person, town, 'Réseau')
  const sites = await addFolder(person, town, 'Sites', network)
  const north = await addFolder(person, town, 'Nord', sites)
  const gate = await addItem(person, town, {
    name: 'Pare-feu',
    login: 'jdupond',
    address: 'https://pare-feu.exemple.fr',
    parentFolderId: north,
  })
  await addItem(person, water, { name: 'Télégestion', login: 'jdupond', description: 'Réservoir du bourg' })
  const other = await sharedInstallation.person()
  await addItem(other, await sharedInstallation.chest(other, 'Réseau secret'), { name: 'Réseau caché' })
  return { person, town, water, network, gate, north }
}

test('a keyboard user finds an element by its words and reaches it [SRCH-02] [SRCH-03] [SRCH-04] [SRCH-11] [SRCH-12]', async ({
  page,
  sharedInstallation,
}) => {
  const { person, town, water, gate, north, network } = await furnish(sharedInstallation)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, water))
  await expect(rowOf(page, 'Télégestion')).toBeVisible()

  // Leaving the search without a choice restores the focus.
  await rowOf(page, 'Télégestion').focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Télégestion')).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('RESEAU')
  await expect(group(page, 'Dossiers').getByRole('option')).toHaveText([/^Réseau/, /^Nord/, /^Sites/])
  await expect(group(page, 'Mots de passe').getByRole('option')).toHaveText([/Pare-feu/])
  await expect(page.getByText('caché')).toHaveCount(0)
  await expect(option(page, 'Pare-feu')).toContainText('Mairie de Saint-Aubin › Réseau › … › Nord')
  await expect(option(page, 'Pare-feu').locator('mark')).toHaveText(['Réseau'])

  // The focus stays in the field, which names the active option.
  const last = group(page, 'Dossiers').getByRole('option').last()
  await page.keyboard.press('ArrowUp')
  await expect(last).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'Pare-feu')).toHaveAttribute('aria-selected', 'true')
  // Its values are copied from here; the arrow leads back to the field.
  await page.keyboard.press('ArrowRight')
  const uses = page.getByRole('toolbar', { name: 'Actions\u00a0: Pare-feu' })
  await expect(uses.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('l')
  await expect(toast(page, 'Identifiant')).toBeVisible()
  await expect.poll(() => clipboard(page)).toBe('jdupond')
  await page.keyboard.press('ArrowLeft')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panelOf(page, 'Pare-feu')).toBeVisible()
  await expect(rowOf(page, 'Pare-feu')).toHaveAttribute('aria-selected', 'true')
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toMatchObject({
    chestId: String(town.id),
    folderId: String(north),
    selectId: String(gate),
    selectType: 'item',
  })
  await expect(results(page)).toHaveCount(0)
  // The found row's shortcut keys work immediately.
  await expect(rowOf(page, 'Pare-feu')).toBeFocused()
  await page.keyboard.press('c')
  await expect(toast(page, 'Copié')).toBeVisible()

  // Reopening the field shows the results again; a found folder opens in its parent.
  await page.keyboard.press('/')
  await expect(option(page, 'Sites')).toBeVisible()
  await option(page, 'Sites').click()
  await expect(panelOf(page, 'Sites')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`folderId=${network}&`))
  await expect(page).toHaveURL(/selectType=folder/)

  // Enter before the reply chooses the first result of the typed term.
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/api/search', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pare-f')
  await page.keyboard.press('Enter')
  release()
  await expect(rowOf(page, 'Pare-feu')).toBeFocused()

  // A deleted element is no longer found, though the field holds the same words.
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(rowOf(page, 'Pare-feu')).toHaveCount(0)
  await field(page).click()
  await expect(page.getByText('Aucun résultat avec pare-f')).toBeVisible()
})

test('choosing a chest in the search opens it [SRCH-13]', async ({ page, sharedInstallation }) => {
  const { person, town } = await furnish(sharedInstallation)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, town))
  await field(page).fill('régie')
  await group(page, 'Coffres')
    .getByRole('option', { name: /^Régie/ })
    .click()
  await expect(rowOf(page, 'Télégestion')).toBeVisible()
})

test('the search waits for a pause, requests a term once, and cancels stale calls [SRCH-05] [SRCH-06] [SRCH-07] [SRCH-08] [SRCH-09]', async ({
  page,
  sharedInstallation,
}) => {
  const { person, town } = await furnish(sharedInstallation)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, town))
  await expect(rowOf(page, 'Réseau')).toBeVisible()
  const terms = asked(page)

  await field(page).focus()
  await stopTime(page)
  for (const key of 'pare-feu') {
    await field(page).press(key)
    await passTime(page, 100)
  }
  await passTime(page, 180)
  expect(terms, 'before three tenths of a second').toEqual([])
  await passTime(page, 40)
  await expect.poll(() => terms).toEqual(['pare-feu'])
  await page.clock.resume()
  await expect(option(page, 'Pare-feu')).toBeVisible()
  await stopTime(page)
  await field(page).press('Space')
  await passTime(page, 500)
  await field(page).press('Escape')
  await field(page).press('ArrowDown')
  await passTime(page, 500)
  await expect(option(page, 'Pare-feu')).toBeVisible()

  await field(page).fill('p')
  await passTime(page, 500)
  await expect(results(page)).toHaveCount(0)
  await field(page).fill('')
  await passTime(page, 500)
  await page.clock.resume()

  // Its request is the next one: nothing since the first caused any.
  await field(page).fill('introuvable')
  await expect(page.getByText('Aucun résultat avec introuvable')).toBeVisible()
  expect(terms).toEqual(['pare-feu', 'introuvable'])
  await field(page).fill('')
  await expect(page.getByText('Aucun résultat avec')).toHaveCount(0)

  // A late reply to a former term is ignored.
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/api/search', async (route) => {
    if ((route.request().postDataJSON() as { search: string }).search === 'nord') await held
    await route.continue().catch(() => undefined)
  })
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/search'))
  const gone = page.waitForRequest('**/api/search')
  await field(page).fill('nord')
  await gone
  await field(page).fill('télég')
  expect((await stopped).failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(option(page, 'Télégestion')).toBeVisible()
  release()
  // Waits until the held call has gone on.
  await page.unrouteAll({ behavior: 'wait' })
  await passTime(page, 500)
  await expect(option(page, 'Télégestion')).toBeVisible()
  await expect(option(page, 'Nord')).toHaveCount(0)
})

test('a failed search shows an error and can be retried [SRCH-14]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const { person, town } = await furnish(sharedInstallation)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, town))
  await page.route('**/api/search', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await field(page).fill('pare')
  await expect(page.getByText('Erreur pendant la recherche')).toBeVisible()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(option(page, 'Pare-feu')).toBeVisible()
  await expect(field(page)).toBeFocused()
})

test('a search that reached its time limit states that it is incomplete, and can be continued', async ({
  page,
  sharedInstallation,
}) => {
  const { person, town } = await furnish(sharedInstallation)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, town))
  // The server's reply when some chests were not searched.
  let answers = 0
  await page.route('**/api/search', async (route) => {
    const reply = await route.fetch()
    const found = (await reply.json()) as Record<string, unknown>
    answers += 1
    await route.fulfill({ json: { ...found, incomplete: answers !== 2 } })
  })
  const incomplete = page.getByText("Recherche incomplète : certains coffres n'ont pas pu être parcourus.")
  await field(page).fill('pare')
  await expect(option(page, 'Pare-feu')).toBeVisible()
  await expect(incomplete.last()).toBeVisible()
  await page.getByRole('button', { name: 'Relancer la recherche' }).click()
  await expect(incomplete).toHaveCount(0)
  await expect(option(page, 'Pare-feu')).toBeVisible()
  await expect(field(page)).toBeFocused()
  // The notice also appears beside an empty result.
  await field(page).fill('introuvable')
  await expect(page.getByText('Aucun résultat avec introuvable')).toBeVisible()
  await expect(incomplete.last()).toBeVisible()
})

test('a search with a hundred results suggests a narrower term, and renders only the visible ones [SRCH-10]', async ({
  page,
  sharedInstallation,
}) => {
  const { person, town } = await furnish(sharedInstallation)
  for (let number = 1; number <= 101; number += 1) await addItem(person, town, { name: `Compteur ${number}` })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, town))
  await field(page).fill('compteur')
  await expect(page.getByText('Affinez votre recherche pour moins de résultats')).toBeVisible()
  await expect(group(page, 'Mots de passe').getByText('Mots de passe (100)')).toBeVisible()
  await expect.poll(() => results(page).getByRole('option').count()).toBeLessThan(30)
  await field(page).press('ArrowUp')
  const last = results(page).locator('[aria-posinset="100"]')
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(last).toHaveAttribute('aria-selected', 'true')
  await field(page).fill('compteur 77')
  await expect(results(page).getByRole('option')).toHaveCount(1)
  await expect(page.getByText('Affinez votre recherche')).toHaveCount(0)
})

test('the search is a sheet on a narrow screen', async ({ page, sharedInstallation }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { person, water } = await furnish(sharedInstallation)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, water))
  await expect(field(page)).toBeHidden()
  await page.getByRole('button', { name: 'Rechercher', exact: true }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('bourg')
  await expect(option(page, 'Télégestion')).toContainText('trouvé dans la description')
  await expect.poll(async () => (await results(page).boundingBox())?.width).toBe(360)
  await page.getByRole('button', { name: 'Fermer' }).click()
  await expect(field(page)).toBeHidden()
})
