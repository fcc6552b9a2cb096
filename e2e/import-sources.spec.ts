import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { placeOf } from './content.ts'
import { importFrom, names, open, toolbar } from './explorer.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { expect, test } from './test.ts'

const table = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
})
const lockSelf = [
  'Name;URL;Username;Password;Category/SubCategory;Tags;Description;Opt1;Opt2;Opt3;Totp;Type',
  'Intranet RH;https://rh.exemple.fr;marie;"Été;2024";Ressources Humaines/Paie;rh;Accès;;;;;1',
  'Coffre-fort;;marie;x;Perso;;;;;;0000',
].join('\r\n')

/** Drops files on the drop zone of the form, as from another window. */
async function drop(page: Page, files: readonly string[]): Promise<void> {
  const carried = await page.evaluateHandle(`((names) => {
    const transfer = new DataTransfer()
    for (const name of names) transfer.items.add(new File(['nom;mot de passe\\na;b\\n'], name))
    return transfer
  })(${JSON.stringify(files)})`)
  await page
    .getByRole('dialog')
    .getByText('Déposez un fichier ici')
    .dispatchEvent('drop', { dataTransfer: carried })
}

test('the import first offers LockSelf, KeePass and CSV, and leads back to that choice [IMPT-01] [IMPT-02] [MNGR-01]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Trois sources')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(page.getByText('Aucune donnée')).toBeVisible()
  await toolbar(page, 'Importer').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Importer des mots de passe' })
  const sources = dialog.getByRole('list', { name: /D'où viennent-ils/ }).getByRole('button')
  await expect(sources).toHaveText([/^LockSelf/, /^KeePass/, /^CSV/])
  await expect(sources.first()).toBeFocused()
  await expectAccessible(page, 'import, choice')
  // By the keyboard alone: to the last source, and back to the same one.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.locator('input[type=file]')).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Importer', exact: true })).toBeDisabled()
  await expectAccessible(page, 'import, form')
  await dialog.getByRole('button', { name: 'Changer de source' }).press('Enter')
  await expect(sources.nth(2)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(toolbar(page, 'Importer')).toBeFocused()
})

test('a LockSelf file is imported with its folders, and the result lists the lines to check [IMPT-02] [IMPT-10] [IMPT-12] [IMPT-16]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Reprise LockSelf')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const dialog = await importFrom(page, 'LockSelf')
  const file = table('export.csv', Buffer.from(`\uFEFF${lockSelf}`, 'utf16le'))
  await dialog.locator('input[type=file]').setInputFiles(file)
  const sent = page.waitForRequest('**/api/import/lockself')
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click()
  expect((await sent).method()).toBe('POST')
  await expect(dialog.getByRole('status')).toContainText(/2\smots de passe et 3\sdossiers importés/)
  await expect(dialog.getByRole('row', { name: /^Ligne\s3\s.*Perso.*Espace personnel/ })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^Ligne\s3\s.*Coffre-fort.*OTP illisible/ })).toBeVisible()
  await expectAccessible(page, 'import, result of LockSelf')
  await dialog.getByRole('button', { name: 'Voir les mots de passe' }).click()
  await expect.poll(() => names(page)).toEqual(['Perso', 'Ressources Humaines'])
  await open(page, 'Ressources Humaines')
  await open(page, 'Paie')
  await expect(page.getByRole('rowheader', { name: 'Intranet RH' })).toBeVisible()

  // A second import at the same place creates nothing twice.
  await page.goto(placeOf(sharedInstallation.url, chest))
  await importFrom(page, 'LockSelf')
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText(/^Rien de nouveau\. 2\smots de passe déjà présents/)
})

test('the import offers to create folders from a LockSelf list of categories [IMPT-12] [IMPT-17]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Catégories LockSelf')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const dialog = await importFrom(page, 'LockSelf')
  const list = 'Category/SubCategory;PasswordPolicyName;ExpirationDate\r\nRH/Paie;;\r\nDirection;;\r\n'
  quietConsole.allow(422)
  await dialog.locator('input[type=file]').setInputFiles(table('categories.csv', list))
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click()
  const offer = page.getByRole('dialog', { name: /Créer les dossiers/ })
  await expect(offer.getByRole('status')).toContainText('aucun mot de passe')
  await expect(offer.getByText("Rien n'a été importé.")).toBeVisible()
  await expectAccessible(page, 'import, offer of folders')
  await expectToFit(page)
  await offer.getByRole('button', { name: 'Créer les dossiers' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^3\sdossiers importés/ })).toBeVisible()
  await page.getByRole('button', { name: 'Voir les mots de passe' }).click()
  await expect.poll(() => names(page)).toEqual(['Direction', 'RH'])
})

