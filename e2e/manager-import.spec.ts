import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { addFolder, addItem, placeOf } from './content.ts'
import { names, toolbar } from './explorer.ts'
import { zipOf } from '../src/server/vault/imports/formats/samples/zip-writer.ts'
import { addGuardianChest, chooseInMenu, giveKey } from './guarded.ts'
import { expectAccessible, expectToFit } from './office.ts'
import { expect, test } from './test.ts'

const databases = fileURLToPath(
  new URL('../src/server/vault/imports/formats/kdbx/fixtures/', import.meta.url),
)

const chrome = (...rows: string[]) => ({
  name: 'Mots de passe Chrome.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['name,url,username,password', ...rows].join('\n')),
})
const three = chrome(
  'Agenda,https://agenda.exemple.fr/,marie,Vq7!agenda#1',
  'Cadastre,https://cadastre.exemple.fr/,paul,Vq7!cadastre#2',
  'Paie,https://paie.exemple.fr/,marie,Vq7!paie#3',
)

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const previewOf = (page: Page) => dialogOf(page, "Aperçu de l'import")
const filter = (page: Page, name: string) =>
  previewOf(page).getByRole('button', { name: new RegExp(`^${name}`) })

async function chooseFile(page: Page, file: ReturnType<typeof chrome> | string): Promise<void> {
  await toolbar(page, 'Importer').click()
  await page.getByRole('button', { name: /^Autre gestionnaire/ }).click()
  const dialog = dialogOf(page, 'Importer depuis un autre gestionnaire')
  await dialog.locator('input[type=file]').first().setInputFiles(file)
}
async function toPreview(page: Page, file: ReturnType<typeof chrome>): Promise<void> {
  await chooseFile(page, file)
  await page.getByRole('button', { name: "Voir l'aperçu" }).click()
  await expect(previewOf(page).getByRole('grid')).toBeVisible()
}
async function apply(page: Page, success: RegExp): Promise<void> {
  await previewOf(page).getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(dialogOf(page, 'Import terminé').getByRole('status')).toContainText(success)
}

test('move in from Chrome: look at the preview, apply, apply again: nothing new, undo [MNGR-01] [MNGR-25]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Reprise de Chrome')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await toPreview(page, three)
  await expect(filter(page, 'Toutes')).toHaveText(/3$/)
  await expect(filter(page, 'Nouveau')).toHaveText(/3$/)
  await expect(previewOf(page).getByRole('row', { name: /Agenda.*marie/ })).toBeVisible()
  await expectAccessible(page, 'import of another manager, preview')
  expect(await names(page)).toEqual([])

  // One entry stays out: the choice shows at once, and counts once its preview has arrived.
  await previewOf(page)
    .getByRole('button', { name: /changer le choix pour Paie$/ })
    .click()
  await page.getByRole('menuitemradio', { name: 'Laisser' }).click()
  await expect(previewOf(page).getByRole('button', { name: /^Laisser.*Paie$/ })).toBeVisible()
  await apply(page, /2\smots de passe importés/)
  await page.getByRole('button', { name: 'Voir les mots de passe' }).click()
  await expect.poll(() => names(page)).toEqual(['Agenda', 'Cadastre'])

  await toPreview(page, three)
  await expect(filter(page, 'Identique')).toHaveText(/2$/)
  await filter(page, 'Identique').click()
  await expect(previewOf(page).getByRole('rowheader')).toHaveText(['Agenda', 'Cadastre'])
  await filter(page, 'Nouveau').click()
  await page.getByRole('button', { name: /Pour toutes ces entrées/ }).click()
  await page.getByRole('option', { name: 'Laisser' }).click()
  await apply(page, /^Rien de nouveau/)
  await expect(page.getByRole('button', { name: 'Annuler cet import' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Voir les mots de passe' }).click()

  // The chest lists its imports: the first one is undone.
  await chooseInMenu(page, 'Imports de ce coffre')
  const list = page.getByRole('dialog', { name: /^Imports de/ })
  await expect(list.getByRole('row')).toHaveCount(2)
  await expectAccessible(page, 'imports of a chest')
  await list.getByRole('button', { name: /^Annuler l'import/ }).click()
  await page.getByRole('button', { name: 'Annuler cet import' }).click()
  await expect(dialogOf(page, 'Import annulé').getByRole('status')).toContainText(/2\séléments/)
  await expectAccessible(page, 'undone import')
  await page.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(list.getByText('Annulé', { exact: true })).toBeVisible()
  await list.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(page.getByText('Aucune donnée')).toBeVisible()
})

test('a KeePass database with password and key file comes in by the keyboard, and what was changed stays on undo [MNGR-06] [MNGR-23]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Reprise de KeePass')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(page.getByText('Aucune donnée')).toBeVisible()
  await chooseFile(page, `${databases}keepassxc-3.1.kdbx`)
  const dialog = dialogOf(page, 'Importer depuis un autre gestionnaire')
  const password = dialog.getByRole('textbox', { name: 'Mot de passe du fichier' })
  await expect(password).toBeFocused()
  quietConsole.allow(422)
  await page.keyboard.type('faux')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/Le mot de passe de ce fichier .* est incorrect/)).toBeVisible()
  await expect(password).toBeFocused()
  await expectAccessible(page, 'import of a database, wrong password')
  await password.fill('essai')
  await dialog.locator('input[type=file]').nth(1).setInputFiles(`${databases}keepassxc-3.1.keyx`)
  await password.press('Enter')
  await expect(previewOf(page).getByRole('grid')).toBeVisible()
  await apply(page, /importés/)
  await page.getByRole('button', { name: 'Annuler cet import' }).click()
  await expect(page.getByRole('alertdialog').getByText(/iront à la corbeille/)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Annuler cet import' }).click()
  await expect(dialogOf(page, 'Import annulé').getByRole('status')).toContainText(/remis/)
  await page.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(page.getByText('Aucune donnée')).toBeVisible()
})

