import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { allRights } from '../src/domain/platform/rights.ts'
import { panelOf } from './explorer.ts'
import type { Chest, InstallationInUse, Person } from './installation-in-use.ts'
import { expectAccessible, expectToFit } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const rows = (page: Page) => page.getByRole('grid', { name: 'Journal' }).locator('[data-row]')
const panel = (page: Page) => page.getByRole('complementary', { name: "Détail de l'action" })

type World = { admin: Person; clerk: Person; chest: Chest }

/** Creates a bank with an administrator, and a clerk who copied a password of their chest yesterday. */
async function worldOf(at: InstallationInUse, name: string): Promise<World> {
  const bank = await at.bank(`Banque ${name}`)
  const admin = await at.person({ role: 'ROLE_ADMINISTRATOR', banks: [bank], currentBank: bank })
  const clerk = await at.person({ banks: [bank] })
  const chest = { name: `Coffre ${name}`, description: '', type: 'service' }
  const { id: chestId } = await admin.call('POST', '/api/chest/', chest)
  await at.grant({ id: chestId, name: chest.name }, clerk, allRights)
  const { id } = await clerk.call('POST', '/api/item/', { chestId, name: 'GLPI', password: 'Vq7!kPz2' })
  await clerk.call('GET', `/api/item/${id}/copy`)
  await at.backdateJournal(1)
  return { admin, clerk, chest: { id: chestId, name: chest.name } }
}

const dayOf = (daysAgo: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(
    Date.now() - daysAgo * 24 * 60 * 60 * 1000,
  )

test('an administrator finds in the journal who copied a password yesterday, and exports it [JOUR-11] [JOUR-12]', async ({
  page,
  sharedInstallation: at,
}) => {
  const { admin, clerk, chest } = await worldOf(at, 'du journal')
  await admin.enter(page)
  await page.goto(`${at.url}/routes/user`)
  await page.getByRole('button', { name: "Afficher le menu d'administration" }).click()
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Journal' })
    .click()
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible()
  await page.getByRole('button', { name: "Type d'action" }).click()
  await page.getByRole('option', { name: 'Lectures de secrets' }).click()
  await page.getByLabel('Du', { exact: true }).fill(dayOf(1))
  await page.getByLabel('Au', { exact: true }).fill(dayOf(1))
  const copied = rows(page).filter({ hasText: 'a lu ou copié le mot de passe «\u00a0GLPI\u00a0»' })
  await expect(copied).toHaveCount(1)
  await expect(copied).toContainText(chest.name)

  await copied.focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByText('item.copied')).toBeVisible()
  await expect(panel(page).getByText(clerk.login, { exact: true })).toBeVisible()
  await expectAccessible(page, 'the journal with an entry')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(copied).toBeFocused()

  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Exporter' }).press('Enter')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Tableau (CSV)' }).press('Enter'),
  ])
  await expect(toast(page, 'Journal exporté')).toBeVisible()
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(clerk.login)

  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect(rows(page).filter({ hasText: 'a exporté le journal' })).toHaveCount(1)
  await page.getByRole('searchbox', { name: /Nom ou adresse/ }).fill('personne de ce nom')
  await expect(page.getByText('Aucune action ne correspond à ces filtres')).toBeVisible()
})

test('the journal is read on a narrow screen', async ({ page, sharedInstallation: at }) => {
  const { admin } = await worldOf(at, 'étroite')
  await page.setViewportSize({ width: 360, height: 760 })
  await admin.enter(page)
  await page.goto(`${at.url}/routes/journal`)
  const copied = rows(page).filter({ hasText: 'a lu ou copié' })
  await expect(copied).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page, 'the journal on a narrow screen')
  await copied.getByText('a lu ou copié').click()
  await expect(page.getByRole('dialog', { name: "Détail de l'action" })).toBeVisible()
  await expectToFit(page)
})

test('who holds all rights on a chest reads its journal from the explorer [JOUR-10]', async ({
  page,
  sharedInstallation: at,
}) => {
  const { clerk, chest } = await worldOf(at, 'propre')
  await clerk.enter(page)
  await page.goto(`${at.url}/routes/explorer?chestId=${chest.id}`)
  await page.getByRole('button', { name: "Plus d'actions" }).click()
  await page.getByRole('menuitem', { name: 'Journal du coffre' }).click()
  await expect(
    page.getByRole('heading', { name: `Journal du coffre «\u00a0${chest.name}\u00a0»` }),
  ).toBeVisible()
  await expect(
    rows(page).filter({ hasText: 'a lu ou copié le mot de passe «\u00a0GLPI\u00a0»' }),
  ).toHaveCount(1)
  await expectAccessible(page, 'the journal of a chest')
  await page.getByRole('link', { name: 'Retour au coffre' }).click()
  await expect(page).toHaveURL(new RegExp(`/routes/explorer\\?chestId=${chest.id}`))
  await page.goBack()
  await rows(page).filter({ hasText: 'a lu ou copié' }).getByRole('link', { name: /GLPI/ }).click()
  await expect(panelOf(page, 'GLPI')).toBeVisible()
})
