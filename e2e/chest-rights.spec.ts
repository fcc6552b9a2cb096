import { chooseFor, expectToFit, expectAccessible, officeRow } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const boxes = ['Lire', 'Créer', 'Modifier', 'Supprimer', 'Exporter']

test("an administrator reads and saves a user's rights, and the badges follow [RGHT-01] [RGHT-02] [RGHT-03] [RGHT-04] [RGHT-05] [RGHT-07]", async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const bank = await sharedInstallation.bank('Banque des droits')
  const admin = await sharedInstallation.person({ banks: [bank], currentBank: bank })
  const reader = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
  const chest = await sharedInstallation.chest(admin, 'Annuaires')
  await sharedInstallation.grant(chest, reader)
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest`)
  const row = officeRow(page, 'Coffres', 'Annuaires')
  const line = row.getByRole('listitem').filter({ hasText: reader.login })
  const open = () => line.getByRole('button').click()

  const asked = page.waitForRequest(`**/api/chest/${chest.id}/right/${reader.id}`)
  await open()
  expect((await asked).method()).toBe('GET')
  const dialog = page.getByRole('dialog')
  const box = (name: string) => dialog.getByRole('checkbox', { name, exact: true })
  const all = box('Tout sélectionner')
  const save = dialog.getByRole('button', { name: 'Enregistrer' })
  await expect(box('Lire')).toBeChecked()
  for (const name of boxes.slice(1)) await expect(box(name)).not.toBeChecked()
  await expect(all).toHaveJSProperty('indeterminate', true)

  await all.click()
  for (const name of boxes) await expect(box(name)).toBeChecked()
  await expect(all).toHaveJSProperty('indeterminate', false)
  await all.click()
  for (const name of boxes) await expect(box(name)).not.toBeChecked()
  await expect(save).toBeDisabled()
  await box('Modifier').focus()
  await page.keyboard.press('Space')
  // Every right needs reading: ticking one ticks it, and unticking it unticks all.
  await expect(box('Lire')).toBeChecked()
  await expect(save).toBeEnabled()
  await box('Lire').uncheck()
  for (const name of boxes) await expect(box(name)).not.toBeChecked()
  await expect(save).toBeDisabled()
  await box('Modifier').check()

  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await save.click()
  expect((await sent).postDataJSON()).toEqual({
    read: true,
    create: false,
    update: true,
    delete: false,
    export: false,
  })
  await expect(toast(page, "Droits de l'utilisateur modifiés")).toBeVisible()
  await expect(line.locator('[data-right]')).toHaveText([/L/, /M/])

  quietConsole.allow(500)
  await page.route(`**/right/${reader.id}`, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await open()
  await box('Supprimer').check()
  await save.click()
  await expect(toast(page, 'Erreur pendant la mise à jour')).toBeVisible()
  await expect(dialog).toBeVisible()
})

test("an administrator saves a team's rights, and a user's panel shows through which team the chest is reached [RGHT-01] [RGHT-06] [RGHT-09]", async ({
  page,
  sharedInstallation,
}) => {
  const bank = await sharedInstallation.bank('Banque des chemins')
  const admin = await sharedInstallation.person({ banks: [bank], currentBank: bank })
  const member = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
  const stranger = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  const chest = await sharedInstallation.chest(admin, 'Pare-feu')
  const team = await admin.call('POST', '/api/team/', { name: 'Astreinte', description: '' })
  await admin.call('POST', `/api/team/${team.id}/user`, { users: [member.id] })
  await admin.call('POST', `/api/chest/${chest.id}/team`, { teams: [team.id] })
  await sharedInstallation.grant(chest, member, { export: true })
  await sharedInstallation.grant(chest, stranger)
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest`)
  const row = officeRow(page, 'Coffres', 'Pare-feu')
  await row.getByRole('button', { name: /Modifier les droits de Astreinte/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Créer', exact: true }).check()
  const sent = page.waitForRequest(`**/api/chest/${chest.id}/right/team/${team.id}`)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ read: true, create: true, export: false })
  await expect(toast(page, 'Droits du groupe modifiés')).toBeVisible()
  const line = row.getByRole('listitem').filter({ hasText: 'Astreinte' })
  await expect(line.locator('[data-right]')).toHaveText([/L/, /C/])

  await chooseFor(row, 'Qui peut voir ce coffre')
  const panel = page.getByRole('complementary', { name: /Qui peut voir/ })
  await expect(panel.getByText('2 personnes peuvent voir ce coffre')).toBeVisible()
  const entry = panel
    .getByRole('list', { name: 'Peuvent voir ce coffre' })
    .locator('> li')
    .filter({ hasText: member.login })
  await expect(entry).toContainText('Droit personnel')
  await expect(entry).toContainText('Par le groupe Astreinte')
  await expect(entry).toContainText('Banque des chemins')
  await panel.getByText('Droits sans effet (1)').click()
  const dormant = panel.getByRole('list', { name: 'Droits sans effet (1)' })
  await expect(dormant).toContainText(stranger.login)
  await expect(dormant).toContainText('Aucune banque en commun')
  await panel.getByRole('searchbox').fill('astreinte')
  await expect(panel.getByText('1 personne trouvée')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel.getByText('2 personnes peuvent voir ce coffre')).toBeVisible()

  // The panel stays beside the list and shows its changes; a reload restores it from the address.
  await row.getByRole('button', { name: new RegExp(`Modifier les droits de .*${member.login}`) }).click()
  await dialog.getByRole('checkbox', { name: 'Supprimer', exact: true }).check()
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(entry.locator('[data-right="delete"]').first()).toBeVisible()
  expect(page.url()).toContain(`chestId=${chest.id}`)
  await page.reload()
  await expect(entry).toContainText('Par le groupe Astreinte')
  await panel.getByRole('searchbox').press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(row).toBeFocused()

  await page.goto(`${sharedInstallation.url}/routes/user?userId=${member.id}`)
  await chooseFor(officeRow(page, 'Utilisateurs', member.login), /quoi cette personne/)
  const access = page.getByRole('complementary', { name: /quoi cette personne/ })
  const chests = access.getByRole('list', { name: 'Coffres accessibles' })
  await expect(chests).toContainText('Pare-feu')
  await expect(chests).toContainText('Par le groupe Astreinte')
})

