import type { Page } from '@playwright/test'
import { rowOf } from './explorer.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const creating = '**/api/administration/template_client_structure'
const editorOf = (page: Page) => page.getByLabel('Modèle au format JSON')

test("a client's folders are created after a confirmation, and the link leads to them [ADMN-01] [ADMN-02] [ADMN-03] [ADMN-04] [ADMN-05]", async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  for (const name of ['Clients du nord', 'Clients du sud']) await sharedInstallation.chest(person, name)
  const readOnly = await sharedInstallation.chest(await sharedInstallation.person(), 'Clients interdits')
  await sharedInstallation.grant(readOnly, person)
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()

  let sent = 0
  page.on('request', (request) => (sent += request.url().includes('template_client_structure') ? 1 : 0))
  await page.getByLabel('Nom du client').fill('Mairie de Sète')
  await page.getByLabel('Code Sage').fill('C00123')
  const chest = page.getByRole('combobox', { name: /Coffre de destination/ })
  await chest.fill('clients')
  await expect(page.getByRole('option')).toHaveText(['Clients du nord', 'Clients du sud'])
  await chest.fill('SUD')
  await page.getByRole('option', { name: 'Clients du sud' }).click()
  await expect(chest).toHaveValue('Clients du sud')

  const ask = page.getByRole('button', { name: 'Vérifier et créer' })
  await ask.click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Clients du sud')
  await expect(dialog).toContainText('Mairie de Sète (C00123)')
  await expectAccessible(page, 'administration')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  expect(sent).toBe(0)

  await ask.click()
  const request = page.waitForRequest(creating)
  await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
  expect((await request).headers()['content-type']).toContain('multipart/form-data')
  await expect(toast(page, "Template d'arborescence créé")).toBeVisible()
  await expect(page.getByText(/Le dossier «\sMairie de Sète \(C00123\)\s» est prêt/)).toBeVisible()
  await page.getByRole('link', { name: 'Ouvrir le dossier' }).click()
  await expect(rowOf(page, 'Accès réseau')).toBeVisible()
  await expect(rowOf(page, 'Postes de travail')).toBeVisible()
  expect(sent).toBe(1)
})

test('a failed creation of a client shows its error and keeps what was typed [ADMN-05]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(404)
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(await sharedInstallation.person(), 'Bientôt perdu')
  await sharedInstallation.grant(chest, person, { create: true })
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  await page.getByLabel('Nom du client').fill('Client')
  await page.getByRole('combobox', { name: /Coffre de destination/ }).click()
  await page.getByRole('option', { name: 'Bientôt perdu' }).click()
  await page.getByRole('button', { name: 'Vérifier et créer' }).click()
  await sharedInstallation.grant(chest, person, { read: false })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Créer', exact: true }).click()
  await expect(toast(page, 'Erreur pendant la création du template')).toBeVisible()
  await expect(page.getByText('Coffre introuvable')).toBeVisible()
  await expect(page.getByLabel('Nom du client')).toHaveValue('Client')
})

test('a super administrator edits the client template as JSON beside its tree, and restores the default', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  const tree = page.getByRole('list', { name: 'Aperçu' })
  await expect(tree).toContainText('Bases de données')
  await expectAccessible(page, 'administration')

  const save = page.getByRole('button', { name: 'Enregistrer le modèle' })
  await expect(save).toBeDisabled()
  await editorOf(page).fill('{ "folders": [ { "name": "" } ] }')
  await expect(page.getByText(/folders\[0\]\.name\s: le dossier doit avoir un nom/)).toBeVisible()
  await editorOf(page).fill('{ "folders": [ }')
  await expect(page.getByText(/Ligne 1, colonne 16/)).toBeVisible()
  await expect(save).toBeDisabled()
  await expectAccessible(page, 'administration')
  await editorOf(page).fill('{ "folders": [ { "name": "Réseau", "folders": [ { "name": "VPN" } ] } ] }')
  await expect(tree).toHaveText(/Réseau.*VPN/)
  await save.click()
  await expect(toast(page, "Modèle d'arborescence enregistré")).toBeVisible()
  await page.reload()
  await expect(tree).toHaveText(/Réseau.*VPN/)
  await page.getByRole('button', { name: 'Revenir au modèle par défaut' }).click()
  await page.getByRole('button', { name: 'Revenir au défaut' }).click()
  await expect(toast(page, 'Modèle par défaut rétabli')).toBeVisible()
  await expect(tree).toContainText('Bases de données')
})

test('the administration page discards the stored master key, and fits a narrow screen [SESS-09]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  await person.enter(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.addInitScript("localStorage.setItem('mk', JSON.stringify({ id: 1, key: 'x' }))")
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  await expect(page.getByText('Choisissez une banque pour modifier son modèle.')).toBeVisible()
  await expect.poll(() => page.evaluate("localStorage.getItem('mk')")).toBeNull()
  await expect(editorOf(page)).toHaveCount(0)
  await expectAccessible(page, 'administration')
  await expectToFit(page)
})
