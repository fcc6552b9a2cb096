import type { Locator } from '@playwright/test'
import { domainPassword, startDomain } from '../src/server/testing/active-directory.ts'
import { directoryPassword, groupDn, startDirectory } from '../src/server/testing/directory.ts'
import { signInThere, withDirectory } from './directory-installation.ts'
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

test('an administrator creates an account for a person of the directory, whose groups make them a team member [USER-12] [USER-14]', async ({
  page,
  engine,
}) => {
  await withDirectory({ page, engine }, await startDirectory(), async ({ inUse }) => {
    const chief = await inUse.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
    const team = await chief.call('POST', '/api/team/', { name: 'Équipe de la mairie', description: '' })
    await chief.enter(page)

    // The account: its password stays in the directory, and the page offers no link to set one.
    await page.goto(`${inUse.url}/routes/user/`)
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
    await page.goto(`${inUse.url}/routes/administration/`)
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
    expect(await signInThere(inUse, 'helene.dupre', directoryPassword)).toBe(200)
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
  })
})

test('an administrator creates accounts for people found in the directory, and a file of SAM accounts says who has one', async ({
  page,
  engine,
}) => {
  await withDirectory({ page, engine }, await startDirectory(), async ({ inUse }) => {
    const bank = await inUse.bank('Mairie')
    const admin = await inUse.person({ banks: [bank], currentBank: bank })
    await admin.enter(page)
    await page.goto(`${inUse.url}/routes/user/`)
    await page.getByRole('button', { name: "Chercher dans l'annuaire" }).click()
    const dialog = page.getByRole('dialog')

    // By name, then by group: the choice of the first search stays.
    await dialog.getByRole('searchbox', { name: 'Nom, adresse ou compte' }).fill('jpetit')
    await dialog.getByRole('checkbox', { name: /jpetit/ }).check()
    await dialog.getByRole('button', { name: /Chercher par/ }).click()
    await page.getByRole('option', { name: 'Groupe', exact: true }).click()
    await pick(dialog.getByRole('combobox', { name: "Groupe de l'annuaire" }), 'mair', 'mairie')
    await dialog.getByRole('checkbox', { name: 'Tout cocher' }).check()
    await expect(dialog.getByRole('status').first()).toContainText('3 personnes cochées')
    await expectAccessible(page, 'directory people')
    await dialog.getByRole('button', { name: 'Continuer avec 3 personnes' }).click()
    const login = dialog.getByRole('group', { name: 'Hélène Dupré' }).first().getByLabel('Identifiant')
    await expect(login).not.toHaveValue('')
    await expectAccessible(page, 'directory accounts')
    await dialog.getByRole('button', { name: 'Créer 3 utilisateurs' }).click()
    await expect(dialog.getByText('3 utilisateurs créés')).toBeVisible()
    await dialog.getByRole('button', { name: 'Fermer' }).last().click()
    await expect(officeRow(page, 'Utilisateurs', 'hdupre@annuaire.exemple.fr')).toContainText('Dupré')

    // The same people are marked by now, and a file says who is new, known or gone.
    await page.getByRole('button', { name: "Chercher dans l'annuaire" }).click()
    await dialog.getByRole('searchbox').fill('mleroy')
    await expect(dialog.getByText('Déjà un compte')).toBeVisible()
    await expect(dialog.getByRole('checkbox', { name: /mleroy/ })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Annuler' }).click()
    await page.getByRole('button', { name: 'Importer un CSV' }).click()
    const buffer = Buffer.from('samAccountName\nA.Dupont\nhdupre\npartie\n')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'agents.csv', mimeType: 'text/csv', buffer })
    await dialog.getByRole('button', { name: 'Vérifier le fichier' }).click()
    await expect(dialog.getByRole('heading', { name: '1 utilisateur à créer' })).toBeVisible()
    await expect(dialog.getByRole('heading', { name: '1 personne a déjà un compte' })).toBeVisible()
    await expect(dialog.getByRole('heading', { name: "1 absent de l'annuaire" })).toBeVisible()
    await expectAccessible(page, 'import, directory')
    await dialog.getByRole('button', { name: 'Créer 1 utilisateur' }).click()
    await expect(dialog.getByText('1 utilisateur créé', { exact: true })).toBeVisible()
    await expect(dialog.getByText(/celui de l'annuaire\./)).toBeVisible()
    expect(await signInThere(inUse, 'A.Dupont', directoryPassword)).toBe(200)
  })
})

test('an administrator sees that the directory refuses the account that searches, and tries it again', async ({
  page,
  engine,
  quietConsole,
}) => {
  // The search for groups asks the same account.
  quietConsole.allow(503)
  await withDirectory(
    { page, engine },
    await startDomain(['h.dupre']),
    async ({ directory: domain, inUse }) => {
      const chief = await inUse.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
      domain.service.reason = '775'
      expect(await signInThere(inUse, 'h.dupre', domainPassword)).toBe(503)

      await chief.enter(page)
      await page.goto(`${inUse.url}/routes/administration/`)
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
    },
  )
})
