import type { Page } from '@playwright/test'
import { codeOf, enrol, firstStep, login, password, setUp, storedKeys, toast, closeToast } from './people.ts'
import { expect, test } from './test.ts'

const loginField = (page: Page) => page.getByRole('textbox', { name: 'Identifiant' })
const passwordField = (page: Page) => page.locator('input[type=password]')
const submit = (page: Page) => page.getByRole('button', { name: 'Se connecter' })
const codeField = (page: Page) => page.getByLabel('Code à 6 chiffres')

/** The text and role of the toast for each value of `?message=`. */
const messages = [
  ['setpwd_success', 'Mot de passe mis à jour, merci de vous identifier', 'polite'],
  ['send_reset_mail_success', "L'email a été envoyé", 'polite'],
  ['reset_2fa_success', 'QR code réinitialisé', 'polite'],
  ['error_sso_state', 'Authentification impossible', 'assertive'],
  ['anything', 'Une erreur est survenue', 'assertive'],
] as const

test('the login form shows the toast that its address names [SIGN-07] [SIGN-08] [SIGN-09] [SIGN-10] [SIGN-12]', async ({
  page,
  sharedInstallation,
}) => {
  for (const [value, text, live] of messages) {
    await page.goto(`${sharedInstallation.url}/auth?message=${value}`)
    await expect(toast(page, text)).toBeVisible()
    await expect(page.locator(`[aria-live="${live}"]`).filter({ hasText: text })).toHaveCount(1)
    await expect(page).toHaveURL(`${sharedInstallation.url}/auth`)
  }
})

