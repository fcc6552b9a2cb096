import type { Locator, Page, Route } from '@playwright/test'
import { passTime, stopTime } from './clock.ts'
import { addFolder, placeOf } from './content.ts'
import { expectReloadQuestion, open, panelOf, rowOf, toolbar } from './explorer.ts'
import { clipboard, toast } from './people.ts'
import { expect, test } from './test.ts'

const field = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('textbox', { name: new RegExp(`^${name}`) })
const topOf = (place: Locator) => async (): Promise<number> => (await place.boundingBox())?.y ?? 0
/** Answers a call with a 500. */
const breakCall = (page: Page, path: string) =>
  page.route(path, (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Erreur interne' } }),
  )

test('a user creates a folder in the current folder, and a failure keeps what was typed [FOLD-01] [FOLD-02] [FOLD-03] [FOLD-04] [VALI-09]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Travaux')
  const parent = await addFolder(person, chest, 'Chantiers')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Chantiers')
  await toolbar(page, 'Nouveau dossier').click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau dossier' })
  await expect(field(dialog, 'Nom')).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Créer' })).toBeDisabled()
  await field(dialog, 'Nom').fill('<script>alert(1)</script>')
  await field(dialog, 'Description').fill('Écoles')
  await expect(dialog.getByText('Les balises HTML ne sont pas acceptées ici')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Créer' })).toBeDisabled()
  await field(dialog, 'Nom').fill('École du Centre')

  quietConsole.allow(500)
  await breakCall(page, '**/api/folder/')
  await dialog.getByRole('button', { name: 'Créer' }).click()
  await expect(toast(page, 'Erreur pendant création du dossier')).toBeVisible()
  await expect(field(dialog, 'Description')).toHaveValue('Écoles')
  await page.unroute('**/api/folder/')

  const sent = page.waitForRequest('**/api/folder/')
  await dialog.getByRole('button', { name: 'Créer' }).click()
  const request = await sent
  expect(request.headers()['content-type']).toMatch(/^multipart\/form-data/)
  for (const part of [`name="chestId"\r\n\r\n${chest.id}\r\n`, `name="parentFolderId"\r\n\r\n${parent}\r\n`])
    expect(request.postData()).toContain(part)
  await expect(toast(page, 'Dossier créé')).toBeVisible()
  // The toast is below the rows.
  const dismiss = page.getByRole('button', { name: 'Fermer la notification' }).last()
  await dismiss.focus()
  await expect.poll(topOf(dismiss)).toBeGreaterThan(800)
  await expect(rowOf(page, 'École du Centre')).toBeVisible()

  // Closing with typed text asks first.
  await toolbar(page, 'Nouveau dossier').click()
  await field(dialog, 'Nom').fill('à moitié')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: /Abandonner la saisie/ })
  await question.getByRole('button', { name: 'Continuer la saisie' }).click()
  await expect(field(dialog, 'Nom')).toHaveValue('à moitié')
  await expectReloadQuestion(page)
  await expect(field(dialog, 'Nom')).toHaveValue('à moitié')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Abandonner' }).click()
  await expect(dialog).toHaveCount(0)
})

