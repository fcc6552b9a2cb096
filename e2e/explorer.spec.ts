import type { Locator } from '@playwright/test'
import { addFolder, addItem, addItems, otpSecret, placeOf } from './content.ts'
import { names, open, panelOf, rowOf, table } from './explorer.ts'
import { clipboard, toast } from './people.ts'
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
  // The creator's column needs a wide screen.
  await page.setViewportSize({ width: 1600, height: 900 })
  await person.enter(page)
  const reply = page.waitForResponse('**/api/explorer/arrival**')
  await page.goto(placeOf(sharedInstallation.url, chest))
  const text = await (await reply).text()
  expect(text).not.toContain(secret)
  expect(text).not.toContain(otpSecret)
  expect(JSON.parse(text)).toMatchObject({
    page: {
      items: [
        { name: 'Ancien', hasOtp: false },
        { name: 'Banque', hasPassword: true, hasOtp: true },
      ],
    },
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

test('on a phone a row has two lines and copies, its sheet shows the rest, and six rows fit the screen [EXPL-09] [EXPL-23] [OTPC-01] [EXPL-36]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Guichet')
  const login = 'secretariat.general@mairie-saint-aubin.fr'
  const secret = 'Xk4!tambour-lune.27Zq8#marche'
  const folder = await addFolder(person, chest, 'Archives')
  await addItem(person, chest, { name: 'Ancien', parentFolderId: folder })
  await addItem(person, chest, { name: 'Accueil', login, password: secret, otp: otpSecret })
  await addItems(person, chest, 30)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const row = rowOf(page, 'Accueil')
  const copy = row.getByRole('button', { name: 'Copier le mot de passe' })
  const placed = async (one: Locator) =>
    (await one.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN }
  for (const width of [400, 360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await expect.poll(async () => (await placed(row)).height, `${width}`).toBe(64)
    const [name, below, button] = [row.getByRole('rowheader'), row.getByText(login), copy]
    await expect.poll(async () => (await placed(below)).y - (await placed(name)).y).toBeGreaterThan(15)
    await expect.poll(async () => (await placed(button)).width).toBeGreaterThanOrEqual(44)
    await expect
      .poll(async () => (await placed(button)).x + (await placed(button)).width, `${width}`)
      .toBeLessThan(width - 8)
  }
  // Six rows are whole between the head of the page and the pager.
  await page.setViewportSize({ width: 360, height: 740 })
  const whole = () =>
    page.evaluate<number>(`(() => {
      const { top, bottom } = document.querySelector('[class*="ChestView-module_scroll"]').getBoundingClientRect()
      return [...document.querySelectorAll('[data-row]')]
        .map((row) => row.getBoundingClientRect())
        .filter((row) => row.top >= top - 1 && row.bottom <= bottom + 1).length
    })()`)
  await expect.poll(whole).toBeGreaterThanOrEqual(6)

  await copy.click()
  await expect(toast(page, 'Copié')).toBeVisible()
  await expect.poll(() => clipboard(page)).toBe(secret)
  await open(page, 'Accueil')
  const sheet = page.getByRole('dialog', { name: 'Accueil' })
  await sheet.getByRole('button', { name: 'Afficher le mot de passe' }).click()
  await expect(sheet).toContainText(secret)
  await expect(sheet.getByRole('button', { name: /code/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  // The name of the chest changes it, and beside it are the folders.
  await page.getByRole('button', { name: 'Changer de coffre\u00a0: Guichet' }).click()
  const chooser = page.getByRole('dialog', { name: 'Changer de coffre' })
  await expect(chooser).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chooser).toHaveCount(0)
  await page.getByRole('button', { name: 'Dossiers du coffre' }).click()
  await page.getByRole('treeitem', { name: 'Archives' }).click()
  await expect(rowOf(page, 'Ancien')).toBeVisible()
})

test('the name keeps 280 px while other columns leave, and every column sorts [EXPL-09] [EXPL-30] [EXPL-31] [EXPL-33]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Colonnes')
  const web = { address: 'https://a.exemple.fr', otp: otpSecret }
  await addItem(person, chest, { name: 'Banque', login: 'zoe', ...web })
  await addItem(person, chest, { name: 'Annuaire', login: 'marc', categoryId: 1 })
  await addItem(person, chest, { name: 'Courrier', login: 'anne', address: 'https://b.exemple.fr' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const heads = () => table(page).getAttribute('data-columns')
  const nameWidth = async () =>
    (await table(page).getByRole('columnheader', { name: 'Nom' }).boundingBox())?.width
  for (const [width, shown] of [
    [1920, 'icon name login password otp address category creator'],
    [1500, 'icon name login password otp address category'],
    [1366, 'icon name login password otp address'],
    [1280, 'icon name login password otp address'],
    [1024, 'icon name login password otp'],
    [768, 'icon name login password otp'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(heads, `${width}`).toBe(shown)
    await expect.poll(nameWidth, `${width}`).toBeGreaterThanOrEqual(280)
  }
  // The code became an icon, which shows it over the row.
  await rowOf(page, 'Banque')
    .getByRole('button', { name: /Afficher le code/ })
    .click()
  await expect(rowOf(page, 'Banque').getByRole('button', { name: /\d.*Copier le code/ })).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Identifiant', exact: true }).click()
  await expect(page).toHaveURL(/sort=login/)
  await expect.poll(() => names(page)).toEqual(['Courrier', 'Annuaire', 'Banque'])
  await page.getByRole('button', { name: 'Identifiant', exact: true }).click()
  await expect(page).toHaveURL(/direction=DESC/)
  await expect.poll(() => names(page)).toEqual(['Banque', 'Annuaire', 'Courrier'])
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Banque', 'Annuaire', 'Courrier'])

  // The choice of columns stays with the person.
  await page.getByRole('button', { name: 'Choisir les colonnes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Colonnes' })
  await dialog.getByRole('checkbox', { name: 'OTP' }).uncheck()
  await dialog.getByRole('button', { name: 'Monter Adresse' }).click()
  await dialog.getByRole('button', { name: 'Monter Adresse' }).click()
  await dialog.getByRole('button', { name: 'Élargir Adresse' }).click()
  await dialog.getByRole('button', { name: 'Terminé' }).click()
  await expect(page.getByRole('button', { name: 'Choisir les colonnes' })).toBeFocused()
  await expect.poll(heads).toBe('icon name login address password category creator')
  await page.reload()
  await expect.poll(heads).toBe('icon name login address password category creator')
  const address = table(page).getByRole('columnheader', { name: 'Adresse' })
  await expect.poll(async () => (await address.boundingBox())?.width).toBe(168)
})

test('at 1440 by 900 fifteen rows fit the screen, twenty in the compact density [EXPL-34]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Lignes')
  await addItems(person, chest, 30)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const last = (number: number) => rowOf(page, `Compte 0${number}`)
  await expect(last(15)).toBeInViewport({ ratio: 1 })
  await expect(last(20)).not.toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: /Administrateur$/ }).click()
  const heights = page.getByRole('group', { name: 'Hauteur des lignes' })
  await expect(heights.getByRole('menuitemradio', { checked: true })).toHaveText('Confortable')
  await heights.getByRole('menuitemradio', { name: 'Compacte' }).click()
  await expect(last(20)).toBeInViewport({ ratio: 1 })
  await expect.poll(async () => (await last(10).boundingBox())?.height).toBe(32)
  await page.reload()
  await expect(last(20)).toBeInViewport({ ratio: 1 })
})

test('a folder with more elements than a page is paged, and the address follows [EXPL-14] [PAGI-01] [PAGI-02] [PAGI-04] [PAGI-06] [EXPL-02] [EXPL-37]', async ({
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

  // Ctrl+A selects the page, says so, and offers the whole list.
  const bar = page.getByRole('group', { name: 'Actions sur la sélection' })
  await page.keyboard.press('Control+a')
  await expect(bar).toContainText('2 éléments sélectionnés sur cette page (52 en tout)')
  await bar.getByRole('button', { name: 'Sélectionner les 52' }).click()
  await expect(page).toHaveURL(/limit=100/)
  await expect(bar).toContainText('52 éléments sélectionnés')
  await expect(bar.getByRole('button', { name: 'Sélectionner les 52' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)

  await page.goto(placeOf(sharedInstallation.url, chest))
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

test('on a telephone the count of a folder stands below its name, and nothing lies over a checkbox', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Petit écran')
  const folder = await addFolder(person, chest, 'Banque')
  await addItem(person, chest, { name: 'Compte', parentFolderId: folder })
  await person.enter(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(placeOf(sharedInstallation.url, chest))
  const row = rowOf(page, 'Banque')
  const [name, count] = [row.getByText('Banque', { exact: true }), row.getByText(/^1\smot de passe$/)]
  await expect(count).toBeVisible()
  const between = async (): Promise<number> => {
    const [above, below] = [await name.boundingBox(), await count.boundingBox()]
    return (below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))
  }
  await expect.poll(between).toBeGreaterThanOrEqual(-2)
  await row.focus()
  await expect(row.locator('[data-row-handle]')).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
})
