import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './office.ts'
import { codeOf, enterAsFirst, firstStep, login, password, toast } from './people.ts'
import { expect, test } from './test.ts'

// Browsers offer passkeys for a host name only, not for an IP address.
test.use({ settings: { TROUSSEAU_HOST: 'localhost' } })

// An axe run takes a second a screen, several on a busy machine.
test.describe.configure({ timeout: 240_000 })

const newPassword = 'six goélands gris dérivent vers le nord'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Adds Chromium's virtual authenticator, of the kind built into a laptop. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
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
}

/** Returns a page of another browser, signed in with a recovery code instead of the authenticator. */
async function signInElsewhere(browser: Browser, url: string, code: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'fr-FR' })).newPage()
  await page.goto(`${url}/auth`)
  const status = await page.evaluate(
    async ({ name, secret, recovery }) => {
      const post = (path: string, body: object) =>
        fetch(path, {
          method: 'POST',
          headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...body, source: 'web' }),
        })
      const first = await post('/api/auth/step1', { login: name, password: secret, type: 'LOCAL' })
      const { jwt } = (await first.json()) as { jwt: string }
      return (await post('/api/auth/recovery', { jwt, code: recovery })).status
    },
    { name: login, secret: password, recovery: code },
  )
  expect(status).toBe(200)
  return page
}

/** Signs in up to the second factor, in the browser that was signed in before. */
async function begin(page: Page, url: string): Promise<void> {
  // Leaves the page before its session ends: a page without a session goes to the login form by itself.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(`${url}/auth`)
  await firstStep(page, newPassword)
}

async function atSecondFactor(page: Page, url: string): Promise<void> {
  await begin(page, url)
  await expect(page.getByRole('heading', { level: 1, name: 'Second facteur' })).toBeVisible()
}

test('a user manages recovery codes, passkeys, password and sessions of their own account [SIGN-32] [SESS-13] [SESS-20]', async ({
  page,
  browser,
  installation,
  quietConsole,
}) => {
  // Calls that need a fresh proof are refused first.
  quietConsole.allow(409, 401, 422)
  const url = new URL(installation.setupUrl).origin
  await giveAuthenticator(page)
  const secret = await enterAsFirst(page, installation)
  await expect(page).toHaveURL(/\/routes\//)
  await page.getByRole('button', { name: /Claire Martin/ }).click()
  await page.getByRole('menuitem', { name: 'Mon compte' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible()
  await expect(page.getByText('Cette session')).toBeVisible()
  await expectAccessible(page, 'own account')

  // Ten codes, after both factors were given again.
  await page.getByRole('button', { name: 'Créer des codes' }).click()
  const proof = dialog(page, "Confirmez que c'est bien vous")
  await proof.getByLabel('Mot de passe actuel').fill(password)
  await proof.getByLabel(/^Code de l'application/).fill(codeOf(secret, 1))
  await proof.getByRole('button', { name: 'Confirmer' }).click()
  const shown = dialog(page, 'Vos codes de secours')
  const list = shown.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  await expectAccessible(page, 'recovery codes')
  const codes = await list.allTextContents()
  await shown.getByRole('button', { name: 'Je les ai conservés' }).click()
  await expect(page.getByText(/10\scodes restants sur 10/)).toBeVisible()

  // Ends a session of another browser from here: its page shows this when it becomes visible again.
  const elsewhere = await signInElsewhere(browser, url, codes[0] ?? '')
  await elsewhere.goto(`${url}/routes/account`)
  await expect(elsewhere.getByText(/9\scodes restants sur 10/)).toBeVisible()
  await page.reload()
  const sessions = section(page, 'Sessions')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText('Cette session')
  await sessions.getByRole('button', { name: /^Terminer la session/ }).click()
  await expect(toast(page, 'Session terminée')).toBeVisible()
  await expect(async () => {
    await elsewhere.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await expect(toast(elsewhere, 'Session expirée')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await elsewhere.context().close()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions.getByRole('heading', { name: 'Sessions' })).toBeFocused()

  // Adds a passkey; the proof is still fresh.
  await page.getByRole('button', { name: "Ajouter une clé d'accès" }).click()
  await dialog(page, "Nouvelle clé d'accès").getByLabel('Nom').fill('Ordinateur')
  await dialog(page, "Nouvelle clé d'accès").getByRole('button', { name: 'Continuer' }).click()
  await expect(toast(page, "Clé d'accès ajoutée")).toBeVisible()
  await expect(section(page, "Clés d'accès").getByRole('listitem')).toContainText('Ordinateur')

  // After a change of the password the session continues without its proof. The passkey gives another proof.
  const form = page.getByRole('form', { name: 'Mot de passe' })
  const oldPassword = form.getByLabel('Mot de passe actuel')
  await oldPassword.fill(newPassword)
  await form.getByLabel('Nouveau mot de passe').fill(newPassword)
  await form.getByLabel('Confirmation du mot de passe').fill(newPassword)
  await form.getByRole('button', { name: 'Enregistrer le mot de passe' }).click()
  await expect(oldPassword).toHaveAccessibleDescription(/Mot de passe actuel incorrect/)
  await oldPassword.fill(password)
  await form.getByRole('button', { name: 'Enregistrer le mot de passe' }).click()
  await expect(toast(page, 'Mot de passe mis à jour, vos autres sessions sont terminées')).toBeVisible()

  // Signs in by the passkey, then by a recovery code; a used code is refused.
  await atSecondFactor(page, url)
  await page.getByRole('button', { name: 'Code de secours' }).click()
  await page.getByLabel('Code de secours').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Mot de passe ou identifiant incorrect')).toBeVisible()
  await atSecondFactor(page, url)
  await expectAccessible(page, 'second factor with other ways')
  await page.getByRole('button', { name: 'Code de secours' }).click()
  await page.getByLabel('Code de secours').fill(codes[1]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/routes\//)
  await atSecondFactor(page, url)
  await page.getByRole('button', { name: "Clé d'accès" }).click()
  await expect(page).toHaveURL(/\/routes\//)
  // This browser offers the method that was used last first: the sign-in needs no click.
  await begin(page, url)
  await expect(page).toHaveURL(/\/routes\//)
  await page.goto(`${url}/routes/account`)
  await expect(page.getByText(/8\scodes restants sur 10/)).toBeVisible()

  await page.getByRole('button', { name: "Retirer la clé d'accès Ordinateur" }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirer' }).click()
  await proof.getByLabel('Mot de passe actuel').fill(newPassword)
  await proof.getByRole('button', { name: /Second facteur/ }).click()
  await page.getByRole('option', { name: "Clé d'accès" }).click()
  await proof.getByRole('button', { name: "Confirmer par une clé d'accès" }).click()
  await expect(toast(page, "Clé d'accès retirée")).toBeVisible()
  await expect(section(page, "Clés d'accès")).toContainText("Aucune clé d'accès")
})
