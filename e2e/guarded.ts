import type { Page } from '@playwright/test'
import { addFolder, addItem } from './content.ts'
import { toolbar } from './explorer.ts'
import type { Chest, House, Person } from './house.ts'

/** The master key of the chests of {@link guarded}. */
export const key = 'trois girafes lisent un journal'

export const keyDialog = (page: Page) => page.getByRole('dialog', { name: 'Coffre protégé' })
export const keyField = (page: Page) => keyDialog(page).getByRole('textbox', { name: 'Clé maître' })
export const block = (page: Page) => page.getByRole('main').getByRole('alert')
export const stored = (page: Page): Promise<{ id: number; key: string } | null> =>
  page.evaluate("JSON.parse(localStorage.getItem('mk') ?? 'null')")

export async function giveKey(page: Page, typed = key): Promise<void> {
  await keyField(page).fill(typed)
  await page.keyboard.press('Enter')
}

export const chestMenu = (page: Page) => toolbar(page, "Plus d'actions")

export async function chooseInMenu(page: Page, entry: string): Promise<void> {
  await chestMenu(page).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** A chest with a folder and an item, closed under the key. */
export async function guarded(house: House, person: Person, name: string): Promise<Chest> {
  const chest = await house.chest(person, name)
  await addFolder(person, chest, 'Réseau')
  await addItem(person, chest, { name: 'Annuaire', login: 'admin' })
  await person.call('PATCH', `/api/chest/${chest.id}/masterkey`, { masterKey: key })
  return chest
}
