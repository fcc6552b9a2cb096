import type { Page } from '@playwright/test'
import type { House, Person } from './house.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
const cellOf = (page: Page, name: string, column: string) =>
  rowOf(page, name).locator(`[data-label="${column}"]`)

/** Opens an entry of a row's menu. */
async function choose(page: Page, name: string, entry: string): Promise<void> {
  await rowOf(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry }).click()
}

const master = (house: House): Promise<Person> => house.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })

/** What the header of the last list call held. */
const listCall = (page: Page) => page.waitForRequest((request) => request.url().includes('/api/bank/extend/'))

test('a bank is made, changed and deleted [BANK-01] [BANK-02] [BANK-03] [BANK-04] [BANK-20] [BANK-21] [BANK-22] [BANK-23] [BANK-24] [BANK-25] [BANK-26]', async ({
  page,
  house,
}) => {
  await (await master(house)).enter(page)
  await page.goto(`${house.url}/routes/bank`)
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
  const row = rowOf(page, label.slice(0, 40))
  await expect(row).toBeInViewport()
  await expect(row).toHaveAttribute('aria-selected', 'true')
  await expect(row.getByTitle(label)).toHaveText(/^.{49}…$/)
  await expect(row.getByText('Infini')).toBeVisible()
  await expect(row.getByText('Aucun', { exact: true })).toHaveCount(3)

  const name = label.slice(0, 40)
  const read = page.waitForRequest((request) => /\/api\/bank\/\d+$/.test(request.url()))
  await choose(page, name, 'Modifier')
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

  await choose(page, 'Haute-Vallée', 'Supprimer')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(toast(page, 'La banque a été supprimée')).toBeVisible()
  await expect(rowOf(page, 'Haute-Vallée')).toHaveCount(0)
})

