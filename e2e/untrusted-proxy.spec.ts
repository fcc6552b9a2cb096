import { expectToFit, expectAccessible } from './office.ts'
import { expect, test } from './test.ts'

test('a super administrator sees a notice about a proxy that the settings do not name, with what to do', async ({
  page,
  sharedInstallation,
}) => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  expect((await fetch(`${sharedInstallation.url}/health/live`, { headers })).status).toBe(200)
  const chief = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  await chief.enter(page)
  await expect
    .poll(() => chief.call<{ untrustedProxies: unknown[] }>('GET', '/api/administration/network'))
    .toMatchObject({ untrustedProxies: [{ address: '127.0.0.1' }] })
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  const section = page.getByRole('region', { name: 'Réseaux bloqués' })
  await expect(section.getByText("Le serveur mandataire 127.0.0.1 n'est pas déclaré")).toBeVisible()
  await expect(section).toContainText('TROUSSEAU_TRUSTED_PROXIES')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectToFit(page)
  await expectAccessible(page, 'administration, untrusted proxy')
})
