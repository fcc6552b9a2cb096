import type { Page } from '@playwright/test'
import type { Person } from './installation-in-use.ts'
import { chooseFor, expectToFit, expectAccessible, select } from './office.ts'
import { typeAndExpectOneCall } from './lists.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'
import { openUsersPage } from './users.ts'

const creating = (page: Page) =>
  page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/user/'))
const changing = (page: Page, id: number) =>
  page.waitForRequest((request) => request.method() === 'PATCH' && request.url().endsWith(`/api/user/${id}`))

/** Creates a user in the administrator's bank, with a common name. */
const addUser = (admin: Person, login: string): Promise<{ id: number; login: string }> =>
  admin.call('POST', '/api/user/', {
    login,
    email: `${login}@exemple.fr`,
    firstName: 'Camille',
    lastName: 'Roux',
    role: 'ROLE_INTERVENANT',
  })

/** Fills the form of a new user and submits it. */
async function fillUser(page: Page, login: string, email = `${login}@exemple.fr`): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Identifiant').fill(login)
  await dialog.getByLabel('E-mail').fill(email)
}

test('an administrator creates, finds, changes and deletes a user [USER-01] [USER-09] [USER-10] [USER-11] [USER-12] [USER-13] [USER-14] [USER-18] [USER-19] [USER-22] [USER-24] [USER-26] [USER-27]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(409)
  const { bank, row } = await openUsersPage(page, sharedInstallation, 'Banque des comptes')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
  await expect(dialog.getByLabel('Banque des comptes')).toBeChecked()
  for (const label of ['Type', 'Rôle'])
    await expect(dialog.getByRole('button', { name: label })).toBeVisible()
  // The fields of a directory are there only with one (see directory.spec.ts).
  await expect(dialog.getByLabel('Compte SAM')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Rôle' }).click()
  await expect(page.getByRole('option')).toHaveText(['Administrateur', 'Intervenant'])
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Prénom').fill('Zoé')
  await dialog.getByLabel('Nom', { exact: true }).fill('<b>Ancel')
  await expect(dialog.getByText('Les balises HTML ne sont pas acceptées ici')).toBeVisible()
  await dialog.getByLabel('Nom', { exact: true }).fill('Ancel')
  await fillUser(page, 'zoe.ancel')
  const sent = creating(page)
  await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
  expect((await sent).postDataJSON()).toEqual({
    login: 'zoe.ancel',
    email: 'zoe.ancel@exemple.fr',
    firstName: 'Zoé',
    lastName: 'Ancel',
    role: 'ROLE_INTERVENANT',
    type: 'STANDARD',
    adId: null,
    adSamAccount: null,
    banks: [bank],
    teams: [],
  })
  await expect(toast(page, 'Utilisateur créé')).toBeVisible()
  await expect(row('Ancel Zoé')).toHaveAttribute('aria-selected', 'true')
  await expect(row('Ancel Zoé').locator('.ROLE_INTERVENANT')).toHaveText('Intervenant')
  await expect(page).toHaveURL(/userId=\d+/)
  await expect(row('Ancel Zoé')).toContainText('Banque des comptes')

  await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
  await fillUser(page, 'ZOE.ANCEL', 'autre@exemple.fr')
  await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
  await expect(toast(page, "L'utilisateur existe déjà")).toBeVisible()
  await expect(dialog.getByLabel('Identifiant')).toHaveAttribute('aria-invalid', 'true')
  await fillUser(page, 'zoe.ancel2', 'zoe.ancel@exemple.fr')
  await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
  await expect(toast(page, "L'adresse email est déjà utilisé")).toBeVisible()
  await dialog.getByRole('button', { name: 'Annuler' }).click()

  const box = page.getByRole('searchbox', { name: 'Filtrer les utilisateurs' })
  await typeAndExpectOneCall(page, box, 'absent', (request) => request.url().includes('/api/user/?'))
  await expect(page.getByText('Aucun résultat')).toBeVisible()
  await page.getByRole('searchbox').fill('ANCEL zoe')
  await expect(row('Ancel Zoé')).toBeVisible()

  // The filters are kept in the address, and removed all at once.
  await page.getByRole('button', { name: 'Tous les rôles' }).click()
  await page.getByRole('option', { name: 'Intervenant' }).click()
  await expect(page).toHaveURL(/role=ROLE_INTERVENANT/)
  await page.getByRole('button', { name: 'Toutes les connexions' }).click()
  await page.getByRole('option', { name: 'Jamais connectés' }).click()
  await expect(row('Ancel Zoé')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Jamais connectés' })).toBeVisible()
  await expect(row('Ancel Zoé')).toBeVisible()
  await page.getByRole('button', { name: /Intervenant.*rôle|rôle.*Intervenant/ }).click()
  await page.getByRole('option', { name: 'Administrateur', exact: true }).click()
  await expect(row('Ancel Zoé')).toHaveCount(0)
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect(page).not.toHaveURL(/role=|signIn=/)
  await expect(row('Ancel Zoé')).toBeVisible()
  await page.getByRole('columnheader', { name: 'E-mail' }).getByRole('button').click()
  await expect(page).toHaveURL(/order=email/)
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveAttribute('aria-sort', 'ascending')

  await row('Ancel Zoé').getByRole('rowheader').click()
  await expect(dialog.getByLabel('Identifiant')).toHaveValue('zoe.ancel')
  await dialog.getByLabel('Nom', { exact: true }).fill('Ancelin')
  await select(page, 'Rôle', 'Administrateur')
  await select(page, 'Type', 'Directeur')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(toast(page, 'Utilisateur mis à jour')).toBeVisible()
  await expect(row('Ancelin Zoé').locator('.ROLE_ADMINISTRATOR')).toHaveText('Administrateur')
  await expect(row('Ancelin Zoé')).toContainText('Directeur')

  await chooseFor(row('Ancelin Zoé'), 'Sessions')
  await expect(dialog).toContainText('Aucune session ouverte')
  await expect(dialog).not.toContainText('Terminer ces sessions')
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(dialog).toHaveCount(0)

  await chooseFor(row('Ancelin Zoé'), 'Supprimer')
  await expect(page.getByRole('alertdialog')).toContainText('Zoé Ancelin')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(toast(page, "L'utilisateur a été supprimé")).toBeVisible()
  await expect(row('Ancelin Zoé')).toHaveCount(0)
})

test('the limit of users disables the creation for contributors only [USER-16] [USER-17]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const above = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const { bank } = await openUsersPage(page, sharedInstallation, 'Banque pleine')
  await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
  await above.call('PATCH', `/api/bank/${bank}`, { update: { maxUser: 1 } })
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
  await fillUser(page, 'de.trop')
  const create = page.getByRole('dialog').getByRole('button', { name: 'Créer', exact: true })
  await expect(page.getByText('Limite atteinte')).toBeVisible()
  await expect(create).toBeDisabled()
  await select(page, 'Rôle', 'Administrateur')
  await expect(create).toBeEnabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Abandonner' }).click()

  // Another administrator uses the last place during typing.
  quietConsole.allow(409)
  await above.call('PATCH', `/api/bank/${bank}`, { update: { maxUser: 2 } })
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
  await fillUser(page, 'de.trop')
  await expect(create).toBeEnabled()
  await above.call('PATCH', `/api/bank/${bank}`, { update: { maxUser: 1 } })
  await create.click()
  await expect(toast(page, "Nombre limite d'utilisateur atteint")).toBeVisible()
  await expect(create).toBeDisabled()
})

