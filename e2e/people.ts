import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { firstStartSteps } from '../src/domain/platform/first-start.ts'
import { sameOrigin } from './installation-in-use.ts'
import type { Installation } from './installation.ts'
import { expect } from './test.ts'

export const password = 'cheval agrafe pile correcte 42'
export const login = 'claire.martin'

/** Returns the code of a secret, `steps` periods of thirty seconds from now: the server accepts the next one too. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Creates the first account from the one-time address. */
export async function setUp(page: Page, installation: Installation): Promise<void> {
  await page.goto(installation.setupUrl)
  await page.getByLabel('Prénom').fill('Claire')
  await page.getByRole('textbox', { name: /^Nom/ }).fill('Martin')
  await expect(page.getByRole('textbox', { name: 'Identifiant' })).toHaveValue('claire.martin')
  await page.getByLabel('E-mail').fill('claire.martin@exemple.fr')
  await page.getByRole('textbox', { name: 'Identifiant' }).fill(login)
  await page.locator('input[type=password]').nth(0).fill(password)
  await page.getByRole('button', { name: 'Créer le compte' }).click()
  await expect(page).toHaveURL(/\/auth$/)
}

/** Fills the login form and submits it with Enter. */
export async function firstStep(page: Page, typed = password): Promise<void> {
  await page.getByRole('textbox', { name: 'Identifiant' }).fill(login)
  await page.locator('input[type=password]').fill(typed)
  await page.keyboard.press('Enter')
}

/** Signs in for the first time, enrols the authenticator and skips the guide. @returns its secret */
export async function signIn(page: Page): Promise<string> {
  await firstStep(page)
  const secret = await enrol(page)
  await skipGuide(page)
  return secret
}

/**
 * Creates the first account, enrols its authenticator and skips the guide by the calls of these pages, and opens the
 * list of chests. The pages themselves have journeys of their own: journey, first-start and sign-in.
 * @returns the secret of the authenticator
 */
export async function enterAsFirst(page: Page, { setupUrl }: Installation): Promise<string> {
  const { origin, hash } = new URL(setupUrl)
  // The requests of a page share its cookies.
  const call = async (method: 'POST' | 'PATCH', path: string, data: object) => {
    const reply = await page.request.fetch(origin + path, { method, headers: sameOrigin, data })
    if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`)
    return (await reply.json()) as Record<string, string>
  }
  const names = { firstName: 'Claire', lastName: 'Martin', email: 'claire.martin@exemple.fr' }
  await call('POST', '/api/setup', { ...names, login, password, token: hash.slice(1) })
  const given = { login, password, type: 'LOCAL', source: 'web' }
  const { jwt } = await call('POST', '/api/auth/step1', given)
  const { secret = '' } = await call('POST', '/api/auth/2fasecret', { jwt })
  await call('POST', '/api/auth/step2', { jwt, token: codeOf(secret), source: 'web' })
  await call('PATCH', '/api/first-start', { steps: firstStartSteps, outcome: 'skipped' })
  await page.goto(`${origin}/routes/manager`)
  await expect(page.getByRole('button', { name: 'Créer un coffre' })).toBeVisible()
  return secret
}

/** Skips the guide of the first super administrator. */
export async function skipGuide(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Passer toute la mise en route' }).click()
  await expect(page).toHaveURL(/\/routes\/manager/)
}

/** Copies the secret of the QR code and gives its first code. @returns the secret */
export async function enrol(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Associer votre téléphone' })).toBeVisible()
  await page.getByRole('button', { name: 'Copier la clé secrète' }).click()
  await expect(toast(page, 'Clé secrète copiée')).toBeVisible()
  const secret = await clipboard(page)
  await page.getByLabel('Code à 6 chiffres').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  return secret
}

export const changelogOf = (page: Page) => page.getByRole('dialog', { name: 'Nouveautés' })

/** Closes the changelog, which opens over the first page while a release is unread, and waits until it counts as read. */
export async function closeChangelog(page: Page): Promise<void> {
  // If it is closed before its releases load, it stays unread and reopens at the next load.
  await expect(changelogOf(page).getByRole('listitem').first()).toBeVisible()
  const marked = page.waitForResponse((reply) => reply.request().method() === 'PATCH')
  await changelogOf(page).getByRole('button', { name: 'Fermer' }).last().click()
  expect((await marked).status()).toBe(200)
  await expect(changelogOf(page)).toHaveCount(0)
}

export const clipboard = (page: Page): Promise<string> =>
  page.evaluate<string>('navigator.clipboard.readText()')

export const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })

/** Waits for a toast and closes it: the next one may have the same text. */
export async function closeToast(page: Page, text: string): Promise<void> {
  await page
    .getByRole('region', { name: 'Notifications' })
    .locator('> *')
    .filter({ has: page.getByText(text, { exact: true }) })
    .getByRole('button', { name: 'Fermer la notification' })
    .click()
  await expect(toast(page, text)).toHaveCount(0)
}

/** Returns the keys in the browser's storage, except what stays for the next session: theme and numbers of chests. */
export const storedKeys = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    'Object.keys(localStorage).filter((key) => !/theme|^recent-chests-[0-9]+$/.test(key)).sort()',
  )

/** Waits until all transitions have ended: a change of theme takes a few frames. */
export async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const moving = `document.getAnimations().filter((one) => one.playState === 'running'
    && /color|shadow|opacity/.test(one.transitionProperty)).length`
  await expect.poll(() => page.evaluate<number>(moving)).toBe(0)
}
