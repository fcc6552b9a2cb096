import type { Locator, Page } from '@playwright/test'
import { passTime, stopTime } from './clock.ts'
import { addItem, placeOf } from './content.ts'
import { choose, panelOf, rowOf, toolbar } from './explorer.ts'
import { giveKey, key, keyField } from './guarded.ts'
import type { Chest, InstallationInUse } from './installation-in-use.ts'
import { clipboard, toast } from './people.ts'
import { expect, test } from './test.ts'

const fields = [
  { label: 'Port', kind: 'text', value: '22' },
  { label: 'Code PIN', kind: 'concealed', value: 'tulipe-4812' },
  { label: 'Console', kind: 'address', value: 'https://console.exemple.fr/' },
  { label: 'Expire le', kind: 'date', value: '2027-03-01' },
] as const

const factsOf = (panel: Locator) => panel.getByRole('group', { name: 'Champs supplémentaires' })
/** Returns the labels of the extra fields, in their order. */
const labelsOf = (panel: Locator) => (): Promise<string[]> =>
  factsOf(panel)
    .getByRole('button', { name: /^Actions du champ/ })
    .evaluateAll((menus) =>
      menus.map((menu) =>
        (menu as unknown as { ariaLabel: string }).ariaLabel.replace('Actions du champ ', ''),
      ),
    )