test('the sign-in shows an error when a screen cannot be loaded, and goes on without its footer', async ({
  page,
  installation,
  quietConsole,
}) => {
  quietConsole.allowUnreachable()
  await setUp(page, installation)
  const refuse = (file: string) =>
    page.route(`**/assets/${file}-*.js`, (route) => route.abort('connectionrefused'))
  await refuse('DocumentLinks')
  await refuse('SecondFactor')
  await page.reload()
  await firstStep(page)
  await expect(page.getByRole('heading', { name: 'Une erreur est survenue' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Recharger la page' }).click()
  // The first step succeeded: the second one follows.
  await expect(page.getByRole('heading', { name: 'Associer votre téléphone' })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible()
})

test('a token in the address is stored, and a wrong one leads back to the login form [SIGN-06] [SIGN-17] [SESS-01]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(401, 429)
  // The call is delayed, so that the test sees the stored token before the server refuses it.
  let asked = 0
  await page.route('**/api/auth/2fasecret', async (route) => {
    asked += 1
    expect(route.request().postDataJSON()).toEqual({ jwt: 'a.forged.token' })
    await expect.poll(() => storedKeys(page)).toEqual(['jwt'])
    await route.continue()
  })
  await page.goto(`${sharedInstallation.url}/auth?jwt=a.forged.token`)
  await closeToast(page, 'Mot de passe ou identifiant incorrect')
  await expect(page).toHaveURL(`${sharedInstallation.url}/auth`)
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await expect.poll(() => storedKeys(page)).toEqual([])
  expect(asked, 'the server is asked once').toBe(1)

  await loginField(page).fill('nobody.here')
  await passwordField(page).fill(password)
  await page.keyboard.press('Enter')
  await closeToast(page, 'Mot de passe ou identifiant incorrect')
  await expect(loginField(page)).toHaveValue('nobody.here')
  await expect(passwordField(page)).toHaveValue('')
  await expect(passwordField(page)).toBeFocused()
  await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(passwordField(page)).toHaveAccessibleDescription('Mot de passe ou identifiant incorrect')

  await page.route('**/api/auth/step1', (route) =>
    route.fulfill({ status: 429, json: { code: 'TOO_MANY_TRIES', message: 'Trop de tentatives' } }),
  )
  await passwordField(page).fill(password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Trop de tentatives')).toBeVisible()
  await expect(passwordField(page)).toHaveValue(password)
})

test('a late reply about further ways to sign in does not move the login form [SIGN-01]', async ({
  page,
  sharedInstallation,
}) => {
  const sso = { label: 'Compte de la ville' }
  const offered = { distAvailable: true, distDefault: false, sso, signedIn: false }
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/auth/options', async (route) => {
    await answered.promise
    await route.fulfill({ json: offered })
  })
  await page.clock.install()
  const asked = page.waitForRequest('**/api/auth/options')
  await page.goto(`${sharedInstallation.url}/auth`)
  await asked
  await page.clock.fastForward(4_100)
  await loginField(page).fill('camille')
  const below = page.getByRole('contentinfo').getByRole('link').first()
  await expect(below).toBeVisible()
  const button = page.getByRole('link', { name: 'Se connecter avec Compte de la ville' })
  await expect(button).toHaveCount(0)
  const places = async () => [await submit(page).boundingBox(), await below.boundingBox()]
  // Letters have their final width once the font is loaded.
  await page.evaluate('document.fonts.ready.then(() => null)')
  const before = await places()
  answered.resolve()
  await expect(button).toBeVisible()
  await expect.poll(places).toEqual(before)
  await expect(loginField(page)).toHaveValue('camille')
})

test('an account whose password has expired is led to set a new one [SIGN-16]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(401, 404)
  await page.route('**/api/auth/step1', (route) =>
    route.fulfill({
      status: 401,
      json: {
        code: 'PASSWORD_EXPIRED',
        message: 'Mot de passe expiré',
        redirect: '/auth/password',
        details: { administers: true, reason: 'guessable' },
      },
    }),
  )
  await page.goto(`${sharedInstallation.url}/auth`)
  await firstStep(page)
  await expect(page).toHaveURL(`${sharedInstallation.url}/auth/password`)
  await expect.poll(() => page.evaluate<string>('localStorage.getItem("login")')).toBe(login)
  await expect(page.getByText(/^Votre mot de passe se devine trop facilement/)).toBeVisible()
  // The page applies the server's rule for this user before it sends anything.
  const chosen = page.getByRole('textbox', { name: /^Nouveau mot de passe/ })
  await expect(chosen).toHaveAccessibleDescription(/^16 caractères au moins\. Il doit/)
  await chosen.fill('zèbre-12 lune-7')
  await chosen.blur()
  await expect(chosen).toHaveAccessibleDescription(/Il faut au moins 16 caractères/)
})

test('an installation is set up once, and each sign-in needs the second factor [SIGN-13] [SIGN-15] [SIGN-21] [SIGN-22] [SIGN-29] [SIGN-30] [SIGN-31] [SIGN-32] [SESS-10] [VALI-01]', async ({
  page,
  installation,
  quietConsole,
}) => {
  await page.goto(installation.setupUrl)
  await expect(page.getByRole('button', { name: 'Créer le compte' })).toBeDisabled()
  await setUp(page, installation)
  await expect(toast(page, 'Compte créé, connectez-vous pour associer votre téléphone')).toBeVisible()
  quietConsole.allow(404, 401)
  expect((await page.goto(installation.setupUrl))?.status()).toBe(404)

  await page.goto(`${installation.url}/auth`)
  await expect(submit(page)).toBeDisabled()
  await loginField(page).fill('claire martin')
  await passwordField(page).fill(password)
  await expect(loginField(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Des lettres, des chiffres et . _ - + @, sans espace')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  // Keyboards of telephones add a trailing space.
  await loginField(page).fill(` ${login} `)
  await expect(submit(page)).toBeEnabled()
  const tried = page.waitForRequest('**/api/auth/step1')

  await page.keyboard.press('Enter')
  expect((await tried).postDataJSON()).toMatchObject({ login })
  // A mistyped first code: the key that was scanned is still the right one after the password.
  const key = page.getByRole('code')
  await expect(key).toBeVisible()
  const scanned = await key.textContent()
  await codeField(page).fill('000000')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Mot de passe ou identifiant incorrect')).toBeVisible()
  await expect.poll(() => storedKeys(page)).toEqual([])
  await expect(passwordField(page)).toHaveAccessibleDescription(
    "Le code n'a pas été accepté. Ne scannez rien de nouveau\u00a0: saisissez votre mot de passe, puis le code que votre application affiche.",
  )
  await closeToast(page, 'Mot de passe ou identifiant incorrect')
  await passwordField(page).fill(password)
  await page.keyboard.press('Enter')
  await expect(key).toHaveText(scanned ?? '')
  const secret = await enrol(page)
  await expect(page).toHaveURL(/\/routes\//)
  await expect.poll(() => storedKeys(page)).toEqual([])
  // The other tabs of this browser leave immediately, without a click.
  const other = await page.context().newPage()
  await other.goto(`${installation.url}/routes/account`)
  await expect(other.getByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible()
  await page.getByRole('button', { name: /Claire Martin/ }).click()
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
  await expect(other.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await other.close()

  await firstStep(page)
  await expect(page.getByRole('heading', { name: 'Second facteur' })).toBeVisible()
  await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0)
  await expect.poll(() => storedKeys(page)).toEqual(['jwt', 'qrScanned'])
  const check = page.getByRole('button', { name: 'Valider' })
  await expect(check).toBeDisabled()
  await codeField(page).pressSequentially('12ab')
  await expect(check).toBeDisabled()
  await codeField(page).fill('')
  await codeField(page).pressSequentially('1234567')
  await expect(codeField(page)).toHaveValue('123456')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Mot de passe ou identifiant incorrect')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await expect.poll(() => storedKeys(page)).toEqual([])
  await expect(loginField(page)).toHaveValue(login)
  await expect(passwordField(page)).toBeFocused()
  await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(passwordField(page)).toHaveAccessibleDescription(
    "Le second facteur n'a pas été accepté. Saisissez de nouveau votre mot de passe.",
  )

  // A sign-in in another tab ends the one of this tab, which shows it; the other continues, even after a reload.
  const second = await page.context().newPage()
  await second.goto(`${installation.url}/auth`)
  await firstStep(page)
  await expect(codeField(page)).toBeVisible()
  await firstStep(second)
  await expect(codeField(second)).toBeVisible()
  await codeField(page).fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(
    toast(page, 'Cette connexion a expiré ou continue dans un autre onglet. Recommencez.'),
  ).toBeVisible()
  await expect(passwordField(page)).toHaveValue('')
  await second.reload()
  // A code works once; the server already accepts the one of the next thirty seconds.
  await codeField(second).fill(codeOf(secret, 1))
  await second.keyboard.press('Enter')
  await expect(second).toHaveURL(/\/routes\//)

  // With a session, /auth shows no form: it leads to the requested page. The guide, where a first user ends, has one.
  const noted = `new MutationObserver(() => location.pathname === '/auth' && document.forms.length > 0 &&
      sessionStorage.setItem('form', 'seen'))
    .observe(document, { childList: true, subtree: true })`
  await page.addInitScript(noted)
  await page.evaluate("localStorage.setItem('origin', '/routes/dashboard')")
  await page.reload()
  await expect(page).toHaveURL(/\/routes\/dashboard/)
  await page.goto(`${installation.url}/auth`)
  await expect(page).toHaveURL(/\/routes\/(explorer|first-start)/)
  await expect.poll(() => storedKeys(page)).toEqual([])
  await expect.poll(() => page.evaluate("sessionStorage.getItem('form')")).toBeNull()
  // With a session, messages still show, and pages that need no session still open.
  await page.goto(`${installation.url}/auth?message=setpwd_success`)
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await page.goto(`${installation.url}/auth/reset`)
  await expect(page.getByRole('heading', { name: 'Mot de passe oublié' })).toBeVisible()
})

test('five failures block an account, and the page shows until when [SIGN-19]', async ({
  page,
  installation,
  quietConsole,
}) => {
  quietConsole.allow(401, 423, 429)
  await setUp(page, installation)
  for (let failure = 1; failure <= 5; failure += 1) {
    await firstStep(page, 'not the password at all')
    await expect(passwordField(page)).toHaveValue('')
  }
  await firstStep(page)
  const notice = page.getByRole('alert').filter({ hasText: /Compte bloqué \(claire\.martin\).*jusqu'au/ })
  await expect(notice).toContainText('Un administrateur peut le débloquer avant.')
  await loginField(page).fill('quelqu.un')
  await expect(notice).toHaveCount(0)
})