test('the CSV template is downloaded, and imported unchanged [IMPT-13] [IMPT-18]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Reprise CSV')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const dialog = await importFrom(page, 'CSV')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Télécharger le modèle CSV' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('modele-import-trousseau.csv')
  const bytes = await readFile(await download.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  await dialog.locator('input[type=file]').setInputFiles(table('modele.csv', bytes))
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText(/2\smots de passe et 2\sdossiers importés/)
  await dialog.getByRole('button', { name: 'Voir les mots de passe' }).click()
  await open(page, 'Exemples')
  await expect(page.getByRole('rowheader', { name: /pare-feu/ })).toBeVisible()
})

test('a CSV file is checked before it is sent, and an unreadable one shows why [IMPT-03] [IMPT-04] [IMPT-17]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Limites CSV')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const dialog = await importFrom(page, 'CSV')
  const file = dialog.locator('input[type=file]')
  const submit = dialog.getByRole('button', { name: 'Importer', exact: true })
  await file.setInputFiles(table('un.xml', 'x'))
  await expect(dialog.getByText('Format de fichier non supporté')).toBeVisible()
  await expect(submit).toBeDisabled()
  const text = `nom;mot de passe\na;b\n${' '.repeat(102_400)}`
  await file.setInputFiles(table('gros.csv', text.slice(0, 102_401)))
  await expect(
    dialog.getByText('Fichier trop volumineux. Taille maximale: 100 Ko', { exact: true }),
  ).toBeVisible()
  await expect(submit).toBeDisabled()
  await expectAccessible(page, 'import, too large')
  await file.setInputFiles(table('limite.csv', text.slice(0, 102_400)))
  await expect(dialog.getByText('Fichier trop volumineux')).toHaveCount(0)
  await expect(submit).toBeEnabled()

  quietConsole.allow(422)
  await file.setInputFiles(table('sans.csv', 'https://exemple.fr;moi;secret\n'))
  await submit.click()
  await expect(dialog.getByText("L'import a échoué")).toBeVisible()
  await expect(
    dialog.getByText(/La première ligne de ce fichier ne nomme aucune colonne connue/),
  ).toBeVisible()
  await expectAccessible(page, 'import, refused')
  await dialog.getByRole('button', { name: 'Choisir un autre fichier' }).click()
  await expect(file).toBeFocused()
  await file.setInputFiles(table('limite.csv', text.slice(0, 102_400)))
  await submit.click()
  await expect(dialog.getByRole('status')).toContainText(/1\smot de passe importé/)
})

test('the drop zone accepts one file with the ending of its source, and no other [IMPT-07] [IMPT-08]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Dépôt')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const dialog = await importFrom(page, 'CSV')
  const submit = dialog.getByRole('button', { name: 'Importer', exact: true })
  for (const name of ['a.xml', 'a.txt', 'a.csv.exe', 'csv']) {
    await drop(page, [name])
    await expect(dialog.getByText(/Format de fichier non supporté.*\.csv/)).toBeVisible()
    await expect(submit).toBeDisabled()
  }
  await drop(page, ['a.csv', 'b.csv'])
  await expect(dialog.getByText('Déposez un seul fichier à la fois.')).toBeVisible()
  await expect(submit).toBeDisabled()
  await drop(page, ['TABLE.CSV'])
  await expect(dialog.getByText('TABLE.CSV')).toBeVisible()
  await expect(submit).toBeEnabled()
  await dialog.getByRole('button', { name: 'Retirer le fichier' }).click()
  await dialog.getByRole('button', { name: 'Changer de source' }).click()
  await dialog.getByRole('button', { name: /^KeePass/ }).click()
  await drop(page, ['a.csv'])
  await expect(dialog.getByText(/Format de fichier non supporté.*\.xml/)).toBeVisible()
  await drop(page, ['a.xml'])
  await expect(submit).toBeEnabled()
})

test('the import works on a narrow screen in the dark theme [IMPT-01]', async ({
  page,
  sharedInstallation,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Téléphone')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  // The button of an empty chest; on a narrow screen the toolbar has it in its menu.
  await page.getByRole('button', { name: 'Importer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Importer des mots de passe' })
  await expect(dialog.getByRole('button', { name: /^CSV/ })).toBeVisible()
  await expectAccessible(page, 'import, narrow choice')
  await expectToFit(page)
  await dialog.getByRole('button', { name: /^CSV/ }).click()
  await expectAccessible(page, 'import, narrow form')
  await expectToFit(page)
  await dialog.locator('input[type=file]').setInputFiles(table('perso.csv', lockSelf))
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import terminé' })).toBeVisible()
  await expectAccessible(page, 'import, narrow result')
  await expectToFit(page)
})
