import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit, officeRow } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'
import { openUsersPage } from './users.ts'

/** Counts the presses of the mouse on the page, wherever they land. */
const countClicks = `window.clicks = 0
addEventListener('pointerdown', () => { window.clicks += 1 }, { capture: true })`

const rail = (page: Page) => page.getByRole('navigation', { name: 'Administration' })

test('a bank, a team, three users, a chest and their rights take at most 18 clicks', async ({
  page,
  sharedInstallation,
}) => {
  const chief = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  await chief.enter(page)
  // The menu of the back offices stays open from one day to the next.
  await page.addInitScript(`localStorage.setItem('rail-${chief.id}', 'shown')`)
  await page.goto(`${sharedInstallation.url}/routes/manager`)
  await page.evaluate(countClicks)
  const dialog = page.getByRole('dialog')
  const submit = (name: string) => dialog.getByRole('button', { name, exact: true }).click()

  await rail(page).getByRole('link', { name: 'Banques' }).click()
  await page.getByRole('button', { name: 'Créer une banque' }).click()
  await page.keyboard.type('Ville des dix-huit clics')
  await dialog.getByLabel('Travailler ensuite dans cette banque').click()
  await submit('Créer')
  await expect(toast(page, 'Banque créé')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Changer de banque/ })).toContainText('dix-huit')

  await rail(page).getByRole('link', { name: 'Groupes' }).click()
  await page.getByRole('button', { name: 'Créer un groupe' }).click()
  await page.keyboard.type('Astreinte des clics')
  await submit('Créer')
  await expect(officeRow(page, 'Groupes', 'Astreinte des clics')).toBeVisible()

  await rail(page).getByRole('link', { name: 'Utilisateurs' }).click()
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
  await dialog.getByRole('button', { name: 'Plusieurs à la fois' }).click()
  await expect(dialog.getByLabel('Adresses e-mail')).toBeFocused()
  await page.keyboard.insertText(
    'Alix Clic <alix.clic@exemple.fr>; "Clic, Basile" <basile@exemple.fr>\ncleo.clic@exemple.fr',
  )
  await expect(dialog.getByRole('group', { name: 'cleo.clic@exemple.fr' })).toBeVisible()
  await expect(dialog.getByLabel('Ville des dix-huit clics')).toBeChecked()
  await dialog.getByLabel('Astreinte des clics').click()
  await submit('Créer 3 utilisateurs')
  await expect(dialog.getByText('Créé', { exact: true })).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  type Listed = { banks: { label: string }[]; teams: { name: string }[] }
  for (const login of ['alix.clic', 'basile.clic', 'cleo.clic']) {
    await expect(officeRow(page, 'Utilisateurs', login)).toBeVisible()
    const [one] = await chief.call<Listed[]>('GET', `/api/user/?search=${login}`)
    expect(one).toMatchObject({
      banks: [{ label: 'Ville des dix-huit clics' }],
      teams: [{ name: 'Astreinte des clics' }],
    })
  }

  await rail(page).getByRole('link', { name: 'Coffres' }).click()
  await page.getByRole('button', { name: 'Créer un coffre' }).click()
  await page.keyboard.type('Serveurs des clics')
  await dialog.getByLabel('Astreinte des clics').click()
  await dialog.getByLabel('Tout sélectionner').click()
  await expectAccessible(page, 'new chest')
  await submit('Créer')
  await expect(toast(page, 'Coffre créé')).toBeVisible()
  const chest = officeRow(page, 'Coffres', 'Serveurs des clics')
  await expect(chest).toContainText('Astreinte des clics')
  const clicks = await page.evaluate<number>('window.clicks')
  // Every press above was counted.
  expect(clicks).toBeGreaterThan(15)
  expect(clicks).toBeLessThanOrEqual(18)

  // The rights are those that were ticked.
  await chest.getByRole('button', { name: /^Modifier les droits de Astreinte des clics/ }).click()
  for (const right of ['Lire', 'Supprimer'])
    await expect(dialog.getByRole('checkbox', { name: new RegExp(`^${right}`) })).toBeChecked()
})

