import type { Request } from '@playwright/test'
import { placeOf } from './content.ts'
import { toolbar } from './explorer.ts'
import type { Chest } from './installation-in-use.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

test('the chooser sorts, filters and marks chests, and creates new ones [CHOO-01] [CHOO-02] [CHOO-04] [CHOO-06] [CHOO-08] [CHOO-09] [CHOO-12] [CHOO-14]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  for (const name of ['Zone technique', 'école', 'Archives']) await sharedInstallation.chest(person, name)
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/manager`)
  const list = page.getByRole('list', { name: 'Vos coffres' }).getByRole('button', { name: /^(?!Favori)/ })
  await expect(list).toHaveText(['Archives', 'école', 'Zone technique'])

  await page.getByRole('searchbox', { name: 'Chercher un coffre' }).fill('ECOLE')
  await expect(list).toHaveText(['école'])
  await page.getByRole('searchbox').fill('absent')
  await expect(page.getByText('Aucun résultat')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await list.filter({ hasText: 'Archives' }).click()
  await expect(page).toHaveTitle(/^Explorateur · Archives/)

  // The list is loaded under the pointer, before the press.
  await page.reload()
  const listed = page.waitForResponse('**/api/chest/user/')
  await page.getByRole('button', { name: 'Changer de coffre' }).hover()
  await listed
  await page.getByRole('button', { name: 'Changer de coffre' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changer de coffre' })
  const current = dialog.getByRole('button', { name: /^Archives/ })
  await expect(current).toBeDisabled()
  await expect(current).toContainText('coffre courant')

  await dialog.getByRole('button', { name: 'Créer un coffre' }).click()
  const sent = page.waitForRequest('**/api/user/chest')
  await page.getByLabel('Nom du coffre').fill('Réseau <b>')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Les balises HTML ne sont pas acceptées ici')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Créer', exact: true })).toBeDisabled()
  await page.getByLabel('Nom du coffre').fill('Réseau')
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({ name: 'Réseau', type: 'service', masterKey: '' })
  await expect(toast(page, 'Coffre créé')).toBeVisible()
  await expect(page).toHaveTitle(/^Explorateur · Réseau/)
})

test('an intervenant cannot create a chest, and an empty list explains why it is empty [CHOO-05] [CHOO-08]', async ({
  page,
  sharedInstallation,
}) => {
  const intervenant = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await intervenant.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/explorer`)
  await expect(page).toHaveURL(/\/routes\/manager/)
  await expect(page.getByText("Il n'y a pas de coffre à afficher")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Créer un coffre' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /menu d'administration/ })).toHaveCount(0)

  const owner = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(owner, 'Prestataires')
  await sharedInstallation.grant(chest, intervenant)
  await page.reload()
  await page.getByRole('button', { name: 'Prestataires', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`chestId=${chest.id}`))
  await page.getByRole('button', { name: 'Changer de coffre' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /^Prestataires/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Créer un coffre' })).toHaveCount(0)
})

test('a chest without the right to read shows an error, with a toast for all roles but intervenants [EXPL-20] [EXPL-21]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(404)
  const owner = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(owner, 'Direction')
  const block = page.getByRole('main').getByRole('alert')
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('group')
  // The tree is refused too and shows no message of its own.
  const fail = async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const isTree = (request: Request) => request.url().includes(`/api/chest/${chest.id}/tree/`)
    // The call is refused, or cancelled by the page when it already knows that the chest is missing.
    page.on('requestfinished', (request) => isTree(request) && end())
    page.on('requestfailed', (request) => isTree(request) && end())
    await page.goto(`${sharedInstallation.url}/routes/explorer?chestId=${chest.id}`)
    await over
    await expect(block).toContainText('Erreur lors du chargement du coffre')
  }
  const person = await sharedInstallation.person()
  await person.enter(page)
  await fail()
  await expect(toasts).toHaveText(['Erreur lors du chargement du coffre'])

  const intervenant = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await intervenant.enter(page)
  await fail()
  await expect(toasts).toHaveCount(0)
})

test('a manager of a chest renames it in the explorer', async ({ page, sharedInstallation }) => {
  const owner = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(owner, 'Voirie')
  await owner.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const entry = page.getByRole('menuitem', { name: 'Modifier le coffre' })
  await toolbar(page, "Plus d'actions").click()
  await entry.click()
  const dialog = page.getByRole('dialog', { name: 'Modifier Voirie' })
  await dialog.getByLabel('Nom du coffre').fill('Voirie et réseaux')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Coffre mis à jour')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveTitle(/^Explorateur · Voirie et réseaux/)

  const helper = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await sharedInstallation.grant(chest, helper, { create: true, update: true, delete: true })
  await helper.enter(page)
  await page.reload()
  await toolbar(page, "Plus d'actions").click()
  await expect(entry).toBeDisabled()
})

test('the chooser lists favourites first, then the chests that were opened last [CHOO-17]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chests: Chest[] = []
  for (const name of [
    'Accueil',
    'Bureau',
    'Cadastre',
    'Direction',
    'Eau',
    'Fêtes',
    'Gymnase',
    'Halles',
    'Îlot',
  ])
    chests.push(await sharedInstallation.chest(person, name))
  const open = async (index: number) => {
    const chest = chests[index]
    if (chest === undefined) throw new Error('no chest')
    await page.goto(placeOf(sharedInstallation.url, chest))
    await expect(page).toHaveTitle(new RegExp(`^Explorateur · ${chest.name}`))
  }
  const dialog = page.getByRole('dialog', { name: 'Changer de coffre' })
  const choose = () => page.getByRole('button', { name: 'Changer de coffre' }).click()
  const namesOf = (list: string) => dialog.getByRole('list', { name: list }).getByRole('listitem')
  await person.enter(page)
  for (const index of [6, 2, 7]) await open(index)
  await choose()
  await expect(namesOf('Vos coffres')).toHaveCount(9)
  await dialog.getByRole('button', { name: 'Favori\u00a0: Direction' }).click()
  await expect(toast(page, 'Favori ajouté')).toBeVisible()
  // Nothing moves below the pointer.
  await expect(namesOf('Vos coffres')).toHaveCount(9)
  await page.keyboard.press('Escape')
  await sharedInstallation.chest(person, 'Jardins')
  await page.reload()
  await choose()
  await expect(namesOf('Coffres favoris')).toHaveText(['Direction'])
  await expect(namesOf('Ouverts récemment')).toHaveText(['Cadastre', 'Gymnase'])
  await expect(namesOf('Vos coffres')).toHaveCount(7)
  await namesOf('Ouverts récemment').getByRole('button', { name: 'Gymnase', exact: true }).click()
  await expect(page).toHaveTitle(/^Explorateur · Gymnase/)
  await choose()
  await expect(namesOf('Ouverts récemment')).toHaveText(['Halles', 'Cadastre'])
})
