import type { Page } from '@playwright/test'
import { rowOf, toolbar } from './explorer.ts'
import { cellOf, chooseIn } from './lists.ts'
import { enterAsFirst, toast } from './people.ts'
import { expect, test } from './test.ts'

async function makeBank(page: Page, url: string, label: string): Promise<void> {
  await page.goto(`${url}/routes/bank`)
  await page.getByRole('button', { name: 'Créer une banque' }).click()
  await page.getByLabel(/^Nom de la banque/).fill(label)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Banque créé')).toBeVisible()
  await expect(cellOf(page, label, 'Utilisateurs')).toContainText('Claire Martin')
}

async function makeChest(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/routes/manager`)
  await page.getByRole('button', { name: 'Créer un coffre' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau coffre' })
  await dialog.getByLabel('Nom du coffre').fill(name)
  await dialog.getByRole('button', { name: 'Créer' }).click()
  await expect(toast(page, 'Coffre créé')).toBeVisible()
  await expect(page).toHaveURL(/\/routes\/explorer\?chestId=\d+/)
  await expect(page.getByText('Aucune donnée')).toBeVisible()
}

async function makeItem(page: Page, name: string): Promise<void> {
  await toolbar(page, 'Nouveau mot de passe').click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  await dialog.getByRole('textbox', { name: /^Nom/ }).fill(name)
  await dialog
    .getByLabel(/^Mot de passe/)
    .first()
    .fill('Agrafe-correcte-42')
  await dialog.getByRole('button', { name: 'Créer' }).click()
  await expect(rowOf(page, name)).toBeVisible()
}

test('the first user creates a bank, chooses it, and creates a chest in it and an item', async ({
  page,
  installation,
}) => {
  await enterAsFirst(page, installation)
  await expect(page).toHaveURL(/\/routes\/manager/)
  await makeBank(page, installation.url, 'Ville de Saint-Aubin')
  await page.getByRole('button', { name: /^Changer de banque/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ville de Saint-Aubin' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await makeChest(page, installation.url, 'Serveurs')
  await makeItem(page, 'Console de messagerie')
  await page.goto(`${installation.url}/routes/chest`)
  await expect(cellOf(page, 'Serveurs', 'Utilisateurs')).toContainText('Claire Martin')
  await expect(page.getByText('Aucune banque en commun')).toHaveCount(0)
})

test('the first user attaches an existing chest to a new bank and can still open it', async ({
  page,
  installation,
}) => {
  await enterAsFirst(page, installation)
  await expect(page).toHaveURL(/\/routes\/manager/)
  await makeChest(page, installation.url, 'Serveurs')
  await makeItem(page, 'Console de messagerie')
  const explorer = page.url()
  await makeBank(page, installation.url, 'Ville de Saint-Aubin')
  await chooseIn(page, 'Ville de Saint-Aubin', 'Rattacher des coffres')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Ajouter.*Serveurs/ }).click()
  await expect(toast(page, 'Coffre ajouté')).toBeVisible()
  await dialog.getByRole('button', { name: 'Terminé' }).click()
  await page.goto(explorer)
  await expect(rowOf(page, 'Console de messagerie')).toBeVisible()
})

test('a manager who may no longer read the chest opened last is led to another one', async ({
  page,
  installation,
  quietConsole,
}) => {
  await enterAsFirst(page, installation)
  await expect(page).toHaveURL(/\/routes\/manager/)
  await makeChest(page, installation.url, 'Serveurs')
  const address = page.url()
  const detached = await page.evaluate(async (id) => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const { user } = (await (await fetch('/api/session', { headers })).json()) as { user: { id: number } }
    const body = JSON.stringify({ users: [user.id] })
    return (await fetch(`/api/chest/${id}/user`, { method: 'DELETE', headers, body })).status
  }, new URL(address).searchParams.get('chestId'))
  expect(detached).toBe(200)
  await page.goto(`${installation.url}/routes/explorer`)
  await expect(page).toHaveURL(/\/routes\/manager/)
  // Its address still requests it.
  quietConsole.allow(404)
  await page.goto(address)
  await expect(page.getByText("Ce coffre n'existe pas, ou vous n'y avez pas accès.")).toBeVisible()
  await page.getByRole('button', { name: 'Changer de coffre' }).click()
  await expect(page).toHaveURL(/\/routes\/manager/)
})
