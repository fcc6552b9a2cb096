import type { Page } from '@playwright/test'
import { toBuffer } from 'qrcode'
import { addItem, otpSecret, placeOf } from './content.ts'
import { open, panelOf, rowOf, toolbar } from './explorer.ts'
import type { Chest, InstallationInUse, Person } from './installation-in-use.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { codeOf, toast } from './people.ts'
import { expect, test } from './test.ts'

const address = `otpauth://totp/Mairie:agent%40exemple.fr?secret=${otpSecret}&issuer=Mairie`
const png = 'image/png'

/** Returns a file for a file input. */
const fileOf = (buffer: Buffer, name = 'code.png', mimeType = png) => ({ name, mimeType, buffer })

/** Returns a screenshot of a site: a small QR code in the corner of a large screen. */
async function screenshotOf(page: Page, text: string, css = ''): Promise<Buffer> {
  const site = await page.context().newPage()
  await site.setViewportSize({ width: 1600, height: 1000 })
  const code = (await toBuffer(text, { width: 200 })).toString('base64')
  await site.setContent(
    `<body style="background:#223"><h1 style="color:#fff">Sécurité du compte</h1>
     <img style="margin:120px 900px;${css}" src="data:${png};base64,${code}"></body>`,
  )
  const picture = await site.screenshot()
  await site.close()
  return picture
}

/**
 * Drops files on the focused element, or pastes them there.
 * @returns whether the browser's default action follows: it would navigate to the picture
 */
const hand = (page: Page, kind: 'drop' | 'paste', picture: Buffer, count = 1): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (letter) => letter.codePointAt(0))
    const held = new DataTransfer()
    for (let made = 0; made < ${count}; made += 1)
      held.items.add(new File([bytes], 'code-' + made + '.png', { type: 'image/png' }))
    const options = { bubbles: true, cancelable: true }
    return document.activeElement.dispatchEvent(
      '${kind}' === 'drop'
        ? new DragEvent('drop', { ...options, dataTransfer: held })
        : new ClipboardEvent('paste', { ...options, clipboardData: held }),
    )
  })()`)

async function enter(
  page: Page,
  sharedInstallation: InstallationInUse,
  name: string,
): Promise<{ person: Person; chest: Chest }> {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, name)
  await person.enter(page)
  return { person, chest }
}

test('the form reads a one-time secret from a picture that is chosen, pasted or dropped', async ({
  page,
  sharedInstallation,
}) => {
  const { person, chest } = await enter(page, sharedInstallation, 'QR code')
  await addItem(person, chest, { name: 'Portail' })
  await page.goto(placeOf(sharedInstallation.url, chest))
  await toolbar(page, 'Nouveau mot de passe').click()
  const form = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  const field = form.getByRole('textbox', { name: /^Secret OTP/ })
  const chooser = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: "Lire l'image d'un QR code" }).click()
  await (await chooser).setFiles(fileOf(await toBuffer(address)))
  await expect(form.getByText('QR code lu\u00a0: Mairie, agent@exemple.fr')).toBeVisible()
  await expect(field).toHaveValue(new RegExp(`secret=${otpSecret}&issuer=Mairie`))
  // What is copied from it by hand, as of the code below, is cleared from the clipboard.
  await expect(field).toHaveAttribute('data-secret')

  // A later typed value counts, and the notice about the picture disappears.
  await field.fill('')
  await expect(form.getByText(/^QR code lu/)).toHaveCount(0)
  await hand(page, 'paste', await screenshotOf(page, address))
  await expect(form.getByText(/^QR code lu/)).toBeVisible()
  await form.getByRole('textbox', { name: /^Nom/ }).fill('Annuaire')
  await form.getByRole('textbox', { name: /^Mot de passe/ }).fill('Vq7!annuaire#kPz2')
  await form.getByRole('button', { name: 'Créer', exact: true }).click()
  await expect(toast(page, 'Mot de passe créé')).toBeVisible()
  const panel = panelOf(page, 'Annuaire')
  const shown = [0, 1].map((steps) => codeOf(otpSecret, steps).replace(/^(\d{3})/, '$1 ')).join('|')
  await expect(panel.getByText(new RegExp(shown))).toBeVisible()

  // Dropped in the panel of another item: a skewed photograph, and one with inverted colours.
  await open(page, 'Portail')
  const other = panelOf(page, 'Portail')
  await other.getByRole('button', { name: /^Modifier.*OTP$/ }).click()
  const editor = other.getByRole('textbox', { name: 'Nouvelle valeur' })
  for (const css of ['rotate:14deg', 'filter:invert(1)']) {
    await editor.fill('')
    await hand(page, 'drop', await screenshotOf(page, address, css))
    await expect(editor).toHaveValue(new RegExp(`secret=${otpSecret}`))
  }
  await other.getByRole('button', { name: 'Valider' }).click()
  const code = other.getByRole('button', { name: /Copier le code/ })
  await expect(code).toBeVisible()
  await expect(code).toHaveAttribute('data-secret')
  // The panel, which takes files too, has not kept the pictures.
  await expect(other.getByText('code-0.png')).toHaveCount(0)
})

test('a picture without a one-time secret shows an error at the field, and keeps what was typed', async ({
  page,
  sharedInstallation,
}) => {
  const { person, chest } = await enter(page, sharedInstallation, 'Mauvais QR code')
  await addItem(person, chest, { name: 'Portail' })
  await page.goto(placeOf(sharedInstallation.url, chest))
  await toolbar(page, 'Nouveau mot de passe').click()
  const form = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  const field = form.getByRole('textbox', { name: /^Secret OTP/ })
  await field.fill(otpSecret)
  const chooser = form.locator('input[type=file]')
  const migration = 'otpauth-migration://offline?data=CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU6YWxpY2VAZ29vZ2xlLmNvbQ'
  const empty = await screenshotOf(page, address, 'visibility:hidden')
  for (const [file, words] of [
    [fileOf(Buffer.from('rien'), 'notes.txt', 'text/plain'), /^Ce fichier n'est pas une image lisible/],
    [fileOf(empty), /^Aucun QR code lisible dans cette image/],
    [fileOf(await toBuffer('https://exemple.fr/menu')), /^Ce QR code ne contient pas de secret OTP/],
    [fileOf(await toBuffer('otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP&counter=1')), /^Ce QR code ne contient/],
    [fileOf(await toBuffer(migration)), /^Ce QR code est un export de plusieurs comptes/],
    [fileOf(Buffer.alloc(10_485_761)), /^Cette image est trop volumineuse/],
  ] as const) {
    await chooser.setInputFiles(file)
    const told = form.getByText(words)
    await expect(told).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveValue(otpSecret)
  }
  await hand(page, 'drop', empty, 2)
  await expect(form.getByText('Une seule image à la fois.')).toBeVisible()
  await expectAccessible(page, 'a picture that was refused')
  await field.pressSequentially('A')
  await expect(form.getByText('Une seule image à la fois.')).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectToFit(page)
})

test('a file dropped beside the fields does not leave the page', async ({ page, sharedInstallation }) => {
  const { person, chest } = await enter(page, sharedInstallation, 'À côté')
  await addItem(person, chest, { name: 'Portail' })
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Portail')).toBeVisible()
  expect(await hand(page, 'drop', await toBuffer(address))).toBe(false)
})
