import type { Locator, Page } from '@playwright/test'
import { chooseFor, officeRow } from './office.ts'
import { closeToast } from './people.ts'
import { expect, test } from './test.ts'

/** Answers these calls with a 500. @returns a function that lets them through again */
async function breakCall(page: Page, method: string, path: RegExp): Promise<() => Promise<void>> {
  const url = new RegExp(`${path.source}(\\?.*)?$`)
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Panne' } })
      : route.fallback(),
  )
  return () => page.unroute(url)
}

/** Reads a row. @returns a function that expects the same text again */
async function shownIn(row: Locator): Promise<() => Promise<void>> {
  const before = await row.innerText()
  return () => expect.poll(() => row.innerText()).toBe(before)
}

test('a failed creation, read, change or deletion of a chest shows its error and loses nothing typed [CHST-14] [CHST-17] [CHST-19] [CHST-21]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const bank = await sharedInstallation.bank('Banque des revers')
  const admin = await sharedInstallation.person({ banks: [bank], currentBank: bank })
  const chest = await sharedInstallation.chest(admin, 'Solide')
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest`)
  const dialog = page.getByRole('dialog')
  const row = officeRow(page, 'Coffres', 'Solide')
  const name = dialog.getByLabel('Nom du coffre')
  const description = dialog.getByLabel('Description')

  let mend = await breakCall(page, 'POST', /\/api\/chest\//)
  await page.getByRole('button', { name: 'Créer un coffre' }).click()
  await name.fill('Fragile')
  await description.fill('Ce qui casse')
  await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
  await closeToast(page, 'Erreur pendant création du coffre')
  await expect(name).toHaveValue('Fragile')
  await expect(description).toHaveValue('Ce qui casse')
  await expect(dialog.getByText('Panne')).toBeVisible()
  await mend()
  // The unchanged form creates it at the second try.
  await name.press('Enter')
  await closeToast(page, 'Coffre créé')
  await expect(officeRow(page, 'Coffres', 'Ce qui casse')).toContainText('Fragile')

  const unchanged = await shownIn(row)
  mend = await breakCall(page, 'GET', new RegExp(`/api/chest/${chest.id}/`))
  await chooseFor(row, 'Modifier')
  await expect(dialog).toHaveCount(0)
  await expect(row).toBeFocused()
  await closeToast(page, 'Erreur pendant la récupération du coffre')
  await mend()

  mend = await breakCall(page, 'PATCH', new RegExp(`/api/chest/${chest.id}`))
  await chooseFor(row, 'Modifier')
  await name.fill('Autre nom')
  await description.fill('Autre texte')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await closeToast(page, 'Erreur pendant modification du coffre')
  await expect(name).toHaveValue('Autre nom')
  await expect(description).toHaveValue('Autre texte')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await unchanged()
  await mend()

  await breakCall(page, 'DELETE', new RegExp(`/api/chest/${chest.id}`))
  await chooseFor(row, 'Supprimer')
  const question = page.getByRole('alertdialog')
  await question.getByRole('textbox').fill('Solide')
  await question.getByRole('button', { name: 'Supprimer' }).click()
  await closeToast(page, 'Erreur pendant la suppression')
  await expect(question.getByText('Panne')).toBeVisible()
  await question.getByRole('button', { name: 'Annuler' }).click()
  await unchanged()
})

test('a failed attaching to a chest or detaching from it leaves the lists as they were [CHST-22] [CHST-23] [CHST-25] [CHST-26]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const bank = await sharedInstallation.bank('Banque sans attaches')
  const admin = await sharedInstallation.person({ banks: [bank], currentBank: bank })
  const inside = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
  const outside = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
  const chest = await sharedInstallation.chest(admin, 'Immobile')
  await sharedInstallation.grant(chest, inside)
  const dedans = await admin.call('POST', '/api/team/', { name: 'Dedans', description: '' })
  await admin.call('POST', '/api/team/', { name: 'Dehors', description: '' })
  await admin.call('POST', `/api/chest/${chest.id}/team`, { teams: [dedans.id] })
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest`)
  const row = officeRow(page, 'Coffres', 'Immobile')
  const dialog = page.getByRole('dialog')
  const unchanged = await shownIn(row)
  for (const method of ['POST', 'DELETE'])
    await breakCall(page, method, new RegExp(`/api/chest/${chest.id}/(user|team)`))

  const press = (verb: string, who: string) =>
    dialog.getByRole('button', { name: new RegExp(`^${verb} .*${who}`) }).click()
  for (const { entry, free, held, noun } of [
    {
      entry: 'Rattacher des utilisateurs',
      free: outside.login,
      held: inside.login,
      noun: "de l'utilisateur",
    },
    { entry: 'Rattacher des groupes', free: 'Dehors', held: 'Dedans', noun: 'du groupe' },
  ]) {
    await chooseFor(row, entry)
    await dialog.getByRole('searchbox').first().fill(free)
    await press('Ajouter', free)
    await closeToast(page, `Erreur pendant l'attachement ${noun}`)
    await expect(dialog.getByText('Panne')).toBeVisible()
    await expect(dialog.getByRole('searchbox').first()).toHaveValue(free)
    await expect(dialog.getByRole('button', { name: new RegExp(`^Ajouter .*${free}`) })).toBeVisible()
    await press('Retirer', held)
    await closeToast(page, `Erreur pendant le détachement ${noun}`)
    await expect(dialog.getByRole('button', { name: new RegExp(`^Retirer .*${held}`) })).toBeVisible()
    await dialog.getByRole('button', { name: 'Terminé' }).click()
    await unchanged()
  }
})

