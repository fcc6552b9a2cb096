import type { Locator, Page } from '@playwright/test'
import { addFolder, addItem, otpSecret, placeOf } from './content.ts'
import { expectReloadQuestion, choose, open, panelOf, rowOf } from './explorer.ts'
import { codeOf, toast } from './people.ts'
import { expect, test } from './test.ts'

const edit = (panel: Locator, name: string) =>
  panel.getByRole('button', { name: new RegExp(`^Modifier.*${name}$`) })
const validate = (panel: Locator) => panel.getByRole('button', { name: 'Valider' })
const cancel = (panel: Locator) => panel.getByRole('button', { name: 'Annuler la modification' })
const input = (panel: Locator) => panel.getByRole('textbox')

/** Collects the changes that a page sends. */
function changesOf(page: Page): unknown[] {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  return sent
}

test('the panel changes a field in place, and only if its value differs [PANL-01] [PANL-02] [PANL-05] [PANL-06] [PANL-07] [PANL-09] [PANL-11] [PANL-12] [HIST-01] [HIST-06]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'État civil')
  await addItem(person, chest, {
    name: 'Logiciel',
    login: 'agent',
    address: 'https://etat-civil.exemple.fr/',
    description: 'Poste du guichet',
  })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Logiciel')
  const panel = panelOf(page, 'Logiciel')
  for (const text of [
    'agent',
    'https://etat-civil.exemple.fr/',
    'Poste du guichet',
    'Site web',
    person.login,
  ])
    await expect(panel.getByText(text).first()).toBeVisible()
  await expect(panel.getByText('Masqué')).toBeAttached()

  const sent = changesOf(page)
  await edit(panel, 'Identifiant').click()
  await expect(input(panel)).toHaveValue('agent')
  await validate(panel).click()
  await expect(input(panel)).toHaveCount(0)
  await edit(panel, 'Identifiant').click()
  await input(panel).fill('autre')
  await cancel(panel).click()
  await expect(panel.getByText('agent', { exact: true })).toBeVisible()
  expect(sent).toEqual([])

  quietConsole.allow(500)
  await page.route('**/api/item/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Erreur interne' } })
      : route.continue(),
  )
  await edit(panel, 'Identifiant').click()
  await input(panel).fill('agent.guichet')
  await validate(panel).click()
  await expect(toast(page, 'Erreur pendant la mise à jour')).toBeVisible()
  await expect(input(panel)).toHaveValue('agent.guichet')
  await page.unroute('**/api/item/*')
  const reply = page.waitForResponse((one) => one.request().method() === 'PATCH')
  await page.keyboard.press('Enter')
  const { message } = (await (await reply).json()) as { message: string }
  await expect(toast(page, message)).toBeVisible()
  await expect(panel.getByText('agent.guichet')).toBeVisible()
  await expect(rowOf(page, 'Logiciel')).toContainText('agent.guichet')
  await expect.poll(() => sent.at(-1)).toMatchObject({ elementType: 'login', elementValue: 'agent.guichet' })

  await edit(panel, 'Description').click()
  await input(panel).fill('')
  await validate(panel).click()
  await expect(panel.getByText('Poste du guichet')).toHaveCount(0)
  await expect.poll(() => sent.at(-1)).toMatchObject({ elementType: 'description', elementValue: '' })

  await panel.getByRole('tab', { name: 'Activité' }).click()
  await expect(panel.getByRole('listitem')).toHaveText([
    /^Description modifiée\s*par .*/,
    /^Identifiant modifié\s*par .*/,
    /^Création\s*par .*/,
  ])
})

test('the panel changes secrets and the category, and never sends a mask [PANL-08] [PANL-09] [PANL-10] [PANL-13] [PANL-14] [HIST-06] [OTPC-01]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Secrets')
  await addItem(person, chest, { name: 'Messagerie', password: 'ancienne valeur 12' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Messagerie')
  const panel = panelOf(page, 'Messagerie')
  const sent = changesOf(page)

  await edit(panel, 'Mot de passe').click()
  const typed = panel.getByLabel('Nouvelle valeur')
  await expect(typed).toHaveValue('')
  await validate(panel).click()
  expect(sent).toEqual([])
  const row = rowOf(page, 'Messagerie')
  for (const place of [row, panel]) {
    await place.getByRole('button', { name: 'Afficher le mot de passe' }).click()
    await expect(place.getByText('ancienne valeur 12')).toBeVisible()
  }
  await edit(panel, 'Mot de passe').click()
  await typed.fill('nouvelle valeur 34')
  await validate(panel).click()
  await expect(typed).toHaveCount(0)
  // The shown value is no longer the password: the panel must not keep it.
  await expect(page.getByText('ancienne valeur 12')).toHaveCount(0)
  await expect
    .poll(() => sent.at(-1))
    .toMatchObject({ elementType: 'password', elementValue: 'nouvelle valeur 34' })

  await edit(panel, 'Secret OTP').click()
  await typed.fill(otpSecret)
  await validate(panel).click()
  const codes = [0, 1].map((steps) => codeOf(otpSecret, steps).replace(/^(\d{3})/, '$1\\s?'))
  await expect(panel).toContainText(new RegExp(codes.join('|')))
  const deleteOtp = panel.getByRole('button', { name: "Supprimer l'OTP" })
  await expect(deleteOtp).toBeVisible()

  await edit(panel, 'Catégorie').click()
  await panel.getByRole('button', { name: /Catégorie/ }).click()
  await page.getByRole('option', { name: 'OTP', exact: true }).click()
  await validate(panel).click()
  await expect(validate(panel)).toHaveCount(0)
  await expect(panel.getByText('OTP', { exact: true })).toBeVisible()
  await expect(deleteOtp).toHaveCount(0)
  await panel.getByRole('button', { name: 'Fermer' }).click()
  await expect(rowOf(page, 'Messagerie').getByRole('gridcell', { name: 'OTP', exact: true })).toBeVisible()
  await open(page, 'Messagerie')
  await edit(panel, 'Catégorie').click()
  await panel.getByRole('button', { name: /Catégorie/ }).click()
  await page.getByRole('option', { name: 'Messagerie' }).click()
  await validate(panel).click()
  await deleteOtp.click()
  await expect(deleteOtp).toHaveCount(0)
  await expect.poll(() => sent.at(-1)).toMatchObject({ elementType: 'otp', elementValue: '' })
  await panel.getByRole('tab', { name: 'Activité' }).click()
  for (const label of ['OTP supprimé', 'Catégorie modifiée', 'OTP modifié', 'Mot de passe modifié'])
    await expect(panel.getByText(label, { exact: true }).first()).toBeVisible()
})

