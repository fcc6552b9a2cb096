import { chooseIn, addSuperAdministrator, namedRow } from './lists.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { expect, test } from './test.ts'

test('the page of banks and its dialogs have no accessibility fault in either theme, and fit 320 px [BANK-01] [BANK-17] [BANK-20] [BANK-28]', async ({
  page,
  sharedInstallation,
}) => {
  test.slow()
  const boss = await addSuperAdministrator(sharedInstallation)
  const { id } = await boss.call('POST', '/api/bank/', { label: 'Notaires associés', maxUser: 4 })
  // With its creator, three.
  for (let i = 0; i < 2; i += 1)
    await boss.call(
      'POST',
      `/api/bank/${id}/user/${(await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })).id}`,
    )
  await sharedInstallation.bank('Banque en sommeil', false)
  await boss.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/bank?bankId=${id}`)
  const row = namedRow(page, 'Notaires associés')
  await page.getByRole('button', { name: "Afficher le menu d'administration" }).click()
  await expect(row).toBeVisible()
  await expectAccessible(page, 'page and rail')
  await row.getByRole('button', { name: /^\+.2.autres/ }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(3)
  await expectAccessible(page, 'all users')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Créer une banque' }).click()
  await expectAccessible(page, 'create')
  await page.keyboard.press('Escape')
  await row.press('Enter')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expectAccessible(page, 'view')
  await page.keyboard.press('Escape')
  await chooseIn(page, 'Notaires associés', 'Modifier')
  await expect(page.getByLabel(/^Nom de la banque/)).toBeVisible()
  await expectAccessible(page, 'edit')
  await page.keyboard.press('Escape')
  await chooseIn(page, 'Notaires associés', 'Rattacher des utilisateurs')
  await expect(page.getByRole('button', { name: /^Retirer/ })).toHaveCount(3)
  await expectAccessible(page, 'picker')
  await page.getByRole('button', { name: 'Coller une liste' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('personne')
  await page.getByRole('button', { name: 'Vérifier et ajouter' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'pasted list')
  await page.keyboard.press('Escape')
  await chooseIn(page, 'Notaires associés', 'Supprimer')
  await expectAccessible(page, 'delete')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Changer de banque/ }).click()
  await expect(page.getByRole('list', { name: 'Vos banques' })).toBeVisible()
  await expectAccessible(page, 'change of bank')
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 320, height: 640 })
  await page.reload()
  await expect(row).toBeVisible()
  await expectToFit(page)
  await chooseIn(page, 'Notaires associés', 'Rattacher des utilisateurs')
  await expect(page.getByRole('button', { name: /^Retirer/ })).toHaveCount(3)
  await expectAccessible(page, 'picker, narrow')
})

test('an intervenant who types the address of a back office is sent to the explorer, still signed in [SESS-14] [SESS-28]', async ({
  page,
  sharedInstallation,
}) => {
  const helper = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await helper.enter(page)
  for (const name of ['bank', 'chest', 'team', 'user', 'administration']) {
    await page.goto(`${sharedInstallation.url}/routes/${name}/`)
    await expect(page).toHaveURL(/\/routes\/manager/)
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Coffres' })).toBeVisible()
  await expect(page.getByRole('button', { name: /menu d'administration/ })).toHaveCount(0)
})

test('the rail links to the pages that the role may open, and marks the current one [SESS-07] [SESS-14] [SESS-26]', async ({
  page,
  sharedInstallation,
}) => {
  await (await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })).enter(page)
  await page.goto(`${sharedInstallation.url}/routes/team/?limit=10`)
  await page.getByRole('button', { name: "Afficher le menu d'administration" }).click()
  const rail = page.getByRole('navigation', { name: 'Administration' })
  await expect(rail.getByRole('link')).toHaveText([
    'Banques',
    'Coffres',
    'Groupes',
    'Utilisateurs',
    'Journal',
    'Administration',
  ])
  await expect(rail.getByRole('link', { name: 'Groupes' })).toHaveAttribute('aria-current', 'page')
  await page.evaluate("localStorage.setItem('mk', '{}')")
  for (const [name, heading] of [
    ['Banques', 'Backoffice banques'],
    ['Coffres', 'Backoffice coffres'],
    ['Utilisateurs', 'Backoffice utilisateurs'],
    ['Journal', 'Journal'],
    ['Administration', 'Administration'],
    ['Groupes', 'Backoffice groupes'],
  ] as const) {
    await rail.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  // It stays as it was left.
  await page.reload()
  await expect(rail.getByRole('link', { name: 'Groupes' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: "Masquer le menu d'administration" }).click()
  await expect(rail).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Backoffice groupes' })).toBeVisible()
  await expect(rail).toHaveCount(0)
  // A back office removes the key of an open chest.
  await expect.poll(() => page.evaluate("localStorage.getItem('mk')")).toBeNull()
})
