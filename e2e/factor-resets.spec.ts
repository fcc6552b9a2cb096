import { expectToFit, expectAccessible } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'
import { openUsersPage } from './users.ts'

test("an administrator approves or refuses a colleague's reset of the second factor [SIGN-33]", async ({
  page,
  sharedInstallation,
}) => {
  const { bank, admin } = await openUsersPage(page, sharedInstallation, 'Banque des seconds facteurs')
  const lost = await sharedInstallation.person({ banks: [bank] })
  const doubtful = await sharedInstallation.person({ banks: [bank] })
  const stranger = await sharedInstallation.person()
  for (const person of [lost, doubtful, admin, stranger]) await sharedInstallation.requestReset(person)
  await page.reload()
  const banner = (login: string) => page.getByRole('status').filter({ hasText: `(${login}) demande` })
  await expect(banner(lost.login)).toContainText('Assurez-vous de vive voix')
  await expect(banner(admin.login)).toContainText("C'est à un autre administrateur d'en décider")
  await expect(banner(admin.login).getByRole('button')).toHaveCount(0)
  await expect(banner(stranger.login)).toHaveCount(0)
  await expectAccessible(page, 'requests above the list')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectToFit(page)

  await banner(lost.login).getByRole('button', { name: 'Approuver' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('ses sessions seront terminées')
  await question.getByRole('button', { name: 'Approuver' }).click()
  await expect(toast(page, 'Réinitialisation approuvée')).toBeVisible()
  await expect(banner(lost.login)).toHaveCount(0)
  await expect(lost.call('GET', '/api/session')).rejects.toThrow('401')

  await banner(doubtful.login).getByRole('button', { name: 'Refuser' }).click()
  await expect(toast(page, 'Réinitialisation refusée')).toBeVisible()
  await expect(banner(doubtful.login)).toHaveCount(0)
  expect((await doubtful.call<{ user: { id: number } }>('GET', '/api/session')).user.id).toBe(doubtful.id)
})
