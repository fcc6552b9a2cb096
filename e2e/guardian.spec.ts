import type { Page } from '@playwright/test'
import { addFolder, addItem, placeOf } from './content.ts'
import { open, panelOf, rowOf, toolbar } from './explorer.ts'
import type { Chest, House, Person } from './house.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const key = 'trois girafes lisent un journal'

const keyDialog = (page: Page) => page.getByRole('dialog', { name: 'Coffre protégé' })
const keyField = (page: Page) => keyDialog(page).getByRole('textbox', { name: 'Clé maître' })
const block = (page: Page) => page.getByRole('main').getByRole('alert')
const stored = (page: Page): Promise<{ id: number; key: string } | null> =>
  page.evaluate("JSON.parse(localStorage.getItem('mk') ?? 'null')")

async function giveKey(page: Page, typed = key): Promise<void> {
  await keyField(page).fill(typed)
  await page.keyboard.press('Enter')
}

/** A chest with a folder and an item, closed under the key. */
async function guarded(house: House, person: Person, name: string): Promise<Chest> {
  const chest = await house.chest(person, name)
  await addFolder(person, chest, 'Réseau')
  await addItem(person, chest, { name: 'Annuaire', login: 'admin' })
  await person.call('PATCH', `/api/chest/${chest.id}/masterkey`, { masterKey: key })
  return chest
}

test('a service chest is made with a master key typed twice, opens at once, closes and opens again [CHOO-09] [CHOO-10] [CHOO-11] [CHOO-12] [CHOO-13] [CHOO-14] [EXPL-12] [MKEY-04] [MKEY-05] [ITEM-08]', async ({
  page,
  house,
}) => {
  const person = await house.person()
  await person.enter(page)
  await page.goto(`${house.url}/routes/manager`)
  await page.getByRole('button', { name: 'Créer un coffre' }).click()
  const form = page.getByRole('dialog', { name: 'Nouveau coffre' })
  const masterKey = form.getByRole('textbox', { name: /^Clé maître/ })
  const confirmation = form.getByRole('textbox', { name: /^Confirmation/ })
  const submit = form.getByRole('button', { name: 'Créer', exact: true })
  await form.getByLabel('Nom du coffre').fill('Direction')
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
  await toolbar(page, 'Nouveau mot de passe').click()
  await page.getByRole('dialog').getByLabel('Nom').fill('Pare-feu')
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Mot de passe/ })
    .fill('Vq7!kPz2Vq7!kPz2')
  await page.keyboard.press('Enter')
  const mk = await stored(page)
  expect(mk?.key).not.toContain(key)
  const request = await made
  expect(request.postData()).toContain(mk?.key)
  expect((await request.allHeaders())['x-chest-handle']).toBe(mk?.key)
  await expect(rowOf(page, 'Pare-feu').getByRole('img', { name: 'Protégé par une clé maître' })).toBeVisible()
})

test('a guardian chest asks for its key: a wrong one is told, the right one opens, another chest forgets it [CHOO-07] [MKEY-01] [MKEY-02] [MKEY-03] [MKEY-05] [MKEY-06]', async ({
  page,
  house,
  quietConsole,
}) => {
  quietConsole.allow(422, 423)
  const person = await house.person()
  const chest = await guarded(house, person, 'Secrets de la mairie')
  const plain = await house.chest(person, 'Ordinaire')
  await person.enter(page)
  await page.goto(`${house.url}/routes/manager`)
  await page.getByRole('button', { name: /^Secrets de la mairie/ }).click()
  await expect(keyDialog(page)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Annuaire')
  const sent = page.waitForRequest('**/api/masterkey/verify')
  await giveKey(page, 'quatre girafes dorment')
  expect((await sent).postDataJSON()).toEqual({ chestId: chest.id, masterkey: 'quatre girafes dorment' })
  await expect(toast(page, 'Veuillez vérifier votre saisie')).toBeVisible()
  await expect(keyDialog(page).getByText(/Il reste 4.essais/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(block(page)).toContainText('Ce coffre est protégé')
  await block(page).getByRole('button', { name: 'Saisir la clé maître' }).click()
  await giveKey(page)
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  const mk = await stored(page)
  expect(mk?.id).toBe(chest.id)
  expect(JSON.stringify(mk)).not.toContain(key)

  // The stored handle matches: nothing is asked again.
  await page.reload()
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await expect(keyDialog(page)).toHaveCount(0)

  await page.goto(placeOf(house.url, plain))
  await expect(page).toHaveTitle(/Ordinaire/)
  await expect.poll(() => stored(page)).toBeNull()
  await page.goto(placeOf(house.url, chest))
  await expect(keyDialog(page)).toBeVisible()
  await keyDialog(page).getByRole('button', { name: 'Changer de coffre' }).click()
  await page
    .getByRole('dialog', { name: 'Changer de coffre' })
    .getByRole('button', { name: /^Ordinaire/ })
    .click()
  await expect(page).toHaveTitle(/^Explorateur · Ordinaire/)

  await page.goto(placeOf(house.url, chest))
  await giveKey(page)
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await page.goto(`${house.url}/routes/chest`)
  await expect.poll(() => stored(page)).toBeNull()
})

test('the fifth wrong key ends the session [MKEY-08]', async ({ page, house, quietConsole }) => {
  quietConsole.allow(401, 422, 423)
  const person = await house.person()
  const chest = await guarded(house, person, 'Cinq essais')
  await person.enter(page)
  await page.goto(placeOf(house.url, chest))
  for (const left of ['4 essais', '3 essais', '2 essais', '1 essai']) {
    await giveKey(page, `mauvaise clé, ${left}`)
    await expect(keyDialog(page).getByText(new RegExp(`Il reste ${left.replace(' ', '.')} `))).toBeVisible()
  }
  await giveKey(page, 'mauvaise clé, la dernière')
  await expect(page).toHaveURL(/\/auth/)
  await expect(toast(page, 'Session expirée')).toBeVisible()
})

test('a chest that closes in the middle of work keeps what was being typed', async ({
  page,
  house,
  quietConsole,
}) => {
  quietConsole.allow(423)
  const person = await house.person()
  const chest = await guarded(house, person, 'En plein travail')
  const close = () => person.call('POST', '/api/masterkey/lock', { chestId: chest.id })
  await person.enter(page)
  await page.goto(placeOf(house.url, chest))
  await giveKey(page)
  await toolbar(page, 'Nouveau mot de passe').click()
  const form = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  await form.getByLabel('Nom').fill('Commutateur')
  await form.getByRole('textbox', { name: /^Mot de passe/ }).fill('Vq7!kPz2Vq7!kPz2')
  await close()
  await page.keyboard.press('Enter')
  await expect(keyDialog(page)).toBeVisible()
  await giveKey(page)
  await expect(toast(page, 'Mot de passe créé')).toBeVisible()
  await expect(rowOf(page, 'Commutateur')).toBeVisible()

  await open(page, 'Annuaire')
  const panel = panelOf(page, 'Annuaire')
  await panel.getByRole('button', { name: /^Modifier.*Identifiant/ }).click()
  await page.keyboard.type('-nouveau')
  await close()
  // The page asks when its window comes back to the front.
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
  await expect(block(page)).toContainText('Ce que vous étiez en train de saisir est gardé')
  await expect(page.getByRole('row')).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(page).not.toHaveTitle(/Annuaire/)
  await block(page).getByRole('button', { name: 'Saisir la clé maître' }).click()
  await giveKey(page)
  await expect(panel.getByRole('textbox', { name: 'Identifiant' })).toHaveValue('admin-nouveau')
})
