import { readFile } from 'node:fs/promises'
import { expectAccessible } from './office.ts'
import { expect, test } from './test.ts'
import { openUsersPage } from './users.ts'

test('an administrator previews a file of users and creates all of them', async ({
  page,
  sharedInstallation,
}) => {
  test.setTimeout(120_000)
  const { row } = await openUsersPage(page, sharedInstallation, 'Banque du fichier')
  await page.getByRole('button', { name: 'Importer un CSV' }).click()
  const dialog = page.getByRole('dialog')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Télécharger un modèle' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('modele-utilisateurs.csv')

  const header = 'login;email;firstName;lastName;role;bank;teams\n'
  const choose = (rows: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from(header + rows) })
  const check = dialog.getByRole('button', { name: 'Vérifier le fichier' })
  await choose(
    'ines.moreau;ines;Inès;Moreau;Chef;;\nluc.girard;luc.girard@exemple.fr;Luc;Girard;Intervenant;;\n',
  )
  await check.click()
  await expect(dialog.getByRole('heading', { name: /erreurs/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Créer/ })).toBeDisabled()
  await expectAccessible(page, 'import, errors')
  await dialog.getByRole('button', { name: 'Choisir un autre fichier' }).click()
  await expectAccessible(page, 'import, form')

  // The downloaded template is a valid file.
  const model = { name: download.suggestedFilename(), mimeType: 'text/csv' }
  const buffer = await readFile(await download.path())
  await dialog.locator('input[type=file]').setInputFiles({ ...model, buffer })
  await check.click()
  await expect(dialog.getByText('2 utilisateurs à créer')).toBeVisible()
  await expect(dialog.getByText('Banque du fichier').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Choisir un autre fichier' }).click()
  await choose(
    Array.from(
      { length: 30 },
      (_, n) =>
        `agent.${n};agent.${n}@exemple.fr;Agent;Numéro ${'abcdefghijklmnopqrstuvwxyzabcd'[n]};Intervenant;;\n`,
    ).join(''),
  )
  await check.click()
  await expect(dialog.getByText('30 utilisateurs à créer')).toBeVisible()
  await expectAccessible(page, 'import, preview')
  await dialog.getByRole('button', { name: 'Créer 30 utilisateurs' }).click()
  await expect(dialog.getByText('30 utilisateurs créés')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await page.getByRole('searchbox', { name: 'Filtrer les utilisateurs' }).fill('agent.29')
  await expect(row('agent.29@exemple.fr')).toBeVisible()
})
