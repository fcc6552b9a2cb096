import { expectAccessible, expectToFit } from './office.ts'
import { expect, test } from './test.ts'

test('the site map leads to every page that the role may open, and the help menu of each page leads to it', async ({
  page,
  sharedInstallation,
}) => {
  const boss = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  await sharedInstallation.chest(boss, 'Plan')
  await boss.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/account`)
  await page.getByRole('button', { name: 'Aide', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Plan du site' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Plan du site' })).toBeVisible()
  await expect(page).toHaveTitle(/^Plan du site/)
  await expectAccessible(page, 'site map')
  await expectToFit(page)
  const offices = main.getByRole('region', { name: 'Administration' })
  await offices.getByRole('link', { name: 'Utilisateurs' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Backoffice utilisateurs' })).toBeVisible()
  await page.goBack()
  await main.getByRole('link', { name: 'Vos coffres' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Coffres' })).toBeAttached()

  const reader = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await reader.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/map`)
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Coffres et mots de passe',
    'Vous',
    'Documents',
    "Guide d'utilisation",
  ])
})
