import { addItem, placeOf } from './content.ts'
import { rowOf } from './explorer.ts'
import { expectToFit } from './office.ts'
import { expect, test } from './test.ts'

test('a low window scrolls as a whole, and any row can be scrolled into view', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Basse fenêtre')
  for (let nth = 10; nth < 22; nth += 1) await addItem(person, chest, { name: `Compte ${nth}` })
  await person.enter(page)
  // A large screen at 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(placeOf(sharedInstallation.url, chest))
  for (const size of [
    { width: 320, height: 256 },
    { width: 640, height: 300 },
    { width: 1024, height: 400 },
  ]) {
    await page.setViewportSize(size)
    for (const name of ['Compte 10', 'Compte 21']) {
      const row = rowOf(page, name)
      await row.scrollIntoViewIfNeeded()
      await expect(row).toBeInViewport()
      // Nothing covers its name.
      await row.getByText(name).click({ trial: true })
    }
    await expectToFit(page)
  }
})

test('in forced colours, borders and lines replace the information of colours', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Contrastes')
  await addItem(person, chest, { name: 'Fiche' })
  await person.enter(page)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(placeOf(sharedInstallation.url, chest))
  await rowOf(page, 'Fiche').dblclick()
  const line = (name: string) => page.getByRole('tab', { name })
  await expect(line('Détails')).toHaveCSS('border-bottom-style', 'solid')
  await expect(line('Activité')).toHaveCSS('border-bottom-width', '0px')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Nouveau mot de passe' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  await expect(dialog.locator('xpath=ancestor-or-self::*[contains(@class, "modal")]').first()).toHaveCSS(
    'border-top-style',
    'solid',
  )
})
