import { expectToFit, expectAccessible } from './office.ts'
import { expect, test } from './test.ts'

test('the API documentation needs no session, and works in both themes and on a telephone', async ({
  page,
  sharedInstallation,
}) => {
  await page.goto(`${sharedInstallation.url}/api/docs`)
  await expect(page.getByRole('heading', { level: 1, name: "Documentation de l'interface" })).toBeVisible()
  await page.getByText('/api/administration/template_client_structure').click()
  await expect(page.getByText('clientSage')).toBeVisible()
  await expectAccessible(page, 'documentation')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectToFit(page)
})
