import { expectToFit, expectAccessible } from './office.ts'
import type { InstallationInUse, Person } from './installation-in-use.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

test.use({ settings: { TROUSSEAU_TRUSTED_PROXIES: '127.0.0.1', TROUSSEAU_NETWORK_TRIES: '10' } })

const sameOrigin = { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' }

let attempts = 0

/** Creates a super administrator. No network is held any more, whatever ran before on the installation. */
async function chiefOf(sharedInstallation: InstallationInUse): Promise<Person> {
  const chief = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const networks = '/api/administration/network'
  const { held } = await chief.call<{ held: { network: string }[] }>('GET', networks)
  for (const { network } of held) await chief.call('DELETE', `${networks}/${encodeURIComponent(network)}`)
  return chief
}

/** Tries wrong logins from an address, each of them once: only the network is throttled. @returns the last status */
async function tryFrom(url: string, address: string, times: number): Promise<number> {
  let status = 0
  for (let count = 0; count < times; count += 1) {
    attempts += 1
    const reply = await fetch(`${url}/api/auth/step1`, {
      method: 'POST',
      headers: { ...sameOrigin, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({
        login: `inconnu${attempts}`,
        password: 'un autre mot de passe',
        type: 'LOCAL',
        source: 'web',
      }),
    })
    status = reply.status
  }
  return status
}

test('a super administrator sees the held networks, and lifts a hold by mouse or keyboard', async ({
  page,
  sharedInstallation,
}) => {
  const chief = await chiefOf(sharedInstallation)
  await chief.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  const section = page.getByRole('region', { name: 'Réseaux bloqués' })
  await expect(section.getByText("Aucun réseau n'est bloqué.")).toBeVisible()
  await expectAccessible(page, 'administration, no network held')

  expect(await tryFrom(sharedInstallation.url, '198.51.100.7', 11)).toBe(429)
  expect(await tryFrom(sharedInstallation.url, '2001:db8:0:7::1', 11)).toBe(429)
  await page.reload()
  const rows = section.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(section.getByText('2001:db8:0:7::/64')).toBeVisible()
  await expect(rows.filter({ hasText: '198.51.100.7' })).toContainText('10 tentatives échouées')
  await expectAccessible(page, 'administration, networks held')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectToFit(page)
  await expectAccessible(page, 'administration, networks held, narrow')
  await page.setViewportSize({ width: 1280, height: 800 })

  await section.getByRole('button', { name: 'Lever le blocage de 198.51.100.7' }).click()
  await expect(toast(page, 'Le blocage est levé')).toBeVisible()
  await expect(rows).toHaveCount(1)
  expect(await tryFrom(sharedInstallation.url, '198.51.100.7', 1)).toBe(401)

  const other = section.getByRole('button', { name: 'Lever le blocage de 2001:db8:0:7::/64' })
  await other.focus()
  await page.keyboard.press('Enter')
  await expect(section.getByText("Aucun réseau n'est bloqué.")).toBeVisible()
  expect(await tryFrom(sharedInstallation.url, '2001:db8:0:7::2', 1)).toBe(401)
})

test('the focus moves to the next network once a hold is lifted, and to the heading after the last', async ({
  page,
  sharedInstallation,
}) => {
  const chief = await chiefOf(sharedInstallation)
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    expect(await tryFrom(sharedInstallation.url, address, 11)).toBe(429)
  await chief.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  const section = page.getByRole('region', { name: 'Réseaux bloqués' })
  const buttons = section.getByRole('button', { name: /^Lever le blocage/ })
  await expect(buttons).toHaveCount(3)
  await buttons.first().focus()
  for (const left of [2, 1]) {
    const next = await buttons.nth(1).getAttribute('aria-label')
    await page.keyboard.press('Enter')
    await expect(buttons).toHaveCount(left)
    await expect(section.getByRole('button', { name: next ?? '' })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(section.getByText("Aucun réseau n'est bloqué.")).toBeVisible()
  await expect(section.getByRole('heading', { name: 'Réseaux bloqués' })).toBeFocused()
})

test('an administrator of a bank sees no held networks', async ({ page, sharedInstallation }) => {
  const person = await sharedInstallation.person()
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Réseaux bloqués' })).toHaveCount(0)
})
