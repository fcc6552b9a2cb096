import type { Page } from '@playwright/test'
import { addFolder, addItem, placeOf } from './content.ts'
import { open, panelOf, rowOf, toolbar } from './explorer.ts'
import { expectAccessible } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const all = { read: true, create: true, update: true, delete: true, export: true }
const create = (page: Page) => toolbar(page, 'Nouveau mot de passe')

test('an open chest follows rights that are given and taken: with each list, and after a refused call [RGHT-12]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(404, 409)
  const owner = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(owner, 'Astreinte')
  const network = await addFolder(owner, chest, 'Réseau')
  await addItem(owner, chest, { name: 'Pare-feu', parentFolderId: network })
  const reader = await sharedInstallation.person()
  await sharedInstallation.grant(chest, reader)
  await reader.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Réseau')).toBeVisible()
  await expect(create(page)).toBeDisabled()

  // Given: the next list tells.
  await sharedInstallation.grant(chest, reader, all)
  await rowOf(page, 'Réseau').focus()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Pare-feu')).toBeVisible()
  await expect(create(page)).toBeEnabled()

  // Taken while a form is open: the refused call withdraws what is not permitted, and the form keeps its text.
  await toolbar(page, 'Nouveau dossier').click()
  const form = page.getByRole('dialog', { name: 'Nouveau dossier' })
  await form.getByRole('textbox', { name: /^Nom/ }).fill('Cœur de réseau')
  await sharedInstallation.grant(chest, reader)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Erreur pendant création du dossier')).toBeVisible()
  await expect(form.getByRole('textbox', { name: /^Nom/ })).toHaveValue('Cœur de réseau')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await expect(create(page)).toBeDisabled()

  // Taken as a whole: nothing of the chest stays on screen.
  await sharedInstallation.grant(chest, reader, { read: false })
  await page.keyboard.press('Backspace')
  await expect(page.getByText('Pare-feu')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Changer de coffre' }).first()).toBeVisible()
  await expect(create(page)).toHaveCount(0)
})

test('a page that nobody touches follows rights too', async ({ page, sharedInstallation }) => {
  const owner = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(owner, 'Veille')
  const reader = await sharedInstallation.person()
  await sharedInstallation.grant(chest, reader)
  await reader.enter(page)
  await page.clock.install()
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(create(page)).toBeDisabled()
  await sharedInstallation.grant(chest, reader, all)
  await page.clock.fastForward('00:30')
  await expect(create(page)).toBeEnabled()
})

test('what is typed in a panel stays when the right to update is taken, and is saved when it is given again', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(404, 409)
  const owner = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(owner, 'Salle serveurs')
  await addItem(owner, chest, { name: 'Onduleur', login: 'agent' })
  const writer = await sharedInstallation.person()
  await sharedInstallation.grant(chest, writer, all)
  await writer.enter(page)
  await page.clock.install()
  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Onduleur')
  const panel = panelOf(page, 'Onduleur')
  const edit = (name: string) => panel.getByRole('button', { name: new RegExp(`^Modifier.*${name}$`) })
  const text = panel.getByRole('textbox', { name: 'Description' })
  const save = panel.getByRole('button', { name: 'Valider' })
  const notice = panel.getByRole('status').filter({ hasText: "Vous n'avez plus le droit de modifier" })

  // Nobody touches the page.
  await edit('Description').click()
  await text.fill('Batteries changées')
  await sharedInstallation.grant(chest, writer)
  await page.clock.fastForward('00:30')
  await expect(notice).toContainText('copiez-le')
  await expect(edit('Identifiant')).toHaveCount(0)
  await expect(text).toHaveValue('Batteries changées')
  await expect(text).toBeEditable()
  await expect(save).toBeDisabled()
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.url())
  })
  await text.press('Control+Enter')
  await expectAccessible(page, 'panel without the right to update')

  await sharedInstallation.grant(chest, writer, all)
  await page.clock.fastForward('00:30')
  await expect(save).toBeEnabled()
  await expect(notice).toHaveCount(0)
  expect(changes).toEqual([])
  await text.press('Control+Enter')
  await expect(toast(page, 'Description mise à jour')).toBeVisible()

  // A refused submission tells as well, and a value that is as it was closes by itself.
  await edit('Identifiant').click()
  const login = panel.getByRole('textbox', { name: 'Identifiant' })
  await login.fill('astreinte')
  await sharedInstallation.grant(chest, writer)
  await login.press('Enter')
  await expect(toast(page, 'Erreur pendant la mise à jour')).toBeVisible()
  await expect(notice).toBeVisible()
  await expect(login).toHaveValue('astreinte')
  await login.fill('agent')
  await expect(login).toHaveCount(0)
  await expect(panel.getByText('agent', { exact: true })).toBeVisible()
  await expect(panel.locator(':focus')).toHaveCount(1)
})
