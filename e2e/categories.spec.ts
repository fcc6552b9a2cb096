import { addItem, placeOf } from './content.ts'
import { open, panelOf, rowOf } from './explorer.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

test('a super administrator renames a category, and all users see its new name [ITEM-19]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const chief = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const agent = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(agent, 'Métiers')
  await addItem(agent, chest, { name: 'Badgeuse', categoryId: 12 })
  // The server caches the list before the name changes.
  await agent.call('GET', `/api/explorer/data/?chestId=${chest.id}`)
  await chief.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  const section = page.getByRole('region', { name: 'Catégories' })
  await expect(section.getByText('Wi-Fi')).toBeVisible()
  const edit = (id: number) =>
    section.getByRole('button', { name: `Modifier\u00a0: Catégorie ${id}`, exact: true })

  quietConsole.allow(409)
  await edit(12).click()
  const input = section.getByRole('textbox')
  await expect(input).toHaveValue('Autre')
  await input.fill('reseau')
  await page.keyboard.press('Enter')
  await expect(section.getByText('Une autre catégorie porte déjà ce nom')).toBeVisible()
  await input.fill('Contrôle d’accès')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Catégorie renommée')).toBeVisible()
  await expect(section.getByText('Contrôle d’accès')).toBeVisible()

  await agent.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
  await expect(section).toHaveCount(0)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Badgeuse')).toContainText('Contrôle d’accès')
  await open(page, 'Badgeuse')
  await expect(panelOf(page, 'Badgeuse')).toContainText('Contrôle d’accès')
  // Other journeys share the installation and expect the first name.
  await chief.call('PATCH', '/api/category/12', { update: { name: 'Autre' } })
})
