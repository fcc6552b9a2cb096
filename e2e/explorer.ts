import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

export const organisation = fileURLToPath(
  new URL('../src/server/vault/imports/fixtures/keepass2-organisation.xml', import.meta.url),
)

export const table = (page: Page): Locator => page.getByRole('grid', { name: 'Dossiers et mots de passe' })
export const rowOf = (page: Page, name: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader').getByText(name, { exact: true }) })
export const panelOf = (page: Page, name: string): Locator =>
  page.getByRole('complementary', { name, exact: true })

/** Opens a folder, or the panel of an item, by a click on its name. */
export const open = (page: Page, name: string): Promise<void> =>
  rowOf(page, name).getByRole('rowheader').click()

/** Copies the password of a row by the button that it shows under the pointer. */
export async function copyPassword(row: Locator): Promise<void> {
  await row.hover()
  await row.getByRole('button', { name: 'Copier le mot de passe' }).click()
}

/** Returns the names in the table, in their order; the row that leads up has its sentence as name. */
export const names = (page: Page): Promise<string[]> =>
  table(page)
    .getByRole('rowheader')
    .evaluateAll((cells) =>
      cells.map((cell) => (cell as unknown as { innerText: string }).innerText.split('\n')[0] ?? ''),
    )

/** Returns an entry of the open menu by its whole text, which a key may follow. */
export const entryOf = (page: Page, text: string): Locator =>
  page.getByRole('menuitem', { name: new RegExp(`^${text}(?: \\S+)?$`) })

/** Chooses an entry of a row's menu by a right click. */
export async function choose(page: Page, name: string, entry: string): Promise<void> {
  await rowOf(page, name).click({ button: 'right' })
  await entryOf(page, entry).click()
}

/** Returns a button of the toolbar, such as that of a new item. */
export const toolbar = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Actions du coffre' }).getByRole('button', { name, exact: true })

/** Goes to the trash of the chest by the link that a wide screen shows. */
export const toTrash = (page: Page): Promise<void> =>
  page
    .getByRole('group', { name: 'Actions du coffre' })
    .getByRole('link', { name: 'Corbeille', exact: true })
    .click()

/** Opens the import and chooses a source. */
export async function importFrom(page: Page, source: 'LockSelf' | 'KeePass' | 'CSV'): Promise<Locator> {
  await toolbar(page, 'Importer').click()
  const dialog = page.getByRole('dialog', { name: 'Importer des mots de passe' })
  await dialog.getByRole('button', { name: new RegExp(`^${source}`) }).click()
  await expect(dialog.locator('input[type=file]')).toBeFocused()
  return page.getByRole('dialog')
}

/** Imports a KeePass file; the result stays open. */
export async function importFile(page: Page, path: string): Promise<Locator> {
  const dialog = await importFrom(page, 'KeePass')
  await dialog.locator('input[type=file]').setInputFiles(path)
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Import terminé' })).toBeVisible()
  return dialog
}

/** Expects a reload to ask before it loses typed text, and cancels it. */
export async function expectReloadQuestion(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog')
  const reload = page.evaluate('location.reload()').catch(() => undefined)
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await reload
}
