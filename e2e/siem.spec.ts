import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectToFit, expectAccessible } from './office.ts'
import { expect, test } from './test.ts'

const path = join(tmpdir(), `trousseau-siem-${process.pid}.jsonl`)
// A receiver that is away, and a file.
test.use({ settings: { TROUSSEAU_SIEM_URL: 'syslog+tcp://127.0.0.1:9', TROUSSEAU_SIEM_FILE: path } })
test.afterAll(() => rmSync(path, { force: true }))

test('a super administrator sees that a receiver of events is away; the other has them [SIEM-03] [SIEM-07]', async ({
  page,
  sharedInstallation,
}) => {
  const chief = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  await chief.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  const tile = page.getByRole('listitem').filter({ hasText: 'Événements pour le SIEM' })
  await expect(async () => {
    await page.reload()
    await expect(tile).toContainText('fichier\u00a0: à jour')
    await expect(tile).toContainText('syslog\u00a0: ne prend rien (ECONNREFUSED)')
    await expect(tile).toContainText('en attente')
  }).toPass({ timeout: 30_000 })
  await expect(tile).toContainText("Vérifiez l'adresse, le pare-feu et le récepteur.")
  await expectAccessible(page, 'administration, a receiver of events is away')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectToFit(page)

  const signedOut = await page.request.post(`${sharedInstallation.url}/api/auth/logout`, {
    headers: { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' },
    data: {},
  })
  expect(signedOut.status()).toBe(200)
  const last = () => {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { action: string; actor: unknown })
    return events.findLast(({ action }) => action === 'sign-in.ended')?.actor
  }
  await expect.poll(last, { timeout: 20_000 }).toEqual({ id: chief.id, login: chief.login })
})
