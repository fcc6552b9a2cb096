import type { Page } from '@playwright/test'
import {
  plainTextOf,
  startSmtpServer,
  type SmtpTestServer,
} from '../src/server/platform/mail/smtp-testing.ts'
import { openInstallationInUse, type InstallationInUse } from './installation-in-use.ts'
import { startInstallation } from './installation.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { clipboard, codeOf, storedKeys, toast } from './people.ts'
import { expect, test } from './test.ts'

const password = 'trois girafes lisent un journal'
const codeField = (page: Page) => page.getByLabel('Code à 6 chiffres')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

type Mailbox = { readonly text: () => string; readonly next: () => Promise<string> }

/** Returns a user's mailbox; `next` waits for a mail that has not been read yet. */
function mailboxOf(server: SmtpTestServer, address: string): Mailbox {
  let read = 0
  const mails = () => server.received.filter(({ to }) => to.includes(address))
  const text = () => plainTextOf(mails().at(-1)?.raw ?? '')
  return {
    text,
    next: async () => {
      await expect.poll(() => mails().length).toBeGreaterThan(read)
      read = mails().length
      return text()
    },
  }
}
const digitsOf = (mail: string): string => /est\s*:\s*(\d{6})/.exec(mail)?.[1] ?? ''
const linkOf = (mail: string): string => /https?:\S+\/auth\/[\w-]+#\S+/.exec(mail)?.[0] ?? ''

/** Makes a call as a page would, for steps whose screens other journeys test. */
async function send(url: string, method: string, body: object, cookie = '') {
  const reply = await fetch(url, {
    method,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie,
    },
    body: JSON.stringify(body),
  })
  expect(reply.status, url).toBe(200)
  return reply
}

/** Creates a user with a password and without a second factor. @returns their mailbox */
async function invite(
  installationInUse: InstallationInUse,
  server: SmtpTestServer,
  login: string,
  role: string,
): Promise<Mailbox> {
  const mailbox = mailboxOf(server, `${login}@exemple.fr`)
  const chief = await installationInUse.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const names = { firstName: 'Lucie', lastName: 'Fabre' }
  await chief.call('POST', '/api/user/', { login, email: `${login}@exemple.fr`, ...names, role })
  const token = /#token=([\w-]+)/.exec(linkOf(await mailbox.next()))?.[1]
  await send(`${installationInUse.url}/api/auth/pwd`, 'PATCH', {
    token,
    newPassword: password,
    confirmPassword: password,
  })
  return mailbox
}

async function firstStep(page: Page, installationInUse: InstallationInUse, login: string): Promise<void> {
  // Leaves the page before its session ends: a page without a session goes to the login form by itself.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(`${installationInUse.url}/auth`)
  await page.getByRole('textbox', { name: 'Identifiant' }).fill(login)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
}

/** Extends the short time in which a new screen ignores clicks, until {@link momentOver}. */
const lastingMoment = `window.lasting = new CSSStyleSheet()
window.lasting.replaceSync('* { animation-delay: 600s !important }')
document.adoptedStyleSheets.push(window.lasting)`
const momentOver =
  'document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== window.lasting)'

/** Simulates a second Enter as soon as the wrong button has the focus. */
const secondEnter = `{
  const press = ({ target }) => {
    if (!target.textContent.includes('Recevoir le lien')) return
    removeEventListener('focusin', press)
    target.click()
  }
  addEventListener('focusin', press)
}`

async function giveCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await page.keyboard.press('Enter')
}

