import { addFolder, addItem, otpSecret, placeOf } from './content.ts'
import { entryOf, open, panelOf, rowOf, toolbar } from './explorer.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

test('a user who may only read sees the other actions disabled, without a tooltip [RGHT-12] [RGHT-13] [RGHT-14] [RGHT-16]', async ({
  page,
  sharedInstallation,
}) => {
  const owner = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(owner, 'Lecture')
  await addFolder(owner, chest, 'Dossier')
  await addItem(owner, chest, { name: 'Fiche', otp: otpSecret, password: 'à lire 12' })
  const gone = await addItem(owner, chest, { name: 'Jeté' })
  await owner.call('DELETE', `/api/item/${gone}`)
  const reader = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await sharedInstallation.grant(chest, reader)
  await reader.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))

  for (const name of ['Nouveau mot de passe', 'Nouveau dossier', 'Importer']) {
    await expect(toolbar(page, name)).toBeDisabled()
    await toolbar(page, name).hover({ force: true })
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await expect(toolbar(page, name)).not.toHaveAttribute('title', /./)
  }
  // No action works on several rows, so rows have no boxes.
  await expect(rowOf(page, 'Fiche')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  for (const name of ['Dossier', 'Fiche']) {
    await rowOf(page, name).click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: 'Détails' })).toBeEnabled()
    for (const entry of ['Modifier', 'Déplacer', 'Dupliquer', 'Déplacer vers un autre coffre…', 'Supprimer'])
      await expect(entryOf(page, entry)).toBeDisabled()
    await page.keyboard.press('Escape')
  }
  await rowOf(page, 'Fiche').focus()
  for (const key of ['e', 'm', 'n']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(toast(page, 'Copié')).toBeVisible()

  await open(page, 'Fiche')
  const panel = panelOf(page, 'Fiche')
  await expect(panel.getByRole('button', { name: 'Afficher le mot de passe' })).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Modifier|^Supprimer/ })).toHaveCount(0)

  await page.goto(`${sharedInstallation.url}/routes/trash/?chestId=${chest.id}`)
  await page.getByRole('row').filter({ hasText: 'Jeté' }).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Restaurer' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: 'Supprimer définitivement' })).toBeDisabled()
})

test('each right enables its own actions, and an item keeps the secret that its category requires [PANL-10] [RGHT-12] [RGHT-13] [RGHT-14]', async ({
  page,
  sharedInstallation,
}) => {
  const owner = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(owner, 'Partage')
  await addItem(owner, chest, { name: 'Jeton', categoryId: 11, otp: otpSecret, password: '' })
  const helper = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await sharedInstallation.grant(chest, helper, { update: true })
  await helper.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(toolbar(page, 'Nouveau mot de passe')).toBeDisabled()
  await open(page, 'Jeton')
  const panel = panelOf(page, 'Jeton')
  await expect(panel.getByRole('button', { name: /^Modifier.*Code OTP$/ })).toBeVisible()
  await expect(panel.getByRole('button', { name: "Supprimer l'OTP" })).toHaveCount(0)
  await panel.getByRole('button', { name: "Plus d'actions" }).click()
  await expect(entryOf(page, 'Déplacer')).toBeEnabled()
  await expect(page.getByRole('menuitem', { name: 'Supprimer' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await sharedInstallation.grant(chest, helper, { create: true, delete: true })
  await page.reload()
  await expect(toolbar(page, 'Nouveau mot de passe')).toBeEnabled()
  await rowOf(page, 'Jeton').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Supprimer' })).toBeEnabled()
  await expect(page.getByRole('menuitem', { name: 'Modifier' })).toBeDisabled()
})
