import type { Locator, Page } from '@playwright/test'
import { addFolder, addItem, addItems } from './content.ts'
import type { Chest, InstallationInUse, Person } from './installation-in-use.ts'
import { expectAccessible, expectToFit } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const table = (page: Page): Locator => page.getByRole('grid', { name: 'Éléments supprimés' })
const rowOf = (page: Page, name: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })
const selection = (page: Page): Locator => page.getByRole('group', { name: 'Actions sur la sélection' })
const addressOf = (sharedInstallation: InstallationInUse, chest: Chest): string =>
  `${sharedInstallation.url}/routes/trash/?chestId=${chest.id}`

const throwAway = async (person: Person, kind: 'item' | 'folder', id: number) =>
  (await person.call<{ trashId: number }>('DELETE', `/api/${kind}/${id}`)).trashId

test('the trash lists deleted elements, and restores or destroys several together [TRSH-01] [TRSH-03] [TRSH-08] [TRSH-09] [TRSH-10] [TRSH-13] [TRSH-14]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Mairie')
  const folder = await addFolder(person, chest, 'Voirie')
  await addItem(person, chest, { name: 'Barrières', parentFolderId: folder })
  const entry = await throwAway(person, 'folder', folder)
  for (const name of ['Un', 'Deux', 'Trois'])
    await throwAway(person, 'item', await addItem(person, chest, { name }))
  await person.enter(page)
  await page.goto(addressOf(sharedInstallation, chest))
  await expect(page).toHaveTitle(/^Corbeille/)
  const row = table(page).getByRole('row').filter({ hasText: 'Voirie' })
  for (const text of [String(entry), 'Dossier', 'avec 1 mot de passe', person.login])
    await expect(row).toContainText(text)
  await expect(row.getByRole('time').or(row.locator('time'))).toHaveCount(1)

  // Selects by the box, by a click on the row, by the space bar.
  await rowOf(page, 'Un').getByRole('checkbox', { name: 'Sélectionner Un' }).check()
  await rowOf(page, 'Deux').getByRole('gridcell', { name: 'Mot de passe' }).click()
  await row.focus()
  await page.keyboard.press('Space')
  await expect(selection(page).getByRole('status')).toHaveText(/^3\séléments sélectionnés$/)
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  await selection(page).getByRole('button', { name: 'Restaurer' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(/3\smots de passe et 1\sdossier reprendront leur place/)
  await dialog.getByRole('button', { name: 'Restaurer' }).click()
  await expect(toast(page, '3\u00a0éléments restaurés')).toBeVisible()
  await expect(table(page).getByRole('row')).toHaveCount(2)
  expect(sent).toMatchObject([{ update: 'restore', chestId: chest.id }])

  await table(page).getByRole('checkbox', { name: 'Tout sélectionner' }).check()
  await selection(page).getByRole('button', { name: 'Supprimer définitivement' }).click()
  await expect(dialog).toContainText(/«\sTrois\s» et ses anciennes versions seront détruits/)
  await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click()
  await expect(toast(page, 'Elément supprimé définitivement')).toBeVisible()
  await expect(page.getByText('Aucune donnée')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Vider la corbeille' })).toBeDisabled()
})

test('the trash is paged, by recent or older elements, and can be emptied [TRSH-05] [TRSH-06] [TRSH-07] [PAGI-02]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Grand tri')
  for (const id of await addItems(person, chest, 12)) await throwAway(person, 'item', id)
  await person.enter(page)
  await page.goto(`${addressOf(sharedInstallation, chest)}&limit=10`)
  await expect(table(page).getByRole('row')).toHaveCount(11)
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(page).toHaveURL(/offset=10/)
  await expect(table(page).getByRole('row')).toHaveCount(3)
  // After the last row of the last page is restored, the page before it shows.
  await table(page).getByRole('checkbox', { name: 'Sélectionner les 2 de cette page' }).check()
  await selection(page).getByRole('button', { name: 'Restaurer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restaurer' }).click()
  await expect(table(page).getByRole('row')).toHaveCount(11)

  await page.getByRole('checkbox', { name: 'Supprimés il y a plus de 30 jours' }).check()
  await expect(page).toHaveURL(/older=true/)
  await expect(page.getByText('Aucune donnée')).toBeVisible()

  await page.getByRole('button', { name: 'Vider la corbeille' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Vider la corbeille' })
  await expect(dialog).toContainText(/10\smots de passe seront détruits/)
  const refused = page.route('**/api/trash/', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await refused
  quietConsole.allow(500)
  await dialog.getByRole('button', { name: 'Vider la corbeille' }).click()
  await expect(toast(page, 'Erreur pendant la suppression')).toBeVisible()
  await expect(dialog).toContainText('Une erreur est survenue')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Vider la corbeille' }).click()
  await expect(toast(page, 'Corbeille vidée')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Supprimés il y a plus de 30 jours' }).uncheck()
  await expect(page.getByText('Aucune donnée')).toBeVisible()

  await page.route('**/api/trash/*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Erreur pendant le chargement de la corbeille')
})

test('the trash disables actions that the user has no right to [RGHT-13] [RGHT-14]', async ({
  page,
  sharedInstallation,
}) => {
  const owner = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(owner, 'Lecture')
  await throwAway(owner, 'item', await addItem(owner, chest, { name: 'Jeté' }))
  const reader = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await sharedInstallation.grant(chest, reader)
  await reader.enter(page)
  await page.goto(addressOf(sharedInstallation, chest))
  await rowOf(page, 'Jeté').getByRole('checkbox').check()
  for (const name of ['Restaurer', 'Supprimer définitivement'])
    await expect(selection(page).getByRole('button', { name })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Vider la corbeille' })).toBeDisabled()
  await sharedInstallation.grant(chest, reader, { update: true })
  await page.reload()
  await rowOf(page, 'Jeté').getByRole('checkbox').check()
  await expect(selection(page).getByRole('button', { name: 'Restaurer' })).toBeEnabled()
  await expect(selection(page).getByRole('button', { name: 'Supprimer définitivement' })).toBeDisabled()
})

test('on a phone six entries of the trash are whole, with their names and the actions on a selection [TRSH-15]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Services aux habitants')
  const long =
    'Prise de rendez-vous pour les cartes d’identité et les passeports, guichet de la mairie annexe'
  for (const name of [long, 'Un', 'Deux', 'Trois', 'Quatre', 'Cinq', 'Six'])
    await throwAway(person, 'item', await addItem(person, chest, { name }))
  await page.setViewportSize({ width: 360, height: 740 })
  await person.enter(page)
  await page.goto(addressOf(sharedInstallation, chest))
  for (const name of ['Six', 'Cinq', 'Quatre', 'Trois', 'Deux', 'Un'])
    await expect(rowOf(page, name)).toBeInViewport({ ratio: 1 })
  for (const text of [person.login, /N°\s\d+/]) await expect(rowOf(page, 'Six')).toContainText(text)
  // Nothing else shows the whole of a name.
  const name = rowOf(page, long).getByText(long, { exact: true })
  type Box = { scrollHeight: number; clientHeight: number; scrollWidth: number; clientWidth: number }
  const isWhole = (node: unknown): boolean => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = node as Box
    // Heights are rounded to whole pixels; a line that is cut lacks some twenty.
    return clientHeight > 0 && scrollHeight - clientHeight <= 1 && scrollWidth <= clientWidth
  }
  await expect.poll(() => name.evaluate(isWhole)).toBe(true)
  await expectToFit(page)
  await expectAccessible(page, 'trash, narrow')

  await expect(selection(page).getByRole('button')).toHaveCount(0)
  await rowOf(page, 'Six').getByRole('checkbox').check()
  await expect(selection(page).getByRole('button', { name: 'Restaurer' })).toBeInViewport({ ratio: 1 })
  await expect(selection(page).getByRole('button', { name: 'Supprimer définitivement' })).toBeInViewport({
    ratio: 1,
  })
  await expectAccessible(page, 'trash, narrow, with a selection')
  await rowOf(page, 'Six').getByRole('checkbox').uncheck()
  await expect(selection(page).getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: 'Revenir au coffre' }).click()
  await expect(page).toHaveURL(/\/routes\/explorer/)
})
