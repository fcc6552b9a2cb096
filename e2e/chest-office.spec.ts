import { chooseFor, expectToFit, expectAccessible, officeRow } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const filter = 'Filtrer les coffres'

test('an administrator creates, changes and deletes a chest, and a super administrator restores it [CHST-01] [CHST-07] [CHST-09] [CHST-13] [CHST-14] [CHST-17] [CHST-18] [CHST-19] [CHST-20] [CHST-21]', async ({
  page,
  sharedInstallation,
}) => {
  const bank = await sharedInstallation.bank('Banque des coffres')
  const admin = await sharedInstallation.person({ banks: [bank], currentBank: bank })
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Backoffice coffres' })).toBeVisible()
  await expect(page.getByText("Il n'y a pas de coffre à afficher")).toBeVisible()

  await page.getByRole('button', { name: 'Créer un coffre' }).click()
  await expect(page.getByRole('dialog')).toContainText('Banque des coffres')
  const made = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/chest/'),
  )
  await page.getByLabel('Nom du coffre').fill('Serveurs')
  await page.keyboard.press('Enter')
  expect((await made).postDataJSON()).toMatchObject({ name: 'Serveurs', type: 'service' })
  await expect(toast(page, 'Coffre créé')).toBeVisible()
  const row = officeRow(page, 'Coffres', 'Serveurs')
  await expect(row).toContainText('Banque des coffres')
  await expect(row.locator('[data-right]')).toHaveText([/L/, /C/, /M/, /S/, /E/])
  await expect(row).toHaveAttribute('aria-selected', 'true')

  await chooseFor(row, 'Modifier')
  await expect(page.getByLabel('Nom du coffre')).toHaveValue('Serveurs')
  const changed = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByLabel('Nom du coffre').fill('Serveurs et baies')
  await page.keyboard.press('Enter')
  expect((await changed).postDataJSON()).toMatchObject({
    update: { name: 'Serveurs et baies', type: 'service' },
  })
  await expect(toast(page, 'Coffre mis à jour')).toBeVisible()
  await expect(officeRow(page, 'Coffres', 'Serveurs et baies')).toBeVisible()

  await page.getByRole('searchbox', { name: filter }).fill('absent')
  await expect(page.getByText('Aucun résultat')).toBeVisible()
  await page.getByRole('searchbox', { name: filter }).fill('BAIES')
  await expect(officeRow(page, 'Coffres', 'Serveurs et baies')).toBeVisible()

  await chooseFor(officeRow(page, 'Coffres', 'Serveurs et baies'), 'Ouvrir')
  await expect(page).toHaveURL(/\/routes\/explorer\?chestId=/)
  await page.goto(`${sharedInstallation.url}/routes/chest/`)

  await chooseFor(officeRow(page, 'Coffres', 'Serveurs et baies'), 'Supprimer')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Serveurs et baies')
  await question.getByRole('button', { name: 'Annuler' }).click()
  await chooseFor(officeRow(page, 'Coffres', 'Serveurs et baies'), 'Supprimer')
  // Its name confirms the deletion.
  await expect(question).toContainText('Il est vide.')
  await question.getByRole('textbox', { name: /le nom du coffre/ }).fill('Serveurs')
  await expect(question.getByRole('button', { name: 'Supprimer' })).toBeDisabled()
  await question.getByRole('textbox', { name: /le nom du coffre/ }).fill('Serveurs et baies')
  await question.getByRole('button', { name: 'Supprimer' }).click()
  await expect(toast(page, 'Le coffre a été supprimé')).toBeVisible()
  await expect(officeRow(page, 'Coffres', 'Serveurs et baies')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Coffres supprimés' })).toHaveCount(0)

  const above = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  await above.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest`)
  await page.getByRole('button', { name: 'Coffres supprimés' }).click()
  await page.getByRole('button', { name: 'Restaurer Serveurs et baies' }).click()
  await expect(toast(page, 'Coffre restauré')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(officeRow(page, 'Coffres', 'Serveurs et baies')).toBeVisible()

  // Who may restore chests can undo a deletion.
  await chooseFor(officeRow(page, 'Coffres', 'Serveurs et baies'), 'Supprimer')
  await question.getByRole('textbox', { name: /le nom du coffre/ }).fill('Serveurs et baies')
  await page.keyboard.press('Enter')
  // The toast stays while it has the focus.
  const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Annuler' })
  await undo.focus()
  await expect(officeRow(page, 'Coffres', 'Serveurs et baies')).toHaveCount(0)
  await undo.click()
  await expect(officeRow(page, 'Coffres', 'Serveurs et baies')).toBeVisible()
})

test('an administrator attaches users and teams to a chest and detaches them, and the row changes in place [CHST-02] [CHST-22] [CHST-23] [CHST-25] [CHST-26] [CHST-27]', async ({
  page,
  sharedInstallation,
}) => {
  const bank = await sharedInstallation.bank('Banque des rattachements')
  const admin = await sharedInstallation.person({ banks: [bank], currentBank: bank })
  const reader = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
  await admin.call('POST', '/api/team/', { name: 'Exploitation', description: '' })
  await sharedInstallation.chest(admin, 'Messagerie')
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest`)
  const row = officeRow(page, 'Coffres', 'Messagerie')

  await chooseFor(row, 'Rattacher des utilisateurs')
  const dialog = page.getByRole('dialog')
  const attached = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/user'),
  )
  await dialog.getByRole('button', { name: new RegExp(`^Ajouter.*${reader.login}`) }).click()
  expect((await attached).postDataJSON()).toEqual({ users: [reader.id] })
  await expect(toast(page, 'Utilisateur ajouté')).toBeVisible()
  await page.keyboard.press('Escape')
  const line = row.getByRole('listitem').filter({ hasText: reader.login })
  await expect(line.locator('[data-right]')).toHaveText([/L/])
  await expect(line.locator('[data-right]')).toContainText(['lire'])
  // The letters are explained beside the table, without a pointer.
  const legend = page.getByRole('group', { name: 'Lettres des droits' })
  await expect(legend).toHaveText(/L\s*lire\s*C\s*créer\s*M\s*modifier\s*S\s*supprimer\s*E\s*exporter/)
  await expect(legend).toBeInViewport({ ratio: 1 })

  await chooseFor(row, 'Rattacher des groupes')
  await dialog.getByRole('button', { name: 'Ajouter Exploitation' }).click()
  await expect(toast(page, 'Groupe ajouté')).toBeVisible()
  await dialog.getByRole('button', { name: 'Terminé' }).click()
  await expect(row).toContainText('Exploitation')

  await chooseFor(row, 'Rattacher des groupes')
  await dialog.getByRole('button', { name: 'Retirer Exploitation' }).click()
  await expect(toast(page, 'Groupe retiré')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).not.toContainText('Exploitation')

  await chooseFor(row, 'Rattacher des utilisateurs')
  const detached = page.waitForRequest((request) => request.method() === 'DELETE')
  await dialog.getByRole('button', { name: new RegExp(`^Retirer.*${reader.login}`) }).click()
  expect((await detached).postDataJSON()).toEqual({ users: [reader.id] })
  await expect(toast(page, 'Utilisateur retiré')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).not.toContainText(reader.login)
})

