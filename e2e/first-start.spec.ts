import type { Page } from '@playwright/test'
import { organisation, rowOf } from './explorer.ts'
import { expectAccessible, expectToFit } from './office.ts'
import { enrol, login, password, setUp, signIn, toast } from './people.ts'
import { expect, test } from './test.ts'

const current = (page: Page) => page.locator('[aria-current=step]')
const primary = (page: Page, name: string) => current(page).getByRole('button', { name })

test('the first super administrator is guided from the root key to an import in a new chest', async ({
  page,
  installation,
}) => {
  test.setTimeout(180_000)
  await setUp(page, installation)
  // The login is carried over: only the password is left to type.
  await expect(page.getByRole('textbox', { name: 'Identifiant' })).toHaveValue(login)
  await expect(page.locator('input[type=password]')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Aegis.*FreeOTP\+.*2FAS/)).toBeVisible()
  await enrol(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Mise en route' })).toBeVisible()
  await expect(current(page)).toContainText('root.key')
  await expectAccessible(page, 'guide, root key')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page, 'guide, narrow')
  await expectToFit(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await expect(primary(page, 'Confirmer la copie')).toBeDisabled()
  await page.getByRole('checkbox', { name: 'La copie est faite' }).check()
  await primary(page, 'Confirmer la copie').click()
  await expect(toast(page, 'Copie de la clé racine confirmée')).toBeVisible()
  const dialog = page.getByRole('dialog')

  await primary(page, 'Créer une banque').click()
  await expect(dialog.getByLabel('Travailler ensuite dans cette banque')).toBeChecked()
  await dialog.getByLabel(/^Nom de la banque/).fill('Ville de Saint-Aubin')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Changer de banque/ })).toContainText('Saint-Aubin')

  // A reload resumes at the same step.
  await expect(current(page)).toContainText('Personnes')
  await page.reload()
  await expect(current(page)).toContainText('Personnes')
  await expect(page.getByRole('listitem').filter({ hasText: 'Banque' })).toContainText('Fait')
  // Without a mail server, the guide and its dialogs say that no link leaves, and where it is.
  await expect(current(page)).toContainText(/Aucun serveur d'e-mail.*«\smails\s».*SMTP_URL/)
  await primary(page, 'Créer des utilisateurs').click()
  await expect(dialog).toContainText('Cette personne ne recevra rien')
  await expect(dialog.getByLabel('Ville de Saint-Aubin')).toBeChecked()
  await dialog.getByRole('button', { name: 'Plusieurs à la fois' }).click()
  await dialog.getByLabel('Adresses e-mail').fill('lea.martin@exemple.fr, noe.petit@exemple.fr')
  await expect(dialog).toContainText('Personne ne reçoit rien')
  await dialog.getByRole('button', { name: 'Créer 2 utilisateurs' }).click()
  await expect(dialog).toContainText('2 utilisateurs créés')
  await expect(dialog).toContainText('Personne ne reçoit rien')
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await primary(page, 'Continuer').click()

  await primary(page, 'Créer un coffre').click()
  await dialog.getByLabel('Nom du coffre').fill('Serveurs')
  await dialog.getByLabel(/Lea Martin/).check()
  await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
  await expect(current(page)).toContainText('Import')
  await primary(page, 'Importer').click()
  await dialog.getByRole('button', { name: /^KeePass/ }).click()
  await dialog.locator('input[type=file]').setInputFiles(organisation)
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Import terminé' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()

  // It ends in the new chest, and never opens again.
  await expect(page).toHaveURL(/\/routes\/explorer\?chestId=\d+/)
  await expect(rowOf(page, 'Ville de Saint-Aubin')).toBeVisible()
  await page.goto(`${installation.url}/routes/first-start`)
  await expect(page).toHaveURL(/\/routes\/explorer/)
  await page.goto(`${installation.url}/routes/administration`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText("La copie de la clé racine n'est pas confirmée")).toHaveCount(0)
})

test('the guide can be skipped whole by the keyboard, and the root key is asked for again', async ({
  page,
  installation,
}) => {
  await setUp(page, installation)
  await signIn(page)
  await page.goto(`${installation.url}/routes/manager`)
  await expect(page.getByRole('button', { name: 'Créer un coffre' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(/\/routes\/manager/)

  await page.goto(`${installation.url}/routes/administration`)
  const notice = page.getByRole('region', { name: "La copie de la clé racine n'est pas confirmée" })
  await notice.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Copie de la clé racine confirmée')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(notice).toHaveCount(0)
})

test('each step of the guide can be skipped by itself', async ({ page, installation }) => {
  await setUp(page, installation)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await enrol(page)
  for (const step of ['Clé racine', 'Banque', 'Personnes', 'Coffre', 'Import']) {
    await expect(current(page).getByRole('heading')).toHaveText(step)
    await current(page).getByRole('button', { name: 'Passer cette étape' }).press('Enter')
  }
  await expect(page).toHaveURL(/\/routes\/manager/)
})
