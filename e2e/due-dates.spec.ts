import { addFolder, addItem, placeOf } from './content.ts'
import { dayInFrance, formatCalendarDay } from '../src/texts/platform/format.ts'
import { choose, open, panelOf, rowOf } from './explorer.ts'
import { expectAccessible, expectToFit } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const dayMs = 24 * 3_600_000
const dayIn = (days: number): string => dayInFrance(Date.now() + days * dayMs)

test('a date of renewal is set, shown on the row, fulfilled by a new password, and a rule of the folder follows [RENW-07] [RENW-10] [RENW-11]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Renouvellements')
  const folder = await addFolder(person, chest, 'Réseau')
  await addItem(person, chest, { name: 'Pare-feu', login: 'admin', parentFolderId: folder })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest, { folderId: folder }))
  await choose(page, 'Pare-feu', 'Détails')
  const panel = panelOf(page, 'Pare-feu')
  await panel.getByRole('button', { name: 'Modifier\u00a0: À renouveler avant le' }).click()
  await panel.getByLabel('À renouveler avant le').fill(dayIn(3))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Date de renouvellement mise à jour')).toBeVisible()
  await expect(panel).toContainText(formatCalendarDay(dayIn(3)))
  const row = rowOf(page, 'Pare-feu')
  await expect(row.getByTitle(`À renouveler avant le ${formatCalendarDay(dayIn(3))}`)).toBeVisible()
  await expect(row).toHaveAccessibleName(/Pare-feu, admin, À renouveler avant le/)

  // Removed, and brought back from the toast.
  await panel.getByRole('button', { name: 'Supprimer la date de renouvellement' }).click()
  await expect(toast(page, 'Date de renouvellement supprimée')).toBeVisible()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Annuler' }).click()
  await expect(toast(page, 'Ancienne valeur restaurée')).toBeVisible()
  await expect(panel).toContainText(formatCalendarDay(dayIn(3)))

  // A new password fulfils it.
  await panel.getByRole('button', { name: 'Modifier\u00a0: Mot de passe' }).click()
  await panel.getByLabel('Nouvelle valeur').fill('Vq7!Tulipe#kPz2-4812')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Mot de passe mis à jour')).toBeVisible()
  await expect(panel).not.toContainText(formatCalendarDay(dayIn(3)))
  await expect(row.getByTitle(/^À renouveler/)).toHaveCount(0)

  await page.goto(placeOf(sharedInstallation.url, chest))
  await choose(page, 'Réseau', 'Détails')
  const folderPanel = panelOf(page, 'Réseau')
  await folderPanel.getByRole('button', { name: 'Modifier\u00a0: Renouveler tous les' }).click()
  await folderPanel.getByLabel('Renouveler tous les').fill('0')
  await page.keyboard.press('Enter')
  await expect(folderPanel).toContainText('Un nombre de jours, de 1 à')
  await folderPanel.getByLabel('Renouveler tous les').fill('10')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Règle de renouvellement mise à jour')).toBeVisible()
  await expect(folderPanel).toContainText('10\u00a0jours')
  await open(page, 'Réseau')
  await expect(rowOf(page, 'Pare-feu').getByTitle(/^À renouveler avant le/)).toBeVisible()
  await choose(page, 'Pare-feu', 'Détails')
  await expect(panel).toContainText('Règle du dossier «\u00a0Réseau\u00a0»\u00a0: tous les 10\u00a0jours')
})

test('the dashboard lists what is to be renewed, and the rule of a chest is set where it is edited [RENW-04] [RENW-12]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const chest = await sharedInstallation.chest(person, 'Mairie')
  await person.call('POST', '/api/item/', {
    chestId: chest.id,
    name: 'Portail famille',
    password: 'Vq7!Portail#kPz2',
    renewBefore: dayIn(-5),
  })
  await addItem(person, chest, { name: 'Annuaire' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await page.getByRole('button', { name: "Plus d'actions" }).first().click()
  await page.getByRole('menuitem', { name: 'Modifier le coffre' }).click()
  await page.getByRole('dialog').getByLabel('Renouveler tous les').fill('7')
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click()
  await expect(toast(page, 'Coffre mis à jour')).toBeVisible()
  await expect(rowOf(page, 'Annuaire').getByTitle(/^À renouveler avant le/)).toBeVisible()
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${sharedInstallation.url}/routes/dashboard`)
    const card = page.getByRole('region', { name: 'À renouveler', exact: true })
    await expect(card).toContainText('1\u00a0date passée, 1\u00a0dans les 14\u00a0jours')
    await expect(card.getByRole('listitem')).toHaveText([/^Portail famille/, /^Annuaire/])
    await expectAccessible(page, `what is to be renewed, ${width}`)
    await expectToFit(page)
  }
  await page.getByRole('list', { name: 'Mots de passe à renouveler' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/selectId=/)
  await expect(rowOf(page, 'Portail famille').getByText('À renouveler', { exact: true })).toBeVisible()
})
