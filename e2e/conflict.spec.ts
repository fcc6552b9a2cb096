import type { Browser, Locator, Page } from '@playwright/test'
import { addFolder, addItem, placeOf } from './content.ts'
import { choose, open, panelOf } from './explorer.ts'
import type { Chest, InstallationInUse, Person } from './installation-in-use.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const edit = (panel: Locator, name: string) =>
  panel.getByRole('button', { name: new RegExp(`^Modifier.*${name}$`) })
const validate = (panel: Locator) => panel.getByRole('button', { name: 'Valider' })
const conflictIn = (panel: Locator) => panel.getByRole('group', { name: /a modifié ce champ/ })

/** Returns two users who may change the same chest, each in a browser of their own. */
async function two(sharedInstallation: InstallationInUse, browser: Browser, page: Page) {
  const [one, other] = [await sharedInstallation.person(), await sharedInstallation.person()]
  const chest = await sharedInstallation.chest(one, 'Partagé')
  await sharedInstallation.grant(chest, other, { update: true })
  const context = await browser.newContext()
  const second = await context.newPage()
  await one.enter(page)
  await other.enter(second)
  return { one, other, chest, second, context }
}

async function show(
  page: Page,
  sharedInstallation: InstallationInUse,
  chest: Chest,
  name: string,
): Promise<Locator> {
  await page.goto(placeOf(sharedInstallation.url, chest))
  await choose(page, name, 'Détails')
  return panelOf(page, name)
}

const change = (person: Person, id: number, elementType: string, elementValue: unknown) =>
  person.call('PATCH', `/api/item/${id}`, { elementType, elementValue })

test('two users who edit one field see both values and choose; nothing typed is lost [PANL-12]', async ({
  page,
  sharedInstallation,
  browser,
  quietConsole,
}) => {
  quietConsole.allow(409)
  const { one, other, chest, second, context } = await two(sharedInstallation, browser, page)
  const id = await addItem(one, chest, { name: 'Annuaire', login: 'agent' })
  const [mine, theirs] = [
    await show(page, sharedInstallation, chest, 'Annuaire'),
    await show(second, sharedInstallation, chest, 'Annuaire'),
  ]
  for (const panel of [mine, theirs]) await edit(panel, 'Identifiant').click()
  await theirs.getByRole('textbox').fill('login-de-l-autre')
  await validate(theirs).click()
  await expect(toast(second, 'Identifiant mis à jour')).toBeVisible()

  await mine.getByRole('textbox').fill('mon-login')
  await validate(mine).click()
  await toast(page, 'Erreur pendant la mise à jour').hover()
  const conflict = conflictIn(mine)
  await expect(conflict).toBeFocused()
  await expect(conflict).toContainText(`${other.login} a modifié ce champ`)
  await expect(conflict).toContainText('login-de-l-autre')
  await expect(mine.getByRole('textbox', { name: 'Votre valeur' })).toHaveValue('mon-login')
  await conflict.getByRole('button', { name: 'Garder la mienne' }).press('Enter')
  await expect(conflict).toHaveCount(0)
  await expect(mine.getByText('mon-login')).toBeVisible()
  // The page removed the toast: under the pointer it would not have disappeared by itself.
  await expect(toast(page, 'Erreur pendant la mise à jour')).toHaveCount(0)
  await expect
    .poll(() => one.call<{ login: string }>('GET', `/api/item/${id}`))
    .toMatchObject({ login: 'mon-login' })

  // The other choice, over the value that was just stored.
  await edit(theirs, 'Identifiant').click()
  await change(one, id, 'login', 'encore-moi')
  await theirs.getByRole('textbox').fill('tant-pis')
  await validate(theirs).click()
  await conflictIn(theirs).getByRole('button', { name: 'Prendre la sienne' }).click()
  await expect(theirs.getByRole('textbox')).toHaveCount(0)
  await expect(theirs.getByText('encore-moi')).toBeVisible()
  await context.close()
})