test('a refused pasted list names the users who share no bank, and attaches none [CHST-22] [CHST-24]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(409)
  const [bank, other] = [
    await sharedInstallation.bank('Banque collée'),
    await sharedInstallation.bank('Banque voisine'),
  ]
  const boss = await sharedInstallation.person({
    role: 'ROLE_SUPER_ADMINISTRATOR',
    banks: [bank],
    currentBank: bank,
  })
  const [one, two] = [
    await sharedInstallation.person({ banks: [bank] }),
    await sharedInstallation.person({ banks: [bank] }),
  ]
  const stranger = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [other] })
  const chest = await sharedInstallation.chest(boss, 'Téléphonie')
  await boss.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest?chestId=${chest.id}`)
  const row = officeRow(page, 'Coffres', 'Téléphonie')
  await chooseFor(row, 'Rattacher des utilisateurs')
  const dialog = page.getByRole('dialog')

  // Adding one user names them in the notice; opening a list removes it.
  await dialog.getByRole('searchbox', { name: 'Filtrer les utilisateurs', exact: true }).fill(stranger.login)
  await dialog.getByRole('button', { name: new RegExp(`^Ajouter.*${stranger.login}`) }).click()
  const refusal = /Camille.*: Aucune banque en commun avec ce coffre/u
  await expect(dialog.getByText(refusal)).toBeVisible()
  await dialog.getByRole('button', { name: 'Coller une liste' }).click()
  await expect(dialog.getByText(refusal)).toHaveCount(0)

  const list = `${one.login}\n${stranger.login}\n${stranger.login}@exemple.fr\n${two.login}`
  await dialog.getByRole('textbox').fill(list)
  await dialog.getByRole('button', { name: 'Vérifier et ajouter' }).click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('1 personne refusée')
  await expect(alert.getByRole('listitem')).toHaveText([
    new RegExp(`^${stranger.login} Camille.*Aucune banque en commun`, 'u'),
    new RegExp(`^${stranger.login}@exemple.fr Camille.*Aucune banque en commun`, 'u'),
  ])
  await expect(alert).toContainText("Rien n'a été ajouté. 2 autres personnes peuvent l'être.")
  await expect(row.getByRole('listitem')).toHaveCount(1)

  await dialog.getByRole('button', { name: 'Retirer les refusés de la liste' }).click()
  await expect(dialog.getByRole('textbox')).toHaveValue(`${one.login}\n${two.login}`)
  await dialog.getByRole('button', { name: 'Vérifier et ajouter' }).click()
  await expect(toast(page, 'Utilisateur ajouté')).toBeVisible()
  await expect(
    dialog.getByRole('region', { name: 'Utilisateurs rattachés' }).getByRole('button'),
  ).toHaveCount(3)
  await expect(dialog.getByText(refusal)).toHaveCount(0)
})

test('the address names the page and the row of the list of chests [CHST-03] [CHST-04] [CHST-05] [CHST-06]', async ({
  page,
  sharedInstallation,
}) => {
  const bank = await sharedInstallation.bank('Banque des pages')
  const admin = await sharedInstallation.person({ banks: [bank], currentBank: bank })
  const long = `Coffre ${'très '.repeat(12)}long`
  const made = []
  for (const name of [long, ...Array.from({ length: 11 }, (_, index) => `Coffre ${index + 1}`)])
    made.push(await sharedInstallation.chest(admin, name))
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest?limit=10&offset=10`)
  await expect(page.locator('[data-row]')).toHaveCount(2)
  for (const below of ['0', '-3']) {
    await page.goto(`${sharedInstallation.url}/routes/chest?limit=10&offset=10`)
    await page.getByRole('textbox', { name: 'Aller à la page' }).fill(below)
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-row]')).toHaveCount(10)
  }
  await expect(page.getByTitle(long)).toHaveText(/^.{49}…$/u)

  const last = made.at(-1)
  await page.goto(`${sharedInstallation.url}/routes/chest?chestId=${last?.id}&limit=10`)
  const row = page.locator(`[data-row="${last?.id}"]`)
  await expect(row).toHaveAttribute('aria-selected', 'true')
  await expect(row).toBeInViewport()
})