test('a user chooses codes by mail, loses that factor, and enrols an authenticator again [SIGN-24] [SIGN-26] [SIGN-28] [SIGN-33] [SIGN-34]', async ({
  page,
  engine,
  quietConsole,
}) => {
  test.setTimeout(180_000)
  quietConsole.allow(409, 422, 429)
  const server = await startSmtpServer({ tls: 'none' })
  const installation = await startInstallation(engine, {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    TROUSSEAU_MAIL_FROM: 'Trousseau <trousseau@exemple.fr>',
  })
  const installationInUse = await openInstallationInUse(installation)
  try {
    const login = 'lucie.fabre'
    const mailbox = await invite(installationInUse, server, login, 'ROLE_INTERVENANT')

    // Before a first authenticator the user may choose mail instead; the sign-in continues with another token.
    await firstStep(page, installationInUse, login)
    await expect(heading(page, 'Associer votre téléphone')).toBeVisible()
    const first = await page.evaluate<string>('localStorage.getItem("jwt")')
    await page.getByRole('button', { name: 'Recevoir un code par e-mail' }).click()
    await expect(page.getByText("Un code vient d'être envoyé à votre adresse e-mail")).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await expect(page.getByRole('button', { name: /^Renvoyer le code \(dans \d+ s\)$/ })).toBeDisabled()
    await expect.poll(() => page.evaluate<string>('localStorage.getItem("jwt")')).not.toBe(first)
    await giveCode(page, digitsOf(await mailbox.next()))
    await expect(page).toHaveURL(/\/routes\//)
    await expect.poll(() => storedKeys(page)).toEqual([])

    // From now on the code is sent automatically, once: a reload sends none, and resending waits.
    await firstStep(page, installationInUse, login)
    await expect(heading(page, 'Code par e-mail')).toBeVisible()
    await mailbox.next()
    await expect(page.getByText("Un code vient d'être envoyé à votre adresse e-mail")).toBeVisible()
    await page.reload()
    const resend = page.getByRole('button', { name: /^Renvoyer le code/ })
    await resend.click()
    await expect(toast(page, 'Trop de tentatives, réessayez plus tard')).toBeVisible()
    await expect(resend).toBeDisabled()
    await expectAccessible(page, 'code by mail')
    await installationInUse.backdateCode(31_000)
    await page.reload()
    const refusal = { code: 'MAIL_WAS_NOT_SEND', message: '' }
    await page.route('**/api/auth/mfa_mail', (route) => route.fulfill({ status: 409, json: refusal }), {
      times: 1,
    })
    await resend.click()
    await expect(toast(page, "Problème lors de l'envoi du mail")).toBeVisible()
    await expect(resend).toBeDisabled()
    await page.reload()
    await resend.click()
    await expect(toast(page, 'Code envoyé par mail')).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await giveCode(page, digitsOf(await mailbox.next()))
    await expect(page).toHaveURL(/\/routes\//)

    // The mailed link resets the lost factor, once and after a confirmation; the next sign-in enrols again.
    await firstStep(page, installationInUse, login)
    await page.evaluate(lastingMoment)
    await mailbox.next()
    const lost = page.getByRole('button', { name: "J'ai perdu mon second facteur" })
    await expect(async () => {
      const place = await lost.boundingBox()
      // The second half of a double click that led here.
      await page.mouse.click((place?.x ?? 0) + 8, (place?.y ?? 0) + 8)
      await expect(codeField(page)).toBeFocused({ timeout: 2_000 })
      // If the button has moved meanwhile, the click has missed it.
      expect(await lost.boundingBox()).toEqual(place)
    }).toPass({ timeout: 20_000 })
    await page.evaluate(momentOver)
    await expect(heading(page, 'Code par e-mail')).toBeVisible()
    // The same by the keyboard: the second Enter does not answer the question.
    await lost.focus()
    await page.evaluate(secondEnter)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Second facteur perdu')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Recevoir le lien' })).toBeFocused()
    await page.getByRole('button', { name: 'Recevoir le lien' }).click()
    await expect(toast(page, "L'email a été envoyé")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Revenir à la connexion' })).toBeFocused()
    const link = linkOf(await mailbox.next())
    await page.goto(link)
    await expect(page).toHaveURL(`${installationInUse.url}/auth/second-factor`)
    await expect(page.getByText(login, { exact: true })).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessible(page, 'link that drops the second factor')
    await expectToFit(page)
    // The page focuses its only button.
    await page.keyboard.press('Enter')
    await expect(toast(page, 'QR code réinitialisé')).toBeVisible()
    await expect(page).toHaveURL(`${installationInUse.url}/auth`)

    await page.goto(link)
    await page.getByRole('button', { name: 'Réinitialiser', exact: true }).click()
    await expect(
      toast(page, 'Echec de la réinitialisation du QR Code. Contactez votre administrateur.'),
    ).toBeVisible()
    await expect(heading(page, 'Lien expiré')).toBeVisible()

    await firstStep(page, installationInUse, login)
    await page.getByRole('button', { name: 'Copier la clé secrète' }).click()
    await expect(toast(page, 'Clé secrète copiée')).toBeVisible()
    await expectAccessible(page, 'enrolment')
    await expectToFit(page)
    await giveCode(page, codeOf(await clipboard(page)))
    await expect(page).toHaveURL(/\/routes\//)

    // An administrator waits for a colleague's approval.
    const chief = 'chef.fabre'
    const letters = await invite(installationInUse, server, chief, 'ROLE_ADMINISTRATOR')
    const step = await send(`${installationInUse.url}/api/auth/step1`, 'POST', {
      login: chief,
      password,
      type: 'LOCAL',
      source: 'web',
    })
    const { jwt } = (await step.json()) as { jwt: string }
    const [cookie = ''] = (step.headers.get('set-cookie') ?? '').split(';')
    await send(`${installationInUse.url}/api/reset/2fasecret`, 'PATCH', { jwt }, cookie)
    await page.goto(linkOf(await letters.next()))
    await page.getByRole('button', { name: 'Réinitialiser', exact: true }).click()
    await expect(heading(page, "En attente d'un accord")).toBeVisible()
  } finally {
    await page.close()
    await installationInUse.close()
    await installation.stop()
    await server.close()
  }
})
