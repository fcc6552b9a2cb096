import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { wholeChromiumLaunch } from '../scripts/chromium.ts'
import { addItem, placeOf } from './content.ts'
import { open, panelOf } from './explorer.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

// The headless shell has no PDF viewer: it downloads what a frame should show.
test.use({ launchOptions: wholeChromiumLaunch })

/** A PDF of one page with some words. */
const pdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 40>>stream
BT /F1 24 Tf 50 100 Td (Contrat) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`)

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

test('a PDF is attached, looked at, saved, and comes back from the trash with its item [ATTA-08] [ATTA-14] [ITEM-23]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Contrats')
  await addItem(person, chest, { name: 'Copieur' })
  await page.addInitScript(`
    window.revoked = []
    const revoke = URL.revokeObjectURL
    URL.revokeObjectURL = (url) => (window.revoked.push(url), revoke.call(URL, url))
  `)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Copieur')
  const panel = panelOf(page, 'Copieur')
  await expect(section(panel)).toContainText('Aucune')
  await chooseFile(page, panel, { name: 'contrat n° 4.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(toast(page, 'Pièce jointe ajoutée')).toBeVisible()
  const row = section(panel).getByRole('listitem').filter({ hasText: 'contrat n° 4.pdf' })
  await expect(row).toContainText(person.login)

  await row.getByRole('button', { name: 'Aperçu' }).click()
  const dialog = page.getByRole('dialog', { name: 'contrat n° 4.pdf' })
  const frame = dialog.locator('iframe')
  await expect(frame).not.toHaveAttribute('sandbox')
  await expect(frame).toHaveAttribute('src', /^blob:/)
  const address = await frame.getAttribute('src')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  // Its bytes have left the memory.
  await expect.poll(() => page.evaluate('window.revoked')).toContain(address)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'Télécharger' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('contrat n° 4.pdf')
  expect((await readFile(await download.path())).equals(pdf)).toBe(true)

  await panel.getByRole('tab', { name: 'Activité' }).click()
  await expect(panel.getByText('Pièce jointe ajoutée')).toBeVisible()
  await panel.getByRole('button', { name: "Plus d'actions" }).click()
  await page.getByRole('menuitem', { name: 'Supprimer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  // The toast moves as the panel closes.
  await expect(panel).toHaveCount(0)
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Annuler' }).click()
  await expect(toast(page, 'Elément restauré')).toBeVisible()
  await open(page, 'Copieur')
  await expect(section(panel).getByText('contrat n° 4.pdf')).toBeVisible()

  // Deleted again, it comes back from the page of the trash, later than any toast.
  await panel.getByRole('button', { name: "Plus d'actions" }).click()
  await page.getByRole('menuitem', { name: 'Supprimer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(panel).toHaveCount(0)
  await page.goto(`${sharedInstallation.url}/routes/trash/?chestId=${chest.id}`)
  const trashed = page.getByRole('grid', { name: 'Éléments supprimés' }).getByRole('row')
  const entry = trashed.filter({ has: page.getByText('Copieur', { exact: true }) })
  await entry.getByRole('checkbox', { name: 'Sélectionner Copieur' }).check()
  await page
    .getByRole('group', { name: 'Actions sur la sélection' })
    .getByRole('button', { name: 'Restaurer' })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restaurer' }).click()
  await expect(entry).toHaveCount(0)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Copieur')
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'Télécharger' }).click(),
  ])
  expect((await readFile(await again.path())).equals(pdf)).toBe(true)
  await row.getByRole('button', { name: 'Aperçu' }).click()
  await expect(frame).toHaveAttribute('src', /^blob:/)
})
