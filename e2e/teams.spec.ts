import type { InstallationInUse, Person } from './installation-in-use.ts'
import { typeAndExpectOneCall, cellOf, chooseIn, namedRow } from './lists.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

/** Creates an administrator of a new bank. */
async function administratorOf(
  sharedInstallation: InstallationInUse,
  label: string,
): Promise<{ bank: number; person: Person }> {
  const bank = await sharedInstallation.bank(label)
  return { bank, person: await sharedInstallation.person({ banks: [bank], currentBank: bank }) }
}

test('an administrator creates, changes and deletes a team [TEAM-01] [TEAM-02] [TEAM-08] [TEAM-09] [TEAM-10] [TEAM-11] [TEAM-12] [TEAM-13] [TEAM-14]', async ({
  page,
  sharedInstallation,
}) => {
  const { person } = await administratorOf(sharedInstallation, 'Mairie des groupes')
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/team/`)
  await expect(page).toHaveTitle(/^Backoffice groupes/)
  await expect(page.getByRole('heading', { level: 1, name: 'Backoffice groupes' })).toBeVisible()
  for (const column of ['Nom', 'Description', 'Créateur', 'Utilisateurs'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Créer un groupe' }).click()
  await expect(page.getByText(/sera rattaché à la banque/)).toContainText('Mairie des groupes')
  await page.getByLabel(/^Nom du groupe/).fill('Exploitation')
  await page.getByLabel('Description').fill('Jour et nuit')
  const created = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Créer', exact: true }).click()
  expect((await created).postDataJSON()).toEqual({ name: 'Exploitation', description: 'Jour et nuit' })
  await expect(toast(page, 'Groupe créé')).toBeVisible()
  await expect(namedRow(page, 'Exploitation')).toHaveAttribute('aria-selected', 'true')
  await expect(cellOf(page, 'Exploitation', 'Description')).toHaveText('Jour et nuit')
  await expect(cellOf(page, 'Exploitation', 'Créateur')).toHaveText(person.login)
  await expect(cellOf(page, 'Exploitation', 'Utilisateurs')).toHaveText('Aucun')
  await expect(cellOf(page, 'Exploitation', 'Banques')).toHaveText('Mairie des groupes')

  await chooseIn(page, 'Exploitation', 'Modifier')
  await page.getByLabel(/^Nom du groupe/).fill('Exploitation de nuit')
  const changed = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.keyboard.press('Enter')
  expect((await changed).postDataJSON()).toEqual({
    update: { name: 'Exploitation de nuit', description: 'Jour et nuit' },
  })
  await expect(toast(page, 'Groupe mis à jour')).toBeVisible()
  await expect(namedRow(page, 'Exploitation de nuit')).toBeVisible()

  await chooseIn(page, 'Exploitation de nuit', 'Supprimer')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Annuler' }).click()
  await expect(namedRow(page, 'Exploitation de nuit')).toBeVisible()
  await chooseIn(page, 'Exploitation de nuit', 'Supprimer')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(toast(page, 'Le groupe a été supprimé')).toBeVisible()
  await expect(namedRow(page, 'Exploitation de nuit')).toHaveCount(0)
  await expect(page.getByText("Il n'y a pas de groupe à afficher")).toBeVisible()
})

test('an administrator adds and removes members of a team by the keyboard, and the row changes in place [TEAM-15] [TEAM-16]', async ({
  page,
  sharedInstallation,
}) => {
  const { bank, person } = await administratorOf(sharedInstallation, 'Banque des équipes')
  const helper = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
  const { id } = await person.call('POST', '/api/team/', { name: 'Réseau' })
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/team`)
  await namedRow(page, 'Réseau').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('searchbox', { name: 'Filtrer les utilisateurs' })).toBeFocused()
  await page.keyboard.type(helper.login)
  await expect(dialog.getByRole('button', { name: /^Ajouter/ })).toHaveCount(1)
  const added = page.waitForRequest((request) => request.method() === 'POST')
  await dialog.getByRole('button', { name: /^Ajouter/ }).focus()
  await page.keyboard.press('Enter')
  expect((await added).url()).toContain(`/api/team/${id}/user`)
  expect((await added).postDataJSON()).toEqual({ users: [helper.id] })
  await expect(toast(page, 'Utilisateur ajouté')).toBeVisible()
  // No user is left to add: the focus stays in the picker, where Escape empties the filter, then leaves.
  await expect(dialog.getByRole('searchbox', { name: 'Filtrer les utilisateurs' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(cellOf(page, 'Réseau', 'Utilisateurs').getByRole('link')).toHaveAttribute(
    'href',
    `/routes/user?userId=${helper.id}`,
  )
  await expect(namedRow(page, 'Réseau')).toBeFocused()

  await page.keyboard.press('Enter')
  const removed = page.waitForRequest((request) => request.method() === 'DELETE')
  await dialog.getByRole('button', { name: /^Retirer/ }).press('Enter')
  expect((await removed).postDataJSON()).toEqual({ users: [helper.id] })
  await expect(toast(page, 'Utilisateur retiré')).toBeVisible()
  await expect(dialog.getByText('Aucun utilisateur rattaché')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cellOf(page, 'Réseau', 'Utilisateurs')).toHaveText('Aucun')
})

test('the filter applies half a second after the last key, and an id in the address selects its row [TEAM-06] [TEAM-07]', async ({
  page,
  sharedInstallation,
}) => {
  const { person } = await administratorOf(sharedInstallation, 'Grande banque')
  const ids: number[] = []
  for (let i = 1; i <= 40; i += 1)
    ids.push((await person.call('POST', '/api/team/', { name: `Équipe ${String(i).padStart(2, '0')}` })).id)
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/team?teamId=${ids[37]}`)
  await expect(namedRow(page, 'Équipe 38')).toHaveAttribute('aria-selected', 'true')
  await expect(namedRow(page, 'Équipe 38')).toBeInViewport()
  await expect(page.getByText('26–40 sur 40')).toBeVisible()
  // An id in the address is searched in all banks; the user may return to the current one.
  await page.getByRole('button', { name: 'Limiter à la banque Grande banque' }).click()
  await expect(page.getByText('Banque : Grande banque')).toBeVisible()
  await page.getByRole('button', { name: /^Ne plus filtrer/ }).click()
  await expect(page).toHaveURL(/bank=all/)

  const head = page.getByRole('columnheader', { name: 'Nom', exact: true })
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('button').press('Enter')
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/order=desc/)
  await expect(page.getByRole('rowheader').first()).toHaveText('Équipe 40')

  const box = page.getByRole('searchbox', { name: 'Filtrer les groupes' })
  await typeAndExpectOneCall(page, box, 'equipe 07', (request) => request.url().includes('/api/team/?'))
  await expect(page.getByRole('rowheader')).toHaveText(['Équipe 07'])
  await page.getByRole('searchbox').fill('introuvable')
  await expect(page.getByText('Aucun résultat')).toBeVisible()
})

test('an administrator sees a team that is also in a foreign bank, but does not manage it [TEAM-18]', async ({
  page,
  sharedInstallation,
}) => {
  const { bank, person } = await administratorOf(sharedInstallation, 'Banque partagée')
  const boss = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const elsewhere = await sharedInstallation.bank('Banque inconnue')
  const { id } = await boss.call('POST', '/api/team/', { name: 'Transverse' })
  for (const one of [bank, elsewhere]) await boss.call('POST', `/api/bank/${one}/team/${id}`)
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/team`)
  await expect(namedRow(page, 'Transverse').getByText('Consultation seule')).toBeVisible()
  await namedRow(page, 'Transverse').click({ button: 'right' })
  for (const entry of ['Rattacher des utilisateurs', 'Modifier', 'Supprimer'])
    await expect(page.getByRole('menuitem', { name: entry })).toBeDisabled()
})

