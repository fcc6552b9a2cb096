import type { Page } from '@playwright/test'
import { passTime, stopTime } from './clock.ts'
import { addFolder, addItem, otpSecret, placeOf } from './content.ts'
import { copyPassword, open, panelOf, rowOf } from './explorer.ts'
import { clipboard, codeOf, toast } from './people.ts'
import { expect, test } from './test.ts'

const secret = 'Xk4!tambour-lune.27'

/** Collects the page's reports of password use. */
function statementsOf(page: Page): unknown[] {
  const said: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/system/spy')) said.push(request.postDataJSON())
  })
  return said
}

test('a password is shown for thirty seconds and copied, and the page reports each use [EXPL-23] [EXPL-24] [EXPL-25]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Accès')
  await addItem(person, chest, { name: 'Serveur', password: secret })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const said = statementsOf(page)
  const row = rowOf(page, 'Serveur')
  await expect(row).toBeVisible()

  await stopTime(page)
  await row.getByRole('button', { name: 'Afficher le mot de passe' }).click()
  await expect(row).toContainText(secret)
  await expect(row.getByRole('img', { name: 'Masqué' })).toHaveCount(0)
  await expect.poll(() => said).toEqual([{ action: 'view_password', type: 'explorer', source: 'web' }])
  await passTime(page, 29_000)
  await expect(row).toContainText(secret)
  await passTime(page, 2_000)
  await expect(row).not.toContainText(secret)

  await copyPassword(row)
  await expect(toast(page, 'Copié')).toBeVisible()
  await expect(toast(page, 'Mot de passe, presse-papiers vidé dans 45\u00a0s')).toBeVisible()
  await expect.poll(() => clipboard(page)).toBe(secret)
  await expect.poll(() => said.at(-1)).toEqual({ action: 'copy_password', type: 'explorer', source: 'web' })
  await passTime(page, 46_000)
  await expect.poll(() => clipboard(page)).toBe('')
  await page.clock.resume()

  await open(page, 'Serveur')
  const panel = panelOf(page, 'Serveur')
  await panel.getByRole('button', { name: 'Afficher le mot de passe' }).click()
  await expect(panel.getByText(/^Masqué dans \d+\ss$/)).toBeVisible()
  await panel.getByRole('button', { name: 'Masquer le mot de passe' }).click()
  await panel.getByRole('button', { name: 'Copier le mot de passe' }).click()
  await expect
    .poll(() => said.slice(2))
    .toEqual([
      { action: 'view_password', type: 'edit', source: 'web' },
      { action: 'copy_password', type: 'edit', source: 'web' },
    ])
})

test('a one-time code counts down, changes colour and is renewed [OTPC-01] [OTPC-03] [OTPC-04] [OTPC-06]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Codes')
  await addItem(person, chest, { name: 'Portail', otp: otpSecret })
  await person.enter(page)
  // Fixed replies make the remaining seconds known.
  let asked = 0
  await page.route('**/api/item/*/otp', (route) => {
    asked += 1
    return route.fulfill({
      json: { code: String(123_455 + asked), next: String(123_456 + asked), otpTime: 30 },
    })
  })
  // Before the page loads, so that it counts seconds of the stopped clock.
  await page.clock.install()
  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Portail')
  const shown = panelOf(page, 'Portail').locator('[class*="OtpCode-module_otp"]')
  await expect(shown).toContainText('123 456')
  await stopTime(page, 60_000)
  // Every step ends when the page has rendered it, however slow the machine is.
  const step = async (milliseconds: number) => {
    await passTime(page, milliseconds)
    await passTime(page, 1)
  }
  // Waits until every call has its reply: from here on the test counts every second.
  await expect(async () => {
    await step(250)
    expect(await shown.innerText()).not.toContain('123 456')
    expect(await shown.getByRole('timer').getAttribute('aria-label')).toMatch(/^30 secondes/)
  }).toPass({ intervals: [0], timeout: 60_000 })
  // Every change below is half a second away from the moments at which the test looks.
  await step(400)
  const before = (await shown.innerText()).replace(/\D/g, '').slice(-6)
  await expect(shown).toHaveClass(/success/)
  await passTime(page, 15_000)
  await expect(shown).toHaveClass(/attention/)
  // The ring warns later than the border.
  const ring = shown.getByRole('timer')
  await expect(ring).toHaveClass(/success/)
  await passTime(page, 7_500)
  await expect(shown).toHaveClass(/danger/)
  await expect(ring).toHaveClass(/attention/)
  await passTime(page, 2_500)
  await expect(ring).toHaveClass(/danger/)
  await expect(shown).toContainText(before.replace(/^\d{3}/, '$& '))
  await passTime(page, 4_500)
  await expect(async () => {
    await step(50)
    expect(await shown.getAttribute('class')).toMatch(/success/)
  }).toPass({ intervals: [0], timeout: 30_000 })
  await expect(shown).not.toContainText(before.replace(/^\d{3}/, '$& '))
  await page.clock.resume()

  await page.unroute('**/api/item/*/otp')
  await page.goto(placeOf(sharedInstallation.url, chest))
  const row = rowOf(page, 'Portail')
  await row.getByRole('button', { name: 'Afficher le code de Portail' }).click()
  await row.getByRole('button', { name: /, Copier le code$/ }).click()
  await expect(toast(page, 'Copié')).toBeVisible()
  expect([-1, 0, 1].map((steps) => codeOf(otpSecret, steps))).toContain(await clipboard(page))
})

