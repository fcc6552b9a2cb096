import type { Page } from '@playwright/test'
import { allRights } from '../src/domain/platform/rights.ts'
import { expectAccessible, expectToFit } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

test.use({ settings: { TROUSSEAU_ALERT_READINGS: '3' } })

const alerts = (page: Page) => page.getByRole('region', { name: 'Alertes' })
const rows = (page: Page) => alerts(page).getByRole('list', { name: 'Alertes' }).getByRole('listitem')

test('somebody copies many passwords: their administrator sees it, opens the journal, and acknowledges [ALRT-12]', async ({
  page,
  sharedInstallation: at,
}) => {
  const bank = await at.bank('Banque des alertes')
  const admin = await at.person({ role: 'ROLE_ADMINISTRATOR', banks: [bank], currentBank: bank })
  const neighbour = await at.person({ role: 'ROLE_ADMINISTRATOR', banks: [await at.bank('Banque voisine')] })
  const clerk = await at.person({ role: 'ROLE_INTERVENANT', banks: [bank] })
  const { id: chestId } = await admin.call('POST', '/api/chest/', {
    name: 'Coffre des alertes',
    description: '',
    type: 'service',
  })
  await at.grant({ id: chestId, name: 'Coffre des alertes' }, clerk, allRights)

  await admin.enter(page)
  await page.goto(`${at.url}/routes/administration`)
  await expect(alerts(page).getByText('Aucune alerte à voir')).toBeVisible()

  for (const name of ['GLPI', 'Zabbix', 'Messagerie', 'Paie']) {
    const { id } = await clerk.call('POST', '/api/item/', { chestId, name, password: 'Vq7!kPz2' })
    await clerk.call('GET', `/api/item/${id}/copy`)
  }
  await expect.poll(() => admin.call('GET', '/api/alert/count'), { timeout: 20_000 }).toEqual({ open: 1 })
  await page.reload()
  await page.getByRole('button', { name: "Afficher le menu d'administration" }).click()
  const rail = page.getByRole('navigation', { name: 'Administration' })
  await expect(rail.getByRole('link', { name: /^Administration 1\salerte à voir$/ })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(/a lu les secrets de 4\séléments en dix minutes/)
  await expect(rows(page)).toContainText(clerk.login)
  await expectAccessible(page, 'the alerts')

  await rows(page)
    .getByRole('link', { name: /Voir dans le journal/ })
    .press('Enter')
  await expect(page.getByRole('heading', { name: 'Journal', level: 1 })).toBeVisible()
  const entries = page.getByRole('grid', { name: 'Journal' }).locator('[data-row]')
  await expect(entries).toHaveCount(4)
  for (const entry of await entries.all()) await expect(entry).toContainText('a lu ou copié')

  await page.goBack()
  await rows(page)
    .getByRole('button', { name: /^Vu\s:/ })
    .press('Enter')
  await expect(toast(page, 'Alerte marquée comme vue')).toBeVisible()
  await expect(alerts(page).getByText('Aucune alerte à voir')).toBeVisible()
  await expect(rail.getByRole('link', { name: 'Administration', exact: true })).toBeVisible()
  await alerts(page).getByRole('button', { name: 'Toutes' }).press('Enter')
  await expect(rows(page)).toContainText(`Vue par Camille ${admin.login}`)
  await expectAccessible(page, 'all alerts')

  await neighbour.enter(page)
  await page.goto(`${at.url}/routes/administration`)
  await alerts(page).getByRole('button', { name: 'Toutes' }).click()
  await expect(alerts(page).getByText('Aucune alerte', { exact: true })).toBeVisible()
})

test('alerts are read on a narrow screen', async ({ page, sharedInstallation: at }) => {
  const chief = await at.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const other = await at.person({ role: 'ROLE_INTERVENANT' })
  await chief.call('PATCH', `/api/user/${other.id}`, { update: { role: 'ROLE_ADMINISTRATOR' } })
  await page.setViewportSize({ width: 360, height: 760 })
  await chief.enter(page)
  await expect
    .poll(async () => (await chief.call<{ open: number }>('GET', '/api/alert/count')).open, {
      timeout: 20_000,
    })
    .toBeGreaterThan(0)
  await page.goto(`${at.url}/routes/administration`)
  await expect(rows(page).first()).toContainText('a reçu un rôle qui administre')
  await expectToFit(page)
  await expectAccessible(page, 'the alerts on a narrow screen')
})
