import type { Page } from '@playwright/test'
import { addFolder, addItem } from './content.ts'
import { rowOf, toolbar } from './explorer.ts'
import type { Chest, InstallationInUse, Person } from './installation-in-use.ts'

/** The master key of the chests that {@link addGuardianChest} creates. */
export const key = 'trois girafes lisent un journal'

export const keyDialog = (page: Page) => page.getByRole('dialog', { name: 'Coffre protégé' })
export const keyField = (page: Page) => keyDialog(page).getByRole('textbox', { name: 'Clé maître' })
export const lockNotice = (page: Page) => page.getByRole('main').getByRole('alert')
export const storedHandle = (page: Page): Promise<{ id: number; key: string } | null> =>
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

/** Opens the form of a new chest from the list of chests. */
export async function openChestForm(page: Page, sharedInstallation: InstallationInUse) {
  await page.goto(`${sharedInstallation.url}/routes/manager`)
  await page.getByRole('button', { name: 'Créer un coffre' }).click()
  const form = page.getByRole('dialog', { name: 'Nouveau coffre' })
  return {
    form,
    name: form.getByLabel('Nom du coffre'),
    masterKey: form.getByRole('textbox', { name: /^Clé maître/ }),
    confirmation: form.getByRole('textbox', { name: /^Confirmation/ }),
    submit: form.getByRole('button', { name: 'Créer', exact: true }),
  }
}

/** Creates the first item of a guardian chest by the form. @returns its row, which shows a lock */
export async function makeLockedItem(page: Page, name: string) {
  await toolbar(page, 'Nouveau mot de passe').click()
  const item = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  await item.getByLabel('Nom').fill(name)
  await item.getByRole('textbox', { name: /^Mot de passe/ }).fill('Vq7!kPz2Vq7!kPz2')
  await page.keyboard.press('Enter')
  return rowOf(page, name).getByRole('img', { name: 'Protégé par une clé maître' })
}

/** Creates a guardian chest with a folder and an item, locked under {@link key}. */
export async function addGuardianChest(
  sharedInstallation: InstallationInUse,
  person: Person,
  name: string,
): Promise<Chest> {
  const chest = await sharedInstallation.chest(person, name)
  await addFolder(person, chest, 'Réseau')
  await addItem(person, chest, { name: 'Annuaire', login: 'admin' })
  await person.call('PATCH', `/api/chest/${chest.id}/masterkey`, { masterKey: key })
  return chest
}
