import { addItem, placeOf } from './content.ts'
import { rowOf } from './explorer.ts'
import { lockNotice, keyDialog, storedHandle } from './guarded.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { expect, test } from './test.ts'

test.use({ settings: { TROUSSEAU_RECOVERY_SHARES: 'on' } })

const key = 'trois girafes lisent un journal'

test('recovery shares are shown once, print on separate sheets, and three of them unlock the chest', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  test.setTimeout(180_000)
  quietConsole.allow(423)
  const person = await sharedInstallation.person()
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/manager`)
  await page.getByRole('button', { name: 'Créer un coffre' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nom du coffre').fill('Sauvegardes')
  await dialog.getByRole('textbox', { name: /^Clé maître/ }).fill(key)
  await dialog.getByRole('textbox', { name: /^Confirmation/ }).fill(key)
  await dialog.getByText('Imprimer des parts de secours').click()
  await expectAccessible(page, 'new chest with shares')
  await dialog.getByRole('button', { name: 'Créer', exact: true }).click()

  const list = page.getByRole('list', { name: 'Parts' })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await expect(list.getByRole('img', { name: 'QR code de la part 5' })).toBeVisible()
  const texts = await list.getByText(/^TRS1-/).allTextContents()
  await expectAccessible(page, 'shares')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectToFit(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText("n'ont pas été imprimées")
  await page.getByRole('alertdialog').getByRole('button', { name: 'Annuler' }).click()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText((texts[4] ?? '').slice(-8)).filter({ visible: true })).toHaveCount(1)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate('window.print = () => { window.printed = true }')
  await page.getByRole('dialog').getByRole('button', { name: 'Imprimer' }).click()
  await expect.poll(() => page.evaluate('window.printed')).toBe(true)
  await page.getByRole('dialog').getByRole('button', { name: 'Terminer' }).click()
  await expect(page).toHaveTitle(/^Explorateur · Sauvegardes/)

  await page.evaluate("localStorage.removeItem('mk')")
  await page.reload()
  await page.getByRole('dialog').getByRole('button', { name: 'Utiliser des parts de secours' }).click()
  const recover = page.getByRole('dialog', { name: 'Parts de secours' })
  const field = recover.getByRole('textbox', { name: 'Une part' })
  const add = recover.getByRole('button', { name: 'Ajouter cette part' })
  await field.fill(`${texts[0]}X`)
  await add.click()
  await expect(recover.getByText('Un caractère de cette part est faux')).toBeVisible()
  await expectAccessible(page, 'a wrong share')
  await field.fill(texts[0] ?? '')
  await add.click()
  await expect(recover.getByText('1 sur 3 parts saisies')).toBeVisible()
  await field.fill(texts[0] ?? '')
  await add.click()
  await expect(recover.getByText('Cette part est déjà saisie')).toBeVisible()
  for (const text of [texts[3], texts[1]]) {
    await field.fill((text ?? '').toLowerCase())
    await add.click()
  }
  await expect(recover).toHaveCount(0)
  await expect(page.getByText('Clé maître retrouvée')).toBeVisible()
  await page.getByRole('button', { name: 'Ouvrir le coffre' }).click()
  await expect(page.getByText('Aucune donnée')).toBeVisible()
})

test('the shares of one chest unlock no other chest', async ({ page, sharedInstallation, quietConsole }) => {
  quietConsole.allow(423)
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Autre')
  await addItem(person, chest, { name: 'Fiche' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Fiche')).toBeVisible()
  await page
    .getByRole('group', { name: 'Actions du coffre' })
    .getByRole('button', { name: "Plus d'actions" })
    .click()
  await page.getByRole('menuitem', { name: 'Protéger par une clé maître' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Clé maître/ }).fill(key)
  await dialog.getByRole('textbox', { name: /^Confirmation/ }).fill(key)
  await dialog.getByText('Imprimer des parts de secours').click()
  await dialog.getByRole('button', { name: 'Protéger le coffre' }).click()
  const text = await page
    .getByRole('list', { name: 'Parts' })
    .getByText(/^TRS1-/)
    .first()
    .textContent()
  await page.getByRole('dialog').getByRole('button', { name: 'Terminer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Fermer', exact: true }).last().click()
  await expect(page.getByText('Le rechiffrement du coffre est terminé')).toBeVisible()
  await page.keyboard.press('Escape')

  const other = await sharedInstallation.chest(person, 'Encore un autre')
  await person.call('PATCH', `/api/chest/${other.id}/masterkey`, { masterKey: key })
  await page.goto(placeOf(sharedInstallation.url, other))
  await page.getByRole('dialog').getByRole('button', { name: 'Utiliser des parts de secours' }).click()
  await page.getByRole('textbox', { name: 'Une part' }).fill(text ?? '')
  await page.getByRole('button', { name: 'Ajouter cette part' }).click()
  await expect(page.getByText("Cette part est celle d'un autre coffre.")).toBeVisible()
})

test('a guardian chest created from inside another chest shows its shares first and is open immediately [CHOO-13] [CHOO-14] [MKEY-05]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Ordinaire')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const form = page.getByRole('dialog', { name: 'Nouveau coffre' })
  const create = async (name: string, withShares: boolean) => {
    await page.getByRole('button', { name: 'Changer de coffre' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Créer un coffre' }).click()
    await form.getByLabel('Nom du coffre').fill(name)
    for (const field of [/^Clé maître/, /^Confirmation/])
      await form.getByRole('textbox', { name: field }).fill(key)
    if (withShares) await form.getByText('Imprimer des parts de secours').click()
    await form.getByRole('button', { name: 'Créer', exact: true }).click()
  }
  const isOpen = async (name: string) => {
    await expect(page).toHaveTitle(new RegExp(`^Explorateur · ${name}`))
    await expect(page.getByText('Aucune donnée')).toBeVisible()
    await expect(keyDialog(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
  }
  await create('Direction', false)
  await isOpen('Direction')
  const first = await storedHandle(page)

  await create('Sauvegardes', true)
  await expect(page.getByRole('list', { name: 'Parts' }).getByRole('listitem')).toHaveCount(5)
  // The chest behind stays open meanwhile: its handle stays stored.
  await expect(lockNotice(page)).toHaveCount(0)
  await expect.poll(() => storedHandle(page)).toEqual(first)
  await page.getByRole('dialog').getByRole('button', { name: 'Terminer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Fermer', exact: true }).last().click()
  await isOpen('Sauvegardes')
  await expect.poll(async () => (await storedHandle(page))?.id).not.toBe(first?.id)
})