test('a failed action on a team shows its error [TEAM-03] [TEAM-09] [TEAM-12] [TEAM-14] [TEAM-15] [TEAM-16]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const { bank, person } = await administratorOf(sharedInstallation, 'Banque en défaut')
  const member = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
  const other = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
  const { id } = await person.call('POST', '/api/team/', { name: 'Fragile' })
  await person.call('POST', `/api/team/${id}/user`, { users: [member.id] })
  await person.enter(page)
  let failing = /GET/
  await page.route(/\/api\/team\//, (route) =>
    failing.test(route.request().method())
      ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Panne' } })
      : route.fallback(),
  )
  await page.goto(`${sharedInstallation.url}/routes/team`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Erreur pendant le chargement des groupes',
  )
  failing = /POST|PATCH|DELETE/
  await page.getByRole('button', { name: 'Réessayer' }).click()

  await chooseIn(page, 'Fragile', 'Rattacher des utilisateurs')
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /^Ajouter/ })
    .filter({ hasText: other.login })
    .click()
  await expect(toast(page, "Erreur pendant l'attachement de l'utilisateur")).toBeVisible()
  await dialog.getByRole('button', { name: /^Retirer/ }).click()
  await expect(toast(page, "Erreur pendant le détachement de l'utilisateur")).toBeVisible()
  await page.keyboard.press('Escape')

  await chooseIn(page, 'Fragile', 'Modifier')
  await page.getByLabel('Description').fill('Autre')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(toast(page, 'Erreur pendant modification du groupe')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Abandonner' }).click()

  await chooseIn(page, 'Fragile', 'Supprimer')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(toast(page, 'Erreur pendant la suppression')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Annuler' }).click()

  await page.getByRole('button', { name: 'Créer un groupe' }).click()
  await page.getByLabel(/^Nom du groupe/).fill('Jamais')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Erreur pendant création du groupe')).toBeVisible()
})

test('the page of teams and its dialogs have no accessibility fault in either theme, and fit 320 px [TEAM-01] [TEAM-08] [TEAM-15]', async ({
  page,
  sharedInstallation,
}) => {
  test.slow()
  const { bank, person } = await administratorOf(sharedInstallation, 'Banque des regards')
  const member = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
  const { id } = await person.call('POST', '/api/team/', { name: 'Support', description: 'Niveau 2' })
  await person.call('POST', `/api/team/${id}/user`, { users: [member.id] })
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/team`)
  await expect(namedRow(page, 'Support')).toBeVisible()
  await expectAccessible(page, 'page')
  await page.getByRole('button', { name: 'Créer un groupe' }).click()
  await expectAccessible(page, 'create')
  await page.keyboard.press('Escape')
  await namedRow(page, 'Support').press('Enter')
  await expect(page.getByRole('button', { name: /^Retirer/ })).toBeVisible()
  await expectAccessible(page, 'people')
  await page.keyboard.press('Escape')
  await chooseIn(page, 'Support', 'Supprimer')
  await expectAccessible(page, 'delete')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('introuvable')
  await expect(page.getByText('Aucun résultat')).toBeVisible()
  await expectAccessible(page, 'no result')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('searchbox').fill('')
  await expect(namedRow(page, 'Support')).toBeVisible()
  await expectToFit(page)
})
