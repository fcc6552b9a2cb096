import {
  typeAndExpectOneCall,
  cellOf,
  chooseIn,
  nextListCall,
  addSuperAdministrator,
  namedRow,
} from './lists.ts'
import { expectToFit } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

test('a super administrator creates, changes and deletes a bank [BANK-01] [BANK-02] [BANK-03] [BANK-04] [BANK-20] [BANK-21] [BANK-22] [BANK-23] [BANK-24] [BANK-25] [BANK-26]', async ({
  page,
  sharedInstallation,
}) => {
  const boss = await addSuperAdministrator(sharedInstallation)
  await boss.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/bank`)
  for (const column of ['N°', 'Nom', 'Créateur', 'Utilisateurs', 'Groupes', 'Coffres', 'Utilisateurs max.'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeAttached()

  const label = 'Communauté de communes du Pays de la Haute-Vallée et des Plateaux'
  await page.getByRole('button', { name: 'Créer une banque' }).click()
  await page.getByLabel(/^Nom de la banque/).fill('Haute-Vallée <img>')
  await expect(page.getByText('Les balises HTML ne sont pas acceptées ici')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Créer', exact: true })).toBeDisabled()
  await page.getByLabel(/^Nom de la banque/).fill(label)
  const created = page.waitForRequest((request) => request.method() === 'POST')
  await page.keyboard.press('Enter')
  expect((await created).postDataJSON()).toEqual({ label, description: '', maxUser: null })
  await expect(toast(page, 'Banque créé')).toBeVisible()
  const row = namedRow(page, label.slice(0, 40))
  await expect(row).toBeInViewport()
  await expect(row).toHaveAttribute('aria-selected', 'true')
  await expect(row.getByTitle(label)).toHaveText(/^.{49}…$/)
  await expect(row.getByText('Infini')).toBeVisible()
  // The creator of a bank is attached to it.
  await expect(row.getByText('Aucun', { exact: true })).toHaveCount(2)
  await expect(row.getByRole('link', { name: new RegExp(boss.login) })).toBeVisible()

  const name = label.slice(0, 40)
  const read = page.waitForRequest((request) => /\/api\/bank\/\d+$/.test(request.url()))
  await chooseIn(page, name, 'Modifier')
  await read
  await expect(page.getByLabel(/^Nom de la banque/)).toHaveValue(label)
  await page.getByLabel(/^Nom de la banque/).fill('Haute-Vallée')
  await page.getByLabel("Limite d'intervenants actifs").fill('beaucoup')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/^Un nombre entier/)).toBeVisible()
  await page.getByLabel("Limite d'intervenants actifs").fill('12')
  const changed = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  expect((await changed).postDataJSON()).toEqual({
    update: { label: 'Haute-Vallée', description: '', maxUser: 12 },
  })
  await expect(toast(page, 'Banque mise à jour')).toBeVisible()
  await expect(cellOf(page, 'Haute-Vallée', 'Utilisateurs max.')).toHaveText('12')

  await chooseIn(page, 'Haute-Vallée', 'Supprimer')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(toast(page, 'La banque a été supprimée')).toBeVisible()
  await expect(namedRow(page, 'Haute-Vallée')).toHaveCount(0)
})

test('a failed list, read, change or deletion of a bank shows its error [BANK-15] [BANK-21] [BANK-22] [BANK-24] [BANK-26] [BANK-27]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(409, 500)
  const boss = await addSuperAdministrator(sharedInstallation)
  const { id: bank } = await boss.call('POST', '/api/bank/', { label: 'Banque en panne' })
  const chest = await sharedInstallation.chest(boss, 'Coffre de la panne')
  await boss.enter(page)
  const fail = (path: string | RegExp) =>
    page.route(path, (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Panne' } }))

  await fail('**/api/bank/extend/**')
  await page.goto(`${sharedInstallation.url}/routes/bank`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Erreur pendant le chargement des banques',
  )
  await page.unroute('**/api/bank/extend/**')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(namedRow(page, 'Banque en panne')).toBeVisible()

  // A chest was attached after the list was read: the server refuses.
  await boss.call('POST', `/api/bank/${bank}/chest/${chest.id}`)
  await chooseIn(page, 'Banque en panne', 'Supprimer')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Supprimer' }).click()
  await expect(toast(page, 'Erreur pendant la suppression')).toBeVisible()
  await expect(question.getByText('Cette banque a encore des coffres')).toBeVisible()
  await question.getByRole('button', { name: 'Annuler' }).click()
  await expect(namedRow(page, 'Banque en panne')).toBeFocused()

  // The list shows the chest: the page does not offer the deletion.
  await page.reload()
  await chooseIn(page, 'Banque en panne', 'Supprimer')
  await expect(question).toContainText('encore 1 coffre.')
  await expect(question.getByRole('button', { name: 'Supprimer' })).toHaveCount(0)
  await question.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(namedRow(page, 'Banque en panne')).toBeVisible()

  await fail(/\/api\/bank\/\d+$/)
  await chooseIn(page, 'Banque en panne', 'Modifier')
  await expect(toast(page, 'Erreur pendant le chargement de la banque')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.unroute(/\/api\/bank\/\d+$/)

  await chooseIn(page, 'Banque en panne', 'Modifier')
  await page.getByLabel(/^Nom de la banque/).fill('Autre nom')
  await fail(/\/api\/bank\/\d+$/)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Erreur pendant modification de la banque')).toBeVisible()
  // What was typed is still there.
  await expect(page.getByLabel(/^Nom de la banque/)).toHaveValue('Autre nom')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Abandonner' }).click()

  await fail('**/api/bank/')
  await page.getByRole('button', { name: 'Créer une banque' }).click()
  await page.getByLabel(/^Nom de la banque/).fill('Jamais')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Erreur pendant création de la banque')).toBeVisible()
})

test('the search of banks finds an id by a number and labels by words, and its pages can be turned [BANK-10] [BANK-11] [BANK-12] [BANK-13] [BANK-14] [PAGI-05] [PAGI-06]', async ({
  page,
  sharedInstallation,
}) => {
  const boss = await addSuperAdministrator(sharedInstallation)
  const ids: number[] = []
  for (let i = 1; i <= 28; i += 1)
    ids.push(await sharedInstallation.bank(`Succursale ${String(i).padStart(2, '0')}`))
  await boss.enter(page)
  const first = nextListCall(page)
  await page.goto(`${sharedInstallation.url}/routes/bank`)
  expect(JSON.parse((await (await first).headerValue('meta-data-guardian')) ?? '')).toEqual({
    limit: 25,
    criterias: [],
    orders: { id: 'ASC' },
  })
  const box = page.getByRole('searchbox', { name: /^Chercher une banque/ })
  const rows = page.getByRole('rowheader')
  const request = await typeAndExpectOneCall(page, box, 'SUCCURSALE', (one) =>
    one.url().includes('/api/bank/extend/'),
  )
  expect(JSON.parse((await request.headerValue('meta-data-guardian')) ?? '')).toMatchObject({
    criterias: [{ field: 'label', comparator: 'LIKE', value: 'SUCCURSALE', operator: 'AND' }],
  })
  await expect(page.getByText('28 banques')).toBeVisible()
  await expect(rows).toHaveCount(25)

  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(page).toHaveURL(/offset=25/)
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Page suivante' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Première page' }).click()
  await expect(rows.first()).toHaveText('Succursale 01')
  await page.getByRole('textbox', { name: 'Aller à la page' }).fill('99')
  await page.keyboard.press('Enter')
  await expect(rows.last()).toHaveText('Succursale 28')
  await page.getByRole('button', { name: /Lignes par page/ }).click()
  const sized = nextListCall(page)
  await page.getByRole('option', { name: '10', exact: true }).click()
  expect(JSON.parse((await (await sized).headerValue('meta-data-guardian')) ?? '')).toMatchObject({
    limit: 10,
  })
  await expect(rows).toHaveCount(8)
  await page.getByRole('button', { name: 'Page précédente' }).click()
  await expect(rows).toHaveCount(10)
  await page.getByRole('button', { name: 'Dernière page' }).click()
  await expect(rows).toHaveCount(8)
  await page.reload()
  await expect(rows).toHaveCount(8)
  await page.getByRole('button', { name: 'Nom', exact: true }).press('Enter')
  await expect(page).toHaveURL(/order=label/)
  await expect(page.getByRole('columnheader', { name: 'Nom' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows.first()).toHaveText('Succursale 01')
  const number = page.getByRole('columnheader', { name: 'N°' })
  await number.getByRole('button').click()
  await expect(number).toHaveAttribute('aria-sort', 'ascending')
  await number.getByRole('button').click()
  await expect(page).toHaveURL(/order=desc/)
  await expect(rows.first()).toHaveText('Succursale 28')

  // On a narrow screen a card names empty cells too, and a page number can still be typed.
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.locator('[data-row]').first().getByText('Aucun', { exact: true }).last()).toBeVisible()
  await page.getByRole('textbox', { name: 'Aller à la page' }).fill('3')
  await page.keyboard.press('Enter')
  await expect(rows.last()).toHaveText('Succursale 01')
  await expectToFit(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await box.fill(String(ids[6]))
  await expect(rows).toHaveText(['Succursale 07'])
  await box.fill('introuvable')
  await expect(page.getByText('Aucun résultat')).toBeVisible()
})

test('an administrator sees the banks in scope, but neither limits their users nor closes them [BANK-41]', async ({
  page,
  sharedInstallation,
}) => {
  const own = await sharedInstallation.bank('Banque à soi')
  await sharedInstallation.bank("Banque d'ailleurs")
  const administrator = await sharedInstallation.person({ banks: [own], currentBank: own })
  await administrator.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/bank`)
  await expect(page.getByRole('rowheader')).toHaveText(['Banque à soi'])
  await expect(page.getByRole('button', { name: 'Créer une banque' })).toHaveCount(0)
  await chooseIn(page, 'Banque à soi', 'Modifier')
  await expect(page.getByLabel("Limite d'intervenants actifs")).toBeDisabled()
  await expect(page.getByRole('switch', { name: 'Banque active' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await namedRow(page, 'Banque à soi').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Supprimer' })).toBeDisabled()
})