test('a preview that became stale is shown anew, and conflicts follow their choice [MNGR-13]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Reprise disputée')
  const folder = await addFolder(person, chest, 'Arrivées')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest, { folderId: folder }))
  await toPreview(page, three)
  // The same to people, with another password.
  const same = { name: 'Agenda', login: 'marie', address: 'https://agenda.exemple.fr/' }
  await addItem(person, chest, { ...same, parentFolderId: folder })
  quietConsole.allow(409)
  await previewOf(page).getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(previewOf(page).getByText(/Le coffre a changé entre-temps/)).toBeVisible()
  await expect(filter(page, 'Modifié des deux côtés')).toHaveText(/1$/)
  await filter(page, 'Modifié des deux côtés').click()
  await expect(previewOf(page).getByRole('rowheader')).toHaveText(['Agenda'])
  await previewOf(page)
    .getByRole('row', { name: /Agenda/ })
    .press('Enter')
  const entry = dialogOf(page, 'Agenda')
  await expect(entry.getByText('https://agenda.exemple.fr/')).toBeVisible()
  await expectAccessible(page, 'entry of a preview')
  await entry.getByRole('button', { name: /^Choix|Laisser/ }).click()
  await page.getByRole('option', { name: 'Garder les deux' }).click()
  await entry.getByRole('button', { name: 'Fermer' }).last().click()
  await apply(page, /3\smots de passe importés/)
  await page.getByRole('button', { name: 'Voir les mots de passe' }).click()
  await expect.poll(async () => (await names(page)).filter((name) => name === 'Agenda').length).toBe(2)
})

test('the columns of a table that no program is known for become what the person says [MNGR-08]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, "Reprise d'un tableau")
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const lines = [
    'Intitulé;Identifiant;Sésame;Rayon',
    'Piscine;paul;Vq7!piscine#4;Sports',
    'Stade;anne;Vq7!stade#5;Sports',
  ]
  await toPreview(page, { name: 'suivi.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  const preview = previewOf(page)
  const become = async (column: string, target: string) => {
    await preview.getByRole('button', { name: new RegExp(`Contenu de la colonne ${column}`) }).click()
    await page.getByRole('option', { name: target, exact: true }).click()
  }
  // Two known names do not tell whether the first row is an entry: it is asked, and no value is shown as a name.
  await expect(preview.getByText(/La première ligne peut nommer les colonnes/)).toBeVisible()
  await expect(preview.getByText('Sésame')).toHaveCount(0)
  await preview.getByRole('button', { name: /Première ligne/ }).click()
  await page.getByRole('option', { name: 'Noms des colonnes', exact: true }).click()
  await become('Sésame', 'Mot de passe')
  await become('Rayon', 'Dossier')
  await expect(preview.getByText(/1\sdossier à créer/)).toBeVisible()
  await expect(preview.getByText('Vq7!')).toHaveCount(0)
  await expectAccessible(page, 'columns of an unknown table')
  await apply(page, /2\smots de passe et 1\sdossier importés/)
  await page.getByRole('button', { name: 'Voir les mots de passe' }).click()
  await expect.poll(() => names(page)).toEqual(['Sports'])

  // The next table with these columns is read in the same way, once its first row is known to name them.
  const next = [lines[0], 'Gymnase;zoe;Vq7!gymnase#6;Sports'].join('\n')
  await toPreview(page, { name: 'suite.csv', mimeType: 'text/csv', buffer: Buffer.from(next) })
  await expect(preview.getByText(/Repris du dernier import/)).toHaveCount(0)
  await preview.getByRole('button', { name: /Première ligne/ }).click()
  await page.getByRole('option', { name: 'Noms des colonnes', exact: true }).click()
  await expect(preview.getByText(/Repris du dernier import/)).toBeVisible()
  await expect(preview.getByText(/dossier à créer/)).toHaveCount(0)
  await expect(preview.getByText('Vq7!')).toHaveCount(0)
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toMatch(/Sésame|Gymnase|Vq7!/)
  await apply(page, /1\smot de passe importé/)
})

test('an import into a chest with a master key waits for the key [MNGR-32]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await addGuardianChest(sharedInstallation, person, 'Reprise protégée')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await giveKey(page)
  await expect(toolbar(page, 'Importer')).toBeVisible()
  await toPreview(page, three)
  await apply(page, /3\smots de passe importés/)
  await page.getByRole('button', { name: 'Voir les mots de passe' }).click()
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(['Agenda', 'Cadastre', 'Paie']))
})

