import { cellOf, chooseIn, addSuperAdministrator, namedRow } from './lists.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

test('an administrator attaches and detaches users, teams and chests, and the row changes in place [BANK-16] [BANK-17] [BANK-28] [BANK-29] [BANK-30] [BANK-31] [BANK-32] [BANK-33] [BANK-34] [BANK-35]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(409)
  const boss = await addSuperAdministrator(sharedInstallation)
  const id = await sharedInstallation.bank('Clinique des Tilleuls')
  await boss.call('PATCH', `/api/bank/${id}`, { update: { maxUser: 1 } })
  const one = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  const two = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  const chest = await sharedInstallation.chest(
    await addSuperAdministrator(sharedInstallation),
    'Coffre de la clinique',
  )
  const team = await boss.call('POST', '/api/team/', { name: 'Astreinte de la clinique' })
  await boss.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/bank?bankId=${id}`)
  const name = 'Clinique des Tilleuls'
  let loads = 0
  page.on('load', () => (loads += 1))

  await chooseIn(page, name, 'Rattacher des utilisateurs')
  const dialog = page.getByRole('dialog')
  const pane = (label: string) => dialog.getByRole('region', { name: label })
  await expect(dialog.getByText('0 sur 1')).toBeVisible()
  await dialog.getByRole('searchbox', { name: 'Filtrer les utilisateurs' }).fill(one.login)
  const attached = page.waitForRequest(`**/api/bank/${id}/user/${one.id}`)
  await pane('Utilisateurs disponibles')
    .getByRole('button', { name: new RegExp(`^Ajouter.*${one.login}$`) })
    .click()
  expect((await attached).method()).toBe('POST')
  await expect(toast(page, 'Utilisateur ajouté')).toBeVisible()
  await expect(pane('Utilisateurs rattachés').getByRole('button')).toHaveCount(1)
  await expect(dialog.getByText('1 sur 1')).toBeVisible()
  await expect(dialog.getByText('La limite est atteinte.')).toBeVisible()

  await dialog.getByRole('searchbox', { name: 'Filtrer les utilisateurs' }).fill(two.login)
  await pane('Utilisateurs disponibles')
    .getByRole('button', { name: new RegExp(two.login) })
    .click()
  await expect(toast(page, "Erreur pendant l'attachement de l'utilisateur")).toBeVisible()
  await expect(dialog.getByText("Nombre limite d'utilisateur atteint")).toBeVisible()
  await dialog.getByRole('button', { name: 'Terminé' }).click()
  await expect(cellOf(page, name, 'Utilisateurs').getByRole('link')).toHaveAttribute(
    'href',
    `/routes/user?userId=${one.id}`,
  )

  for (const { entry, what, label, added, href } of [
    {
      entry: 'Rattacher des groupes',
      what: 'groupes',
      label: 'Groupes',
      added: 'Groupe ajouté',
      href: `/routes/team?teamId=${team.id}`,
    },
    {
      entry: 'Rattacher des coffres',
      what: 'coffres',
      label: 'Coffres',
      added: 'Coffre ajouté',
      href: `/routes/chest?chestId=${chest.id}`,
    },
  ]) {
    await chooseIn(page, name, entry)
    await dialog.getByRole('searchbox', { name: `Filtrer les ${what}` }).fill('clinique')
    await pane(`${label} disponibles`)
      .getByRole('button', { name: /clinique$/ })
      .press('Enter')
    await expect(toast(page, added)).toBeVisible()
    await dialog.getByRole('button', { name: 'Terminé' }).click()
    await expect(cellOf(page, name, label).getByRole('link')).toHaveAttribute('href', href)
  }

  await namedRow(page, name).press('Enter')
  await expect(dialog.getByRole('progressbar', { name: 'Intervenants actifs' })).toBeVisible()
  await page.keyboard.press('Escape')

  for (const { entry, label, removed, path } of [
    {
      entry: 'Rattacher des utilisateurs',
      label: 'Utilisateurs',
      removed: 'Utilisateur retiré',
      path: 'user',
    },
    { entry: 'Rattacher des groupes', label: 'Groupes', removed: 'Groupe retiré', path: 'team' },
    { entry: 'Rattacher des coffres', label: 'Coffres', removed: 'Coffre retiré', path: 'chest' },
  ]) {
    await chooseIn(page, name, entry)
    const gone = page.waitForRequest(
      (request) => request.method() === 'DELETE' && request.url().includes(`/api/bank/${path}/link/`),
    )
    await pane(`${label} rattachés`)
      .getByRole('button', { name: /^Retirer/ })
      .click()
    await gone
    await expect(toast(page, removed)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(cellOf(page, name, label)).toHaveText('Aucun')
  }
  expect(loads).toBe(0)
})

test('a long list of attached users renders the visible lines only, and keys reach the last one [BANK-32]', async ({
  page,
  sharedInstallation,
}) => {
  const boss = await addSuperAdministrator(sharedInstallation)
  const id = await sharedInstallation.bank('Régie des eaux')
  const count = 90
  for (let number = 1; number <= count; number += 1)
    await boss.call('POST', '/api/team/', { name: `Veille ${String(number).padStart(3, '0')}` })
  await boss.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/bank?bankId=${id}`)
  await chooseIn(page, 'Régie des eaux', 'Rattacher des groupes')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: 'Filtrer les groupes' }).fill('Veille')
  const lines = dialog.getByRole('region', { name: 'Groupes disponibles' }).getByRole('listitem')
  await expect(lines.first()).toHaveAttribute('aria-setsize', String(count))
  await expect.poll(() => lines.count()).toBeLessThan(count)

  await lines.first().getByRole('button').press('End')
  const last = lines.getByRole('button', { name: /Veille 090/ })
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect.poll(() => lines.count()).toBeLessThan(count)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Groupe ajouté')).toBeVisible()
  await expect(
    dialog.getByRole('region', { name: 'Groupes rattachés' }).getByRole('button', { name: /Veille 090/ }),
  ).toBeVisible()
  await expect(last).toHaveCount(0)
  await expect(lines.last().getByRole('button', { name: /Veille 089/ })).toBeInViewport({ ratio: 1 })
})

