import type { Locator } from '@playwright/test'
import { domainPassword, startDomain } from '../src/server/testing/active-directory.ts'
import { directoryPassword, groupDn, startDirectory } from '../src/server/testing/directory.ts'
import { openInstallationInUse } from './installation-in-use.ts'
import { startInstallation } from './installation.ts'
import { expectAccessible, officeRow } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

/** Types a part of a name and picks the match. The list closes when the page scrolls, so the field scrolls first. */
async function pick(field: Locator, typed: string, name: string): Promise<void> {
  const option = field.page().getByRole('option', { name, exact: true })
  await field.scrollIntoViewIfNeeded()
  await expect(async () => {
    await field.fill(typed)
    await expect(option).toBeVisible({ timeout: 3_000 })
  }).toPass()
  // The former choices stay until those for the text arrive, which moves the list.
  await expect(field.page().getByRole('option').filter({ hasNotText: typed })).toHaveCount(0)
  await option.click()
  await expect(field).toHaveValue(name)
}

/** Gives login and password of a directory account, as the sign-in page does. */
const signIn = (url: string, login: string, password: string): Promise<Response> =>
  fetch(`${url}/api/auth/step1`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify({ login, password, type: 'DIST', source: 'web' }),
  })

test('an administrator creates an account for a person of the directory, whose groups make them a team member [USER-12] [USER-14]', async ({
  page,
  engine,
}) => {
  const directory = await startDirectory()
  const installation = await startInstallation(engine, directory.env)
  const installationInUse = await openInstallationInUse(installation)
  try {
    const chief = await installationInUse.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
    const team = await chief.call('POST', '/api/team/', { name: 'Équipe de la mairie', description: '' })
    await chief.enter(page)

    // The account: its password stays in the directory, and the page offers no link to set one.
    await page.goto(`${installationInUse.url}/routes/user/`)
    await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Identifiant').fill('helene.dupre')
    await dialog.getByLabel('E-mail').fill('helene@exemple.fr')
    await dialog.getByRole('button', { name: /Annuaire \(AD\)/ }).click()
    await page.getByRole('option', { name: 'exemple.fr' }).click()
    await dialog.getByLabel('Compte SAM').fill('hdupre')
    await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
    await expect(toast(page, 'Utilisateur créé')).toBeVisible()
    const row = officeRow(page, 'Utilisateurs', 'helene.dupre')
    await row.click({ button: 'right', position: { x: 8, y: 8 } })
    await expect(page.getByRole('menuitem', { name: 'Réinitialiser le mot de passe' })).toBeDisabled()
    await page.keyboard.press('Escape')

    // The groups: found by a part of their name, mapped to a team, shown with their place in the directory.
    await page.goto(`${installationInUse.url}/routes/administration/`)
    const section = page.getByRole('region', { name: "Groupes de l'annuaire" })
    await expect(section).toContainText("Aucun groupe de l'annuaire ne donne accès")
    await pick(section.getByRole('combobox', { name: "Groupe de l'annuaire" }), 'mair', 'mairie')
    await pick(section.getByRole('combobox', { name: 'Groupe Trousseau' }), 'équipe', 'Équipe de la mairie')
    await section.getByRole('button', { name: 'Ajouter la correspondance' }).click()
    await expect(toast(page, 'Correspondance ajoutée')).toBeVisible()
    const line = section.getByRole('listitem').filter({ hasText: groupDn('mairie') })
    await expect(line).toContainText('Équipe de la mairie')
    await expectAccessible(page, 'directory')

    // She signs in: her group contains the mapped one, and her names come from the directory.
    const entered = await signIn(installationInUse.url, 'helene.dupre', directoryPassword)
    expect(entered.status).toBe(200)
    const { users } = await chief.call<{ users: { firstName: string; lastName: string }[] }>(
      'GET',
      `/api/team/${team.id}`,
    )
    expect(users).toMatchObject([{ firstName: 'Hélène', lastName: 'Dupré' }])

    await line.getByRole('button', { name: /^Supprimer la correspondance/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
    await expect(toast(page, 'Correspondance supprimée')).toBeVisible()
    await expect(line).toHaveCount(0)
    expect(await chief.call('GET', `/api/team/${team.id}`)).toMatchObject({ users: [] })
  } finally {
    await page.close()
    await installationInUse.close()
    await installation.stop()
    await directory.stop()
  }
})

test('an administrator sees that the directory refuses the account that searches, and tries it again', async ({
  page,
  engine,
  quietConsole,
}) => {
  // The search for groups asks the same account.
  quietConsole.allow(503)
  const domain = await startDomain(['h.dupre'])
  const installation = await startInstallation(engine, domain.env)
  const installationInUse = await openInstallationInUse(installation)
  try {
    const chief = await installationInUse.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
    domain.service.reason = '775'
    const refused = await signIn(installationInUse.url, 'h.dupre', domainPassword)
    expect(refused.status).toBe(503)

    await chief.enter(page)
    await page.goto(`${installationInUse.url}/routes/administration/`)
    const section = page.getByRole('region', { name: 'Annuaire', exact: true })
    await expect(section.getByRole('status')).toContainText('Compte qui cherche refusé')
    await expect(section).toContainText('(49/775)')
    await expectAccessible(page, 'directory-refused')
    const again = section.getByRole('button', { name: 'Essayer maintenant' })
    await again.click()
    await expect(
      toast(page, "L'annuaire n'a pas accepté le compte qui cherche, ou n'a pas répondu (49/775)"),
    ).toBeVisible()
    domain.service.reason = null
    await again.click()
    await expect(toast(page, "L'annuaire accepte le compte qui cherche")).toBeVisible()
    await expect(section.getByRole('status')).toContainText('Répond')
    await expect(section).toContainText('0 compte de cet annuaire')
    await expectAccessible(page, 'directory-answers')
  } finally {
    await page.close()
    await installationInUse.close()
    await installation.stop()
    await domain.stop()
  }
})
