import type { Locator, Page } from '@playwright/test'
import { addFolder, addItem, addItems, placeOf, withoutArrival } from './content.ts'
import { names, panelOf, rowOf, table, toolbar } from './explorer.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { waitForTransitions, toast } from './people.ts'
import { expect, test } from './test.ts'

const upButton = (page: Page): Locator => page.getByRole('button', { name: 'Revenir en haut' })
/** Returns how far an element is scrolled, in pixels. */
const topOf = (scroller: Locator): Promise<number> =>
  scroller.evaluate((node) => (node as unknown as { scrollTop: number }).scrollTop)
const scrollTo = (scroller: Locator, top: number): Promise<void> =>
  scroller.evaluate((node, to) => {
    ;(node as unknown as { scrollTop: number }).scrollTop = to
  }, top)

test('after a hundred pixels of scroll a button leads back to the top of the page [SESS-19]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Défilement')
  await addItems(person, chest, 30)
  await person.enter(page)
  await page.setViewportSize({ width: 1000, height: 500 })
  await page.goto(placeOf(sharedInstallation.url, chest, { limit: 50 }))
  await expect(rowOf(page, 'Compte 001')).toBeVisible()
  const scroller = page.locator('[class*="ChestView-module_scroll"]')
  await scrollTo(scroller, 100)
  await waitForTransitions(page)
  await expect(upButton(page)).toHaveCount(0)
  await scrollTo(scroller, 101)
  await expect(upButton(page)).toBeVisible()
  await expectAccessible(page, 'scrolled table')
  await upButton(page).click()
  await expect.poll(() => topOf(scroller)).toBe(0)
  await expect(upButton(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  // On a narrow screen the page scrolls as a whole.
  await page.setViewportSize({ width: 360, height: 400 })
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect
    .poll(async () => {
      await scrollTo(main, 300)
      return topOf(main)
    })
    .toBeGreaterThan(100)
  await upButton(page).click()
  await expect.poll(() => topOf(main)).toBe(0)
})

test('shortcut keys do nothing during typing or in a dialog, and work again afterwards [EXPL-23]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Touches')
  await addItem(person, chest, { name: 'Fiche', login: 'agent' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const help = page.getByRole('dialog', { name: 'Raccourcis clavier' })
  await toolbar(page, 'Nouveau dossier').click()
  const name = page.getByRole('dialog', { name: 'Nouveau dossier' }).getByRole('textbox', { name: /^Nom/ })
  await name.pressSequentially('ce?nu')
  await expect(name).toHaveValue('ce?nu')
  await expect(help).toHaveCount(0)
  await expect(toast(page, 'Copié')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Abandonner' }).click()
  await expect(name).toHaveCount(0)

  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await rowOf(page, 'Fiche').focus()
  await page.keyboard.press('c')
  await expect(toast(page, 'Copié')).toBeVisible()
  await rowOf(page, 'Fiche').focus()
  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: 'Nom' })).toBeFocused()
  await expect(table(page)).toHaveCount(1)
})