test('the login follows the names until it is typed', async ({ page, sharedInstallation }) => {
  await openUsersPage(page, sharedInstallation, 'Banque des identifiants')
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
  const dialog = page.getByRole('dialog')
  const login = dialog.getByRole('textbox', { name: 'Identifiant' })
  await dialog.getByLabel('Prénom').fill('Hélène')
  await dialog.getByLabel('Nom', { exact: true }).fill("D'Aubigné")
  await expect(login).toHaveValue('helene.daubigne')
  await expectAccessible(page, 'new user')
  await login.fill('hdaubigne')
  await dialog.getByLabel('Prénom').fill('Irène')
  await expect(login).toHaveValue('hdaubigne')
})

test('a pasted list shows the faults of each row, and creates all of it or nothing', async ({
  page,
  sharedInstallation,
}) => {
  test.setTimeout(90_000)
  const { row } = await openUsersPage(page, sharedInstallation, 'Banque de la liste')
  const other = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Prénom').fill('Ada')
  await dialog.getByLabel('E-mail').fill('ada.liste@exemple.fr')
  await dialog.getByRole('button', { name: 'Plusieurs à la fois' }).click()
  // What was typed for one person is the first of the list.
  const list = dialog.getByLabel('Adresses e-mail')
  await expect(list).toHaveValue('Ada <ada.liste@exemple.fr>')
  await list.fill('Ada Liste <ada.liste@exemple.fr>\nbob.liste@exemple')
  const create = dialog.getByRole('button', { name: /^Créer/ })
  await expect(dialog.getByText('1 ligne à corriger')).toBeVisible()
  await expect(create).toBeDisabled()
  await expectAccessible(page, 'several users, a fault')

  // Each of the two keeps what was typed.
  await dialog.getByRole('button', { name: 'Une seule personne' }).click()
  await expect(dialog.getByLabel('Prénom')).toHaveValue('Ada')
  await expect(dialog.getByLabel('E-mail')).toHaveValue('ada.liste@exemple.fr')
  await dialog.getByRole('button', { name: 'Plusieurs à la fois' }).click()
  await expect(list).toHaveValue('Ada Liste <ada.liste@exemple.fr>\nbob.liste@exemple')

  await dialog.getByLabel('E-mail de bob.liste@exemple', { exact: true }).fill('bob.liste@exemple.fr')
  await dialog.getByLabel('Identifiant de bob.liste@exemple.fr').fill(other.login)
  const taken = dialog.getByRole('group', { name: 'bob.liste@exemple.fr' })
  await expect(taken).toContainText("L'utilisateur existe déjà")
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Identifiant de bob.liste@exemple.fr').fill('ada.liste')
  await expect(taken).toContainText('Déjà dans cette liste')
  await dialog.getByLabel('Identifiant de bob.liste@exemple.fr').fill('bob.liste')
  await expect(create).toBeEnabled()
  await list.fill(`${await list.inputValue()}\ntrop@exemple.fr`)
  await dialog.getByRole('button', { name: 'Retirer trop@exemple.fr' }).click()
  await expect(dialog.getByRole('group', { name: 'trop@exemple.fr' })).toHaveCount(0)

  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page, 'several users, narrow')
  await expectToFit(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Créer 2 utilisateurs' }).press('Enter')
  await expect(dialog.getByText('2 utilisateurs créés')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(row('ada.liste@exemple.fr')).toContainText('Banque de la liste')
  await expect(row('bob.liste@exemple.fr')).toBeVisible()
})

test('a pasted list whose reply is lost is created once', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(502)
  const { admin } = await openUsersPage(page, sharedInstallation, 'Banque de la reprise')
  let lost = 0
  await page.route('**/api/user/import', async (route) => {
    const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
    if (lost > 0 || !/name="dryRun"\r\n\r\nfalse/.test(body)) return route.continue()
    lost += 1
    // The server creates, and its reply does not arrive.
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' }
    expect(await (await route.fetch({ headers })).json()).toMatchObject({ created: 2 })
    return route.fulfill({ status: 502, body: '' })
  })
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Plusieurs à la fois' }).click()
  await dialog.getByLabel('Adresses e-mail').fill('ida.reprise@exemple.fr\nugo.reprise@exemple.fr')
  await dialog.getByRole('button', { name: 'Créer 2 utilisateurs' }).click()
  await expect(dialog.getByText('2 utilisateurs créés')).toBeVisible()
  expect(lost).toBe(1)
  expect(await admin.call<unknown[]>('GET', '/api/user/?search=reprise@exemple')).toHaveLength(2)
})
