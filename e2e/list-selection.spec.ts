import type { Page } from '@playwright/test'
import { cellOf, namedRow } from './lists.ts'
import { expectAccessible, expectToFit, officeRow } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const actions = (page: Page) => page.getByRole('group', { name: 'Actions sur la sélection' })

test('several users are selected by keyboard and added to a team and to a bank [LIST-02] [LIST-03] [LIST-04]', async ({
  page,
  sharedInstallation,
}) => {
  const bank = await sharedInstallation.bank('Banque de la promotion')
  const other = await sharedInstallation.bank('Banque voisine')
  const admin = await sharedInstallation.person({ banks: [bank, other], currentBank: bank })
  for (const name of ['Amandier', 'Bouleau', 'Cerisier'])
    await admin.call('POST', '/api/user/', {
      login: `promotion.${name.toLowerCase()}`,
      email: `${name.toLowerCase()}@exemple.fr`,
      firstName: 'Camille',
      lastName: name,
      role: 'ROLE_INTERVENANT',
    })
  await admin.call('POST', '/api/team/', { name: 'Stagiaires', description: '' })
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/user`)
  await expect(officeRow(page, 'Utilisateurs', 'Amandier')).toBeVisible()
  await page.keyboard.press('Control+a')
  // Their own account and those above them have no box.
  await expect(actions(page)).toContainText('3 éléments sélectionnés')
  await expectAccessible(page, 'users, three selected')
  await officeRow(page, 'Utilisateurs', 'Cerisier').getByRole('checkbox').click()
  await expect(actions(page)).toContainText('2 éléments sélectionnés')

  await actions(page).getByRole('button', { name: 'Ajouter à des groupes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter 2 utilisateurs à des groupes' })
  await expectAccessible(page, 'the choice of teams')
  await expect(dialog.getByRole('button', { name: 'Rattacher' })).toBeDisabled()
  await dialog.getByText('Stagiaires').click()
  await dialog.getByRole('button', { name: 'Rattacher' }).click()
  await expect(toast(page, '2 éléments rattachés')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(actions(page)).toBeEmpty()
  for (const name of ['Amandier', 'Bouleau'])
    await expect(cellOf(page, name, 'Groupes')).toContainText('Stagiaires')
  await expect(cellOf(page, 'Cerisier', 'Groupes')).not.toContainText('Stagiaires')

  await page.keyboard.press('Control+a')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectToFit(page)
  await actions(page).getByRole('button', { name: 'Rattacher à des banques' }).click()
  await page.getByRole('dialog').getByText('Banque voisine').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rattacher' }).click()
  await expect(toast(page, '3 éléments rattachés')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(cellOf(page, 'Cerisier', 'Banques')).toContainText('+ 1 autre')
})

test('several chests get a team; what the server refuses is said in the dialog and stays chosen [LIST-05] [LIST-06]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(409)
  const bank = await sharedInstallation.bank('Banque des douze coffres')
  const far = await sharedInstallation.bank('Banque lointaine')
  const admin = await sharedInstallation.person({ banks: [bank, far], currentBank: bank })
  for (const name of ['Pompes', 'Réseau', 'Serveurs']) await sharedInstallation.chest(admin, name)
  await admin.call('POST', '/api/team/', { name: 'Astreinte', description: '' })
  const stranger = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [far] })
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest`)
  await namedRow(page, 'Pompes').getByRole('checkbox').click()
  await namedRow(page, 'Serveurs')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(actions(page)).toContainText('3 éléments sélectionnés')
  await actions(page).getByRole('button', { name: 'Rattacher des groupes' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText("peut d'abord lire seulement")
  await dialog.getByText('Astreinte').click()
  await dialog.getByRole('button', { name: 'Rattacher' }).click()
  await expect(toast(page, '3 éléments rattachés')).toBeVisible()
  for (const name of ['Pompes', 'Réseau', 'Serveurs'])
    await expect(namedRow(page, name)).toContainText('Astreinte')

  await page.keyboard.press('Control+a')
  await actions(page).getByRole('button', { name: 'Rattacher des utilisateurs' }).click()
  const person = dialog.getByRole('checkbox', { name: new RegExp(stranger.login) })
  await person.locator('..').click()
  await dialog.getByRole('button', { name: 'Rattacher' }).click()
  await expect(dialog.getByText(/Aucune banque en commun avec ce coffre/)).toBeVisible()
  await expect(person).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(actions(page)).toContainText('3 éléments sélectionnés')
})

test('Ctrl+A offers all pages of a list, and keeps the focus in it [LIST-07]', async ({
  page,
  sharedInstallation,
}) => {
  const bank = await sharedInstallation.bank('Banque des trente groupes')
  const admin = await sharedInstallation.person({ banks: [bank], currentBank: bank })
  for (let number = 1; number <= 30; number += 1)
    await admin.call('POST', '/api/team/', { name: `Équipe ${number}`, description: '' })
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/team`)
  await expect(page.getByText('1–25 sur 30')).toBeVisible()
  await page.keyboard.press('Control+a')
  await expect(actions(page)).toContainText('25 éléments sélectionnés sur cette page (30 en tout)')
  await actions(page).getByRole('button', { name: 'Sélectionner les 30' }).press('Enter')
  await expect(actions(page)).toContainText('30 éléments sélectionnés')
  await expect(actions(page).getByRole('button', { name: 'Sélectionner les 30' })).toHaveCount(0)
  await expect(page.locator('[data-row]:focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(actions(page)).toBeEmpty()
})

test('several banks get a user, a team and a chest [LIST-08]', async ({ page, sharedInstallation }) => {
  const banks = [
    await sharedInstallation.bank('Banque du nord'),
    await sharedInstallation.bank('Banque du sud'),
  ]
  const admin = await sharedInstallation.person({ banks })
  const chest = await sharedInstallation.chest(admin, 'Coffre des deux rives')
  await admin.call('POST', '/api/team/', { name: 'Équipe des deux rives', description: '' })
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/bank`)
  await expect(namedRow(page, 'Banque du nord')).toBeVisible()
  await page.keyboard.press('Control+a')
  await expect(actions(page)).toContainText('2 éléments sélectionnés')
  await expectAccessible(page, 'banks, two selected')
  const attach = async (button: string, name: string) => {
    await actions(page).getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: `${button} à 2 banques` })
    await dialog.getByText(name).click()
    await dialog.getByRole('button', { name: 'Rattacher', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('Control+a')
  }
  await attach('Rattacher des coffres', chest.name)
  await attach('Rattacher des groupes', 'Équipe des deux rives')
  await attach('Rattacher des utilisateurs', admin.login)
  for (const bank of ['Banque du nord', 'Banque du sud']) {
    await expect(cellOf(page, bank, 'Coffres')).toContainText(chest.name)
    await expect(cellOf(page, bank, 'Groupes')).toContainText('Équipe des deux rives')
  }
})
