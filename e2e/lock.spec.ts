import type { Page } from '@playwright/test'
import type { Installation } from './installation.ts'
import { chooseFor, expectAccessible } from './office.ts'
import { toolbar } from './explorer.ts'
import { clipboard, codeOf, enterAsFirst, password, storedKeys, toast } from './people.ts'
import { expect, test } from './test.ts'

// Browsers offer passkeys for a host name only, not for an IP address.
test.use({ settings: { TROUSSEAU_HOST: 'localhost' } })

// An axe run takes a second a screen, several on a busy machine.
test.describe.configure({ timeout: 240_000 })

const owner = (page: Page) => page.getByText('Reprendre la session de Claire Martin')
const passwordField = (page: Page) => page.locator('input[type=password]')
const userMenu = (page: Page) => page.getByRole('button', { name: /Super administrateur$/ })
const loginField = (page: Page) => page.getByRole('textbox', { name: /^Identifiant/ })

/** Opens a new chest of the first user. @returns its address */
async function enterChest(page: Page, installation: Installation, name: string): Promise<string> {
  await enterAsFirst(page, installation)
  await expect(userMenu(page)).toBeVisible()
  const id = await page.evaluate(async (chest) => {
    const reply = await fetch('/api/user/chest', {
      method: 'POST',
      headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: chest, type: 'service', masterKey: '' }),
    })
    return ((await reply.json()) as { id: number }).id
  }, name)
  const place = new URL(`/routes/explorer?chestId=${id}`, page.url()).href
  await page.goto(place)
  await expect(toolbar(page, 'Importer')).toBeVisible()
  return page.url()
}

async function reopen(page: Page, typed = password): Promise<void> {
  await passwordField(page).fill(typed)
  await page.keyboard.press('Enter')
}

