import type { Page } from '@playwright/test'
import {
  addressOfMail,
  startSmtpServer,
  type SmtpTestServer,
} from '../src/server/platform/mail/smtp-testing.ts'
import { camille, startProvider, type TestProvider } from '../src/server/identity/sso/testing.ts'
import { directoryPassword, startDirectory, type TestDirectory } from '../src/server/testing/directory.ts'
import { openInstallationInUse, type InstallationInUse, type Person } from './installation-in-use.ts'
import { startInstallation, type Installation } from './installation.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { clipboard, enrol, toast } from './people.ts'
import { expect, test } from './test.ts'

// One installation with every way to sign in: a real directory, a real OpenID provider on another site, a real mail
// server.
let directory: TestDirectory
let provider: TestProvider
let smtp: SmtpTestServer
let installation: Installation
let installationInUse: InstallationInUse
let chief: Person

test.beforeAll(async ({ engine }) => {
  directory = await startDirectory()
  provider = await startProvider('localhost')
  smtp = await startSmtpServer({ tls: 'none' })
  installation = await startInstallation(engine, {
    ...directory.env,
    ...provider.env,
    SSO_LABEL: 'Compte de la ville',
    SSO_MFA: 'accept',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=none`,
    TROUSSEAU_MAIL_FROM: 'Trousseau <trousseau@exemple.fr>',
    TROUSSEAU_DOMAIN_GROUPS: 'localhost=GRP-1',
  })
  provider.admit(installation.url)
  installationInUse = await openInstallationInUse(installation)
  chief = await installationInUse.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
})
test.afterEach(({ page }) => page.close())
test.afterAll(async () => {
  await installationInUse.close()
  await installation.stop()
  await Promise.all([smtp.close(), provider.stop(), directory.stop()])
})

const loginField = (page: Page) => page.getByRole('textbox', { name: 'Identifiant' })
const passwordField = (page: Page) => page.locator('input[type=password]')
const distSwitch = (page: Page) => page.getByRole('switch', { name: "Compte de l'annuaire" })
const forgotten = (page: Page) => page.getByRole('link', { name: 'Mot de passe oublié' })
const ssoButton = (page: Page) => page.getByRole('link', { name: 'Se connecter avec Compte de la ville' })

/** Creates an account as an administrator does. */
const addAccount = (login: string, more: object = {}) =>
  chief.call('POST', '/api/user/', {
    login,
    email: `${login}@exemple.fr`,
    firstName: 'Paul',
    lastName: 'Roussel',
    role: 'ROLE_INTERVENANT',
    ...more,
  })

async function signOut(page: Page): Promise<void> {
  // Calls under way would be refused after the sign-out.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: /Paul Roussel/ }).click()
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
}

/** Waits for the last mail to a user and returns the address in it. */
async function mailedTo(login: string, after = 0): Promise<string> {
  const mails = () => smtp.received.filter(({ to }) => to.includes(`${login}@exemple.fr`))
  await expect.poll(() => mails().length).toBeGreaterThan(after)
  return addressOfMail(mails().at(-1)?.raw ?? '')
}

test('the login form offers the directory, a link by mail and the single sign-on, and a person of the directory signs in [SIGN-01] [SIGN-02] [SIGN-03] [SIGN-04]', async ({
  page,
  quietConsole,
}) => {
  quietConsole.allow(401)
  await addAccount('helene.dupre', { adId: 1, adSamAccount: 'hdupre' })
  await page.goto(`${installation.url}/auth`)
  await expect(loginField(page)).toBeFocused()
  // Password managers rely on these names.
  const form = page.locator('form[name="sign-in"]')
  await expect(form.locator('#login[name="login"][autocomplete="username"]')).toBeVisible()
  await expect(form.locator('#password[name="password"][autocomplete="current-password"]')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeDisabled()
  await expect(ssoButton(page)).toHaveAttribute('href', '/api/auth/sso/authorize')
  await expect(distSwitch(page)).not.toBeChecked()
  await expect(forgotten(page)).toBeVisible()
  await expectAccessible(page, 'login form')

  // By the keyboard alone.
  await page.keyboard.type('helene.dupre')
  await page.keyboard.press('Tab')
  await page.keyboard.type(directoryPassword)
  const local = page.waitForRequest('**/api/auth/step1')
  await page.keyboard.press('Enter')
  expect((await local).postDataJSON()).toMatchObject({ type: 'LOCAL', source: 'web' })
  await expect(toast(page, 'Mot de passe ou identifiant incorrect')).toBeVisible()
  await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true')
  // The switch does not move the layout.
  const submit = page.getByRole('button', { name: 'Se connecter', exact: true })
  // Letters have their final width once the font is loaded.
  await page.evaluate('document.fonts.ready.then(() => null)')
  const before = await submit.boundingBox()
  await distSwitch(page).focus()
  await page.keyboard.press('Space')
  await expect(distSwitch(page)).toBeChecked()
  await expect(forgotten(page)).toBeHidden()
  await expect.poll(() => submit.boundingBox()).toEqual(before)
  await passwordField(page).fill(directoryPassword)
  const dist = page.waitForRequest('**/api/auth/step1')
  await page.keyboard.press('Enter')
  expect((await dist).postDataJSON()).toMatchObject({ type: 'DIST', login: 'helene.dupre' })
  await enrol(page)
  await expect(page).toHaveURL(/\/routes\//)
  await page.goto(`${installation.url}/routes/account`)
  const identity = page.getByRole('region', { name: 'Identité' })
  await expect(identity).toContainText("Elle vient de l'annuaire de votre organisation.")
  await expect(identity).not.toContainText('Un administrateur peut la changer')

  // The host of a domain group whose name contains GRP.
  await page.goto(`${installation.url.replace('127.0.0.1', 'localhost')}/auth`)
  await expect(distSwitch(page)).toBeChecked()
  await expect(forgotten(page)).toBeHidden()
  await distSwitch(page).click()
  await expect(forgotten(page)).toBeVisible()
})

test('a first single sign-on shows a linking code, and opens a session once it is linked [SIGN-05] [SIGN-10] [SIGN-11]', async ({
  page,
  quietConsole,
}) => {
  quietConsole.allowUnreachable()
  const { id } = await addAccount('camille.dupre')
  await page.goto(`${installation.url}/auth`)
  await ssoButton(page).click()
  await expect(toast(page, 'Authentification impossible')).toBeVisible()
  await expect(page).toHaveURL(`${installation.url}/auth`)
  const notice = page.getByRole('region', { name: 'Votre identité doit être liée à un compte' })
  await expect(notice).toBeFocused()
  await notice.getByRole('button', { name: 'Copier le code de liaison' }).click()
  await expect(toast(page, 'Code de liaison copié')).toBeVisible()
  const code = await clipboard(page)
  expect(code).toMatch(/^(?:[A-Z2-9]{4}-){2}[A-Z2-9]{4}$/)
  await expect(notice).toContainText(code)
  // A reload keeps the code: the user may already have dictated it.
  await page.reload()
  await expect(notice).toContainText(code)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectToFit(page)
  await expectAccessible(page, 'linking code')

  await chief.call('POST', `/api/user/${id}/sso`, { code })
  await ssoButton(page).click()
  await enrol(page)
  await expect(page).toHaveURL(/\/routes\//)

  // The provider states that it asked for a second factor, and the settings accept that.
  await signOut(page)
  provider.someone = { ...camille, amr: ['pwd', 'mfa'] }
  await page.route('**/api/auth/sso/complete', (route) => route.abort('connectionrefused'), { times: 1 })
  await ssoButton(page).click()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page).toHaveURL(/\/routes\//)
  await expect.poll(() => page.evaluate<number>('localStorage.length')).toBe(0)

  // A return without a request, over a sign-in that was left half done.
  await signOut(page)
  await page.evaluate("localStorage.setItem('jwt', 'an.old.one')")
  await page.goto(`${installation.url}/api/auth/sso/callback`)
  await expect(toast(page, 'Authentification impossible')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cette connexion a expiré' })).toBeFocused()
})

test('an invited user signs on at the provider instead of choosing a password', async ({
  page,
  quietConsole,
}) => {
  quietConsole.allow(422)
  provider.someone = { ...camille, sub: 'objet-815' }
  await addAccount('noe.martin')
  const address = await mailedTo('noe.martin')
  await page.goto(address)
  await page.getByRole('button', { name: 'Se connecter avec Compte de la ville' }).click()
  await enrol(page)
  await expect(page).toHaveURL(/\/routes\//)
  await signOut(page)
  await page.goto(address)
  await page.getByRole('button', { name: 'Se connecter avec Compte de la ville' }).click()
  await expect(page.getByRole('heading', { name: 'Lien expiré' })).toBeVisible()
  await page.getByRole('link', { name: 'Demander un autre lien' }).click()
  await expect(page).toHaveURL(`${installation.url}/auth/reset`)
})

test('a user of single sign-on alone gives a fresh proof at the provider, and creates recovery codes', async ({
  page,
  quietConsole,
}) => {
  // Calls that need a fresh proof are refused first.
  quietConsole.allow(409)
  const own = { ...camille, sub: 'objet-816', amr: ['pwd', 'mfa'] }
  provider.someone = own
  await addAccount('lea.martin')
  await page.goto(await mailedTo('lea.martin'))
  await page.getByRole('button', { name: 'Se connecter avec Compte de la ville' }).click()
  await expect(page).toHaveURL(/\/routes\//)
  await page.goto(`${installation.url}/routes/account`)
  const draw = page.getByRole('button', { name: 'Créer des codes' })
  const prove = async () => {
    await draw.click()
    const dialog = page.getByRole('dialog', { name: "Confirmez que c'est bien vous" })
    await expect(dialog).toContainText('Compte de la ville')
    await dialog.getByRole('button', { name: "S'authentifier" }).click()
  }
  provider.someone = { ...own, sub: 'objet-4712' }
  await prove()
  await expect(toast(page, "Votre identité n'a pas été confirmée")).toBeVisible()
  await expect(page).toHaveURL(`${installation.url}/routes/account`)
  provider.someone = own
  await prove()
  await expect(toast(page, 'Identité confirmée\u00a0: refaites votre modification')).toBeVisible()
  await expect(page).toHaveURL(`${installation.url}/routes/account`)
  await draw.click()
  const codes = page.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
})

test('a user sets a forgotten password by a mailed link, and changes it when it must be changed [SIGN-08] [SIGN-16] [SIGN-35] [SIGN-36] [SIGN-37] [SIGN-39]', async ({
  page,
  quietConsole,
}) => {
  quietConsole.allow(401, 409)
  const login = 'paul.roussel'
  const { id } = await addAccount(login)
  await mailedTo(login)
  const email = page.getByLabel('E-mail')
  const send = page.getByRole('button', { name: 'Envoyer le lien' })
  await page.goto(`${installation.url}/auth`)
  await forgotten(page).click()
  await expect(page).toHaveURL(`${installation.url}/auth/reset`)
  await expect(page).toHaveTitle(/^Mot de passe oublié/)
  await page.getByRole('link', { name: 'Annuler' }).click()
  await expect(page).toHaveURL(`${installation.url}/auth`)

  await forgotten(page).click()
  await expect(email).toBeFocused()
  await email.fill('paul')
  await email.blur()
  await expect(page.getByText('Une adresse complète')).toBeVisible()
  await expect(send).toBeDisabled()
  await expectAccessible(page, 'request for a link')
  await email.fill(`${login}@exemple.fr`)
  await page.route('**/api/reset/password', (route) =>
    route.fulfill({ status: 409, json: { code: 'MAIL_WAS_NOT_SEND', message: 'Non' } }),
  )
  await page.keyboard.press('Enter')
  await expect(toast(page, "Problème lors de l'envoi du mail")).toBeVisible()
  await expect(email).toHaveValue(`${login}@exemple.fr`)
  await page.unroute('**/api/reset/password')
  const asked = page.waitForRequest('**/api/reset/password')
  await send.click()
  expect((await asked).postDataJSON()).toEqual({ email: `${login}@exemple.fr` })
  await expect(toast(page, "L'email a été envoyé")).toBeVisible()
  await expect(page).toHaveURL(`${installation.url}/auth`)
  await expect(page.getByText('Consultez votre messagerie')).toBeVisible()

  // Long enough for an account that does not administer.
  const [short, long] = ['girafe et zébu', 'une girafe lit le journal']
  await page.goto(await mailedTo(login, 1))
  const choose = async (password: string) => {
    await page.getByRole('textbox', { name: /^Nouveau mot de passe/ }).fill(password)
    await page.getByRole('textbox', { name: /^Confirmation/ }).fill(password)
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Mot de passe mis à jour, merci de vous identifier')).toBeVisible()
  }
  await choose(short)
  const enter = async (password: string) => {
    await loginField(page).fill(login)
    await passwordField(page).fill(password)
    await page.keyboard.press('Enter')
  }
  await chief.call('PATCH', `/api/user/${id}`, { update: { role: 'ROLE_ADMINISTRATOR' } })
  await enter(short)
  await expect(page).toHaveURL(`${installation.url}/auth/password`)
  await expect(page.getByText(login, { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: /^Mot de passe actuel/ }).fill(short)
  await choose(long)
  await enter(long)
  await enrol(page)
  await expect(page).toHaveURL(/\/routes\//)
})