test('the preview works on a narrow screen in the dark theme, and rows are cards', async ({
  page,
  sharedInstallation,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Reprise au téléphone')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await page.getByRole('button', { name: 'Importer', exact: true }).click()
  await page.getByRole('button', { name: /^Autre gestionnaire/ }).click()
  const dialog = dialogOf(page, 'Importer depuis un autre gestionnaire')
  await dialog.locator('input[type=file]').setInputFiles(`${databases}keepassxc-3.1.kdbx`)
  await expectAccessible(page, 'import of another manager, narrow file')
  await expectToFit(page)
  await dialog.locator('input[type=file]').first().setInputFiles(three)
  await page.getByRole('button', { name: "Voir l'aperçu" }).click()
  await expect(previewOf(page).getByRole('rowheader', { name: 'Agenda' })).toBeVisible()
  await expectAccessible(page, 'import of another manager, narrow preview')
  await expectToFit(page)
})

test('move in from Bitwarden with attached files: look at the preview, apply, apply again: nothing, undo [MNGR-22] [MNGR-15]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Reprise de Bitwarden')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const entry = (id: string, name: string) => ({ id, type: 1, name, login: { username: 'marie', uris: [] } })
  const archive = zipOf({
    'data.json': JSON.stringify({
      encrypted: false,
      folders: [],
      items: [entry('un', 'Agenda'), entry('deux', 'Paie')],
    }),
    'attachments/un/convention.pdf': '%PDF-1.7 convention',
    'attachments/un/plan.txt': 'Plan du bâtiment',
  })
  const file = { name: 'bitwarden_export.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) }
  await toPreview(page, file)
  await expect(previewOf(page).getByRole('row', { name: /^Agenda/ })).toContainText(/2\spièces jointes/)
  await expect(previewOf(page).getByRole('row', { name: /^Paie/ })).not.toContainText('jointe')
  await expectAccessible(page, 'import with attached files, preview')
  await apply(page, /2\smots de passe importés\. 2\spièces jointes importées/)
  await page.getByRole('button', { name: 'Voir les mots de passe' }).click()

  await toPreview(page, file)
  await expect(filter(page, 'Toutes')).toHaveText(/2$/)
  await expect(filter(page, 'Identique')).toHaveText(/2$/)
  await apply(page, /^Rien de nouveau/)
  await page.getByRole('button', { name: 'Voir les mots de passe' }).click()
  await page
    .getByRole('link', { name: 'Agenda' })
    .or(page.getByRole('rowheader', { name: 'Agenda' }))
    .first()
    .click()
  await expect(page.getByText('convention.pdf')).toBeVisible()
  await expect(page.getByText('plan.txt')).toBeVisible()

  await page.goto(placeOf(sharedInstallation.url, chest))
  await chooseInMenu(page, 'Imports de ce coffre')
  const list = page.getByRole('dialog', { name: /^Imports de/ })
  await list.getByRole('button', { name: /^Annuler l'import/ }).click()
  await page.getByRole('button', { name: 'Annuler cet import' }).click()
  await expect(dialogOf(page, 'Import annulé').getByRole('status')).toContainText(/2\séléments/)
  await page.getByRole('button', { name: 'Fermer' }).last().click()
  await list.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(page.getByText('Aucune donnée')).toBeVisible()
})
