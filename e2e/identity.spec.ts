import { camille, publicUrl, startProvider, type TestProvider } from '../src/server/identity/sso/testing.ts'
import { openInstallationInUse } from './installation-in-use.ts'
import { startInstallation } from './installation.ts'
import { chooseFor, expectToFit, expectAccessible } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'
import { openUsersPage } from './users.ts'

/** Signs in at the provider with an unlinked identity. @returns the linking code that the sign-in page shows */
async function codeOfStranger(url: string, provider: TestProvider): Promise<string> {
  const begun = await fetch(`${url}/api/auth/sso/authorize`, { redirect: 'manual' })
  const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0])
  const back = await provider.visit(begun.headers.get('location') ?? '')
  const headers = { cookie: cookie.join('; ') }
  const ended = await fetch(url + back.pathname + back.search, { redirect: 'manual', headers })
  return /#code=(.+)$/.exec(ended.headers.get('location') ?? '')?.[1] ?? ''
}

test('an administrator links an identity of the single sign-on by its code, and unlinks it [SIGN-11]', async ({
  page,
  engine,
  quietConsole,
}) => {
  quietConsole.allow(422, 500)
  const provider = await startProvider()
  const installation = await startInstallation(engine, {
    ...provider.env,
    TROUSSEAU_PUBLIC_URL: publicUrl,
  })
  const installationInUse = await openInstallationInUse(installation)
  try {
    const { bank, row } = await openUsersPage(page, installationInUse, 'Banque des identités')
    const person = await installationInUse.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
    const code = await codeOfStranger(installationInUse.url, provider)
    await page.reload()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Code de liaison')

    // A failed read shows its error and can be retried.
    await page.route('**/api/user/*/sso', (route) => route.fulfill({ status: 500, json: {} }))
    await chooseFor(row(person.login), 'Authentification unique')
    await expect(dialog).toContainText('Erreur pendant la récupération des infos')
    await page.unroute('**/api/user/*/sso')
    await dialog.getByRole('button', { name: 'Réessayer' }).click()
    await expect(dialog).toContainText("Aucune identité de l'authentification unique")

    await field.fill('AAAA-BBBB-CCCC')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText("Ce code de liaison n'est pas valable")
    await field.fill(code.toLowerCase().replaceAll('-', ' '))
    await dialog.getByRole('button', { name: 'Vérifier le code' }).click()
    await expect(dialog.getByRole('status')).toContainText(String(camille['email']))
    await expectAccessible(page, 'identity of a code')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectToFit(page)
    await dialog.getByRole('button', { name: 'Lier à ce compte' }).click()
    await expect(toast(page, 'Compte lié')).toBeVisible()

    await page.setViewportSize({ width: 1280, height: 800 })
    await chooseFor(row(person.login), 'Authentification unique')
    const linked = dialog.getByRole('region', { name: 'Identité liée' })
    await expect(linked).toContainText(String(camille['name']))
    await expectAccessible(page, 'linked identity')
    await linked.getByRole('button', { name: 'Supprimer le lien' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer le lien' }).click()
    await expect(toast(page, 'Lien supprimé')).toBeVisible()
    await expect(dialog).toContainText("Aucune identité de l'authentification unique")
  } finally {
    await page.close()
    await installationInUse.close()
    await installation.stop()
    await provider.stop()
  }
})