test('the category decides which secret an item needs [ITEM-01] [ITEM-02] [ITEM-03] [ITEM-05] [ITEM-06] [ITEM-07] [ITEM-09] [ITEM-10] [SESS-02]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Comptes')
  await person.enter(page)
  const categories = page.waitForResponse('**/api/category/')
  await page.goto(placeOf(sharedInstallation.url, chest))
  await toolbar(page, 'Nouveau mot de passe').click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  for (const name of ['Nom', 'Identifiant', 'Mot de passe', 'Adresse', 'Secret OTP', 'Description'])
    await expect(field(dialog, name)).toBeVisible()
  const category = dialog.getByRole('button', { name: /Catégorie/ })
  await expect(category).toContainText('Site web')
  const create = dialog.getByRole('button', { name: 'Créer' })

  await field(dialog, 'Nom').fill('Portail des agents')
  await expect(create).toBeEnabled()
  await field(dialog, 'Mot de passe').fill('')
  await expect(create).toBeDisabled()
  await expect(dialog.getByText('Mot de passe *')).toBeVisible()
  await expect(dialog.getByText('Secret OTP *')).toHaveCount(0)
  await category.click()
  await expect(page.getByRole('option')).toHaveText(
    ((await (await categories).json()) as { name: string }[]).map(({ name }) => name),
  )
  await page.getByRole('option', { name: 'OTP', exact: true }).click()
  await expect(dialog.getByText('Secret OTP *')).toBeVisible()
  await expect(dialog.getByText('Mot de passe *')).toHaveCount(0)
  await field(dialog, 'Mot de passe').fill('facultatif ici')
  await expect(create).toBeDisabled()
  await field(dialog, 'Secret OTP').fill('JBSWY3DPEHPK3PXP')
  await expect(create).toBeEnabled()
  await category.click()
  await page.getByRole('option', { name: 'Application' }).click()
  await field(dialog, 'Secret OTP').fill('')
  await expect(create).toBeEnabled()

  quietConsole.allow(500)
  await breakCall(page, '**/api/item/')
  await create.click()
  await expect(toast(page, "Erreur pendant création de l'item")).toBeVisible()
  await page.unroute('**/api/item/')

  const sent = page.waitForRequest('**/api/item/')
  await create.click()
  const request = await sent
  expect(request.headers()).toMatchObject({ 'x-requested-with': 'XMLHttpRequest' })
  expect(request.headers()['content-type']).toMatch(/^multipart\/form-data/)
  for (const part of ['name', 'description', 'categoryId', 'address', 'login', 'otp', 'password'])
    expect(request.postData()).toContain(`name="${part}"`)
  await expect(toast(page, 'Mot de passe créé')).toBeVisible()
  // Beside the panel there is no room for the column of the category: the icon names it.
  await expect(rowOf(page, 'Portail des agents').getByTitle('Application')).toBeVisible()
  await expect(panelOf(page, 'Portail des agents')).toBeVisible()
})

test('the meters rate password and address half a second after the last key [STRN-01] [STRN-02] [STRN-09] [DANG-01] [DANG-09] [DANG-07] [VALI-11]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Mesures')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await toolbar(page, 'Nouveau mot de passe').click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  const strength = dialog.getByRole('button', { name: /Détail de la robustesse/ })

  await field(dialog, 'Mot de passe').fill('Password123*')
  await expect(strength).toHaveText('Très faible')
  await strength.click()
  const detail = page.getByRole('dialog', { name: 'Robustesse du mot de passe' })
  await expect(detail.getByText('Il contient un mot de passe très répandu')).toBeVisible()
  await expect(detail.getByText(/^70 symboles/)).toBeVisible()
  await expect(detail.getByText('90 symboles : des caractères de toutes sortes')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)

  for (const [password, word] of [
    ['k7^Vq:2xZp', 'Faible'],
    ['x7kq2v9wz4m8t3pb', 'Moyen'],
    ['x7#Vq!2xZp9$Kw&m', 'Fort (recommandé)'],
    ['azerty', 'Très faible'],
  ] as const) {
    await field(dialog, 'Mot de passe').fill(password)
    await expect(strength).toHaveText(word)
  }
  // A password is never filtered, even with markup.
  await stopTime(page)
  await field(dialog, 'Mot de passe').fill('<b>é🔑q!V7wK#2xT</b>Zp')
  await passTime(page, 480)
  await expect(strength).toHaveText('Très faible')
  await passTime(page, 40)
  await expect(strength).toHaveText('Très fort')
  await page.clock.resume()

  const danger = dialog.getByRole('button', { name: /Détail du danger/ })
  for (const [address, word] of [
    ['https://exemple.fr', 'Sûre'],
    ['intranet.exemple.fr', 'Risque faible'],
    ['https://192.168.1.1', 'Risque modéré'],
    ['http://exemple.fr', 'Risque élevé'],
    ['https://admin@exemple.fr', 'Risque grave'],
  ] as const) {
    await field(dialog, 'Adresse').fill(address)
    await expect(danger).toHaveText(word)
  }
  await danger.click()
  const levels = page.getByRole('dialog', { name: "Danger de l'adresse" })
  await expect(
    levels.getByText('Elle contient un identifiant ou un mot de passe avant le signe @'),
  ).toBeVisible()
  await expect(levels.getByRole('listitem').filter({ hasText: 'Sûre' })).toBeVisible()
  await page.keyboard.press('Escape')
  await field(dialog, 'Adresse').fill('javascript:alert(1)')
  await field(dialog, 'Nom').fill('Piège')
  await expect(dialog.getByText("Ce genre d'adresse n'est pas permis")).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Créer' })).toBeDisabled()
})