test('without a network, tree and table stay and are marked as old; a folder loads once it is back', async ({
  page,
  sharedInstallation,
  context,
  quietConsole,
}) => {
  quietConsole.allowUnreachable()
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Réseau')
  const folder = await addFolder(person, chest, 'Serveurs')
  await addItem(person, chest, { name: 'Annuaire', parentFolderId: folder })
  await addItem(person, chest, { name: 'Portail' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Portail')).toBeVisible()
  const line = (name: string) => page.getByRole('treeitem', { name })
  const old = page.getByText(/^Liste chargée à \d\d:\d\d, peut-être plus à jour$/)
  const away = page.getByRole('main').getByText('Contenu indisponible pour le moment')
  const banner = page.getByText(/^Connexion au serveur interrompue/)
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await expect(old).toBeVisible()
  expect(await names(page)).toEqual(['Serveurs', 'Portail'])
  await expectAccessible(page, 'offline')
  await line('Serveurs').click()
  await expect(away).toBeVisible()
  // The breadcrumb goes to the chosen folder, in which nothing can be created.
  await expect(page.getByRole('navigation', { name: "Fil d'Ariane" })).toContainText('Serveurs')
  await expect(toolbar(page, 'Nouveau mot de passe')).toBeDisabled()
  await line('Racine du coffre').click()
  await expect(old).toBeVisible()
  await expect(rowOf(page, 'Portail')).toBeVisible()
  await line('Serveurs').click()
  await expect(away).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectToFit(page)
  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
  await expect(toast(page, 'Connexion rétablie')).toBeVisible()
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await expect(old).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toHaveCount(0)
})

test('a dialog whose code cannot be loaded shows an error over the page, and opens once the server answers', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allowUnreachable()
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Fenêtres')
  await person.enter(page)
  // The idle page asks for it before the server goes away, and gets it afterwards.
  const code = '**/assets/idleParts-*'
  const answers = Promise.withResolvers<void>()
  await page.route(code, async (route) => {
    await answers.promise
    await route.continue()
  })
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(page.getByText('Aucune donnée')).toBeVisible()
  await page.route('**/health/**', (route) => route.abort('connectionrefused'))
  const failure = page.getByRole('alertdialog', { name: "Cette fenêtre n'a pas pu s'ouvrir" })
  const again = failure.getByRole('button', { name: 'Réessayer' })
  await toolbar(page, 'Importer').click()
  await expect(again).toBeFocused()
  await expectAccessible(page, 'a dialog while the server is away')
  const refused = page.waitForRequest('**/health/live')
  await page.keyboard.press('Enter')
  await refused
  await expect(again).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(failure).toHaveCount(0)
  await expect(toolbar(page, 'Importer')).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(again).toBeFocused()
  await page.unroute('**/health/**')
  answers.resolve()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Importer des mots de passe' })
  await expect(dialog).toBeVisible()
  await expect(failure).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(toolbar(page, 'Importer')).toBeFocused()

  // The server answers again, but with the files of another version.
  await page.unroute(code)
  await page.route(code, (route) => route.abort('connectionrefused'))
  await page.reload()
  await toolbar(page, 'Nouveau dossier').click()
  const reload = failure.getByRole('button', { name: 'Recharger la page' })
  await expect(reload).toBeFocused()
  await page.unroute(code)
  await page.keyboard.press('Enter')
  await expect(failure).toHaveCount(0)
  await toolbar(page, 'Nouveau dossier').click()
  await expect(page.getByRole('dialog', { name: 'Nouveau dossier' })).toBeVisible()
})

test('a part of a page that cannot be loaded shows an error in its place, and loads once the server answers', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allowUnreachable()
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Parties')
  await addItem(person, chest, { name: 'Pare-feu', login: 'admin' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await rowOf(page, 'Pare-feu').click()
  const panel = panelOf(page, 'Pare-feu')
  await expect(panel.getByText('admin', { exact: true })).toBeVisible()
  await page.route('**/health/**', (route) => route.abort('connectionrefused'))

  const failure = page
    .getByRole('alert')
    .filter({ hasText: "Cette partie de la page n'a pas pu être chargée" })
  await panel.getByRole('tab', { name: 'Activité' }).click()
  await expect(panel.locator(failure)).toBeVisible()
  await expectAccessible(page, 'a part while the server is away')
  await expect(rowOf(page, 'Pare-feu')).toBeVisible()

  // The search shows the error below its field, and closing it removes the error.
  const search = page.getByRole('search')
  await page.keyboard.press('Control+k')
  await expect(search.locator(failure)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search.locator(failure)).toBeHidden()

  await page.unroute('**/health/**')
  await panel.getByRole('button', { name: 'Réessayer' }).click()
  await expect(panel.locator(failure)).toHaveCount(0)
  await expect(panel.getByText(/^Création/).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await search.getByRole('button', { name: 'Réessayer' }).click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pare')
  await expect(search.getByRole('option', { name: /Pare-feu/ })).toBeVisible()
})

test('the footer downloads the documents as PDF files, and the help menu links to the guide [SESS-13] [SESS-16] [SESS-17]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Pied de page')
  await addItems(person, chest, 1)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const footer = page.getByRole('contentinfo', { name: 'Pied de page' })
  for (const [name, file] of [
    [/^Conditions d'utilisation/, 'conditions-d-utilisation.pdf'],
    [/^Politique de confidentialité/, 'politique-de-confidentialite.pdf'],
    [/^Mentions légales/, 'mentions-legales.pdf'],
    [/^Guide/, 'guide.pdf'],
  ] as const) {
    const download = page.waitForEvent('download')
    await footer.getByRole('link', { name }).click()
    expect((await download).suggestedFilename()).toBe(file)
  }
  await expect(footer.getByRole('link', { name: 'Guide' })).toHaveAttribute('href', '/documents/guide.pdf')
  const declaration = page.waitForEvent('popup')
  await footer.getByRole('link', { name: 'Accessibilité : totalement conforme' }).click()
  await expectAccessible(await declaration, 'declaration')
  // This installation has no setting for these links.
  await expect(footer.getByRole('link', { name: "Site de l'éditeur" })).toHaveCount(0)
  await page.getByRole('button', { name: 'Aide' }).click()
  const guide = page.getByRole('menuitem', { name: "Guide d'utilisation" })
  await expect(guide).toHaveAttribute('href', '/routes/guide')
  await expect(guide).toHaveAttribute('target', '_blank')
  await expect(page.getByRole('menuitem', { name: 'Extension de navigateur' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'footer')

  // The footer has one line, which contains the pager as well.
  await expect(footer.getByRole('status')).toHaveText('1–1 sur 1')
  await expect.poll(async () => (await footer.boundingBox())?.height).toBeLessThan(48)

  // On a narrower screen too, with more pages.
  await addItems(person, chest, 30)
  await page.reload()
  await expect(footer.getByRole('status')).toContainText('sur 31')
  for (const width of [1366, 1280, 1100]) {
    await page.setViewportSize({ width, height: 768 })
    await expect.poll(async () => (await footer.boundingBox())?.height).toBeLessThan(48)
  }
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(footer).toHaveCount(0)
  const pager = page.getByRole('navigation', { name: 'Pagination' })
  await expect.poll(async () => (await pager.boundingBox())?.height).toBeLessThan(48)

  // Its links are in the help menu, on a phone as well.
  for (const width of [1024, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(footer).toHaveCount(0)
    await page.getByRole('button', { name: 'Aide' }).click()
    await expect(page.getByRole('menuitem', { name: 'Mentions légales' })).toHaveAttribute(
      'href',
      '/documents/mentions-legales.pdf',
    )
    await expectToFit(page)
    await page.keyboard.press('Escape')
  }
})

test('the settings of an installation define the links to its vendor site and its extension store [SESS-17] [SESS-18]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Liens')
  await person.enter(page)
  await withoutArrival(page)
  await page.route('**/api/session', async (route) => {
    // The test makes this call, which lacks the browser's `Sec-Fetch-Site`.
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' }
    const reply = await route.fetch({ headers })
    const links = { vendor: 'https://exemple.fr/', extension: 'https://exemple.fr/extension', guide: null }
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), links } })
  })
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(page.getByRole('link', { name: "Site de l'éditeur" })).toHaveAttribute(
    'href',
    'https://exemple.fr/',
  )
  await page.getByRole('button', { name: 'Aide' }).click()
  await expect(page.getByRole('menuitem', { name: 'Extension de navigateur' })).toHaveAttribute(
    'href',
    'https://exemple.fr/extension',
  )
})

