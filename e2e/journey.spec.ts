import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test, type Installation } from './installation.ts'
import { codeOf, password, setUp, signIn } from './people.ts'

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const organisation = file('../src/server/imports/fixtures/keepass2-organisation.xml')
/** An export written by another program, where the machine has it. */
const sample = file('../../shared/import-samples/keepass2-nested-groups.xml')

/** From an empty installation to an open, empty chest. */
async function openFirstChest(page: Page, installation: Installation): Promise<string> {
  await setUp(page, installation)
  const secret = await signIn(page)
  await expect(page).toHaveURL(/\/routes\/(explorer|manager)/)
  await page.getByRole('button', { name: 'Créer un coffre' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau coffre' })
  await dialog.getByLabel('Nom du coffre').fill('Services généraux')
  await dialog.getByRole('button', { name: 'Créer' }).click()
  await expect(page.getByText('Coffre créé')).toBeVisible()
  await expect(page).toHaveURL(/chestId=\d+/)
  await expect(page).toHaveTitle(/Explorateur/)
  return secret
}

async function importFile(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Importer', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  const keepass = dialog.getByText('KeePass', { exact: true })
  if (await keepass.isVisible()) await keepass.click()
  await page.locator('input[type=file]').setInputFiles(path)
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(dialog.getByText('Import terminé')).toBeVisible()
  await expect(dialog).toContainText(/14\s(mots de passe|entrées)/)
  await dialog
    .getByRole('button', { name: /Voir les mots de passe|Fermer/ })
    .first()
    .click()
}

const openFolder = (page: Page, name: string) =>
  page.getByRole('grid').getByText(name, { exact: true }).first().click()
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

test('a newcomer sets up, signs in, imports a KeePass file and copies a password out of it [SIGN-21] [SIGN-31] [IMPT-02] [IMPT-16] [EXPL-01] [EXPL-13] [EXPL-23] [OTPC-01] [SESS-15]', async ({
  page,
  installation,
}) => {
  await openFirstChest(page, installation)
  await importFile(page, organisation)

  await openFolder(page, 'Ville de Saint-Aubin')
  await openFolder(page, 'Messagerie')
  const row = rowOf(page, 'Console de messagerie')
  await row.getByRole('button', { name: 'Afficher le mot de passe' }).click()
  await expect(row.getByRole('button', { name: 'Masquer le mot de passe' })).toBeVisible()

  await row.getByRole('button', { name: /Copier : Mot de passe/ }).click()
  await expect(page.getByText('Copié', { exact: true })).toBeVisible()
  const copied = await clipboard(page)
  expect(copied.length).toBeGreaterThan(7)
  await expect(row).toContainText(copied)

  // The item's panel shows the one-time code of the imported secret.
  await row.getByText('Console de messagerie').click()
  const panel = page.getByRole('complementary', { name: 'Console de messagerie' })
  await panel.getByRole('button', { name: /Afficher le code/ }).click()
  const code = codeOf('JBSWY3DPEHPK3PXP')
  await expect(panel).toContainText(new RegExp(code.replace(/^(\d{3})(\d{3})$/, '$1\\s?$2')))

  await page.getByRole('button', { name: /Claire Martin/ }).click()
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
  await expect(page).toHaveURL(/\/auth/)
  const after = await page.request.get(`${installation.url}/api/session`, {
    headers: { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' },
  })
  expect(after.status()).toBe(401)
})

test('a file exported by KeePass itself comes in whole [IMPT-11]', async ({ page, installation }) => {
  const path = existsSync(sample) ? sample : organisation
  await openFirstChest(page, installation)
  await importFile(page, path)
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2)
})

test('an item is made, found again, changed, moved, thrown away and brought back [ITEM-10] [FOLD-04] [ITEM-22] [TREE-10] [TRSH-13]', async ({
  page,
  installation,
}) => {
  await openFirstChest(page, installation)
  await page.getByRole('button', { name: 'Nouveau dossier' }).first().click()
  await page.getByRole('dialog').getByLabel('Nom').fill('Réseau')
  await page.getByRole('dialog').getByRole('button', { name: 'Créer' }).click()
  await expect(page.getByText('Dossier créé')).toBeVisible()

  await page.getByRole('button', { name: 'Nouveau mot de passe' }).first().click()
  const form = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  await form.getByLabel('Nom').fill('Pare-feu')
  await form.getByLabel('Identifiant').fill('admin')
  await form.getByLabel('Mot de passe', { exact: false }).first().fill(password)
  await form.getByRole('button', { name: 'Créer' }).click()
  await expect(page.getByText('Mot de passe créé')).toBeVisible()
  await expect(rowOf(page, 'Pare-feu')).toBeVisible()

  await rowOf(page, 'Pare-feu').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Déplacer' }).click()
  const move = page.getByRole('dialog', { name: /Déplacer/ })
  await expect(move.getByRole('button', { name: 'Déplacer ici' })).toBeDisabled()
  await move.getByText('Réseau', { exact: true }).click()
  await move.getByRole('button', { name: 'Déplacer ici' }).click()
  await expect(page.getByText('Mot de passe déplacé')).toBeVisible()
  await openFolder(page, 'Réseau')
  await expect(rowOf(page, 'Pare-feu')).toBeVisible()

  await rowOf(page, 'Pare-feu').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Supprimer' }).click()
  const confirm = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(confirm).toContainText('un mot de passe')
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Mot de passe supprimé')).toBeVisible()
  await expect(rowOf(page, 'Pare-feu')).toHaveCount(0)
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByText('Elément restauré')).toBeVisible()
  await expect(rowOf(page, 'Pare-feu')).toBeVisible()
})
