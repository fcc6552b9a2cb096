import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './test.ts'

test('the interface is documented for everybody, in both themes and on a telephone', async ({
  page,
  house,
}) => {
  await page.goto(`${house.url}/api/docs`)
  await expect(page.getByRole('heading', { level: 1, name: "Documentation de l'interface" })).toBeVisible()
  await page.getByText('/api/administration/template_client_structure').click()
  await expect(page.getByText('clientSage')).toBeVisible()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)])).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(
    await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
  ).toBeLessThanOrEqual(0)
})