test('a pasted list attaches all of its users, or none when one is unknown [BANK-28] [BANK-34]', async ({
  page,
  sharedInstallation,
}) => {
  const boss = await addSuperAdministrator(sharedInstallation)
  const id = await sharedInstallation.bank('Transports Morel')
  const one = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  const two = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await boss.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/bank?bankId=${id}`)
  await chooseIn(page, 'Transports Morel', 'Rattacher des utilisateurs')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Coller une liste' }).click()
  await dialog.getByRole('textbox').fill(`${one.login}\nPaul <personne@ailleurs.fr>; ${two.login}@exemple.fr`)
  await dialog.getByRole('button', { name: 'Vérifier et ajouter' }).click()
  await expect(dialog.getByRole('alert')).toContainText('personne@ailleurs.fr')
  await expect(dialog.getByRole('alert')).toContainText("Rien n'a été ajouté.")
  await expect(cellOf(page, 'Transports Morel', 'Utilisateurs')).toHaveText('Aucun')

  await dialog.getByRole('button', { name: 'Retirer les inconnus de la liste' }).click()
  await dialog.getByRole('button', { name: 'Vérifier et ajouter' }).click()
  await expect(toast(page, 'Utilisateur ajouté')).toBeVisible()
  await expect(
    dialog.getByRole('region', { name: 'Utilisateurs rattachés' }).getByRole('button'),
  ).toHaveCount(2)
})

test('a failed attaching or detaching shows its error [BANK-28] [BANK-29] [BANK-30] [BANK-31] [BANK-32] [BANK-33]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const boss = await addSuperAdministrator(sharedInstallation)
  const id = await sharedInstallation.bank('Musée')
  const owner = await addSuperAdministrator(sharedInstallation)
  const [user, other] = [await sharedInstallation.person(), await sharedInstallation.person()]
  const [chest, chest2] = [
    await sharedInstallation.chest(owner, 'Coffre du musée'),
    await sharedInstallation.chest(owner, 'Réserve du musée'),
  ]
  const teams = [
    await boss.call('POST', '/api/team/', { name: 'Groupe du musée' }),
    await boss.call('POST', '/api/team/', { name: 'Accueil du musée' }),
  ]
  await boss.call('POST', `/api/bank/${id}/user/${user.id}`)
  await boss.call('POST', `/api/bank/${id}/team/${teams[0]?.id}`)
  await boss.call('POST', `/api/bank/${id}/chest/${chest.id}`)
  await boss.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/bank?bankId=${id}`)
  await expect(namedRow(page, 'Musée')).toBeVisible()
  await page.route(/\/api\/bank\/(\d+\/(user|team|chest)\/\d+|(user|team|chest)\/link\/\d+)$/, (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Panne' } }),
  )
  const dialog = page.getByRole('dialog')
  for (const { entry, what, search, of } of [
    {
      entry: 'Rattacher des utilisateurs',
      what: 'utilisateurs',
      search: other.login,
      of: "de l'utilisateur",
    },
    { entry: 'Rattacher des groupes', what: 'groupes', search: 'Accueil du musée', of: 'du groupe' },
    { entry: 'Rattacher des coffres', what: 'coffres', search: chest2.name, of: 'du coffre' },
  ]) {
    await chooseIn(page, 'Musée', entry)
    await dialog.getByRole('searchbox', { name: `Filtrer les ${what}`, exact: true }).fill(search)
    await dialog
      .getByRole('button', { name: /^Ajouter/ })
      .filter({ hasText: search })
      .click()
    await expect(toast(page, `Erreur pendant l'attachement ${of}`)).toBeVisible()
    await dialog.getByRole('button', { name: /^Retirer/ }).click()
    await expect(toast(page, `Erreur pendant le détachement ${of}`)).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Retirer/ })).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Terminé' }).click()
  }
})
