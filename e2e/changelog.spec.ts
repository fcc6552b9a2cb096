import { placeOf } from './content.ts'
import { toolbar } from './explorer.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { changelogOf, closeChangelog, enrol, firstStep, setUp, toast } from './people.ts'
import { releases } from '../src/texts/platform/changelog.ts'
import { expect, test } from './test.ts'

const features = releases.flatMap((release) => release.features)

test('the changelog opens when the page loads, lists every feature, and does not reopen once closed [CHLG-01] [CHLG-02] [CHLG-03]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person({ hasNews: true })
  const chest = await sharedInstallation.chest(person, 'Nouveautés')
  await person.enter(page)
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push([new URL(request.url()).pathname, request.postDataJSON()])
  })
  await page.goto(placeOf(sharedInstallation.url, chest))
  const dialog = changelogOf(page)
  await expect(dialog.getByRole('listitem')).toHaveCount(features.length)
  for (const { title } of features)
    await expect(dialog.getByRole('heading', { name: title, exact: true })).toBeAttached()
  await expect
    .poll(() =>
      dialog
        .locator('img')
        .evaluateAll((pictures) =>
          Math.min(...pictures.map((one) => (one as unknown as { naturalWidth: number }).naturalWidth)),
        ),
    )
    .toBeGreaterThan(0)
  await expectAccessible(page, 'changelog')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectToFit(page)
  await expectAccessible(page, 'changelog on a telephone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await closeChangelog(page)
  await expect.poll(() => sent).toEqual([[`/api/user/${person.id}`, { update: { readFeatures: true } }]])
  await page.reload()
  await expect(toolbar(page, 'Importer')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  // The help menu opens it again, by the keyboard alone; closing it makes no call.
  await page.getByRole('button', { name: 'Aide' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Nouveautés' }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(features.length)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Aide' })).toBeFocused()
  expect(sent).toHaveLength(1)
})

test('a changelog that could not be marked as read shows an error and reopens at the next load [CHLG-04]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const person = await sharedInstallation.person({ hasNews: true })
  const chest = await sharedInstallation.chest(person, 'Nouveautés en panne')
  await person.enter(page)
  await page.route('**/api/user/*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await page.goto(placeOf(sharedInstallation.url, chest))
  await changelogOf(page).getByRole('button', { name: 'Fermer' }).last().click()
  await expect(toast(page, 'Erreur pendant mise à jour utilisateur')).toBeVisible()
  await expect(changelogOf(page)).toHaveCount(0)
  await page.reload()
  await closeChangelog(page)
})

test('a changelog that cannot be loaded shows an error and stays unread', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const person = await sharedInstallation.person({ hasNews: true })
  const chest = await sharedInstallation.chest(person, 'Nouveautés absentes')
  await person.enter(page)
  await page.route('**/api/changelog', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(placeOf(sharedInstallation.url, chest))
  const dialog = changelogOf(page)
  await expect(dialog.getByText('Erreur pendant le chargement des données')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(dialog.getByText('Erreur pendant le chargement des données')).toBeVisible()
  await page.unroute('**/api/changelog')
  await dialog.getByRole('button', { name: 'Réessayer' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(features.length)
  await closeChangelog(page)
})

test('the first user of an installation starts without the changelog: nothing in it is new to them', async ({
  page,
  installation,
}) => {
  await setUp(page, installation)
  await firstStep(page)
  await enrol(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Mise en route' })).toBeVisible()
  // The dialog's code loads later than the page.
  await page.waitForLoadState('networkidle')
  await expect(changelogOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Aide' }).click()
  await page.getByRole('menuitem', { name: 'Nouveautés' }).click()
  await expect(changelogOf(page).getByRole('listitem')).toHaveCount(features.length)
})