test('a new item with the proposed password is created and copied in 30 keys, and its password renewed in 4 clicks [GENR-10] [GENR-11]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Six secondes')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(toolbar(page, 'Nouveau mot de passe')).toBeEnabled()
  let keys = 0
  const press = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
    keys += pressed.length
  }
  const sent = page.waitForRequest('**/api/item/')
  // What this page held before the creation is asked for again, and shown meanwhile: the new row must not vanish from it.
  const again: Route[] = []
  await page.route(/\/api\/explorer\/data\/.*offset=0/, (route) => void again.push(route))
  await press('n')
  await expect(field(page.getByRole('dialog'), 'Nom')).toBeFocused()
  await press(...'Agenda'.split(''), 'Tab', 'Tab', ...'accueil'.split(''), 'Enter')
  const created = /name="password"\r\n\r\n(\S{20})\r/.exec((await sent).postData() ?? '')?.[1]
  expect((await sent).postData()).toContain('name="login"\r\n\r\naccueil\r')
  await expect(page).toHaveURL(/offset=0/)
  await expect(rowOf(page, 'Agenda')).toBeFocused()
  await press('c')
  await expect.poll(() => clipboard(page)).toBe(created)
  await page.unroute(/\/api\/explorer\/data\/.*offset=0/)
  for (const route of again) await route.continue().catch(() => undefined)
  expect(keys).toBeLessThan(30)

  // A key that comes before the focus has reached the row counts too.
  await page.evaluate("navigator.clipboard.writeText('')")
  await toolbar(page, 'Nouveau mot de passe').focus()
  await page.keyboard.press('c')
  await expect.poll(() => clipboard(page)).toBe(created)
  await page.keyboard.press('l')
  await expect.poll(() => clipboard(page)).toBe('accueil')

  await rowOf(page, 'Agenda').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Renouveler' }).click()
  await page.evaluate("navigator.clipboard.writeText('')")
  await page.getByRole('button', { name: "Copier l'actuel" }).click()
  await expect.poll(() => clipboard(page)).toBe(created)
  await page.getByRole('button', { name: 'Enregistrer et copier' }).click()
  await expect(toast(page, 'Nouveau mot de passe copié, presse-papiers vidé dans 45\u00a0s')).toBeVisible()
  // It replaces the toast of the current one, which is no longer in the clipboard.
  await expect(toast(page, 'Copié')).toHaveCount(0)
  const renewed = await clipboard(page)
  expect(renewed).toHaveLength(20)
  expect(renewed).not.toBe(created)
  // The menu of the panel opens the same dialog, whose current password is now the new one.
  await panelOf(page, 'Agenda').getByRole('button', { name: "Plus d'actions" }).click()
  await page.getByRole('menuitem', { name: 'Renouveler' }).click()
  await page.evaluate("navigator.clipboard.writeText('')")
  await page.getByRole('button', { name: "Copier l'actuel" }).click()
  await expect.poll(() => clipboard(page)).toBe(renewed)
})

test('the generator draws a password that the form accepts [GENR-01] [GENR-02] [GENR-03] [GENR-04] [GENR-05] [GENR-06] [GENR-08] [GENR-09]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Générateur')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await toolbar(page, 'Nouveau mot de passe').click()
  const form = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  const first = page.waitForRequest('**/api/tool/password')
  await form.getByRole('button', { name: 'Régler le générateur' }).press('Enter')
  expect((await first).postDataJSON()).toEqual({ specials: 2, length: 20 })
  const dialog = page.getByRole('dialog', { name: 'Générateur de mot de passe' })
  await expect(dialog.getByRole('button', { name: 'Utiliser ce mot de passe' })).toBeFocused()
  const drawn = async () => (await dialog.getByRole('status').innerText()).replace(/\s/g, '')
  await expect.poll(drawn).toHaveLength(20)
  expect(await drawn()).toMatch(/[^A-Za-z0-9]/)

  const slider = dialog.getByRole('slider', { name: 'Longueur' })
  await expect(slider).toHaveAttribute('min', '8')
  await expect(slider).toHaveAttribute('max', '128')
  await slider.focus()
  await page.keyboard.press('Home')
  await expect.poll(drawn).toHaveLength(8)
  const plain = page.waitForRequest('**/api/tool/password')
  await dialog.getByText('Caractères spéciaux').click()
  expect((await plain).postDataJSON()).toEqual({ specials: 1, length: 8 })
  await expect.poll(drawn).toMatch(/^[A-Za-z0-9]{8}$/)

  quietConsole.allow(500)
  await breakCall(page, '**/api/tool/password')
  await dialog.getByRole('button', { name: 'En générer un autre' }).click()
  await expect(toast(page, 'Erreur dans la génération du mot de passe')).toBeVisible()
  const taken = await drawn()
  await dialog.getByRole('button', { name: 'Utiliser ce mot de passe' }).click()
  await expect(field(form, 'Mot de passe')).toHaveValue(taken)
})
