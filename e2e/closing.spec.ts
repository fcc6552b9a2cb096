import { placeOf } from './content.ts'
import { choose, open, panelOf, rowOf, toolbar } from './explorer.ts'
import { lockNotice, giveKey, addGuardianChest, keyDialog } from './guarded.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

test('a chest that locks during work hides the open dialog, and repeats its call after the unlock', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(423)
  const person = await sharedInstallation.person()
  const chest = await addGuardianChest(sharedInstallation, person, 'En plein travail')
  const close = () => person.call('POST', '/api/masterkey/lock', { chestId: chest.id })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await giveKey(page)
  await toolbar(page, 'Nouveau mot de passe').click()
  const form = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  await form.getByLabel('Nom').fill('Commutateur')
  await form.getByRole('textbox', { name: /^Mot de passe/ }).fill('Vq7!kPz2Vq7!kPz2')
  await close()
  await page.keyboard.press('Enter')
  await expect(keyDialog(page)).toBeVisible()
  await expect(form).toBeHidden()
  await giveKey(page)
  await expect(toast(page, 'Mot de passe créé')).toBeVisible()
  await expect(rowOf(page, 'Commutateur')).toBeVisible()
})

test('a locked chest hides what was typed, and shows it again after the unlock', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(423)
  const person = await sharedInstallation.person()
  const chest = await addGuardianChest(sharedInstallation, person, 'Rien à voir')
  const close = async () => {
    await person.call('POST', '/api/masterkey/lock', { chestId: chest.id })
    // The page checks the lock when its tab becomes visible.
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
  }
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await giveKey(page)
  await choose(page, 'Annuaire', 'Supprimer')
  const question = page.getByRole('alertdialog')
  const shown = page.getByText('Annuaire').filter({ visible: true })
  await expect(question).toContainText('Annuaire')
  // A chest that was locked when the page opened is no failure.
  await expect(page.getByText('Problème lors du chargement')).toHaveCount(0)
  await close()
  // Under a dialog the key dialog opens immediately. Without the key, the notice stays and its button works.
  await expect(keyDialog(page)).toBeVisible()
  await expect(shown).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(keyDialog(page)).toHaveCount(0)
  await expect(lockNotice(page)).toContainText('Le coffre est de nouveau verrouillé')
  await expect(shown).toHaveCount(0)
  await lockNotice(page).getByRole('button', { name: 'Saisir la clé maître' }).click()
  await giveKey(page)
  await question.getByRole('button', { name: 'Annuler' }).click()
  await expect(question).toHaveCount(0)

  await open(page, 'Annuaire')
  const panel = panelOf(page, 'Annuaire')
  await panel.getByRole('button', { name: /^Modifier.*Identifiant/ }).click()
  await expect(panel.getByRole('textbox', { name: 'Identifiant' })).toBeFocused()
  await page.keyboard.type('-nouveau')
  await close()
  await expect(lockNotice(page)).toContainText('Ce que vous étiez en train de saisir est gardé')
  await expect(page.getByRole('row')).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(page).not.toHaveTitle(/Annuaire/)
  await lockNotice(page).getByRole('button', { name: 'Saisir la clé maître' }).click()
  await giveKey(page)
  await expect(panel.getByRole('textbox', { name: 'Identifiant' })).toHaveValue('admin-nouveau')
})
