import { copyPassword, importFile, open, organisation, panelOf, rowOf, table } from './explorer.ts'
import { clipboard, codeOf, setUp, signIn, storedKeys, toast } from './people.ts'
import { expect, test } from './test.ts'

test('a newcomer sets up, signs in, imports a KeePass file and copies a password out of it [SIGN-21] [SIGN-23] [SIGN-31] [CHOO-14] [IMPT-02] [IMPT-11] [IMPT-16] [EXPL-01] [EXPL-13] [EXPL-23] [OTPC-01] [SESS-15]', async ({
  page,
  installation,
}) => {
  await setUp(page, installation)
  await signIn(page)
  await expect(page).toHaveURL(/\/routes\/manager/)
  await expect.poll(() => storedKeys(page)).toEqual([])

  await page.getByRole('button', { name: 'Créer un coffre' }).click()
  const create = page.getByRole('dialog', { name: 'Nouveau coffre' })
  await create.getByLabel('Nom du coffre').fill('Services généraux')
  await create.getByRole('button', { name: 'Créer' }).click()
  await expect(toast(page, 'Coffre créé')).toBeVisible()
  await expect(page).toHaveURL(/\/routes\/explorer\?chestId=\d+/)
  await expect(page).toHaveTitle(/^Explorateur/)
  await expect(page.getByText('Aucune donnée')).toBeVisible()

  const result = await importFile(page, organisation)
  await expect(result.getByRole('status')).toHaveText(/\d+\s(mots de passe|entrées)/)
  await result.getByRole('button', { name: 'Voir les mots de passe' }).click()
  await expect(table(page).getByRole('row')).not.toHaveCount(1)
  await open(page, 'Ville de Saint-Aubin')
  await expect(rowOf(page, 'Revenir au niveau précédent')).toBeVisible()
  await open(page, 'Messagerie')
  const row = rowOf(page, 'Console de messagerie')
  await row.getByRole('button', { name: 'Afficher le mot de passe' }).click()
  await expect(row.getByRole('button', { name: 'Masquer le mot de passe' })).toBeVisible()
  await copyPassword(row)
  await expect(toast(page, 'Copié')).toBeVisible()
  const copied = await clipboard(page)
  expect(copied.length).toBeGreaterThan(7)
  await expect(row).toContainText(copied)

  // The panel shows the one-time code of the imported secret; a new period may begin between the two readings.
  await open(page, 'Console de messagerie')
  const panel = panelOf(page, 'Console de messagerie')
  const codes = [0, 1].map((steps) => codeOf('JBSWY3DPEHPK3PXP', steps).replace(/^(\d{3})/, '$1\\s?'))
  await expect(panel).toContainText(new RegExp(codes.join('|')))
  await expect(panel.getByRole('timer').first()).toBeVisible()

  await page.getByRole('button', { name: /Claire Martin/ }).click()
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  const after = await page.request.get(`${installation.url}/api/session`, {
    headers: { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' },
  })
  expect(after.status()).toBe(401)
})
