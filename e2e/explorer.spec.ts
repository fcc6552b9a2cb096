import type { Locator } from '@playwright/test'
import { addFolder, addItem, addItems, otpSecret, placeOf } from './content.ts'
import { names, open, panelOf, rowOf, table } from './explorer.ts'
import { expect, test } from './test.ts'

const back = 'Revenir au niveau précédent'

test('the explorer shows the current place, and the address names it [EXPL-01] [EXPL-02] [EXPL-07] [EXPL-08] [EXPL-10] [EXPL-13] [EXPL-15] [SESS-08] [SESS-13]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Mairie')
  const network = await addFolder(person, chest, 'Réseau')
  const site = await addFolder(person, chest, 'Site Nord', network)
  const empty = await addFolder(person, chest, 'vide')
  await addItem(person, chest, { name: 'Annuaire' })
  await addItem(person, chest, { name: 'Pare-feu', parentFolderId: network })
  await addItem(person, chest, { name: 'Wifi', parentFolderId: network })
  await person.enter(page)

  await page.goto('about:blank')
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(page).toHaveTitle(/^Explorateur · Mairie/)
  await expect(page.getByRole('heading', { level: 1, name: 'Explorateur' })).toHaveCount(1)
  await expect.poll(() => names(page)).toEqual(['Réseau', 'vide', 'Annuaire'])
  // A folder shows its number of items, even none, then its folders, if any. An empty cell reads so.
  await expect(rowOf(page, 'Réseau')).toContainText(/2\smots de passe, 1\sdossier/)
  await expect(rowOf(page, 'vide')).toContainText(/0\smot de passe/)
  await expect(rowOf(page, 'Annuaire').getByRole('gridcell', { name: 'Aucun', exact: true })).toHaveCount(3)

  await addFolder(person, chest, 'Archives', empty)
  await page.reload()
  await expect(rowOf(page, 'vide')).toContainText(/0\smot de passe, 1\sdossier/)

  await open(page, 'Réseau')
  await expect(page).toHaveURL(new RegExp(`folderId=${network}`))
  await expect(rowOf(page, back)).toBeVisible()
  await expect.poll(() => names(page)).toEqual([back, 'Site Nord', 'Pare-feu', 'Wifi'])
  await open(page, 'Site Nord')
  await expect(page.getByText('Aucune donnée')).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: "Fil d'Ariane" })
  await expect(crumbs.getByRole('listitem')).toHaveText([/Mairie/, /Réseau/, /Site Nord/])

  // The address gives the same view again, and the browser's history did not grow.
  await page.reload()
  await expect(page).toHaveURL(new RegExp(`folderId=${site}`))
  await expect(page).toHaveTitle(/^Explorateur · Site Nord/)
  await crumbs.getByRole('link', { name: 'Réseau' }).click()
  await expect(rowOf(page, 'Wifi')).toBeVisible()
  await open(page, back)
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await expect(rowOf(page, back)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('about:blank')

  await page.goto(`${sharedInstallation.url}/routes/manager`)
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  await menu.getByRole('link', { name: 'Explorateur' }).click()
  await expect(page).toHaveURL(new RegExp(`/routes/explorer\\?chestId=${chest.id}`))
})