test('each other refusal of a creation shows its error, and a refused mail leaves the user created [USER-20] [USER-21] [USER-24] [USER-25] [USER-30] [USER-33]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(409, 500)
  const { admin, row } = await openUsersPage(page, sharedInstallation, 'Banque des refus')
  const person = await addUser(admin, 'camille.refus')
  await page.reload()
  const dialog = page.getByRole('dialog')
  const answer = async (method: string, status: number, code: string, message: string) => {
    await page.unroute('**/api/user/**')
    await page.route('**/api/user/**', (route) =>
      route.request().method() === method
        ? route.fulfill({ status, json: { code, message } })
        : route.continue(),
    )
  }
  await answer('POST', 500, 'INTERNAL', 'Une erreur est survenue')
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
  await fillUser(page, 'sans.courrier')
  await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
  await expect(toast(page, "Echec lors de création de l'utilisateur")).toBeVisible()
  await answer('POST', 409, 'MAIL_WAS_NOT_SEND', "L'email n'a pas pu être envoyé")
  const reloaded = page.waitForResponse(/\/api\/user\/\?/)
  await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
  await expect(toast(page, "L'email n'a pas pu être envoyé")).toBeVisible()
  await reloaded
  await expect(dialog).toHaveCount(0)

  await answer('PATCH', 409, 'REACH_USER_LIMIT_IN_BANK', "Nombre limite d'utilisateur atteint")
  await chooseFor(row(person.login), 'Modifier')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(toast(page, "Nombre limite d'utilisateur atteint")).toBeVisible()
  await answer('PATCH', 500, 'INTERNAL', 'Une erreur est survenue')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(toast(page, "Erreur pendant la mise à jour de l'utilisateur")).toBeVisible()
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await chooseFor(row(person.login), "Envoyer l'identifiant")
  await expect(toast(page, "Erreur pendant l'envoi")).toBeVisible()
  await chooseFor(row(person.login), 'Réinitialiser le mot de passe')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(toast(page, 'Erreur pendant la réinitialisation')).toBeVisible()

  // The action is done though the mail server refuses the mail, and the page shows both.
  await answer('PATCH', 409, 'MAIL_WAS_NOT_SEND', "L'email n'a pas pu être envoyé")
  const listed = page.waitForResponse(/\/api\/user\/\?/)
  await chooseFor(row(person.login), 'Réinitialiser le mot de passe')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Réinitialiser' }).click()
  await listed
  await expect(toast(page, 'Mot de passe réinitialisé')).toBeVisible()

  await answer('PATCH', 409, 'REACH_USER_LIMIT_IN_BANK', 'Plus aucune place')
  await page.route('**/api/user/?*', async (route) => {
    const response = await route.fetch({
      headers: { ...route.request().headers(), 'sec-fetch-site': 'same-origin' },
    })
    const body = (await response.json()) as { state: object }[]
    for (const user of body) user.state = { id: 2, state: 'inactive' }
    await route.fulfill({ response, json: body })
  })
  await page.reload()
  await chooseFor(row(person.login), 'Débloquer')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Débloquer' }).click()
  await expect(toast(page, 'Plus aucune place')).toBeVisible()
})

