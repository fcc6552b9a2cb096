import type { BrowserContext, Page } from '@playwright/test'
import { addItem, placeOf } from './content.ts'
import { rowOf, toolbar } from './explorer.ts'
import { expectAccessible, expectToFit } from './office.ts'
import { codeOf, enterAsFirst, password, setUp, signIn, storedKeys, toast } from './people.ts'
import { leaveOnly } from './session.ts'
import { expect, test } from './test.ts'

// An axe run takes a second a screen, several on a busy machine.
test.describe.configure({ timeout: 240_000 })

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Votre session se termine bientôt' })
const proof = (page: Page) => page.getByRole('dialog', { name: "Confirmez que c'est bien vous" })
const form = (page: Page) => page.getByRole('dialog', { name: 'Nouveau dossier' })
const nameField = (page: Page) => form(page).getByRole('textbox', { name: /^Nom/ })
const kept = (page: Page) => page.getByRole('status').filter({ hasText: 'Votre saisie est gardée' })
const signInTitle = (page: Page) => page.getByRole('heading', { level: 1, name: 'Connexion' })

/** Makes a call with the session of the page's browser, as the page would. */
const callAs = (page: Page, method: string, path: string, body?: object): Promise<unknown> =>
  page.evaluate(
    async (given) => {
      const reply = await fetch(given.path, {
        method: given.method,
        headers: {
          'X-Requested-With': 'XMLHttpRequest',
          ...(given.body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(given.body !== undefined && { body: given.body }),
      })
      return (await reply.json()) as unknown
    },
    { method, path, body: body === undefined ? undefined : JSON.stringify(body) },
  )

/** Signs in for the first time and creates a chest. @returns its address, the secret and the session's end */
async function enterChest(page: Page, context: BrowserContext) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const secret = await signIn(page)
  const chest = { name: 'Mairie', type: 'service', masterKey: '' }
  const { id } = (await callAs(page, 'POST', '/api/user/chest', chest)) as { id: number }
  const { expiresAt } = (await callAs(page, 'GET', '/api/session')) as { expiresAt: string }
  const place = new URL(`/routes/explorer?chestId=${id}`, page.url()).href
  return { place, secret, end: Date.parse(expiresAt) }
}

async function type(page: Page, text: string): Promise<void> {
  await toolbar(page, 'Nouveau dossier').click()
  await nameField(page).fill(text)
}

/** Gives both factors in the form in front of the hidden page. */
async function signInAgain(page: Page, code: string): Promise<void> {
  await page.locator('input[type=password]').filter({ visible: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code à 6 chiffres').fill(code)
  await page.keyboard.press('Enter')
}

test('before the end of twelve hours the page asks, and a proof prolongs the session while somebody types [SESS-23]', async ({
  page,
  context,
  installation,
  quietConsole,
}) => {
  // A read that was under way when the cookie was replaced is repeated.
  quietConsole.allow(401)
  await setUp(page, installation)
  const { place, secret, end } = await enterChest(page, context)
  const session = (await callAs(page, 'GET', '/api/session')) as object
  await page.goto('about:blank')
  // By the page's own clock twelve hours are left: the server says what is left.
  await leaveOnly(page, session, 5.5 * 60_000)
  await page.clock.install()
  await page.goto(place)
  await type(page, 'Astreinte de nuit')
  await expect(question(page)).toHaveCount(0)
  await page.clock.fastForward('00:31')
  await expect(question(page)).toContainText(/se termine dans [45]:\d\d\./)
  await expectAccessible(page, 'question before the end')
  await expectToFit(page)
  // The keys of who is typing press no button.
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Plus tard' }).press('Enter')
  await expect(question(page)).toHaveCount(0)
  await expect(nameField(page)).toBeFocused()

  await page.clock.fastForward('04:00')
  await expect(question(page)).toContainText('se termine dans')
  await question(page).getByRole('button', { name: 'Prolonger' }).press('Enter')
  await proof(page).getByLabel('Mot de passe actuel').fill(password)
  await proof(page)
    .getByLabel(/^Code de l'application/)
    .fill(codeOf(secret, 1))
  await expectAccessible(page, 'proof that prolongs')
  await page.unrouteAll()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Session prolongée de douze heures')).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByText('Votre session se termine le')).toHaveCount(0)
  await expect(nameField(page)).toHaveValue('Astreinte de nuit')
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Astreinte de nuit')).toBeVisible()
  const after = (await callAs(page, 'GET', '/api/session')) as { expiresAt: string }
  expect(Date.parse(after.expiresAt)).toBeGreaterThan(end)
})

test('a session that ended elsewhere keeps what is typed for the same person, hidden [SESS-20]', async ({
  page,
  context,
  installation,
  quietConsole,
}) => {
  quietConsole.allow(401)
  await setUp(page, installation)
  const { place, secret } = await enterChest(page, context)
  await page.goto(place)
  await type(page, 'Astreinte de nuit')
  await callAs(page, 'POST', '/api/auth/logout')
  await page.keyboard.press('Enter')
  await expect(signInTitle(page)).toBeVisible()
  await expect(toast(page, 'Session expirée')).toBeVisible()
  await expect(kept(page)).toContainText('Reconnectez-vous avec le même compte')
  await expect(page).toHaveTitle(/Connexion/)
  await expect(form(page)).toBeHidden()
  await expect(page.getByText('Mairie').filter({ visible: true })).toHaveCount(0)
  await expect.poll(() => storedKeys(page)).toEqual(['origin'])
  await expect(page.locator('input[type=password]')).toBeFocused()
  await expectAccessible(page, 'sign-in before a hidden page')
  await expectToFit(page)
  await signInAgain(page, codeOf(secret, 1))
  await expect(nameField(page)).toHaveValue('Astreinte de nuit')
  await expect(nameField(page)).toBeFocused()
  await expect(kept(page)).toHaveCount(0)
  await expect(page).toHaveURL(place)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Astreinte de nuit')).toBeVisible()
  await expect.poll(() => storedKeys(page)).toEqual([])
})

test('a page that comes back follows the session that brought it back [SESS-20] [SESS-23]', async ({
  page,
  context,
  installation,
  quietConsole,
}) => {
  quietConsole.allow(401)
  await setUp(page, installation)
  const { place, secret } = await enterChest(page, context)
  const session = (await callAs(page, 'GET', '/api/session')) as object
  await page.goto('about:blank')
  await leaveOnly(page, session, 5.5 * 60_000)
  await page.clock.install()
  await page.goto(place)
  await type(page, 'Astreinte de nuit')
  await page.clock.fastForward('00:31')
  await question(page).getByRole('button', { name: 'Prolonger' }).press('Enter')
  await proof(page).getByLabel('Mot de passe actuel').fill(password)
  await page.unrouteAll()
  await callAs(page, 'POST', '/api/auth/logout')
  // Twice: a first reply without a session is checked again.
  await page.clock.fastForward('00:30')
  await page.clock.fastForward('00:02')
  await expect(page.locator('input[type=password]').filter({ visible: true })).toBeFocused()
  // The password that was typed as proof is not kept.
  await expect(page.locator('input[type=password]')).toHaveCount(1)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await signInAgain(page, codeOf(secret, 1))
  await expect(
    toast(page, "Vous revoilà\u00a0: votre saisie est telle que vous l'avez laissée"),
  ).toBeVisible()
  await expect(nameField(page)).toHaveValue('Astreinte de nuit')
  await expect(nameField(page)).toBeFocused()
  expect(asked.filter((call) => call === 'GET /api/session')).toHaveLength(1)
  // The end of the new session is twelve hours away.
  await page.clock.runFor('00:03')
  await expect(page.getByText('Votre session se termine')).toHaveCount(0)
  await expect(proof(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Astreinte de nuit')).toBeVisible()
})

test('a template that is being typed waits for its author as well, in the page [SESS-20]', async ({
  page,
  context,
  installation,
  quietConsole,
}) => {
  quietConsole.allow(401)
  await setUp(page, installation)
  const { secret } = await enterChest(page, context)
  await page.goto(new URL('/routes/administration', page.url()).href)
  await page.getByRole('tab', { name: 'JSON' }).click()
  const editor = page.getByLabel('Modèle au format JSON')
  const typed = '{ "folders": [ { "name": "Astreinte" } '
  await editor.fill(typed)
  await callAs(page, 'POST', '/api/auth/logout')
  // The page asks within half a minute whether its session is there.
  await expect(signInTitle(page)).toBeVisible({ timeout: 60_000 })
  await expect(kept(page)).toContainText('Reconnectez-vous avec le même compte')
  await signInAgain(page, codeOf(secret, 1))
  await expect(editor).toHaveValue(typed)
})

test('a new password that is being chosen waits for its author, without the one in force [SESS-20]', async ({
  page,
  installation,
  quietConsole,
}) => {
  quietConsole.allow(401)
  const secret = await enterAsFirst(page, installation)
  await page.goto(new URL('/routes/account', page.url()).href)
  const section = page.getByRole('region', { name: 'Mot de passe', exact: true })
  const current = section.getByLabel('Mot de passe actuel')
  const next = section.getByLabel('Nouveau mot de passe')
  const again = section.getByLabel('Confirmation du mot de passe')
  await current.fill(password)
  await next.fill('six goélands gris dérivent vers le nord')
  await again.fill('six goélands')
  await callAs(page, 'POST', '/api/auth/logout')
  // The page asks within half a minute whether its session is there.
  await expect(signInTitle(page)).toBeVisible({ timeout: 60_000 })
  await expect(kept(page)).toContainText('Reconnectez-vous avec le même compte')
  await expect(current).toBeHidden()
  const inForce = '[...document.querySelectorAll("[autocomplete=current-password]")].map((one) => one.value)'
  // That of the sign-in, and the hidden one.
  await expect.poll(() => page.evaluate(inForce)).toEqual(['', ''])
  await signInAgain(page, codeOf(secret, 1))
  await expect(next).toHaveValue('six goélands gris dérivent vers le nord')
  await expect(again).toHaveValue('six goélands')
  await expect(current).toHaveValue('')
  await expect(current).toBeVisible()
})

test('after inactivity what is typed waits behind the reopening, in each tab [SESS-21]', async ({
  page,
  context,
  installation,
}) => {
  await setUp(page, installation)
  const { place } = await enterChest(page, context)
  const other = await context.newPage()
  await other.goto(place)
  await type(other, 'Dans l’autre onglet')
  await page.bringToFront()
  await page.clock.install()
  await page.goto(place)
  await type(page, 'Astreinte de nuit')
  // A report of input is under way until the session is locked: the server would refuse it.
  const locked = page.waitForResponse('**/api/auth/lock')
  const reports: string[] = []
  await page.route('**/api/session', async (route) => {
    reports.push(route.request().method())
    await locked
    await route.continue().catch(() => undefined)
  })
  await page.keyboard.press('Shift')
  await page.clock.pauseAt(Date.now() + 60_000)
  await expect.poll(() => reports).toEqual(['GET'])
  // Another one is due when the machine wakes up: the page locks the session instead.
  await page.clock.runFor(1_000)
  await page.keyboard.press('Shift')
  await page.clock.fastForward('15:05')
  await page.clock.resume()
  await locked
  expect(reports).toEqual(['GET'])
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByText('Reprendre la session de Claire Martin')).toBeVisible()
  await expect(other.getByText('Reprendre la session de Claire Martin')).toBeVisible()
  await expect(form(page)).toBeHidden()
  await expect(form(other)).toBeHidden()
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await expect(nameField(page)).toHaveValue('Astreinte de nuit')
  await expect(nameField(other)).toHaveValue('Dans l’autre onglet')
})

test('another person who signs in sees nothing of what was typed, and of the page', async ({
  page,
  context,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(401, 404)
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Confidentiel')
  await addItem(person, chest, { name: 'Fiche secrète' })
  const stranger = await sharedInstallation.person()
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await type(page, 'Astreinte de nuit')
  await person.call('POST', '/api/auth/logout')
  await page.keyboard.press('Enter')
  await expect(kept(page)).toBeVisible()
  // The stranger signs in in another tab, which tells the others.
  await stranger.enter(page)
  const other = await context.newPage()
  await other.goto(`${sharedInstallation.url}/routes/account`)
  await other.evaluate('new BroadcastChannel("trousseau-session").postMessage(null)')
  await expect(kept(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Administrateur$/ })).toBeVisible()
  await expect(page.getByText('Fiche secrète')).toHaveCount(0)
  await expect(page.locator('input')).not.toHaveValue('Astreinte de nuit')
  await expect(form(page)).toHaveCount(0)
})