test('a row shows an item without its secrets, and opens its address if that is valid [EXPL-09] [EXPL-11] [EXPL-22] [DANG-07] [DANG-08] [DANG-09]', async ({
  page,
  sharedInstallation,
  context,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Comptabilité')
  const secret = 'un mot de passe bien secret 77'
  await addItem(person, chest, {
    name: 'Banque',
    login: 'mairie',
    password: secret,
    otp: otpSecret,
    address: 'https://banque.exemple.fr/',
  })
  await addItem(person, chest, { name: 'Ancien', address: 'pas une adresse' })
  await person.enter(page)
  const reply = page.waitForResponse('**/api/explorer/data/**')
  await page.goto(placeOf(sharedInstallation.url, chest))
  const text = await (await reply).text()
  expect(text).not.toContain(secret)
  expect(text).not.toContain(otpSecret)
  expect(JSON.parse(text)).toMatchObject({
    items: [
      { name: 'Ancien', hasOtp: false },
      { name: 'Banque', hasPassword: true, hasOtp: true },
    ],
  })

  const row = rowOf(page, 'Banque')
  for (const word of ['mairie', 'Site web', person.login, 'banque.exemple.fr'])
    await expect(row).toContainText(word)
  await expect(row).not.toContainText(secret)
  await expect(row.getByRole('button', { name: /Afficher le code/ })).toBeVisible()
  await expect(rowOf(page, 'Ancien').getByRole('link')).toHaveCount(0)

  await context.route('https://banque.exemple.fr/**', (route) => route.fulfill({ body: 'la banque' }))
  const opened = context.waitForEvent('page')
  await row.getByRole('link').click()
  await expect((await opened).locator('body')).toHaveText('la banque')

  await row.getByRole('button', { name: /^Sûre/ }).click()
  const dialog = page.getByRole('dialog', { name: "Danger de l'adresse" })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Risque grave' })).toBeVisible()
})

test('at 320 px a card holds all of an item: its buttons, its code, and its password in long lines [EXPL-09] [EXPL-23] [OTPC-01]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Guichet')
  const [login, secret] = ['secretariat.general@mairie-saint-aubin.fr', 'Xk4!tambour-lune.27Zq8#marche']
  const address = 'https://intranet.mairie-de-saint-aubin.exemple.fr/'
  await addItem(person, chest, { name: 'Portail', login, password: secret, otp: otpSecret, address })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const row = rowOf(page, 'Portail')
  const placed = async (one: Locator) =>
    (await one.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN }
  const endOf = async (one: Locator) => {
    const { x, width } = await placed(one)
    return x + width
  }
  const copy = row.getByRole('button', { name: /^Copier.*Mot de passe/ })
  const code = row.getByRole('button', { name: /Afficher le code/ })
  for (const width of [400, 360, 320]) {
    await page.setViewportSize({ width, height: 800 })
    for (const one of [copy, code]) await expect.poll(() => endOf(one), `${width}`).toBeLessThan(width - 8)
    await expect.poll(async () => (await placed(row.getByText(login))).height, `${width}`).toBeLessThan(30)
    // Its icon is below the dots of the password, its text on the line of its label.
    const dots = await placed(row.getByRole('img', { name: 'Masqué' }))
    await expect.poll(async () => Math.abs((await placed(code)).x + 9 - dots.x), `${width}`).toBeLessThan(2)
  }

  const before = await placed(copy)
  await row.getByRole('button', { name: 'Afficher le mot de passe' }).click()
  const shown = row.locator('[class*="SecretText-module_secret"]')
  await expect(shown).toHaveText(secret)
  await expect.poll(async () => (await placed(shown)).width).toBeGreaterThan(220)
  await expect.poll(async () => (await placed(shown)).height).toBeLessThan(60)
  await expect.poll(() => endOf(shown)).toBeLessThan(312)
  // The buttons do not move after the click.
  await expect.poll(async () => Math.abs((await placed(copy)).x - before.x)).toBeLessThan(0.5)
  await code.click()
  const copyCode = row.getByRole('button', { name: /Copier le code/ })
  await expect(copyCode).toContainText(/\d{3} \d{3}/)
  const border = () => endOf(copyCode.locator('..'))
  await expect.poll(border).toBeLessThan(312)
  await expect.poll(async () => (await border()) - (await endOf(copyCode))).toBeGreaterThanOrEqual(4)
})