test('a folder has a panel too, and a panel that cannot load closes [PANL-01] [PANL-03] [PANL-04] [EXPL-17]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Dossiers')
  const folder = await addFolder(person, chest, 'Marchés')
  await addItem(person, chest, { name: 'Plateforme', parentFolderId: folder })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await choose(page, 'Marchés', 'Détails')
  const panel = panelOf(page, 'Marchés')
  await expect(panel.getByText(/^1\smot de passe$/)).toBeVisible()
  await expect(panel.getByText(person.login)).toBeVisible()
  await expect(panel.getByText('Racine du coffre')).toBeVisible()
  await panel.getByRole('tab', { name: 'Activité' }).click()
  await expect(panel.getByText('Création')).toBeVisible()

  // The menu starts editing from the other tab, and again after a cancelled edit.
  await choose(page, 'Marchés', 'Modifier')
  await expect(input(panel)).toHaveValue('Marchés')
  await page.keyboard.press('Escape')
  await expect(input(panel)).toHaveCount(0)
  await choose(page, 'Marchés', 'Modifier')
  await input(panel).fill('Marchés publics')
  await page.keyboard.press('Enter')
  await expect(panelOf(page, 'Marchés publics')).toBeVisible()
  await expect(rowOf(page, 'Marchés publics')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Marchés publics' }).first()).toBeVisible()

  quietConsole.allow(404)
  await page.goto(
    placeOf(sharedInstallation.url, chest, { selectType: 'item', selectId: 999_999, offset: 0 }),
  )
  // Each try to load shows one toast: a slow machine may see two.
  await expect(toast(page, 'Erreur pendant la récupération des infos').first()).toBeVisible()
  await expect(page).not.toHaveURL(/selectId/)
  await expect(page.getByRole('complementary')).toHaveCount(0)
})

test('the category dialog changes the category of an item [ITEM-18] [ITEM-16]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Catégories')
  await addItem(person, chest, { name: 'Routeur' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const sent = changesOf(page)
  await choose(page, 'Routeur', 'Changer la catégorie')
  const dialog = page.getByRole('dialog', { name: 'Changer la catégorie' })
  await dialog.getByRole('button', { name: /Catégorie/ }).click()
  await page.getByRole('option', { name: 'Réseau' }).click()
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'Routeur')).toContainText('Réseau')
  expect(sent).toMatchObject([{ elementType: 'category' }])
})

test('leaving an edited field asks first, and Escape cancels the field before the panel [PANL-05] [PANL-07] [DANG-01]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Guichet')
  await addItem(person, chest, { name: 'Agenda', description: 'Avant' })
  await addItem(person, chest, { name: 'Bornes' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Agenda')
  const panel = panelOf(page, 'Agenda')
  const question = page.getByRole('alertdialog', { name: /^Abandonner la saisie/ })
  const isKept = async () => {
    await question.getByRole('button', { name: 'Continuer la saisie' }).click()
    await expect(question).toHaveCount(0)
    await expect(input(panel)).toHaveValue('Après')
    await expect(input(panel)).toBeFocused()
  }
  await edit(panel, 'Description').click()
  await input(panel).fill('Après')
  for (const leave of [
    () => open(page, 'Bornes'),
    () => panel.getByRole('button', { name: 'Fermer' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.getByRole('link', { name: 'Explorateur' }).click(),
  ]) {
    await leave()
    await expect(question).toBeVisible()
    await isKept()
  }
  await expectReloadQuestion(page)
  await expect(input(panel)).toHaveValue('Après')
  // The other tab of the panel keeps the typed value too.
  await panel.getByRole('tab', { name: 'Activité' }).click()
  await panel.getByRole('tab', { name: 'Détails' }).click()
  await expect(input(panel)).toHaveValue('Après')
  await open(page, 'Bornes')
  await question.getByRole('button', { name: 'Abandonner' }).click()
  await expect(panelOf(page, 'Bornes')).toBeVisible()
  await open(page, 'Agenda')
  await expect(panel.getByText('Avant', { exact: true })).toBeVisible()

  // The panel rates the danger of an address during typing.
  await edit(panel, 'Adresse').click()
  await input(panel).fill('https://moi:secret@exemple.fr')
  await expect(panel.getByText('Risque grave')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(input(panel)).toHaveCount(0)
  await expect(panel.getByText('Risque grave')).toBeVisible()

  // A tooltip does not consume Escape.
  await edit(panel, 'Identifiant').click()
  await panel.getByRole('button', { name: 'Annuler la modification' }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(input(panel)).toHaveCount(0)
  await page.mouse.move(0, 0)
  await expect(edit(panel, 'Identifiant')).toBeFocused()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})