test('each action on an account makes its call and shows its result [USER-08] [USER-28] [USER-29] [USER-30] [USER-31] [USER-32] [USER-33] [USER-34]', async ({
  page,
  sharedInstallation,
}) => {
  const { admin, row } = await openUsersPage(page, sharedInstallation, 'Banque des actes')
  const { id, login } = await addUser(admin, 'camille.actes')
  await page.reload()
  const question = page.getByRole('alertdialog')
  const act = async (entry: string, confirm: string | null) => {
    const sent = changing(page, id)
    await chooseFor(row(login), entry)
    if (confirm !== null) await question.getByRole('button', { name: confirm }).click()
    return (await sent).postDataJSON() as unknown
  }
  expect(await act('Réinitialiser le mot de passe', 'Réinitialiser')).toEqual({
    update: { resetPassword: true },
  })
  await expect(toast(page, 'Mot de passe réinitialisé')).toBeVisible()
  expect(await act('Réinitialiser le QR code', 'Réinitialiser')).toEqual({
    update: { googleAuthenticatorSecret: null, qrScanned: false },
  })
  await expect(toast(page, 'QR code réinitialisé')).toBeVisible()
  expect(await act("Envoyer l'identifiant", null)).toEqual({ update: { sendLogin: true } })
  await expect(toast(page, "L'email a été envoyé")).toBeVisible()

  await chooseFor(row(login), 'Modifier')
  await select(page, 'État', 'Inactif')
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click()
  await expect(row(login)).toContainText('Inactif')
  expect(await act('Débloquer', 'Débloquer')).toEqual({ update: { unBlock: false, stateId: 1 } })
  await expect(toast(page, "L'utilisateur a été débloqué")).toBeVisible()
  await expect(row(login)).not.toContainText('Inactif')

  for (let tries = 0; tries < 5; tries += 1)
    await page.request.post(`${sharedInstallation.url}/api/auth/step1`, {
      headers: { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' },
      data: { login, password: 'faux', type: 'LOCAL', source: 'web' },
    })
  await page.reload()
  await expect(row(login)).toContainText('Bloqué')
  await expect(row(login)).toContainText("jusqu'au")
  expect(await act('Débloquer', null)).toEqual({ update: { unBlock: false } })
  await expect(row(login)).not.toContainText('Bloqué')
})

test('the page of users has no accessibility fault and fits any width [USER-02] [USER-13]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  test.setTimeout(240_000)
  const { bank, row } = await openUsersPage(page, sharedInstallation, 'Banque des personnes')
  const above = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR', banks: [bank] })
  const person = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
  await page.reload()
  await expect(row(above.login)).toContainText('Consultation seule')
  await row(above.login).click({ button: 'right', position: { x: 8, y: 8 } })
  for (const entry of ['Modifier', 'Supprimer', 'Débloquer'])
    await expect(page.getByRole('menuitem', { name: entry })).toBeDisabled()
  await expectAccessible(page, 'menu of a user')
  await page.keyboard.press('Escape')
  for (const entry of ['Modifier', /quoi cette/, 'Supprimer']) {
    await chooseFor(row(person.login), entry)
    await expect(page.locator('[role=dialog], [role=alertdialog], aside')).toBeVisible()
    await expect(page.getByText('Chargement')).toHaveCount(0)
    await expectAccessible(page, String(entry))
    await page.keyboard.press('Escape')
    await expect(row(person.login)).toBeFocused()
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page, 'users, narrow')
  await expectToFit(page)
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
  await expectAccessible(page, 'new user, narrow')

  quietConsole.allow(500)
  await page.route('**/api/user/?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('Erreur pendant le chargement des utilisateurs')).toBeVisible()
})