test('a folder with more elements than a page is paged, and the address follows [EXPL-14] [PAGI-01] [PAGI-02] [PAGI-04] [PAGI-06] [EXPL-02]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Parc informatique')
  await addItems(person, chest, 25)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const pager = page.getByRole('navigation', { name: 'Pagination' })
  await expect(rowOf(page, 'Compte 025')).toBeVisible()
  await expect(pager).toHaveCount(0)

  for (let number = 26; number <= 52; number += 1) await addItem(person, chest, { name: `Compte 0${number}` })
  await page.reload()
  await expect(pager.getByRole('button')).toHaveText(['1', '2', '3', '', ''])
  await expect(pager.getByRole('button', { name: 'Page précédente' })).toHaveCount(0)
  await pager.getByRole('button', { name: 'Page suivante' }).click()
  await expect(page).toHaveURL(/offset=25/)
  await expect(rowOf(page, 'Compte 026')).toBeVisible()
  await expect(page.getByText('26–50 sur 52')).toBeVisible()
  await pager.getByRole('textbox', { name: 'Aller à la page' }).fill('99')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/offset=50/)
  await expect(rowOf(page, 'Compte 052')).toBeVisible()
  await expect(pager.getByRole('button', { name: 'Page suivante' })).toHaveCount(0)
  await page.reload()
  await expect(rowOf(page, 'Compte 051')).toBeVisible()

  await page.getByRole('button', { name: /Lignes par page/ }).click()
  await page.getByRole('option', { name: '100' }).click()
  await expect(page).toHaveURL(/limit=100/)
  await expect(pager).toHaveCount(0)
  // The table renders the visible rows only, and those that a key reaches.
  const [first, last] = [rowOf(page, 'Compte 001'), rowOf(page, 'Compte 052')]
  await expect(table(page)).toHaveAttribute('aria-rowcount', '53')
  await expect(last).toHaveCount(0)
  await first.focus()
  await page.keyboard.press('End')
  await expect(last).toBeFocused()
  await expect(last).toHaveAttribute('aria-rowindex', '53')
  await expect(last).toBeInViewport()
  await expect(first).toHaveCount(0)
  await page.keyboard.press('Home')
  await expect(first).toBeFocused()
  await expect(first).toBeInViewport()
  // So do cards, whose heights differ.
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(first).toHaveCSS('display', 'grid')
  await first.focus()
  await page.keyboard.press('End')
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  await expect(first).toHaveCount(0)
  // Above a sheet a toast has room, and covers neither its title nor its close button.
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Compte 052' })
  await expect.poll(async () => (await sheet.boundingBox())?.y).toBeGreaterThan(72)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  // The search has room on a medium screen, the names of people on a wide one.
  const widthOf = (place: Locator) => async () => (await place.boundingBox())?.width
  await page.setViewportSize({ width: 768, height: 740 })
  await expect.poll(widthOf(page.getByRole('combobox', { name: /^Rechercher/ }))).toBeGreaterThan(150)
  await page.setViewportSize({ width: 2560, height: 1300 })
  await expect.poll(widthOf(page.getByRole('columnheader', { name: 'Créateur' }))).toBeGreaterThan(150)
})

test('an address with a selection opens the page that holds it, and its panel [EXPL-03] [EXPL-26]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Annuaires')
  const folder = await addFolder(person, chest, 'Archives')
  const ids = await addItems(person, chest, 30)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest, { selectType: 'item', selectId: ids[28] ?? 0 }))
  await expect(rowOf(page, 'Compte 029')).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/offset=25/)
  await expect(panelOf(page, 'Compte 029')).toBeVisible()

  // Closing the panel keeps the page and the focused row.
  await panelOf(page, 'Compte 029').getByRole('button', { name: 'Fermer' }).click()
  await expect(page).not.toHaveURL(/selectId/)
  await expect(rowOf(page, 'Compte 029')).toBeVisible()

  await page.goto(placeOf(sharedInstallation.url, chest, { selectType: 'folder', selectId: folder }))
  await expect(panelOf(page, 'Archives')).toBeVisible()
  await panelOf(page, 'Archives').getByRole('button', { name: "Plus d'actions" }).click()
  await page.getByRole('menuitem', { name: 'Supprimer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(panelOf(page, 'Archives')).toHaveCount(0)
  await expect(page).not.toHaveURL(/selectId/)
})
