import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { addItem, placeOf } from './content.ts'
import { open, panelOf } from './explorer.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const section = (panel: Locator) => panel.getByRole('region', { name: 'Pièces jointes' })
const chooseFile = async (
  page: Page,
  panel: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
) => {
  const chooser = page.waitForEvent('filechooser')
  await section(panel).getByRole('button', { name: 'Ajouter un fichier' }).click()
  await (await chooser).setFiles(file)
}
/** Drops a file on the panel, or pastes one into the page. */
const hand = (page: Page, kind: 'drop' | 'paste', name: string, content: string | Buffer): Promise<void> =>
  page.evaluate<undefined>(`(() => {
    const bytes = Uint8Array.from(atob('${Buffer.from(content).toString('base64')}'), (letter) => letter.codePointAt(0))
    const held = new DataTransfer()
    held.items.add(new File([bytes], ${JSON.stringify(name)}))
    const options = { bubbles: true, cancelable: true }
    if ('${kind}' === 'paste')
      return void document.body.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: held }))
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.querySelector('aside[aria-label]:has([role=tabpanel])')
        .dispatchEvent(new DragEvent(type, { ...options, dataTransfer: held }))
  })()`)
const drop = (panel: Locator, name: string, content: string) => hand(panel.page(), 'drop', name, content)

test('files are dropped and pasted on the panel; a removed one is restored by its undo and from the list [ATTA-07] [ATTA-12] [ATTA-21]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Clés')
  await addItem(person, chest, { name: 'Serveur' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Serveur')
  const panel = panelOf(page, 'Serveur')
  await expect(section(panel)).toBeVisible()
  await drop(panel, 'clé.pem', 'clé privée')
  await expect(section(panel).getByText('clé.pem')).toBeVisible()
  await hand(page, 'paste', 'image.png', png)
  await section(panel).getByRole('button', { name: 'Aperçu\u00a0: image.png' }).click()
  const picture = page.getByRole('dialog').getByRole('img')
  await expect(picture).toHaveJSProperty('naturalWidth', 1)
  await page.keyboard.press('Escape')

  // What a browser would run is never looked at, whatever its name says.
  await drop(panel, 'faux.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=1"/>')
  await expect(section(panel).getByText('faux.png')).toBeVisible()
  await expect(section(panel).getByRole('button', { name: 'Aperçu' })).toHaveCount(1)

  const remove = section(panel).getByRole('button', { name: 'Supprimer\u00a0: clé.pem' })
  await remove.click()
  await toast(page, 'Pièce jointe supprimée').waitFor()
  await expect(remove).toHaveCount(0)
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Annuler' }).click()
  await expect(remove).toBeVisible()
  await remove.click()
  await section(panel).getByText('Pièces jointes supprimées (1)').click()
  await section(panel).getByRole('button', { name: 'Restaurer\u00a0: clé.pem' }).click()
  await expect(remove).toBeVisible()
  await expect(section(panel).getByText('Pièces jointes supprimées')).toHaveCount(0)
})

test('a file that is too large, cut off or refused is told, is cancelled and sent again [ATTA-09] [ATTA-21]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Envois')
  await addItem(person, chest, { name: 'Routeur' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Routeur')
  const panel = panelOf(page, 'Routeur')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await chooseFile(page, panel, {
    name: 'trop.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(10 * 1_048_576 + 1),
  })
  await expect(section(panel).getByRole('alert')).toContainText('10\u00a0Mo au plus')
  expect(sent.filter((path) => path.includes('attachment'))).toEqual([])
  await section(panel).getByRole('button', { name: 'Retirer de la liste\u00a0: trop.bin' }).click()

  quietConsole.allowUnreachable()
  await page.route('**/attachment', (route) => route.abort('connectionrefused'))
  await drop(panel, 'config.txt', 'configuration')
  await expect(section(panel).getByRole('alert')).toContainText('La connexion au serveur')
  await page.unroute('**/attachment')
  await section(panel).getByRole('button', { name: 'Réessayer' }).click()
  await expect(section(panel).getByRole('button', { name: 'Télécharger\u00a0: config.txt' })).toBeVisible()

  // An upload under way is cancelled, and nothing of it stays.
  await page.route('**/attachment', () => undefined)
  await drop(panel, 'long.txt', 'x'.repeat(100_000))
  await section(panel).getByRole('button', { name: "Annuler l'envoi\u00a0: long.txt" }).click()
  await expect(section(panel).getByText('long.txt')).toHaveCount(0)
  await page.unroute('**/attachment')
})

test('somebody who may only read saves and looks, and changes nothing [ATTA-22]', async ({
  page,
  sharedInstallation,
}) => {
  const owner = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(owner, 'Lecture')
  await addItem(owner, chest, { name: 'Pare-feu' })
  await owner.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Pare-feu')
  const panel = panelOf(page, 'Pare-feu')
  await expect(section(panel)).toBeVisible()
  await drop(panel, 'plan.txt', 'plan')
  await expect(section(panel).getByText('plan.txt')).toBeVisible()
  const reader = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await sharedInstallation.grant(chest, reader)
  await reader.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Pare-feu')
  await expect(section(panel).getByText('plan.txt')).toBeVisible()
  await expect(section(panel).getByRole('button')).toHaveCount(1)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await drop(panel, 'intrus.txt', 'x')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section(panel).getByRole('button', { name: 'Télécharger' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toBe('plan')
  expect(sent.filter((path) => path.includes('attachment'))).toEqual([])
})
