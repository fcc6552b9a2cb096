import type { Locator, Page } from '@playwright/test'
import { addFolder, addItem, otpSecret, placeOf } from './content.ts'
import { choose, panelOf } from './explorer.ts'
import type { Chest, InstallationInUse, Person } from './installation-in-use.ts'
import { clipboard, toast } from './people.ts'
import { expect, test } from './test.ts'

const change = (person: Person, id: number, elementType: string, elementValue: unknown, kind = 'item') =>
  person.call('PATCH', `/api/${kind}/${id}`, { elementType, elementValue })

/** Opens the activity tab of an element. */
async function activity(
  page: Page,
  sharedInstallation: InstallationInUse,
  chest: Chest,
  name: string,
): Promise<Locator> {
  await page.goto(placeOf(sharedInstallation.url, chest))
  await choose(page, name, 'Détails')
  const panel = panelOf(page, name)
  await panel.getByRole('tab', { name: 'Activité' }).click()
  return panel
}
const entryOf = (panel: Locator, label: string | RegExp) =>
  panel.getByRole('listitem').filter({ hasText: label })
/** The lines of the password itself, and not of its level. */
const passwordLine = /^Mot de passe modifié/

test('a user sees, copies and restores an old password from its line of the history [HIST-01] [HIST-03]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Versions')
  const id = await addItem(person, chest, { name: 'Annuaire', password: 'le premier mot 1' })
  await change(person, id, 'password', 'le second mot 2')
  await person.enter(page)
  const panel = await activity(page, sharedInstallation, chest, 'Annuaire')
  const entry = entryOf(panel, passwordLine)
  await expect(entryOf(panel, 'Création').getByRole('button')).toHaveCount(0)
  const opened = page.waitForRequest((request) => request.url().endsWith('/open'))
  await entry.getByRole('button', { name: "Voir l'ancienne valeur" }).click()
  await opened
  await expect(entry).toContainText('le premier mot 1')
  await entry.getByRole('button', { name: "Copier l'ancienne valeur" }).click()
  await expect(toast(page, 'Copié')).toBeVisible()
  await expect.poll(() => clipboard(page)).toBe('le premier mot 1')
  await entry.getByRole('button', { name: 'Masquer' }).click()
  await expect(panel.getByText('le premier mot 1')).toHaveCount(0)

  await entry.getByRole('button', { name: "Voir l'ancienne valeur" }).click()
  await entry.getByRole('button', { name: 'Restaurer' }).click()
  await expect(toast(page, 'Ancienne valeur restaurée')).toBeVisible()
  await expect(entryOf(panel, passwordLine)).toHaveCount(2)
  await expect(panel.getByRole('tab', { name: 'Activité' })).toBeFocused()
  expect(await person.call<string>('GET', `/api/item/${id}/copy`)).toBe('le premier mot 1')
  // The replaced value is an old value now.
  await entryOf(panel, passwordLine).first().getByRole('button').click()
  await expect(panel).toContainText('le second mot 2')
})

test('a long history renders the visible lines only, and scrolls to the creation [HIST-01]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Longue vie')
  const id = await addItem(person, chest, { name: 'Doyen' })
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      action: 'UPDATE',
      paramName: 'name',
      createdAt: '2026-01-15T09:00:00.000Z',
      user: `personne-${from + index}`,
    }))
  const latest = { history: lines(0, 200), historyBefore: 300 }
  const creation = { ...lines(260, 1)[0], action: 'CREATE', paramName: null }
  const item = await person.call<object>('GET', `/api/item/${id}`)
  await page.route(`**/api/item/${id}`, (route) => route.fulfill({ json: { ...item, ...latest } }))
  await page.route(`**/api/item/${id}/history/*`, (route) =>
    route.fulfill({
      json: route.request().url().endsWith('?before=300')
        ? { history: [...lines(200, 60), creation], historyBefore: null }
        : latest,
    }),
  )
  await person.enter(page)
  const panel = await activity(page, sharedInstallation, chest, 'Doyen')
  const entries = panel.getByRole('listitem')
  await expect(entries.first()).toContainText('personne-0')
  await entries.first().hover()
  await expect(async () => {
    await page.mouse.wheel(0, 30_000)
    await expect(entryOf(panel, 'Création')).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(entryOf(panel, 'Création')).toContainText('personne-260')
  await expect(entryOf(panel, 'personne-259')).toBeVisible()
  await expect.poll(() => entries.count()).toBeLessThan(60)
})

test('an old secret is masked again, and each restored field shows its own message', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Tous les champs')
  const id = await addItem(person, chest, { name: 'Portail', categoryId: 1, otp: otpSecret })
  await change(person, id, 'login', 'nouveau')
  await change(person, id, 'category', 4)
  await change(person, id, 'otp', '')
  await person.enter(page)
  await page.clock.install()
  const panel = await activity(page, sharedInstallation, chest, 'Portail')
  const see = (label: string) =>
    entryOf(panel, label).getByRole('button', { name: "Voir l'ancienne valeur" }).click()
  await see('Identifiant modifié')
  await expect(entryOf(panel, 'Identifiant modifié')).toContainText('Aucune valeur')
  await see('Catégorie modifiée')
  await expect(entryOf(panel, 'Catégorie modifiée')).toContainText('Serveur')
  await see('OTP supprimé')
  await expect(entryOf(panel, 'OTP supprimé')).toContainText(otpSecret)
  await page.clock.runFor(31_000)
  await expect(panel.getByText(otpSecret)).toHaveCount(0)
  await expect(entryOf(panel, 'Catégorie modifiée')).toContainText('Serveur')
  await see('OTP supprimé')
  await entryOf(panel, 'OTP supprimé').getByRole('button', { name: 'Restaurer' }).click()
  await expect(toast(page, 'Ancienne valeur restaurée')).toBeVisible()
  await panel.getByRole('tab', { name: 'Détails' }).click()
  await expect(panel.getByText('Code OTP')).toBeVisible()
})

test('the toast of a deleted secret restores it [PANL-09]', async ({ page, sharedInstallation }) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Repentir')
  const id = await addItem(person, chest, { name: 'Portail', otp: otpSecret })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await choose(page, 'Portail', 'Détails')
  const panel = panelOf(page, 'Portail')
  await panel.getByRole('button', { name: "Supprimer l'OTP" }).click()
  await expect(panel.getByText('Code OTP')).toHaveCount(0)
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Annuler' }).click()
  await expect(toast(page, 'Ancienne valeur restaurée')).toBeVisible()
  await expect(panel.getByText('Code OTP')).toBeVisible()
  const { secret } = await person.call<{ secret: string }>('GET', `/api/item/${id}/otp/secret`)
  expect(secret).toBe(otpSecret)
})

test('a folder lists its old names, but not to a user who may not change it', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Dossiers')
  const id = await addFolder(person, chest, 'Avant')
  await change(person, id, 'name', 'Après', 'folder')
  await person.enter(page)
  const panel = await activity(page, sharedInstallation, chest, 'Après')
  const entry = entryOf(panel, 'Nom modifié')
  await entry.getByRole('button', { name: "Voir l'ancienne valeur" }).click()
  await expect(entry).toContainText('Avant')
  await entry.getByRole('button', { name: 'Restaurer' }).click()
  await expect(panelOf(page, 'Avant')).toBeVisible()

  const reader = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await sharedInstallation.grant(chest, reader)
  await reader.enter(page)
  const seen = await activity(page, sharedInstallation, chest, 'Avant')
  await expect(entryOf(seen, 'Nom modifié').first()).toBeVisible()
  await expect(seen.getByRole('listitem').getByRole('button')).toHaveCount(0)
})