async function show(page: Page, { url }: InstallationInUse, chest: Chest, name: string): Promise<Locator> {
  await page.goto(placeOf(url, chest))
  await choose(page, name, 'Détails')
  return panelOf(page, name)
}
const chooseOf = async (page: Page, panel: Locator, label: string, entry: string) => {
  await panel.getByRole('button', { name: `Actions du champ ${label}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('a user creates an item with fields of its category and one of their own [FORM-01] [FORM-03]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Champs')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await toolbar(page, 'Nouveau mot de passe').click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  await dialog.getByRole('textbox', { name: /^Nom/ }).fill('Annuaire')
  await dialog.getByRole('button', { name: /Catégorie/ }).click()
  await page.getByRole('option', { name: 'Serveur' }).click()
  const section = dialog.getByRole('region', { name: 'Champs supplémentaires' })
  await section.getByRole('button', { name: 'Ajouter le champ Port' }).click()
  await expect(section.getByRole('textbox', { name: 'Port' })).toBeFocused()
  // Left empty, it says why the item cannot be created.
  await section.getByRole('button', { name: 'Ajouter le champ Clé privée SSH' }).focus()
  await expect(section.getByText('Donnez une valeur, ou supprimez ce champ')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Créer' })).toBeDisabled()
  await section.getByRole('textbox', { name: 'Port' }).fill('2222')
  await section.getByRole('button', { name: 'Ajouter le champ Clé privée SSH' }).click()
  const privateKey = '-----BEGIN KEY-----\nabc\n-----END KEY-----\n'
  await section.getByRole('textbox', { name: 'Clé privée SSH' }).fill(privateKey)
  await section.getByRole('button', { name: 'Ajouter un champ' }).click()
  await page.keyboard.type('Salle')
  await section.getByRole('textbox', { name: 'Valeur' }).fill('B12')
  await section.getByRole('button', { name: 'Ajouter le champ Adresse IP' }).click()
  await section.getByRole('button', { name: 'Supprimer le champ Adresse IP' }).click()
  await dialog.getByRole('button', { name: 'Créer' }).click()
  await expect(toast(page, 'Mot de passe créé')).toBeVisible()

  const panel = await show(page, sharedInstallation, chest, 'Annuaire')
  await expect.poll(labelsOf(panel)).toEqual(['Port', 'Clé privée SSH', 'Salle'])
  await expect(panel).toContainText('2222')
  await expect(panel).not.toContainText('BEGIN KEY')
  await panel.getByRole('button', { name: 'Copier\u00a0: Clé privée SSH' }).click()
  await expect.poll(() => clipboard(page)).toBe(privateKey)
  // Found by what the field says.
  await page.getByRole('button', { name: 'Fermer', exact: true }).last().click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('b12')
  await expect(page.getByRole('option', { name: /Annuaire/ }).first()).toBeVisible()
})

test('a concealed field is shown for thirty seconds and copied, each reading recorded [FIEL-19]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Secrets')
  await addItem(person, chest, { name: 'Coffre-fort', fields })
  await person.enter(page)
  const panel = await show(page, sharedInstallation, chest, 'Coffre-fort')
  await expect(panel.getByRole('link', { name: /console\.exemple\.fr/ })).toBeVisible()
  await expect(panel).toContainText('1er mars 2027')
  await stopTime(page)
  const read = page.waitForRequest(/\/api\/item\/\d+\/field\/101$/)
  await panel.getByRole('button', { name: 'Afficher\u00a0: Code PIN' }).click()
  await read
  await expect(panel).toContainText('tulipe-4812')
  await passTime(page, 29_000)
  await expect(panel).toContainText('tulipe-4812')
  await passTime(page, 2_000)
  await expect(panel).not.toContainText('tulipe-4812')
  await panel.getByRole('button', { name: 'Copier\u00a0: Code PIN' }).click()
  await expect(toast(page, 'Code PIN, presse-papiers vidé dans 45\u00a0s')).toBeVisible()
  await expect.poll(() => clipboard(page)).toBe('tulipe-4812')
  await passTime(page, 46_000)
  await expect.poll(() => clipboard(page)).toBe('')
})

test('a user adds, renames, changes and deletes fields, and takes a deletion back [FIEL-20]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Modifs')
  await addItem(person, chest, { name: 'Annuaire', fields })
  await person.enter(page)
  const panel = await show(page, sharedInstallation, chest, 'Annuaire')
  await factsOf(panel).getByRole('button', { name: 'Ajouter un champ' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau champ' })
  await expect(dialog.getByRole('textbox', { name: /^Libellé/ })).toBeFocused()
  await page.keyboard.type('Salle')
  await dialog.getByRole('textbox', { name: /^Valeur/ }).fill('B12')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Champ ajouté')).toBeVisible()
  await expect.poll(labelsOf(panel)).toEqual(['Port', 'Code PIN', 'Console', 'Expire le', 'Salle'])

  await panel.getByRole('button', { name: 'Modifier\u00a0: Port' }).click()
  await panel.getByRole('textbox', { name: 'Port' }).fill('2222')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Champ mis à jour')).toBeVisible()
  await expect(panel).toContainText('2222')

  // The editor of a concealed value starts empty.
  await panel.getByRole('button', { name: 'Modifier\u00a0: Code PIN' }).click()
  const secret = panel.getByRole('textbox', { name: 'Nouvelle valeur' })
  await expect(secret).toHaveValue('')
  await secret.fill('jonquille-77')
  await page.keyboard.press('Control+Enter')
  await expect(secret).toHaveCount(0)

  await chooseOf(page, panel, 'Code PIN', 'Libellé et type')
  const edit = page.getByRole('dialog', { name: /Modifier le champ/ })
  await edit.getByRole('textbox', { name: /^Libellé/ }).fill('Code de la porte')
  await edit.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(edit).toHaveCount(0)
  await expect.poll(labelsOf(panel)).toContain('Code de la porte')
  await panel.getByRole('button', { name: 'Copier\u00a0: Code de la porte' }).click()
  await expect.poll(() => clipboard(page)).toBe('jonquille-77')

  await chooseOf(page, panel, 'Port', 'Supprimer le champ')
  await expect(toast(page, 'Champ supprimé')).toBeVisible()
  await expect.poll(labelsOf(panel)).toEqual(['Code de la porte', 'Console', 'Expire le', 'Salle'])
  await page.getByRole('button', { name: 'Annuler', exact: true }).click()
  await expect.poll(labelsOf(panel)).toEqual(['Port', 'Code de la porte', 'Console', 'Expire le', 'Salle'])
  await expect(panel).toContainText('2222')
})

test('fields change places by their menu and by dragging [FIEL-21]', async ({ page, sharedInstallation }) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Ordre')
  await addItem(person, chest, { name: 'Annuaire', fields })
  await person.enter(page)
  const panel = await show(page, sharedInstallation, chest, 'Annuaire')
  const menu = panel.getByRole('button', { name: 'Actions du champ Console' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Libellé et type' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Ordre des champs mis à jour')).toBeVisible()
  await expect.poll(labelsOf(panel)).toEqual(['Port', 'Console', 'Code PIN', 'Expire le'])
  await expect(menu).toBeFocused()
  await page.reload()
  await expect.poll(labelsOf(panel)).toEqual(['Port', 'Console', 'Code PIN', 'Expire le'])

  await panel.getByTitle('Déplacer Expire le').dragTo(panel.getByTitle('Déplacer Port'))
  await expect.poll(labelsOf(panel)).toEqual(['Expire le', 'Port', 'Console', 'Code PIN'])
  await page.reload()
  await expect.poll(labelsOf(panel)).toEqual(['Expire le', 'Port', 'Console', 'Code PIN'])
})

test('two users who edit one extra field choose between both values [FIEL-13]', async ({
  page,
  sharedInstallation,
  browser,
  quietConsole,
}) => {
  quietConsole.allow(409)
  const [one, other] = [await sharedInstallation.person(), await sharedInstallation.person()]
  const chest = await sharedInstallation.chest(one, 'Partagé')
  await sharedInstallation.grant(chest, other, { update: true })
  const id = await addItem(one, chest, { name: 'Annuaire', fields })
  const context = await browser.newContext()
  const second = await context.newPage()
  await one.enter(page)
  await other.enter(second)
  const mine = await show(page, sharedInstallation, chest, 'Annuaire')
  const theirs = await show(second, sharedInstallation, chest, 'Annuaire')
  for (const panel of [mine, theirs])
    await panel.getByRole('button', { name: 'Modifier\u00a0: Port' }).click()
  await theirs.getByRole('textbox', { name: 'Port' }).fill('8022')
  await second.keyboard.press('Enter')
  await expect(toast(second, 'Champ mis à jour')).toBeVisible()
  // A change of another field is no conflict, and stays.
  const label = { id: 100, label: 'Port SSH', kind: 'text' }
  await other.call('PATCH', `/api/item/${id}`, { elementType: 'field', elementValue: label })

  await mine.getByRole('textbox', { name: 'Port' }).fill('9022')
  await page.keyboard.press('Enter')
  const conflict = mine.getByRole('group', { name: /a modifié ce champ/ })
  await expect(conflict).toContainText('8022')
  await conflict.getByRole('button', { name: 'Garder la mienne' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(mine).toContainText('9022')
  await expect.poll(labelsOf(mine)).toContain('Port SSH')
  await context.close()
})

test('an old value of a concealed field is read and restored from the activity [FIEL-15]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Anciennes')
  const id = await addItem(person, chest, { name: 'Annuaire', fields })
  const changed = { id: 101, label: 'Code PIN', kind: 'concealed', value: 'jonquille-77' }
  await person.call('PATCH', `/api/item/${id}`, { elementType: 'field', elementValue: changed })
  await person.enter(page)
  const panel = await show(page, sharedInstallation, chest, 'Annuaire')
  await panel.getByRole('tab', { name: 'Activité' }).click()
  const entry = panel.getByRole('listitem').filter({ hasText: 'Champ «\u00a0Code PIN\u00a0» modifié' })
  await entry.getByRole('button', { name: "Voir l'ancienne valeur" }).click()
  await expect(entry).toContainText('tulipe-4812')
  await entry.getByRole('button', { name: 'Restaurer' }).click()
  await expect(toast(page, 'Ancienne valeur restaurée')).toBeVisible()
  await panel.getByRole('tab', { name: 'Détails' }).click()
  await panel.getByRole('button', { name: 'Afficher\u00a0: Code PIN' }).click()
  await expect(panel).toContainText('tulipe-4812')
})

test('the fields of a guardian chest are shown once it is unlocked [FIEL-22]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(423)
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Gardé')
  await addItem(person, chest, { name: 'Annuaire', fields })
  await person.call('PATCH', `/api/chest/${chest.id}/masterkey`, { masterKey: key })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(keyField(page)).toBeVisible()
  await giveKey(page)
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await choose(page, 'Annuaire', 'Détails')
  const panel = panelOf(page, 'Annuaire')
  await expect.poll(labelsOf(panel)).toEqual(['Port', 'Code PIN', 'Console', 'Expire le'])
  await panel.getByRole('button', { name: 'Afficher\u00a0: Code PIN' }).click()
  await expect(panel).toContainText('tulipe-4812')
})

test('a QR code joins the network of a Wi-Fi item, from a recorded reading [FORM-05] [FORM-06]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Réseau')
  const network = { label: 'Nom du réseau (SSID)', kind: 'text', value: 'Mairie' } as const
  await addItem(person, chest, { name: 'Wi-Fi agents', categoryId: 7, fields: [network] })
  await person.enter(page)
  const panel = await show(page, sharedInstallation, chest, 'Wi-Fi agents')
  const button = panel.getByRole('button', { name: 'Afficher le QR code' })
  await expect(button).toBeVisible()
  await stopTime(page)
  const read = page.waitForRequest(/\/api\/item\/\d+\/copy$/)
  await button.click()
  await read
  const dialog = page.getByRole('dialog', { name: 'Rejoindre le réseau Wi-Fi' })
  await expect(dialog.getByRole('img', { name: 'QR code du réseau Mairie' })).toBeVisible()
  // Hidden as a shown password is.
  await passTime(page, 31_000)
  await expect(dialog.getByRole('img')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Afficher le QR code' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code du réseau Mairie' })).toBeVisible()
  await page.clock.resume()
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(button).toBeFocused()
})
