import { addFolder, placeOf } from './content.ts'
import { importFrom, names, open, organisation, toolbar } from './explorer.ts'
import { expectAccessible } from './office.ts'
import { expect, test } from './test.ts'

const xml = (name: string, content: string) => ({
  name,
  mimeType: 'application/xml',
  buffer: Buffer.from(content),
})
const entry = (name: string, more = '') =>
  `<Entry><String><Key>Title</Key><Value>${name}</Value></String><String><Key>Password</Key><Value>secret 12</Value></String>${more}</Entry>`
const keepass = (entries: string) =>
  `<?xml version="1.0" encoding="utf-8"?><KeePassFile><Root><Group><Name>Base</Name>${entries}</Group></Root></KeePassFile>`

test('a KeePass file is checked before it is sent, and a bad one imports nothing [IMPT-03] [IMPT-05] [IMPT-17] [IMPT-02]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Reprise')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/import/')) sent += 1
  })
  // By the keyboard, once the page has stopped moving the focus.
  await expect(page.getByText('Aucune donnée')).toBeVisible()
  await toolbar(page, 'Importer').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Importer des mots de passe' })
  await expect(dialog.getByRole('button', { name: /^LockSelf/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const file = dialog.locator('input[type=file]')
  await expect(file).toBeFocused()
  const submit = dialog.getByRole('button', { name: 'Importer', exact: true })
  await expect(dialog.getByText('KeePass', { exact: true })).toBeVisible()
  await expect(submit).toBeDisabled()
  await file.setInputFiles(xml('notes.txt', 'rien'))
  await expect(dialog.getByText('Format de fichier non supporté')).toBeVisible()
  await expect(submit).toBeDisabled()
  await file.setInputFiles(xml('gros.xml', 'x'.repeat(1_572_865)))
  await expect(dialog.getByText(/Fichier trop volumineux. Taille maximale: 1536\sKo/)).toBeVisible()
  await expect(submit).toBeDisabled()
  await file.setInputFiles(xml('limite.xml', 'x'.repeat(1_572_864)))
  await expect(submit).toBeEnabled()
  expect(sent).toBe(0)

  quietConsole.allow(400, 422, 415)
  await file.setInputFiles(xml('abime.xml', keepass(`${entry('Un')}<Entry>`)))
  const reply = page.waitForResponse('**/api/import/keepass')
  await submit.click()
  const { message } = (await (await reply).json()) as { message: string }
  await expect(dialog.getByText("L'import a échoué")).toBeVisible()
  await expect(dialog.getByText(message)).toBeVisible()
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await expect.poll(() => names(page)).toEqual([])
})

test('a KeePass file is imported into the current folder, and the result lists each line to check [IMPT-02] [IMPT-09] [IMPT-11] [IMPT-14] [IMPT-15] [IMPT-16]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Reprise KeePass')
  const folder = await addFolder(person, chest, 'Ancien coffre')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Ancien coffre')
  const dialog = await importFrom(page, 'KeePass')
  await expect(dialog).toContainText('Ancien coffre')
  await dialog
    .locator('input[type=file]')
    .setInputFiles(
      xml(
        'base.xml',
        keepass(
          entry('Lisible') +
            entry('Abîmé', '<String><Key>URL</Key><Value>javascript:alert(1)</Value></String>'),
        ),
      ),
    )
  // The call is delayed, so that the test sees the progress.
  await page.route('**/api/import/keepass', async (route) => {
    await expect(dialog.getByRole('progressbar')).toBeVisible()
    await expect(dialog).toContainText(/2\sentrées/)
    const body = route.request().postData() ?? ''
    expect(body).toContain(`name="chestId"\r\n\r\n${chest.id}\r\n`)
    expect(body).toContain(`name="folderId"\r\n\r\n${folder}\r\n`)
    await route.continue()
  })
  const answered = page.waitForResponse('**/api/import/keepass')
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click()
  const { success, fails } = (await (await answered).json()) as { success: string; fails: [number, string][] }
  await expect(dialog.getByRole('status')).toContainText(success)
  expect(fails).toHaveLength(1)
  for (const [where, message] of fails)
    await expect(
      dialog.getByRole('row', { name: new RegExp(`^Ligne\\s${where}\\s`) }).filter({ hasText: message }),
    ).toBeVisible()
  await dialog.getByRole('button', { name: 'Voir les mots de passe' }).click()
  await expect(
    page.getByRole('rowheader', { name: 'Lisible' }).or(page.getByRole('rowheader', { name: 'Base' })),
  ).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`folderId=${folder}`))

  await page.unroute('**/api/import/keepass')
  await importFrom(page, 'KeePass')
  await dialog.locator('input[type=file]').setInputFiles(organisation)
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click()
  await dialog.getByRole('button', { name: 'Voir les mots de passe' }).click()
  await open(page, 'Ville de Saint-Aubin')
  await expect(page).toHaveTitle(/Ville de Saint-Aubin/)
  await expect.poll(async () => (await names(page)).length).toBeGreaterThan(2)
})

test('the import dialog shows its progress in numbers', async ({ page, sharedInstallation }) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Reprise longue')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  // A file large enough would take minutes on a slow machine: the test provides the numbers.
  let [done, release] = [1_200, () => {}]
  const held = new Promise<void>((go) => (release = go))
  await page.route('**/api/import/keepass', async (route) => {
    await held
    await route.continue()
  })
  await page.route('**/api/import/progress/', (route) =>
    route.fulfill({ json: { stage: 'judging', done, total: 4_800 } }),
  )
  const dialog = await importFrom(page, 'KeePass')
  await dialog.locator('input[type=file]').setInputFiles(xml('base.xml', keepass(entry('Un'))))
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click()
  const bar = dialog.getByRole('progressbar', { name: 'Évaluation des mots de passe' })
  await expect(bar).toHaveAttribute('aria-valuenow', '25')
  await expect(dialog.getByText(/^1\s200 sur 4\s800\sentrées$/)).toBeVisible()
  await expectAccessible(page, 'an import under way')
  done = 2_400
  await expect(bar).toHaveAttribute('aria-valuenow', '50')
  release()
  await expect(dialog.getByRole('heading', { name: 'Import terminé' })).toBeVisible()
})

test('a long list of lines to check renders the visible ones only, each with its position [IMPT-16]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Reprise abîmée')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const count = 120
  const bad = '<String><Key>URL</Key><Value>javascript:alert(1)</Value></String>'
  const entries = Array.from({ length: count }, (_, index) => `\n${entry(`Abîmé ${index + 1}`, bad)}`)
  const dialog = await importFrom(page, 'KeePass')
  await dialog.locator('input[type=file]').setInputFiles(xml('abimes.xml', keepass(entries.join(''))))
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click()
  const rows = dialog.getByRole('grid').getByRole('row')
  const line = (number: number) => dialog.getByRole('rowheader', { name: new RegExp(`^Ligne\\s${number}$`) })
  await expect(line(2)).toBeVisible()
  await expect.poll(() => rows.count()).toBeLessThan(count)
  // Scrolls line by line to the last one.
  const last = line(count + 1)
  await expect(last).toHaveCount(0)
  await dialog.getByRole('grid').hover()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2_000)
      return last.count()
    })
    .toBe(1)
  // A line is rendered shortly before it is visible.
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
})