test('a person locks the session by keyboard in all tabs, and reopens each at its place by the password [SESS-10]', async ({
  page,
  context,
  installation,
  quietConsole,
}) => {
  quietConsole.allow(422)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const place = await enterChest(page, installation, 'Mairie')
  const other = await context.newPage()
  const otherPlace = `${new URL(page.url()).origin}/routes/account`
  await other.goto(otherPlace)
  await expect(other.getByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible()
  await page.bringToFront()

  // While typing in a dialog too: what was typed goes with the page.
  await toolbar(page, 'Nouveau dossier').click()
  await page.getByRole('dialog').getByRole('textbox', { name: /^Nom/ }).fill('Confidentiel')
  await page.keyboard.press('Control+Alt+l')
  await expect(owner(page)).toBeVisible()
  await expect(owner(other)).toBeVisible()
  await expect(page).toHaveTitle(/Connexion/)
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
  await expect.poll(() => storedKeys(page)).toEqual(['origin'])
  await expect(passwordField(page)).toBeFocused()
  await expectAccessible(page, 'reopening')

  // No page opens meanwhile, and Back shows none.
  await page.goto(place)
  await expect(owner(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Mairie')).toHaveCount(0)
  await page.goto(place)
  await expect(owner(page)).toBeVisible()

  await reopen(page, 'un autre mot de passe')
  await expect(toast(page, 'Mot de passe incorrect')).toBeVisible()
  await expect(passwordField(page)).toHaveValue('')
  await expectAccessible(page, 'reopening with an error')
  await reopen(page)
  await expect(page).toHaveURL(place)
  await expect(toolbar(page, 'Importer')).toBeVisible()
  // The other tab goes on by itself.
  await expect(other).toHaveURL(otherPlace)
  await expect(other.getByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible()
  await expect.poll(() => storedKeys(page)).toEqual([])
})

test('locking by the menu clears a copied password; another person may sign in instead', async ({
  page,
  context,
  installation,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterChest(page, installation, 'Mairie')
  await toolbar(page, 'Nouveau mot de passe').click()
  const item = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  await item.getByLabel('Nom').fill('Annuaire')
  await item.getByRole('textbox', { name: /^Mot de passe/ }).fill('Vq7!kPz2Vq7!kPz2')
  await page.keyboard.press('Enter')
  const row = page.locator('[data-row]').filter({ hasText: 'Annuaire' })
  await row.focus()
  await page.keyboard.press('c')
  await expect.poll(() => clipboard(page)).toBe('Vq7!kPz2Vq7!kPz2')
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Verrouiller' }).click()
  await expect(owner(page)).toBeVisible()
  await expect.poll(() => clipboard(page)).toBe('')

  await page.getByRole('button', { name: 'Se connecter autrement' }).click()
  await expect(loginField(page)).toHaveValue('')
  await expect(loginField(page)).toBeFocused()
  await page.reload()
  await expect(loginField(page)).toBeVisible()
  await expect(owner(page)).toHaveCount(0)
  await expect.poll(() => storedKeys(page)).toEqual([])
})

test('a passkey reopens a locked session in one step', async ({
  page,
  context,
  installation,
  quietConsole,
}) => {
  // The call that needs a fresh proof is refused first.
  quietConsole.allow(409)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const secret = await enterAsFirst(page, installation)
  await expect(userMenu(page)).toBeVisible()
  await page.goto(`${new URL(page.url()).origin}/routes/account`)
  await page.getByRole('button', { name: "Ajouter une clé d'accès" }).click()
  const naming = page.getByRole('dialog', { name: "Nouvelle clé d'accès" })
  await naming.getByLabel('Nom').fill('Ordinateur')
  await naming.getByRole('button', { name: 'Continuer' }).click()
  const proof = page.getByRole('dialog', { name: "Confirmez que c'est bien vous" })
  await proof.getByLabel('Mot de passe actuel').fill(password)
  await proof.getByLabel(/^Code de l'application/).fill(codeOf(secret, 1))
  await proof.getByRole('button', { name: 'Confirmer' }).click()
  await expect(toast(page, "Clé d'accès ajoutée")).toBeVisible()
  await page.keyboard.press('Control+Alt+l')
  await expect(owner(page)).toBeVisible()
  await expectAccessible(page, 'reopening with a passkey')
  await page.getByRole('button', { name: "Utiliser ma clé d'accès" }).press('Enter')
  await expect(page).toHaveURL(`${new URL(page.url()).origin}/routes/account`)
  await expect(page.getByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible()
})

test('after inactivity the sign-in page says so, and resumes at the same place [SESS-21]', async ({
  page,
  installation,
}) => {
  const place = await enterChest(page, installation, 'Mairie')
  await page.clock.install()
  await page.reload()
  await expect(toolbar(page, 'Importer')).toBeVisible()
  await page.clock.fastForward('15:05')
  await expect(toast(page, 'Session expirée')).toBeVisible()
  await expect(owner(page)).toBeVisible()
  await reopen(page)
  await expect(page).toHaveURL(place)
  await expect(toolbar(page, 'Importer')).toBeVisible()
})

test('the wrong password five times ends the locked session and shows the block', async ({
  page,
  installation,
  quietConsole,
}) => {
  quietConsole.allow(422)
  quietConsole.allow(401)
  await enterChest(page, installation, 'Mairie')
  await page.keyboard.press('Control+Alt+l')
  for (let nth = 1; nth <= 5; nth += 1) {
    const asked = page.waitForResponse('**/api/auth/reopen')
    await reopen(page, `faux ${nth}`)
    await asked
    if (nth < 5) await expect(passwordField(page)).toHaveValue('')
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Compte bloqué' })).toBeVisible()
  await expect(loginField(page)).toHaveValue('claire.martin')
})

test('without the server the page hides everything, says so, and locks as soon as it answers', async ({
  page,
  installation,
  quietConsole,
}) => {
  quietConsole.allowUnreachable()
  const place = await enterChest(page, installation, 'Mairie')
  await page.route('**/{api,health}/**', (route) => route.abort('connectionrefused'))
  await page.keyboard.press('Control+Alt+l')
  await expect(page.getByRole('alert')).toContainText("il n'a pas encore verrouillé la session")
  await expect(page).toHaveTitle('Page verrouillée')
  await expect(page.getByText('Mairie')).toHaveCount(0)
  await expect.poll(() => storedKeys(page)).toEqual(['origin'])
  await expectAccessible(page, 'veil')
  await page.unroute('**/{api,health}/**')
  await expect(owner(page)).toBeVisible()
  await reopen(page)
  await expect(page).toHaveURL(place)
})

test('an administrator sees which session of a user is locked, and ends it', async ({
  page,
  sharedInstallation,
}) => {
  const chief = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const person = await sharedInstallation.person()
  await person.call('POST', '/api/auth/lock', { reason: 'asked' })
  await chief.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/user/?userId=${person.id}`)
  const row = page.getByRole('grid', { name: 'Utilisateurs' }).locator('[data-row]')
  await chooseFor(row.filter({ hasText: new RegExp(`${person.login}(?!\\d)`) }), 'Sessions')
  const session = page.getByRole('dialog').getByRole('listitem')
  await expect(session).toContainText('Verrouillée')
  await expectAccessible(page, 'a locked session')
  await session.getByRole('button', { name: /^Terminer la session/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Aucune session ouverte')
})