test('a failed save of rights keeps the ticked boxes and the badges [RGHT-07]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const bank = await sharedInstallation.bank('Banque sans droits')
  const admin = await sharedInstallation.person({ banks: [bank], currentBank: bank })
  const reader = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
  const chest = await sharedInstallation.chest(admin, 'Figé')
  await sharedInstallation.grant(chest, reader)
  const team = await admin.call('POST', '/api/team/', { name: 'Figés', description: '' })
  await admin.call('POST', `/api/chest/${chest.id}/team`, { teams: [team.id] })
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/chest`)
  const row = officeRow(page, 'Coffres', 'Figé')
  const dialog = page.getByRole('dialog')
  const box = (label: string) => dialog.getByRole('checkbox', { name: label, exact: true })
  const unchanged = await shownIn(row)
  for (const [who, path] of [
    [reader.login, `${reader.id}`],
    ['Figés', `team/${team.id}`],
  ] as const) {
    await breakCall(page, 'PATCH', new RegExp(`/api/chest/${chest.id}/right/${path}`))
    await row.getByRole('listitem').filter({ hasText: who }).getByRole('button').click()
    await box('Créer').check()
    await box('Modifier').check()
    await dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await closeToast(page, 'Erreur pendant la mise à jour')
    for (const label of ['Lire', 'Créer', 'Modifier']) await expect(box(label)).toBeChecked()
    await dialog.getByRole('button', { name: 'Annuler' }).click()
    await unchanged()
  }
})

test('a failed action on a user shows its error and leaves the row as it was [USER-21] [USER-24] [USER-27] [USER-30] [USER-33] [USER-34]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const bank = await sharedInstallation.bank('Banque des échecs')
  const admin = await sharedInstallation.person({ banks: [bank], currentBank: bank })
  const { id } = await admin.call('POST', '/api/user/', {
    login: 'lea.echec',
    email: 'lea.echec@exemple.fr',
    firstName: 'Léa',
    lastName: 'Marchand',
    role: 'ROLE_INTERVENANT',
  })
  await admin.call('PATCH', `/api/user/${id}`, { update: { stateId: 2 } })
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/user`)
  const row = officeRow(page, 'Utilisateurs', 'Marchand Léa')
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog')

  await breakCall(page, 'POST', /\/api\/user\//)
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
  const typed = { Prénom: 'Noé', Identifiant: 'noe.jamais', 'E-mail': 'noe@exemple.fr' }
  for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
  await closeToast(page, "Echec lors de création de l'utilisateur")
  await expect(dialog.getByText('Panne')).toBeVisible()
  for (const [label, text] of Object.entries(typed)) await expect(dialog.getByLabel(label)).toHaveValue(text)
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await expect(officeRow(page, 'Utilisateurs', 'noe.jamais')).toHaveCount(0)

  const unchanged = await shownIn(row)
  await expect(row).toContainText('Inactif')
  for (const method of ['PATCH', 'DELETE']) await breakCall(page, method, new RegExp(`/api/user/${id}`))
  await chooseFor(row, 'Modifier')
  await dialog.getByLabel('Prénom').fill('Lia')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await closeToast(page, "Erreur pendant la mise à jour de l'utilisateur")
  await expect(dialog.getByLabel('Prénom')).toHaveValue('Lia')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await unchanged()

  for (const [entry, confirm, failure] of [
    ['Réinitialiser le mot de passe', 'Réinitialiser', 'Erreur pendant la réinitialisation'],
    ['Réinitialiser le QR code', 'Réinitialiser', 'Erreur pendant la réinitialisation'],
    ['Débloquer', 'Débloquer', 'Erreur pendant le déblocage'],
    ["Envoyer l'identifiant", null, "Erreur pendant l'envoi"],
    ['Supprimer', 'Supprimer', 'Erreur pendant la suppression'],
  ] as const) {
    await chooseFor(row, entry)
    if (confirm !== null) await question.getByRole('button', { name: confirm }).click()
    await closeToast(page, failure)
    await unchanged()
  }
  await expect(question.getByText('Panne')).toBeVisible()
  await question.getByRole('button', { name: 'Annuler' }).click()
  await unchanged()
})

test('content that cannot be loaded shows an error and can be retried [FRAG-09]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  await (await sharedInstallation.person()).enter(page)
  const mend = await breakCall(page, 'GET', /\/api\/session/)
  await page.goto(`${sharedInstallation.url}/routes/chest`)
  await expect(page.getByRole('alert')).toContainText('Erreur pendant le chargement du contenu')
  await mend()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Coffres' })).toBeVisible()
})