test('a list of chests that cannot be loaded shows an error [CHST-08]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const admin = await sharedInstallation.person()
  await admin.enter(page)
  await page.route('**/api/chest/?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${sharedInstallation.url}/routes/chest`)
  await expect(page.getByText('Erreur pendant le chargement des coffres')).toBeVisible()
})

test('the page of chests has no accessibility fault and fits any width', async ({
  page,
  sharedInstallation,
}) => {
  test.setTimeout(240_000)
  const bank = await sharedInstallation.bank('Banque lisible')
  const admin = await sharedInstallation.person({ banks: [bank], currentBank: bank })
  const chest = await sharedInstallation.chest(admin, 'Réseau')
  await sharedInstallation.grant(chest, await sharedInstallation.person({ role: 'ROLE_INTERVENANT' }))
  for (const _ of [1, 2])
    await sharedInstallation.grant(
      chest,
      await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] }),
    )
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest?chestId=${chest.id}`)
  const row = officeRow(page, 'Coffres', 'Réseau')
  await expect(row.getByText('Aucune banque en commun')).toBeVisible()
  await expectAccessible(page, 'chests')
  for (const entry of ['Modifier', 'Supprimer']) {
    await chooseFor(row, entry)
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
    await expect(page.getByText('Chargement')).toHaveCount(0)
    await expectAccessible(page, String(entry))
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()
  }
  await row.press('Enter')
  const panel = page.getByRole('complementary', { name: /Qui peut voir/ })
  await expect(panel.getByRole('list', { name: 'Peuvent voir ce coffre' })).toBeVisible()
  await expectAccessible(page, 'who sees a chest, beside the list')
  await panel.getByRole('button', { name: 'Fermer' }).press('Enter')
  await expect(row).toBeFocused()
  await row.getByRole('button', { name: /autre/ }).click()
  await expectAccessible(page, 'all users of a chest')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Modifier les droits/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByLabel('Tout sélectionner')).toBeVisible()
  await expectAccessible(page, 'rights over the users')
  await page.keyboard.press('Escape')
  await expect(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Modifier les droits/ })
      .first(),
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page, 'chests, narrow')
  await chooseFor(row, /Qui peut voir/)
  const sheet = page.getByRole('dialog', { name: /Qui peut voir/ })
  await expect(sheet.getByRole('list', { name: 'Peuvent voir ce coffre' })).toBeVisible()
  await expectAccessible(page, 'who sees a chest, narrow')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expectToFit(page)
})
