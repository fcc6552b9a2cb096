import { addFolder, addItem, placeOf } from './content.ts'
import { open, panelOf, rowOf } from './explorer.ts'
import {
  lockNotice,
  chestMenu,
  chooseInMenu,
  giveKey,
  addGuardianChest,
  key,
  keyDialog,
  keyField,
  makeLockedItem,
  openChestForm,
  storedHandle,
} from './guarded.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

test('a new chest says why its master key is refused, and what helps [CHOO-10]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(422)
  const person = await sharedInstallation.person()
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/manager`)
  await page.getByRole('button', { name: 'Créer un coffre' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau coffre' })
  await dialog.getByLabel('Nom du coffre').fill('Sauvegardes')
  for (const field of [/^Clé maître/, /^Confirmation/])
    await dialog.getByRole('textbox', { name: field }).fill('Ordinateur-Bureau-2026')
  await expect(dialog.getByText(/^Trop facile à deviner pour être accepté/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
  await expect(dialog.getByText(/^Cette clé maître se devine trop facilement.*tirés au hasard/)).toBeVisible()
})

test('a new guardian chest needs its master key typed twice, is open immediately, and can be locked and unlocked [CHOO-09] [CHOO-10] [CHOO-11] [CHOO-12] [CHOO-13] [CHOO-14] [EXPL-12] [MKEY-04] [MKEY-05] [ITEM-08]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  await person.enter(page)
  const { form, name, masterKey, confirmation, submit } = await openChestForm(page, sharedInstallation)
  await name.fill('Direction')
  await expect(submit).toBeEnabled()
  await masterKey.fill('trop court')
  await confirmation.fill('trop court')
  await expect(submit).toBeDisabled()
  await masterKey.fill(key)
  await confirmation.fill('trois girafes dorment')
  await expect(form.getByText('Mot de passe incorrect')).toBeVisible()
  await expect(submit).toBeDisabled()
  await confirmation.fill(key)
  await expect(form.getByText('Mot de passe incorrect')).toHaveCount(0)
  await expect(submit).toBeEnabled()
  const sent = page.waitForRequest('**/api/user/chest')
  await submit.click()
  expect((await sent).postDataJSON()).toMatchObject({ name: 'Direction', type: 'service', masterKey: key })
  await expect(toast(page, 'Coffre créé')).toBeVisible()
  await expect(page).toHaveTitle(/^Explorateur · Direction/)

  const made = page.waitForRequest((request) => request.url().endsWith('/api/item/'))
  const lock = await makeLockedItem(page, 'Pare-feu')
  const mk = await storedHandle(page)
  expect(mk?.key).not.toContain(key)
  const request = await made
  expect(request.postData()).toContain(mk?.key)
  expect((await request.allHeaders())['x-chest-handle']).toBe(mk?.key)
  await expect(lock).toBeVisible()
})

test('a guardian chest asks for its key, refuses a wrong one, and discards the handle when another chest opens [CHOO-07] [MKEY-01] [MKEY-02] [MKEY-03] [MKEY-05] [MKEY-06]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(422, 423)
  const person = await sharedInstallation.person()
  const chest = await addGuardianChest(sharedInstallation, person, 'Secrets de la mairie')
  const plain = await sharedInstallation.chest(person, 'Ordinaire')
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/manager`)
  await page.getByRole('button', { name: /^Secrets de la mairie/ }).click()
  await expect(keyDialog(page)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Annuaire')
  const sent = page.waitForRequest('**/api/masterkey/verify')
  await giveKey(page, 'quatre girafes dorment')
  expect((await sent).postDataJSON()).toEqual({ chestId: chest.id, masterkey: 'quatre girafes dorment' })
  await expect(toast(page, 'Veuillez vérifier votre saisie')).toBeVisible()
  await expect(keyDialog(page).getByText(/Il reste 4.essais/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lockNotice(page)).toContainText('Ce coffre est protégé')
  await lockNotice(page).getByRole('button', { name: 'Saisir la clé maître' }).click()
  await giveKey(page)
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  const mk = await storedHandle(page)
  expect(mk?.id).toBe(chest.id)
  expect(JSON.stringify(mk)).not.toContain(key)

  // The stored handle is valid: the page asks for no key.
  await page.reload()
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await expect(keyDialog(page)).toHaveCount(0)

  await page.goto(placeOf(sharedInstallation.url, plain))
  await expect(page).toHaveTitle(/Ordinaire/)
  await expect.poll(() => storedHandle(page)).toBeNull()
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(keyDialog(page)).toBeVisible()
  await keyDialog(page).getByRole('button', { name: 'Changer de coffre' }).click()
  await page
    .getByRole('dialog', { name: 'Changer de coffre' })
    .getByRole('button', { name: /^Ordinaire/ })
    .click()
  await expect(page).toHaveTitle(/^Explorateur · Ordinaire/)

  await page.goto(placeOf(sharedInstallation.url, chest))
  await giveKey(page)
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await page.goto(`${sharedInstallation.url}/routes/chest`)
  await expect.poll(() => storedHandle(page)).toBeNull()

  // As the last chest it does not block the way in: the chests are offered, and it among them.
  await page.goto(`${sharedInstallation.url}/routes/explorer`)
  await expect(page).toHaveURL(/\/routes\/manager/)
  await expect(page.getByText('Le dernier coffre ouvert, «\u00a0Secrets de la mairie\u00a0»')).toBeVisible()
  await expect(keyDialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Ouvrir ce coffre' }).click()
  await giveKey(page)
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
})

test('the fifth wrong key ends the session [MKEY-08]', async ({ page, sharedInstallation, quietConsole }) => {
  quietConsole.allow(401, 422, 423)
  const person = await sharedInstallation.person()
  const chest = await addGuardianChest(sharedInstallation, person, 'Cinq essais')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  for (const left of ['4 essais', '3 essais', '2 essais', '1 essai']) {
    await giveKey(page, `mauvaise clé, ${left}`)
    await expect(keyDialog(page).getByText(new RegExp(`Il reste ${left.replace(' ', '.')} `))).toBeVisible()
  }
  await giveKey(page, 'mauvaise clé, la dernière')
  await expect(page).toHaveURL(/\/auth/)
  await expect(toast(page, 'Session expirée')).toBeVisible()
})

test('a manager of a chest sets, changes, replaces as leaked and removes its master key, and each dialog explains the effect [EXPL-12] [MKEY-09] [MKEY-10]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  // The page prefetches what is under the mouse: the chest may lock before.
  quietConsole.allow(423)
  const next = 'quatre loutres dansent la java'
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Astreinte')
  await addFolder(person, chest, 'Réseau')
  await addItem(person, chest, { name: 'Annuaire' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const dialog = page.getByRole('dialog')
  const field = (name: RegExp) => dialog.getByRole('textbox', { name })

  await chooseInMenu(page, 'Protéger par une clé maître')
  await expect(dialog).toContainText('Prévenez les personnes qui utilisent ce coffre')
  // Six drawn words come before the field in which a key is typed.
  const draw = dialog.getByRole('button', { name: 'Générer une clé de six mots' })
  await expect(draw.or(field(/^Clé maître/)).first()).toHaveRole('button')
  await draw.click()
  const drawn = (await dialog.getByLabel('Votre clé maître').textContent()) ?? ''
  expect(drawn.split(' ')).toHaveLength(6)
  await dialog.getByRole('button', { name: 'Protéger le coffre' }).click()
  await expect(toast(page, 'Coffre protégé')).toBeVisible()
  await expect(dialog.getByText('Le rechiffrement du coffre est terminé')).toBeVisible()
  await page.keyboard.press('Escape')
  const lock = rowOf(page, 'Annuaire').getByRole('img', { name: 'Protégé par une clé maître' })
  await expect(lock).toBeVisible()
  await expect(rowOf(page, 'Réseau').getByRole('img', { name: 'Protégé par une clé maître' })).toBeVisible()
  await expect(page.getByText(/Se referme après 1[45].minutes sans usage/)).toBeAttached()

  await chooseInMenu(page, 'Changer la clé maître')
  await field(/^Clé maître actuelle/).fill(drawn)
  await field(/^Nouvelle clé maître/).fill(next)
  await field(/^Confirmation/).fill(next)
  await dialog.getByText('La clé actuelle a fuité').click()
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Changer la clé', exact: true }).click()
  expect((await sent).postDataJSON()).toEqual({ current: drawn, masterKey: next, leaked: true })
  await expect(toast(page, 'Clé maître changée')).toBeVisible()
  await expect(dialog.getByText('Le rechiffrement du coffre est terminé')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  // The button of the menu that opened the dialog.
  await expect(chestMenu(page)).toBeFocused()
  await expect(lock).toBeVisible()

  await chooseInMenu(page, 'Verrouiller maintenant')
  await expect(toast(page, 'Coffre verrouillé')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
  await expect.poll(() => storedHandle(page)).toBeNull()
  await lockNotice(page).getByRole('button', { name: 'Saisir la clé maître' }).click()
  await giveKey(page, next)
  await expect(lock).toBeVisible()

  await chooseInMenu(page, 'Retirer la protection')
  await field(/^Clé maître actuelle/).fill(next)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Protection retirée')).toBeVisible()
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await expect(lock).toHaveCount(0)
})

test('a reader of a guardian chest can lock it but not change its key, and the page then shows none of its content', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(423)
  const owner = await sharedInstallation.person()
  const chest = await addGuardianChest(sharedInstallation, owner, 'Prestataire')
  const reader = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await sharedInstallation.grant(chest, reader)
  await reader.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await giveKey(page)
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await chestMenu(page).click()
  await expect(page.getByRole('menuitem', { name: 'Verrouiller maintenant' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /clé maître|protection/ })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('annuaire')
  const found = page.getByRole('option', { name: /^Annuaire/ })
  await expect(found).toBeVisible()
  await open(page, 'Annuaire')
  const panel = panelOf(page, 'Annuaire')
  await panel.getByRole('button', { name: 'Afficher le mot de passe' }).click()
  const text = () => page.evaluate<string>('document.body.textContent')
  await expect.poll(text).toContain('Vq7!Annuaire#kPz2')
  await chooseInMenu(page, 'Verrouiller maintenant')
  await expect(toast(page, 'Coffre verrouillé')).toBeVisible()
  await expect(lockNotice(page)).toContainText('Le coffre est de nouveau verrouillé')
  await expect.poll(text).not.toContain('Vq7!Annuaire#kPz2')
  const asked = page.waitForResponse('**/api/search')
  await page.keyboard.press('/')
  await asked
  await expect(page.getByText('Aucun résultat avec annuaire')).toBeVisible()
  await expect(found).toHaveCount(0)
  await expect(keyDialog(page)).toHaveCount(0)
})

test('a keyboard user creates, locks and unlocks a guardian chest on a telephone', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(423)
  const person = await sharedInstallation.person()
  const chest = await addGuardianChest(sharedInstallation, person, 'Au clavier')
  await person.enter(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(keyField(page)).toBeFocused()
  await page.keyboard.type(key)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await chestMenu(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Verr')
  await page.keyboard.press('Enter')
  const again = lockNotice(page).getByRole('button', { name: 'Saisir la clé maître' })
  await expect(again).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type(key)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await expectToFit(page)
})

test('no dialog of a guardian chest has an accessibility fault in either theme', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  test.setTimeout(180_000)
  quietConsole.allow(422, 423)
  const person = await sharedInstallation.person()
  const chest = await addGuardianChest(sharedInstallation, person, 'Sans défaut')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await giveKey(page, 'pas la bonne')
  await expect(keyDialog(page).getByText(/Il reste/)).toBeVisible()
  await expectAccessible(page, 'master key, wrong')
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'closed chest')
  await lockNotice(page).getByRole('button', { name: 'Saisir la clé maître' }).click()
  await giveKey(page)
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await expectAccessible(page, 'open chest')
  for (const entry of ['Changer la clé maître', 'Retirer la protection']) {
    await chooseInMenu(page, entry)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, entry)
    await page.keyboard.press('Escape')
  }
  await page.goto(`${sharedInstallation.url}/routes/manager`)
  await page.getByRole('button', { name: 'Créer un coffre' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Générer' }).click()
  await expect(page.getByText('Très fort')).toBeVisible()
  await expectAccessible(page, 'new chest with a drawn key')
})
