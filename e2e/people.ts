import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expect, type Installation } from './installation.ts'

export const password = 'cheval agrafe pile correcte 42'

export const codeOf = (secret: string): string => new TOTP({ secret }).generate()

/** Makes the first account from the one-time address. */
export async function setUp(page: Page, installation: Installation): Promise<void> {
  await page.goto(installation.setupUrl)
  await page.getByLabel('Prénom').fill('Claire')
  await page.getByLabel('Nom', { exact: false }).nth(1).fill('Martin')
  await page.getByLabel('Adresse e-mail').fill('claire.martin@exemple.fr')
  await page.getByLabel('Identifiant').fill('claire.martin')
  await page.locator('input[type=password]').nth(0).fill(password)
  await page.locator('input[type=password]').nth(1).fill(password)
  await page.getByRole('button', { name: 'Créer le compte' }).click()
  await expect(page).toHaveURL(/\/auth/)
}

/** Signs in for the first time: the QR code's secret is shown, and its first code confirms it. */
export async function signIn(page: Page): Promise<string> {
  await page.getByLabel('Identifiant').fill('claire.martin')
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Associer votre téléphone' })).toBeVisible()
  await page.getByRole('button', { name: /Copier/ }).click()
  await expect(page.getByText('Clé secrète copiée')).toBeVisible()
  const secret = await page.evaluate<string>('navigator.clipboard.readText()')
  await page.getByLabel('Code à 6 chiffres').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  return secret
}
