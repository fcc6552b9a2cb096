import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { addressOfMail } from '../src/server/platform/mail/smtp-testing.ts'
import { openInstallationInUse } from './installation-in-use.ts'
import type { Installation } from './installation.ts'
import { expectAccessible } from './office.ts'
import { codeOf, clipboard, storedKeys, toast } from './people.ts'
import { expect, test } from './test.ts'

const first = 'trois girafes lisent un journal'
const second = 'quatre girafes lisent un journal'
const login = 'paul.roussel'

const newField = (page: Page) => page.getByRole('textbox', { name: /^Nouveau mot de passe/ })
const confirmation = (page: Page) => page.getByRole('textbox', { name: /^Confirmation/ })
const oldField = (page: Page) => page.getByRole('textbox', { name: /^Mot de passe actuel/ })
const submit = (page: Page) => page.getByRole('button', { name: 'Enregistrer le mot de passe' })

/** Returns the mails in the order of writing: without a mail server, they are files of the data folder. */
const mailsOf = ({ folder }: Installation): string[] =>
  (existsSync(join(folder, 'mails')) ? readdirSync(join(folder, 'mails')) : [])
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => readFileSync(join(folder, 'mails', name), 'utf8'))

/** Creates an account as an administrator does. @returns the address in the mail to its owner */
async function invite(installation: Installation): Promise<string> {
  const installationInUse = await openInstallationInUse(installation)
  const chief = await installationInUse.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  await chief.call('POST', '/api/user/', {
    login,
    email: 'paul.roussel@exemple.fr',
    firstName: 'Paul',
    lastName: 'Roussel',
    role: 'ROLE_INTERVENANT',
  })
  await installationInUse.close()
  // The reply does not wait for ever: on a busy machine the mail is written after it.
  const address = () => addressOfMail(mailsOf(installation).at(-1) ?? '')
  await expect.poll(address).not.toBe('')
  return address()
}

async function choose(page: Page, password: string, again = password): Promise<void> {
  await newField(page).fill(password)
  await confirmation(page).fill(again)
}

test('an invited user sets a password by the link of the mail, and signs in [SIGN-41] [SIGN-42] [SIGN-44]', async ({
  page,
  installation,
  quietConsole,
}) => {
  quietConsole.allow(422)
  const address = await invite(installation)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Nouveau mot de passe' })).toBeVisible()
  await expect(page).toHaveURL(`${installation.url}/auth/password`)
  await expect(page.getByText(login, { exact: true })).toBeVisible()
  await expect(oldField(page)).toHaveCount(0)
  await expect(submit(page)).toBeDisabled()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Lien incomplet' })).toBeVisible()
  await page.goto('about:blank')
  await page.goto(address)

  await expect(newField(page)).toHaveAccessibleDescription(/^12 caractères au moins\. Il doit/)
  await choose(page, 'court', 'court')
  await expect(submit(page)).toBeDisabled()
  await choose(page, first, `${first} !`)
  await confirmation(page).blur()
  await expect(page.getByText('Les deux mots de passe diffèrent')).toBeVisible()
  await expect(submit(page)).toBeDisabled()

  // Only the server has the list of common passwords, which contains this one.
  await choose(page, 'motdepasse2026')
  await submit(page).click()
  await expect(toast(page, 'Veuillez vérifier votre saisie')).toBeVisible()
  await expect(page.getByText('Ce mot de passe est trop répandu')).toBeVisible()

  // The page judges as the server does.
  await choose(page, 'Printemps2026!')
  await expect(page.getByText('Trop facile à deviner pour être accepté')).toBeVisible()
  await submit(page).click()
  await expect(page.getByText('Ce mot de passe se devine trop facilement')).toBeVisible()
  await choose(page, first)
  await expect(page.getByText('Trop facile à deviner pour être accepté')).toHaveCount(0)

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${installation.url}/auth`)
  await expect(toast(page, 'Mot de passe mis à jour, merci de vous identifier')).toBeVisible()

  await expect(page.getByRole('textbox', { name: 'Identifiant' })).toHaveValue(login)
  await page.locator('input[type=password]').fill(first)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Associer votre téléphone' })).toBeVisible()
  await page.getByRole('button', { name: 'Copier la clé secrète' }).click()
  await expect(toast(page, 'Clé secrète copiée')).toBeVisible()
  await page.getByLabel('Code à 6 chiffres').fill(codeOf(await clipboard(page)))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/routes\//)

  await page.goto('about:blank')
  await page.goto(address)
  await choose(page, second)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Lien expiré' })).toBeVisible()
})

test('a user replaces their password by giving the old one, and none of the last five is accepted [SIGN-39] [SIGN-40] [SIGN-44] [SIGN-45]', async ({
  page,
  installation,
  quietConsole,
}) => {
  quietConsole.allow(401, 409)
  await page.goto(await invite(installation))
  await choose(page, first)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${installation.url}/auth`)

  // The page opens only after a first step that requires a change and stores the login.
  await page.evaluate('localStorage.clear()')
  await page.goto(`${installation.url}/auth/password`)
  await expect(page).toHaveURL(`${installation.url}/auth`)
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await page.evaluate(`localStorage.setItem('login', '${login}')`)
  await page.goto(`${installation.url}/auth/password`)
  await expect(page.getByText(login, { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Identifiant' })).toHaveCount(0)

  await oldField(page).fill('un tout autre mot de passe')
  await choose(page, second)
  await submit(page).click()
  await expect(toast(page, 'Veuillez vérifier votre saisie')).toBeVisible()
  await expect(oldField(page)).toHaveValue('')

  await oldField(page).fill(first)
  await choose(page, first)
  await submit(page).click()
  await expect(
    toast(page, 'Votre mot de passe doit être différent de vos 5 derniers mots de passe'),
  ).toBeVisible()

  const sent = page.waitForRequest('**/api/auth/pwd')
  await choose(page, second)
  await submit(page).click()
  expect((await sent).postDataJSON()).toEqual({
    login,
    oldPassword: first,
    newPassword: second,
    confirmPassword: second,
  })
  await expect(page).toHaveURL(`${installation.url}/auth`)
  await expect(page.getByRole('textbox', { name: 'Identifiant' })).toHaveValue(login)
  await expect.poll(() => storedKeys(page)).toEqual(['login'])
})

test('the password page has no accessibility fault in either theme, and fits a telephone', async ({
  page,
  installation,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${installation.url}/auth/password#token=made-up`)
  await choose(page, 'court', 'autre')
  await confirmation(page).blur()
  await expectAccessible(page, 'by a link, with errors')
  await page.evaluate(`localStorage.setItem('login', '${login.repeat(4)}')`)
  await page.goto('about:blank')
  await page.goto(`${installation.url}/auth/password`)
  await oldField(page).fill(first)
  await choose(page, second)
  await expectAccessible(page, 'by the old password')
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(360)
})