test('the audience of a chest that many people can read is paged', async ({ page, sharedInstallation }) => {
  const bank = await sharedInstallation.bank('Banque nombreuse')
  const admin = await sharedInstallation.person({ banks: [bank], currentBank: bank })
  const chest = await sharedInstallation.chest(admin, 'Partagé')
  for (let left = 29; left > 0; left -= 1)
    await sharedInstallation.grant(
      chest,
      await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] }),
    )
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest?chestId=${chest.id}&panel=access`)
  const panel = page.getByRole('complementary', { name: /Qui peut voir/ })
  const people = panel.getByRole('list', { name: 'Peuvent voir ce coffre' }).locator('> li')
  await expect(panel.getByText('30 personnes peuvent voir ce coffre')).toBeVisible()
  await expect(people).toHaveCount(25)
  await panel.getByRole('button', { name: 'Page 2' }).click()
  await expect(people).toHaveCount(5)
  // The filter searches all pages.
  await panel.getByRole('searchbox').fill(admin.login)
  await expect(people).toHaveCount(1)

  const row = officeRow(page, 'Coffres', 'Partagé')
  await row.getByRole('button', { name: /autre/ }).click()
  const all = page.getByRole('dialog')
  await expect(all.getByRole('listitem')).toHaveCount(25)
  await all.getByRole('button', { name: 'Dernière page' }).click()
  await expect(all.getByRole('listitem')).toHaveCount(5)
})

test('an administrator sees only the number of people of a foreign bank, and their names once they may read the chest', async ({
  page,
  sharedInstallation,
}) => {
  const [mine, theirs] = [
    await sharedInstallation.bank('Banque du port'),
    await sharedInstallation.bank('Banque du canal'),
  ]
  const admin = await sharedInstallation.person({ banks: [mine], currentBank: mine })
  const boss = await sharedInstallation.person({
    role: 'ROLE_SUPER_ADMINISTRATOR',
    banks: [theirs],
    currentBank: theirs,
  })
  const chest = await sharedInstallation.chest(boss, 'Écluses communes')
  await boss.call('POST', `/api/bank/${mine}/chest/${chest.id}`)
  const known = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [mine, theirs] })
  const hidden = [
    await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [theirs] }),
    await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [theirs] }),
  ]
  const team = await boss.call('POST', '/api/team/', { name: 'Éclusiers', description: '' })
  await boss.call('POST', `/api/team/${team.id}/user`, { users: [known.id] })
  await boss.call('POST', `/api/chest/${chest.id}/user`, { users: [known, ...hidden].map(({ id }) => id) })
  await boss.call('POST', `/api/chest/${chest.id}/team`, { teams: [team.id] })

  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest`)
  const row = officeRow(page, 'Coffres', chest.name)
  await expect(row).toContainText(known.login)
  await expect(row).toContainText("et 3 personnes d'autres banques")
  await expect(row).toContainText("1 groupe d'une autre banque")
  await chooseFor(row, /^Qui peut voir ce coffre/)
  const panel = page.getByRole('complementary')
  await expect(panel).toContainText("3 personnes d'autres banques sont aussi rattachées à ce coffre")
  await expect(panel.getByRole('listitem').filter({ hasText: known.login }).first()).toContainText(
    "Par un groupe d'une autre banque",
  )
  const named = async () => (await page.locator('body').textContent()) ?? ''
  for (const { login } of [...hidden, boss]) expect(await named()).not.toContain(login)
  expect(await named()).not.toContain('Éclusiers')
  await expectAccessible(page, 'chest of two banks')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectToFit(page)

  await sharedInstallation.grant(chest, admin)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await expect(row).toContainText('Éclusiers')
  await expect(row).not.toContainText("d'autres banques")
})
