import { publicUrl, startProvider, type TestProvider } from '../src/server/identity/sso/testing.ts'
import { openInstallationInUse } from './installation-in-use.ts'
import { startInstallation } from './installation.ts'
import { expectAccessible, expectToFit } from './office.ts'
import { expect, test } from './test.ts'

/** Signs in at the provider as a browser does. @returns where the sign-on ends */
async function signOn(url: string, provider: TestProvider): Promise<string> {
  const begun = await fetch(`${url}/api/auth/sso/authorize`, { redirect: 'manual' })
  const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0])
  const back = await provider.visit(begun.headers.get('location') ?? '')
  const headers = { cookie: cookie.join('; ') }
  const ended = await fetch(url + back.pathname + back.search, { redirect: 'manual', headers })
  return ended.headers.get('location') ?? ''
}

test('a super administrator reads why a single sign-on failed, in the words of the provider', async ({
  page,
  engine,
}) => {
  const provider = await startProvider()
  const installation = await startInstallation(engine, {
    ...provider.env,
    TROUSSEAU_PUBLIC_URL: publicUrl,
    SSO_CLIENT_SECRET: 'un ancien secret du fournisseur',
  })
  const installationInUse = await openInstallationInUse(installation)
  try {
    const chief = await installationInUse.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
    await chief.enter(page)
    await page.goto(`${installationInUse.url}/routes/administration`)
    const section = page.getByRole('region', { name: 'Authentification unique' })
    await expect(section.getByRole('status')).toHaveText(
      'Aucun échec depuis trente jours, ou depuis le dernier changement de clé racine.',
    )

    expect(await signOn(installationInUse.url, provider)).toContain('/auth?message=')
    provider.answers = (path) => (path === '/token' ? { status: 503, body: {} } : null)
    expect(await signOn(installationInUse.url, provider)).toContain('/auth?message=')
    await page.reload()
    const rows = section.getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('Le fournisseur ne répond pas')
    await expect(rows.first()).toContainText('HTTP 503')
    await expect(rows.last()).toContainText("Le fournisseur n'accepte pas ce client")
    await expect(rows.last()).toContainText('invalid_client – client authentication failed')
    await expect(rows.last()).toContainText('Vérifiez SSO_CLIENT_ID et SSO_CLIENT_SECRET')
    await expect(section).not.toContainText('un ancien secret du fournisseur')
    await expectAccessible(page, 'failures of single sign-on')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectToFit(page)

    await page.setViewportSize({ width: 1280, height: 800 })
    const reader = await installationInUse.person({ role: 'ROLE_ADMINISTRATOR' })
    await page.context().clearCookies()
    await reader.enter(page)
    await page.goto(`${installationInUse.url}/routes/administration`)
    await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
    await expect(section).toHaveCount(0)
  } finally {
    await page.close()
    await installationInUse.close()
    await installation.stop()
    await provider.stop()
  }
})
