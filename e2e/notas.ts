import type { Browser, Locator, Page } from '@playwright/test'
import { placeOf } from './content.ts'
import { toolbar } from './explorer.ts'
import type { Chest, InstallationInUse, Person } from './installation-in-use.ts'
import { expect } from './test.ts'

export const notaDialog = (page: Page): Locator => page.getByRole('dialog')
export const createButton = (page: Page): Locator =>
  notaDialog(page).getByRole('button', { name: 'Créer et copier le lien' })

/** Opens the note dialog from the toolbar and waits until it is ready. */
export async function openNote(page: Page): Promise<Locator> {
  await toolbar(page, 'Partager').click()
  await expect(notaDialog(page).getByRole('textbox', { name: 'Message' })).toBeFocused()
  await expect(createButton(page)).toBeEnabled()
  return notaDialog(page)
}

/** Returns the link that the second step shows. */
export async function linkOf(page: Page): Promise<string> {
  const shown = notaDialog(page).getByLabel('Lien du message')
  await expect(shown).toHaveText(/^http:\/\/\S+\/nota\/[\w-]{22}#[\w-]{43}$/)
  return shown.innerText()
}

/** Creates a message by the dialog. @returns its link */
export async function addNota(
  page: Page,
  sharedInstallation: InstallationInUse,
  person: Person,
  { chest, text }: { chest: Chest; text: string },
): Promise<string> {
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const dialog = await openNote(page)
  await dialog.getByRole('textbox').fill(text)
  await createButton(page).click()
  const link = await linkOf(page)
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(dialog).toHaveCount(0)
  return link
}

/** The resource types of a page itself; every other request is a call. */
const ownTypes = new Set(['document', 'script', 'stylesheet', 'font', 'image', 'other'])

/** A reader without an account, with the calls and console lines of their page. */
export type Reader = { page: Page; calls: string[]; said: string[]; reveal: Locator; text: Locator }

export async function openReader(browser: Browser, options: { noCipher?: true } = {}): Promise<Reader> {
  const context = await browser.newContext()
  // As on a page over plain http from another machine.
  if (options.noCipher) await context.addInitScript('delete Crypto.prototype.subtle')
  const page = await context.newPage()
  const [calls, said]: [string[], string[]] = [[], []]
  page.on('request', (request) => {
    const { pathname, hostname } = new URL(request.url())
    if (hostname !== '127.0.0.1' || !ownTypes.has(request.resourceType()))
      calls.push(`${request.method()} ${pathname.replace(/nota\/[^/]+/, 'nota/:id')}`)
  })
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  return {
    page,
    calls,
    said,
    reveal: page.getByRole('button', { name: 'Révéler' }),
    text: page.getByRole('region', { name: 'Message' }),
  }
}
