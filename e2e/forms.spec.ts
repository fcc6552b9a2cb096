import { passTime, stopTime } from './clock.ts'
import { placeOf } from './content.ts'
import { toolbar } from './explorer.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

test('a form checks a field after a pause, shows its error when the field is left, and shows markup immediately [VALI-01] [VALI-02] [VALI-07] [VALI-08] [VALI-09] [VALI-10]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Formulaires')
  await person.enter(page)
  // Before the page loads: a clock installed later restarts `performance.now()`, and earlier times of the page would lie
  // in the future.
  await page.clock.install()
  await page.goto(placeOf(sharedInstallation.url, chest))
  await toolbar(page, 'Nouveau mot de passe').click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  const field = (name: string) => dialog.getByRole('textbox', { name: new RegExp(`^${name}`) })
  const lookOf = async (name: string) => {
    const frame = dialog
      .locator('[class*="Field-module_field"]')
      .filter({ has: page.getByRole('textbox', { name: new RegExp(`^${name}`) }) })
    return /module_(valid|wrong)_/.exec((await frame.getAttribute('class')) ?? '')?.[1] ?? 'neutral'
  }
  const expectLook = (name: string, look: 'neutral' | 'valid' | 'wrong') =>
    expect.poll(() => lookOf(name), { message: name }).toBe(look)
  const create = dialog.getByRole('button', { name: 'Créer' })
  const words = dialog.getByText('Les balises HTML ne sont pas acceptées ici')
  const otpWords = dialog.getByText(/^Ce secret OTP n'est pas lisible/)
  await expect(field('Nom')).toBeFocused()
  // The form has received all its replies. Then it is emptied, and only `passTime` advances the clock.
  await field('Nom').fill('Site')
  await field('Mot de passe').fill('tambour-lune.27')
  await expect(create).toBeEnabled()
  await expectLook('Nom', 'valid')
  await field('Mot de passe').fill('')
  await field('Nom').fill('')
  await expect(create).toBeDisabled()
  await stopTime(page)

  await field('Nom').fill('Site')
  await field('Mot de passe').fill('tambour-lune.27')
  await passTime(page, 300)
  await expect(create).toBeDisabled()
  await expectLook('Nom', 'neutral')
  await passTime(page, 100)
  await expect(create).toBeEnabled()
  await expectLook('Nom', 'valid')
  await expectLook('Identifiant', 'neutral')

  await field('Secret OTP').fill('!')
  await expectLook('Secret OTP', 'neutral')
  await passTime(page, 400)
  await expectLook('Secret OTP', 'wrong')
  await expect(create).toBeDisabled()
  await expect(otpWords).toHaveCount(0)
  await field('Description').focus()
  await expect(otpWords).toBeVisible()
  await field('Secret OTP').fill('')
  await expect(otpWords).toHaveCount(0)
  await passTime(page, 400)
  await expectLook('Secret OTP', 'neutral')
  await expect(create).toBeEnabled()

  await field('Description').fill('a')
  await passTime(page, 50)
  await field('Description').fill('a <b>')
  await passTime(page, 200)
  await expect(words).toHaveCount(0)
  await passTime(page, 80)
  await expect(words).toBeVisible()
  await expect(create).toBeDisabled()
  await field('Description').fill('a < b')
  await passTime(page, 400)
  await expect(words).toHaveCount(0)

  // Enter does not wait for the checks, and sends once.
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/item/')) sent += 1
  })
  await page.clock.resume()
  await field('Nom').fill('')
  await expect(create).toBeDisabled()
  await field('Nom').fill('Site rapide')
  await field('Nom').press('Enter')
  await expect(toast(page, 'Mot de passe créé')).toBeVisible()
  expect(sent).toBe(1)
})

test('a form follows the rules that the server returns [VALI-06]', async ({ page, sharedInstallation }) => {
  const person = await sharedInstallation.person()
  // The same rules except one: names of chests begin with a capital A.
  await page.route('**/api/regex', async (route) => {
    // The test runner makes this call and may omit headers that the browser adds.
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' }
    const reply = await route.fetch({ headers })
    const rules = (await reply.json()) as { name: string; value: string }[]
    const changed = rules.map((rule) =>
      rule.name === 'REGEX_CHEST_NAME' ? { ...rule, value: '^A.+$' } : rule,
    )
    await route.fulfill({ response: reply, json: changed })
  })
  await person.enter(page)
  const told = page.waitForResponse('**/api/regex')
  await page.goto(`${sharedInstallation.url}/routes/manager`)
  await told
  await page.getByRole('button', { name: 'Créer un coffre' }).first().click()
  const create = page.getByRole('button', { name: 'Créer', exact: true })
  await page.getByLabel('Nom du coffre').fill('Réseau')
  await page.keyboard.press('Tab')
  await expect(page.getByText('255 caractères au plus, sur une seule ligne')).toBeVisible()
  await expect(create).toBeDisabled()
  await page.getByLabel('Nom du coffre').fill('Astreinte réseau')
  await expect(create).toBeEnabled()
})
