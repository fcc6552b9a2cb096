import { addSuperAdministrator } from './lists.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

test('a user changes the current bank in the top bar, and the page reloads in it [BANK-36] [BANK-37] [BANK-38] [BANK-39] [BANK-41]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const banks: number[] = []
  for (let i = 1; i <= 9; i += 1) banks.push(await sharedInstallation.bank(`Agence ${i}`))
  const person = await sharedInstallation.person({ banks, currentBank: banks[0] ?? 0 })
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/team`)
  await expect(page.getByText('Banque : Agence 1')).toBeVisible()
  const pill = page.getByRole('button', { name: /^Changer de banque/ })
  const dialog = page.getByRole('dialog', { name: 'Changer de banque' })
  const entries = dialog.getByRole('list', { name: 'Vos banques' }).getByRole('button')
  await pill.click()
  await expect(entries).toHaveCount(10)
  await expect(entries.first()).toHaveText('Toutes les banques')
  await expect(dialog.getByRole('searchbox')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /Agence 1/ })).toBeDisabled()

  await page.route('**/api/user/last_bank_id/*', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Panne' } }),
  )
  await dialog.getByRole('button', { name: 'Agence 2' }).click()
  await expect(toast(page, 'Erreur pendant le changement de banque')).toBeVisible()
  await page.unroute('**/api/user/last_bank_id/*')

  const sent = page.waitForRequest(`**/api/user/last_bank_id/${banks[1]}`)
  const session = page.waitForRequest('**/api/session')
  const list = page.waitForRequest((request) =>
    new RegExp(`/api/team/.*bankId=${banks[1]}\\b`).test(request.url()),
  )
  // The data are as fresh as after a reload, which the document does not need.
  await page.evaluate('window.isSameDocument = true')
  await dialog.getByRole('button', { name: 'Agence 2' }).click()
  expect((await sent).method()).toBe('PATCH')
  await session
  await list
  await expect(dialog).toHaveCount(0)
  expect(await page.evaluate('window.isSameDocument')).toBe(true)
  await expect(pill).toHaveAccessibleName(/Agence 2$/)
  await expect(page.getByText('Banque : Agence 2')).toBeVisible()
  await pill.click()
  const all = page.waitForRequest('**/api/user/last_bank_id/0')
  await dialog.getByRole('button', { name: 'Toutes les banques' }).click()
  await all
  await expect(pill).toHaveAccessibleName(/Toutes les banques$/)

  for (let i = 10; i <= 24; i += 1) banks.push(await sharedInstallation.bank(`Agence ${i}`))
  const boss = await addSuperAdministrator(sharedInstallation)
  for (const bank of banks.slice(9)) await boss.call('POST', `/api/bank/${bank}/user/${person.id}`)
  await page.reload()
  await pill.click()
  await expect(dialog.getByRole('button', { name: 'Revenir en haut' })).toHaveCount(0)
  await entries.last().scrollIntoViewIfNeeded()
  await dialog.getByRole('button', { name: 'Revenir en haut' }).click()
  await expect(entries.first()).toBeInViewport()
  await expect(dialog.getByRole('button', { name: 'Revenir en haut' })).toHaveCount(0)
  await dialog.getByRole('searchbox', { name: 'Chercher une banque' }).fill('AGENCE 17')
  await expect(entries).toHaveText(['Agence 17'])
  await dialog.getByRole('searchbox').fill('absente')
  await expect(dialog.getByText('Aucun résultat')).toBeVisible()
})

test('a user without a bank sees a notice, and intervenants cannot choose all banks [BANK-40] [BANK-41] [BANK-42]', async ({
  page,
  sharedInstallation,
}) => {
  const alone = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await alone.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/manager`)
  const pill = page.getByRole('button', { name: /^Changer de banque/ })
  await expect(pill).toHaveText('Aucune banque courante enregistrée')
  await pill.click()
  await expect(page.getByText("Vous n'êtes rattaché à aucune banque")).toBeVisible()

  const [here, shut] = [
    await sharedInstallation.bank('Banque ouverte'),
    await sharedInstallation.bank('Banque fermée', false),
  ]
  const helper = await sharedInstallation.person({
    role: 'ROLE_INTERVENANT',
    banks: [here, shut],
    currentBank: here,
  })
  await helper.enter(page)
  await page.reload()
  await pill.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('list').getByRole('button')).toHaveCount(2)
  await expect(dialog.getByText('Toutes les banques')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /Banque fermée/ })).toBeDisabled()
})