test('a keyboard user opens a folder, copies a password and lists the shortcut keys [EXPL-13] [EXPL-23] [PANL-05]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Clavier')
  const folder = await addFolder(person, chest, 'Sites')
  await addItem(person, chest, { name: 'Blog', password: secret, login: 'redaction', parentFolderId: folder })
  await addItem(person, chest, {
    name: 'Jeton',
    categoryId: 11,
    otp: otpSecret,
    password: '',
    parentFolderId: folder,
  })
  await addItem(person, chest, { name: 'Écluse' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  // The table has the focus from the start: its keys work at once.
  await expect(rowOf(page, 'Sites')).toBeFocused()
  await expect(rowOf(page, 'Sites')).toHaveAccessibleName('Sites, dossier')
  await page.keyboard.press('Shift+E')
  await expect(rowOf(page, 'Écluse')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Blog')).toBeVisible()
  await rowOf(page, 'Revenir au niveau précédent').focus()
  await page.keyboard.press('ArrowDown')
  await expect(rowOf(page, 'Blog')).toBeFocused()
  await expect(rowOf(page, 'Blog')).toHaveAccessibleName('Blog, redaction')
  await page.keyboard.press('c')
  await expect(toast(page, 'Copié')).toBeVisible()
  await expect.poll(() => clipboard(page)).toBe(secret)
  await page.keyboard.press('l')
  await expect.poll(() => clipboard(page)).toBe('redaction')
  await expect(toast(page, 'Identifiant')).toBeVisible()
  await page.keyboard.press('o')
  await expect(toast(page, 'Aucun code à copier')).toBeVisible()
  await page.keyboard.press('a')
  await expect(toast(page, 'Aucune adresse à ouvrir')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('c')
  await expect(toast(page, 'Aucun mot de passe à copier')).toBeVisible()
  await page.keyboard.press('l')
  await expect(toast(page, 'Aucun identifiant à copier')).toBeVisible()
  expect(await clipboard(page)).toBe('redaction')
  await page.keyboard.press('o')
  await expect(toast(page, 'Code OTP, presse-papiers vidé dans 45\u00a0s')).toBeVisible()
  expect([-1, 0, 1].map((steps) => codeOf(otpSecret, steps))).toContain(await clipboard(page))
  // The parent folder, and back: the folder that was left has the focus.
  await page.keyboard.press('Backspace')
  await expect(rowOf(page, 'Sites')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Blog')).toBeVisible()
  await page.keyboard.press('Shift+B')
  await expect(rowOf(page, 'Blog')).toBeFocused()

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Raccourcis clavier' })
  await expect(keys).toContainText('Copier le mot de passe de la ligne')
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await expect(rowOf(page, 'Blog')).toBeFocused()
  await page.keyboard.press('e')
  await expect(panelOf(page, 'Blog').getByRole('textbox')).toHaveValue('Blog')
  await page.keyboard.press('Escape')
  await expect(panelOf(page, 'Blog').getByRole('textbox')).toHaveCount(0)

  await rowOf(page, 'Blog').focus()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  await form.getByLabel('Nom').fill('Agenda')
  await form.getByRole('textbox', { name: /^Mot de passe/ }).fill(secret)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Agenda')).toBeFocused()
  await rowOf(page, 'Blog').focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Copier le mot de passe' })).toBeFocused()
})