test('a concurrent change of another field asks nothing and is not overwritten [PANL-11]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(409)
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Seul')
  const id = await addItem(person, chest, { name: 'Portail', login: 'agent', description: 'Avant' })
  await person.enter(page)
  const panel = await show(page, sharedInstallation, chest, 'Portail')
  await edit(panel, 'Identifiant').click()
  await change(person, id, 'description', 'Après')
  await panel.getByRole('textbox').fill('nouvel-agent')
  await validate(panel).click()
  await expect(toast(page, 'Identifiant mis à jour')).toBeVisible()
  await expect(panel.getByText('Après')).toBeVisible()
  await expect
    .poll(() => person.call('GET', `/api/item/${id}`))
    .toMatchObject({
      login: 'nouvel-agent',
      description: 'Après',
    })
})

test('a conflict over a secret masks both values until they are revealed [PANL-08]', async ({
  page,
  sharedInstallation,
  browser,
  quietConsole,
}) => {
  quietConsole.allow(409)
  const { one, other, chest, context } = await two(sharedInstallation, browser, page)
  const id = await addItem(one, chest, { name: 'Coffre-fort', password: 'premier mot 11' })
  const panel = await show(page, sharedInstallation, chest, 'Coffre-fort')
  await edit(panel, 'Mot de passe').click()
  await panel.getByLabel('Nouvelle valeur').fill('mon mot 22')
  await change(other, id, 'password', 'leur mot 33')
  await validate(panel).click()
  const conflict = conflictIn(panel)
  await expect(conflict).toContainText('Masqué')
  await expect(panel.getByText('leur mot 33')).toHaveCount(0)
  const mine = panel.getByLabel('Votre valeur')
  await expect(mine).toHaveCSS('-webkit-text-security', 'disc')
  await conflict.getByRole('button', { name: 'Afficher le mot de passe' }).click()
  await expect(conflict).toContainText('leur mot 33')
  await expect(mine).toHaveValue('mon mot 22')
  await conflict.getByRole('button', { name: 'Garder la mienne' }).click()
  await expect(conflict).toHaveCount(0)
  await expect.poll(() => one.call<string>('GET', `/api/item/${id}/copy`)).toBe('mon mot 22')
  await context.close()
})

test('folders and the category dialog resolve conflicts in the same way', async ({
  page,
  sharedInstallation,
  browser,
  quietConsole,
}) => {
  quietConsole.allow(409)
  const { one, other, chest, context } = await two(sharedInstallation, browser, page)
  const folder = await addFolder(one, chest, 'Marchés')
  const id = await addItem(one, chest, { name: 'Routeur' })
  const panel = await show(page, sharedInstallation, chest, 'Marchés')
  await edit(panel, 'Description').click()
  await panel.getByRole('textbox').fill('Mes lignes')
  await other.call('PATCH', `/api/folder/${folder}`, {
    elementType: 'description',
    elementValue: 'Leurs lignes',
  })
  await validate(panel).click()
  await expect(conflictIn(panel)).toContainText('Leurs lignes')
  await conflictIn(panel).getByRole('button', { name: 'Garder la mienne' }).click()
  await expect(panel.getByText('Mes lignes')).toBeVisible()

  await choose(page, 'Routeur', 'Changer la catégorie')
  const dialog = page.getByRole('dialog', { name: 'Changer la catégorie' })
  await dialog.getByRole('button', { name: /Catégorie/ }).click()
  await page.getByRole('option', { name: 'Réseau' }).click()
  await change(other, id, 'category', 1)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog).toContainText(`${other.login} a modifié ce champ`)
  await expect(dialog).toContainText(/Valeur de .*\s: Serveur/)
  await dialog.getByRole('button', { name: 'Garder la mienne' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => one.call('GET', `/api/item/${id}`)).toMatchObject({ category: { name: 'Réseau' } })
  await open(page, 'Routeur')
  await expect(panelOf(page, 'Routeur')).toBeVisible()
  await context.close()
})
