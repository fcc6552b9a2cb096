import { readFile } from 'node:fs/promises'
import { addItems, placeOf, withoutArrival } from './content.ts'
import { rowOf } from './explorer.ts'
import { expectAccessible, expectToFit } from './office.ts'
import { expect, test } from './test.ts'

test('a user opens the guide from the help of a page, searches it, follows a result and downloads it [SESS-13]', async ({
  page,
  context,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Guide')
  await addItems(person, chest, 1)
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/trash/?chestId=${chest.id}`)
  await page.getByRole('button', { name: 'Aide' }).click()
  // In a tab of its own, so that the page keeps its input.
  const opened = context.waitForEvent('page')
  await page.getByRole('menuitem', { name: 'Aide sur cette page' }).click()
  const guide = await opened
  await expect(guide.getByRole('heading', { level: 1, name: 'Ranger' })).toBeVisible()
  await expect(guide).toHaveURL(/\/routes\/guide\/organise#trash$/)
  await expect(guide.getByRole('heading', { name: /^Restaurer depuis la corbeille/ })).toBeFocused()
  await expect(guide.getByRole('heading', { name: /^Restaurer depuis la corbeille/ })).toBeInViewport()
  await expect(guide).toHaveTitle("Ranger · Guide d'utilisation · Trousseau")

  // The key of the search leads to that of the guide here.
  await guide.keyboard.press('/')
  const search = guide.getByRole('combobox', { name: 'Rechercher dans le guide' })
  await expect(search).toBeFocused()
  await guide.keyboard.type('CODE de secours')
  const options = guide.getByRole('option')
  await expect(options.first()).toContainText('Préparer un code de secours')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await guide.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await guide.keyboard.press('ArrowUp')
  await guide.keyboard.press('Enter')
  await expect(guide).toHaveURL(/\/routes\/guide\/sign-in#recovery-codes$/)
  await expect(guide.getByRole('heading', { name: /^Préparer un code de secours/ })).toBeFocused()
  await expect(search).toHaveValue('')
  await search.fill('introuvable')
  await expect(guide.getByText('Aucun passage du guide avec «\u00a0introuvable\u00a0»').first()).toBeVisible()
  await guide.keyboard.press('Escape')

  // Every page is one link away, and the next page too.
  const next = guide.getByRole('link', { name: /^Page suivante/ })
  await expect(next).toContainText('Trouver et copier')
  await next.click()
  await expect(guide.getByRole('heading', { level: 1, name: 'Trouver et copier' })).toBeInViewport()
  const picture = guide.getByRole('img', { name: /^L'explorateur/ })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1280)

  const download = guide.waitForEvent('download')
  await guide.getByRole('link', { name: 'Télécharger le guide (PDF)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('guide.pdf')
  expect((await readFile(await file.path())).toString('latin1', 0, 8)).toBe('%PDF-1.7')
})

test('the guide shows the pages of administrators to those who administer', async ({
  page,
  sharedInstallation,
}) => {
  const intervenant = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await intervenant.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/guide`)
  const contents = page.getByRole('navigation', { name: 'Sommaire' })
  await expect(contents.getByRole('link', { name: 'Partager' })).toBeVisible()
  await expect(contents.getByRole('link', { name: 'Banques' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Rechercher dans le guide' }).fill('créer une banque')
  await expect(page.getByText(/^Aucun passage du guide/).first()).toBeVisible()
  // An address that names no page leads to the cover.
  await page.goto(`${sharedInstallation.url}/routes/guide/nowhere`)
  await expect(page).toHaveURL(/\/routes\/guide$/)
  await expect(page.getByRole('heading', { level: 1, name: "Guide d'utilisation" })).toBeVisible()
})

test('the operator can replace the guide: the menu leads to theirs, the help of a page to the guide of the pages', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Autre guide')
  await addItems(person, chest, 1)
  await person.enter(page)
  await withoutArrival(page)
  await page.route('**/api/session', async (route) => {
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' }
    const reply = await route.fetch({ headers })
    const links = { vendor: null, extension: null, guide: '/documents/guide.pdf' }
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), links } })
  })
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Compte 001')).toBeVisible()
  await page.getByRole('button', { name: 'Aide' }).click()
  await expect(page.getByRole('menuitem', { name: "Guide d'utilisation" })).toHaveAttribute(
    'href',
    '/documents/guide.pdf',
  )
  await expect(page.getByRole('menuitem', { name: 'Aide sur cette page' })).toHaveAttribute(
    'href',
    '/routes/guide?from=/routes/explorer',
  )
  await page.goto(`${sharedInstallation.url}/routes/guide/find`)
  await expect(page.getByRole('heading', { level: 1, name: 'Trouver et copier' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Télécharger le guide (PDF)' })).toHaveCount(0)
})

test('the guide works on a narrow screen', async ({ page, sharedInstallation }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const person = await sharedInstallation.person()
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/guide/share`)
  await expect(page.getByRole('heading', { level: 1, name: 'Partager' })).toBeVisible()
  await expectToFit(page)
  await page.getByText('Sommaire', { exact: true }).click()
  await expectAccessible(page, 'contents')
  await page.getByRole('link', { name: 'Importer', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Importer' })).toBeInViewport()
  // The contents are folded again.
  await expect(page.getByRole('navigation', { name: 'Sommaire' })).toBeHidden()
  await page.getByRole('combobox', { name: 'Rechercher dans le guide' }).fill('corbeille')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page, 'results')
  await expectToFit(page)
})