test('moving, typing, scrolling and clicking each count as activity, in another tab too [SESS-22]', async ({
  page,
  sharedInstallation,
  context,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Activité')
  await addItems(person, chest, 3)
  await person.enter(page)
  await page.clock.install()
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Compte 001')).toBeVisible()
  const warning = page.getByRole('alertdialog', { name: /Toujours là/ })
  const signs: [string, (tab: Page) => Promise<unknown>][] = [
    ['moving', (tab) => tab.mouse.move(300, 300)],
    ['typing', (tab) => tab.keyboard.press('Shift')],
    ['scrolling', (tab) => tab.evaluate(`document.dispatchEvent(new Event('scroll'))`)],
    ['pressing', (tab) => tab.mouse.down()],
  ]
  for (const [name, act] of signs) {
    await page.clock.fastForward('14:30')
    await expect(warning, name).toBeVisible()
    await act(page)
    await expect(warning, name).toHaveCount(0)
  }
  const other = await context.newPage()
  await other.goto(placeOf(sharedInstallation.url, chest))
  await expect(toolbar(other, 'Importer')).toBeVisible()
  await page.clock.fastForward('14:30')
  await expect(warning).toBeVisible()
  await other.mouse.move(200, 200)
  await other.mouse.move(260, 260)
  await expect(warning).toHaveCount(0)
})
