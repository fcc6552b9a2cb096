import { openReader, addNota } from './notas.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { clipboard } from './people.ts'
import { expect, test } from './test.ts'

const secret = 'Portail\u00a0: 4312\n\n  <b>à changer</b> lundi'

test('a reader with the link reads the message once, without a session [NOTA-09]', async ({
  page,
  sharedInstallation,
  browser,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Accueil')
  const link = await addNota(page, sharedInstallation, person, { chest, text: secret })
  const one = await openReader(browser)
  const answer = await one.page.goto(link)
  // Opening the page consumes nothing, since mail scanners open links too.
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'")
  await expect(one.page.getByRole('heading', { level: 1, name: 'Un message vous attend' })).toBeVisible()
  await expect(one.page).toHaveTitle('Un message vous attend · Trousseau')
  await expect(one.page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(one.page.getByText(/une seule fois, jusqu'au \d/)).toBeVisible()
  await expect(one.reveal).toBeEnabled()
  await expectAccessible(one.page, 'waiting')
  expect(one.calls).toEqual(['GET /api/nota/:id'])
  await one.page.reload()
  await expect(one.reveal).toBeEnabled()

  await one.reveal.dblclick()
  await expect.poll(() => one.text.textContent()).toBe(secret)
  await expect(one.text).toBeFocused()
  await expect(
    one.page.getByText(
      'Ce message est maintenant détruit\u00a0: il disparaîtra quand vous fermerez cette page.',
    ),
  ).toBeVisible()
  await expect(one.page).toHaveURL(link.split('#')[0] ?? '')
  await expectAccessible(one.page, 'read')
  await one.page.getByRole('button', { name: 'Copier le message' }).click()
  await expect(one.page.getByText('Copié', { exact: true })).toBeVisible()
  await expect.poll(() => clipboard(one.page)).toBe(secret)
  await one.page.setViewportSize({ width: 320, height: 640 })
  await expectToFit(one.page)
  expect(one.calls.slice(1)).toEqual(['GET /api/nota/:id', 'POST /api/nota/:id/open'])
  expect(await one.page.context().cookies()).toEqual([])
  expect(one.said).toEqual([])

  // After a reload the page shows that it was read here; another browser finds nothing.
  await one.page.reload()
  await expect(one.page.getByRole('heading', { name: 'Ce message a été lu ici' })).toBeVisible()
  const two = await openReader(browser)
  await two.page.goto(link)
  await expect(two.page.getByRole('heading', { name: "Ce message n'est plus là" })).toBeVisible()
  await expect(two.reveal).toHaveCount(0)
  await expectAccessible(two.page, 'gone')
})

test('a truncated link makes no call, an altered one opens nothing, an expired one finds nothing [NOTA-09]', async ({
  page,
  sharedInstallation,
  browser,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Liens')
  const link = await addNota(page, sharedInstallation, person, { chest, text: secret })
  const { page: other, calls, reveal } = await openReader(browser)
  for (const cut of [link.slice(0, -1), link.split('#')[0] ?? '']) {
    await other.goto('about:blank')
    await other.goto(cut)
    await expect(other.getByRole('heading', { name: 'Ce lien est incomplet' })).toBeVisible()
  }
  expect(calls).toEqual([])
  // Pasting the whole link into the same tab changes the fragment only.
  await other.goto(link)
  await expect(reveal).toBeEnabled()

  await other.goto('about:blank')
  await other.goto(`${link.split('#')[0]}#${'A'.repeat(43)}`)
  await reveal.click()
  await expect(other.getByRole('heading', { name: "Ce lien n'ouvre pas ce message" })).toBeVisible()
  await expect(reveal).toHaveCount(0)
  await expectAccessible(other, 'another key')

  await sharedInstallation.expireMessages()
  await other.goto('about:blank')
  await other.goto(link)
  await expect(other.getByRole('heading', { name: "Ce message n'est plus là" })).toBeVisible()
})

test('a missing reply shows what it may mean [NOTA-09]', async ({ page, sharedInstallation, browser }) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Coupures')
  const link = await addNota(page, sharedInstallation, person, { chest, text: secret })
  const { page: other, reveal, text } = await openReader(browser)
  // The server is unreachable before the page asks whether the message waits.
  await other.route('**/api/nota/*', (route) => route.abort())
  await other.goto(link)
  await expect(other.getByText('Le serveur ne répond pas')).toBeVisible()
  await expectAccessible(other, 'server away')
  await other.unroute('**/api/nota/*')
  await other.getByRole('button', { name: 'Réessayer' }).click()
  // The server is unreachable before the proof arrives: a retry shows the message.
  await other.route('**/open', (route) => route.abort())
  await reveal.click()
  await expect(other.getByText(/^La réponse du serveur n'est pas arrivée/)).toBeVisible()
  await expectAccessible(other, 'no answer')
  await other.unroute('**/open')
  await reveal.click()
  await expect.poll(() => text.textContent()).toBe(secret)

  // The reply is lost after the server destroyed the message: the page reports the loss.
  const second = await addNota(page, sharedInstallation, person, { chest, text: secret })
  await other.goto('about:blank')
  await other.route('**/open', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await other.goto(second)
  await reveal.click()
  await expect(other.getByText(/^La réponse du serveur n'est pas arrivée/)).toBeVisible()
  await other.unroute('**/open')
  await reveal.click()
  await expect(other.getByRole('heading', { name: 'Ce message est sans doute perdu' })).toBeVisible()
})

test('the page of a message retries a busy server, and reads nothing without https [NOTA-09]', async ({
  page,
  sharedInstallation,
  browser,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Attente')
  const link = await addNota(page, sharedInstallation, person, { chest, text: secret })
  const plain = await openReader(browser, { noCipher: true })
  await plain.page.goto(link)
  await expect(
    plain.page.getByRole('heading', { name: 'Cette page doit être ouverte en https' }),
  ).toBeVisible()
  expect(plain.calls).toEqual([])

  const { page: other, reveal, text } = await openReader(browser)
  await other.goto(link)
  const busy = { status: 429, json: { code: 'SERVER_BUSY', message: 'Trop de demandes' } }
  await other.route('**/open', (route) => route.fulfill(busy))
  await reveal.click()
  await expect(other.getByText(/^Le message attend toujours/)).toBeVisible()
  await other.unroute('**/open')
  await reveal.click()
  await expect.poll(() => text.textContent()).toBe(secret)
})