test('what fails is told: the list, one bank, a change, a deletion [BANK-15] [BANK-21] [BANK-22] [BANK-24] [BANK-26] [BANK-27]', async ({
  page,
  house,
  quietConsole,
}) => {
  quietConsole.allow(409, 500)
  const boss = await master(house)
  const { id: bank } = await boss.call('POST', '/api/bank/', { label: 'Banque en panne' })
  const chest = await house.chest(boss, 'Coffre de la panne')
  await boss.call('POST', `/api/bank/${bank}/chest/${chest.id}`)
  await boss.enter(page)
  const fail = (path: string | RegExp) =>
    page.route(path, (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Panne' } }))

  await fail('**/api/bank/extend/**')
  await page.goto(`${house.url}/routes/bank`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Erreur pendant le chargement des banques',
  )
  await page.unroute('**/api/bank/extend/**')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(rowOf(page, 'Banque en panne')).toBeVisible()

  await choose(page, 'Banque en panne', 'Supprimer')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Supprimer' }).click()
  await expect(toast(page, 'Erreur pendant la suppression')).toBeVisible()
  await expect(question.getByText('Cette banque a encore des coffres')).toBeVisible()
  await question.getByRole('button', { name: 'Annuler' }).click()
  await expect(rowOf(page, 'Banque en panne')).toBeFocused()

  await fail(/\/api\/bank\/\d+$/)
  await choose(page, 'Banque en panne', 'Modifier')
  await expect(toast(page, 'Erreur pendant le chargement de la banque')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.unroute(/\/api\/bank\/\d+$/)

  await choose(page, 'Banque en panne', 'Modifier')
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

test('a number finds the bank with that id, other words find labels, and pages are turned [BANK-10] [BANK-11] [BANK-12] [BANK-13] [BANK-14] [PAGI-05] [PAGI-06]', async ({
  page,
  house,
}) => {
  const boss = await master(house)
  const ids: number[] = []
  for (let i = 1; i <= 28; i += 1) ids.push(await house.bank(`Succursale ${String(i).padStart(2, '0')}`))
  await boss.enter(page)
  const first = listCall(page)
  await page.goto(`${house.url}/routes/bank`)
  expect(JSON.parse((await (await first).headerValue('meta-data-guardian')) ?? '')).toEqual({
    limit: 25,
    criterias: [],
    orders: { id: 'ASC' },
  })
  const box = page.getByRole('searchbox', { name: /^Chercher une banque/ })
  const rows = page.getByRole('rowheader')
  const found = listCall(page)
  const typedAt = Date.now()
  await box.pressSequentially('SUCCURSALE', { delay: 20 })
  const request = await found
  expect(Date.now() - typedAt).toBeGreaterThan(500)
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
  const sized = listCall(page)
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
  await page.getByRole('button', { name: 'N°' }).click()
  await expect(rows.first()).toHaveText('Succursale 28')

  await box.fill(String(ids[6]))
  await expect(rows).toHaveText(['Succursale 07'])
  await box.fill('introuvable')
  await expect(page.getByText('Aucun résultat')).toBeVisible()
})

test('users, teams and chests are attached and detached, the row changes in place [BANK-16] [BANK-17] [BANK-28] [BANK-29] [BANK-30] [BANK-31] [BANK-32] [BANK-33] [BANK-34] [BANK-35]', async ({
  page,
  house,
  quietConsole,
}) => {
  quietConsole.allow(409)
  const boss = await master(house)
  const { id } = await boss.call('POST', '/api/bank/', { label: 'Clinique des Tilleuls', maxUser: 1 })
  const one = await house.person({ role: 'ROLE_INTERVENANT' })
  const two = await house.person({ role: 'ROLE_INTERVENANT' })
  const chest = await house.chest(boss, 'Coffre de la clinique')
  const team = await boss.call('POST', '/api/team/', { name: 'Astreinte de la clinique' })
  await boss.enter(page)
  await page.goto(`${house.url}/routes/bank?bankId=${id}`)
  const name = 'Clinique des Tilleuls'
  let loads = 0
  page.on('load', () => (loads += 1))

  await choose(page, name, 'Rattacher des utilisateurs')
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
    await choose(page, name, entry)
    await dialog.getByRole('searchbox', { name: `Filtrer les ${what}` }).fill('clinique')
    await pane(`${label} disponibles`)
      .getByRole('button', { name: /clinique$/ })
      .press('Enter')
    await expect(toast(page, added)).toBeVisible()
    await dialog.getByRole('button', { name: 'Terminé' }).click()
    await expect(cellOf(page, name, label).getByRole('link')).toHaveAttribute('href', href)
  }

  await rowOf(page, name).press('Enter')
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
    await choose(page, name, entry)
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

test('a pasted list attaches everybody, or nobody when somebody is unknown [BANK-28] [BANK-34]', async ({
  page,
  house,
}) => {
  const boss = await master(house)
  const id = await house.bank('Transports Morel')
  const one = await house.person({ role: 'ROLE_INTERVENANT' })
  const two = await house.person({ role: 'ROLE_INTERVENANT' })
  await boss.enter(page)
  await page.goto(`${house.url}/routes/bank?bankId=${id}`)
  await choose(page, 'Transports Morel', 'Rattacher des utilisateurs')
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

test('failed attaching and detaching say so [BANK-28] [BANK-29] [BANK-30] [BANK-31] [BANK-32] [BANK-33]', async ({
  page,
  house,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const boss = await master(house)
  const { id } = await boss.call('POST', '/api/bank/', { label: 'Musée' })
  const [user, other] = [await house.person(), await house.person()]
  const [chest, chest2] = [
    await house.chest(boss, 'Coffre du musée'),
    await house.chest(boss, 'Réserve du musée'),
  ]
  const teams = [
    await boss.call('POST', '/api/team/', { name: 'Groupe du musée' }),
    await boss.call('POST', '/api/team/', { name: 'Accueil du musée' }),
  ]
  await boss.call('POST', `/api/bank/${id}/user/${user.id}`)
  await boss.call('POST', `/api/bank/${id}/team/${teams[0]?.id}`)
  await boss.call('POST', `/api/bank/${id}/chest/${chest.id}`)
  await boss.enter(page)
  await page.goto(`${house.url}/routes/bank?bankId=${id}`)
  await expect(rowOf(page, 'Musée')).toBeVisible()
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
    await choose(page, 'Musée', entry)
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

test('an administrator sees the banks in scope, and limits no users there [BANK-41]', async ({
  page,
  house,
}) => {
  const own = await house.bank('Banque à soi')
  await house.bank("Banque d'ailleurs")
  const administrator = await house.person({ banks: [own], currentBank: own })
  await administrator.enter(page)
  await page.goto(`${house.url}/routes/bank`)
  await expect(page.getByRole('rowheader')).toHaveText(['Banque à soi'])
  await expect(page.getByRole('button', { name: 'Créer une banque' })).toHaveCount(0)
  await choose(page, 'Banque à soi', 'Modifier')
  await expect(page.getByLabel("Limite d'intervenants actifs")).toBeDisabled()
  await page.keyboard.press('Escape')
  await rowOf(page, 'Banque à soi').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Supprimer' })).toBeDisabled()
})

test('the current bank is changed from the bar, and the page loads again in it [BANK-36] [BANK-37] [BANK-38] [BANK-39] [BANK-41]', async ({
  page,
  house,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const banks: number[] = []
  for (let i = 1; i <= 9; i += 1) banks.push(await house.bank(`Agence ${i}`))
  const person = await house.person({ banks, currentBank: banks[0] ?? 0 })
  await person.enter(page)
  await page.goto(`${house.url}/routes/team`)
  await expect(page.getByText('Banque : Agence 1')).toBeVisible()
  const pill = page.getByRole('button', { name: /^Changer de banque/ })
  const dialog = page.getByRole('dialog', { name: 'Changer de banque' })
  const entries = dialog.getByRole('list', { name: 'Vos banques' }).getByRole('button')
  await pill.click()
  await expect(entries).toHaveCount(10)
  await expect(entries.first()).toHaveText('Toutes les banques')
  await expect(dialog.getByRole('searchbox')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /Agence 1/ })).toBeDisabled()

  await page.route('**/api/user/last_bank_id/*', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Panne' } }),
  )
  await dialog.getByRole('button', { name: 'Agence 2' }).click()
  await expect(toast(page, 'Erreur pendant le changement de banque')).toBeVisible()
  await page.unroute('**/api/user/last_bank_id/*')

  const sent = page.waitForRequest(`**/api/user/last_bank_id/${banks[1]}`)
  const loaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Agence 2' }).click()
  expect((await sent).method()).toBe('PATCH')
  await loaded
  await expect(pill).toHaveAccessibleName(/Agence 2$/)
  await expect(page.getByText('Banque : Agence 2')).toBeVisible()
  await pill.click()
  const all = page.waitForRequest('**/api/user/last_bank_id/0')
  await dialog.getByRole('button', { name: 'Toutes les banques' }).click()
  await all
  await expect(pill).toHaveAccessibleName(/Toutes les banques$/)

  for (let i = 10; i <= 24; i += 1) banks.push(await house.bank(`Agence ${i}`))
  const boss = await master(house)
  for (const bank of banks.slice(9)) await boss.call('POST', `/api/bank/${bank}/user/${person.id}`)
  await page.reload()
  await pill.click()
  await expect(dialog.getByRole('button', { name: 'Revenir en haut' })).toHaveCount(0)
  await entries.last().scrollIntoViewIfNeeded()
  await dialog.getByRole('button', { name: 'Revenir en haut' }).click()
  await expect(entries.first()).toBeInViewport()
  await expect(dialog.getByRole('button', { name: 'Revenir en haut' })).toHaveCount(0)
  await dialog.getByRole('searchbox', { name: 'Chercher une banque' }).fill('AGENCE 17')
  await expect(entries).toHaveText(['Agence 17'])
  await dialog.getByRole('searchbox').fill('absente')
  await expect(dialog.getByText('Aucun résultat')).toBeVisible()
})

test('without a bank one reads so, and intervenants have no entry for all [BANK-40] [BANK-41] [BANK-42]', async ({
  page,
  house,
}) => {
  const alone = await house.person({ role: 'ROLE_INTERVENANT' })
  await alone.enter(page)
  await page.goto(`${house.url}/routes/manager`)
  const pill = page.getByRole('button', { name: /^Changer de banque/ })
  await expect(pill).toHaveText('Aucune banque courante enregistrée')
  await pill.click()
  await expect(page.getByText("Vous n'êtes rattaché à aucune banque")).toBeVisible()

  const [here, shut] = [await house.bank('Banque ouverte'), await house.bank('Banque fermée', false)]
  const helper = await house.person({ role: 'ROLE_INTERVENANT', banks: [here, shut], currentBank: here })
  await helper.enter(page)
  await page.reload()
  await pill.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('list').getByRole('button')).toHaveCount(2)
  await expect(dialog.getByText('Toutes les banques')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /Banque fermée/ })).toBeDisabled()
})
