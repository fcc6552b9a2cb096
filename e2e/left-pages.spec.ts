import type { Page } from '@playwright/test'
import { addItem, placeOf } from './content.ts'
import { panelOf, rowOf } from './explorer.ts'
import type { Person } from './installation-in-use.ts'
import { addNota, openReader } from './notas.ts'
import { login, password, setUp } from './people.ts'
import { expect, test } from './test.ts'

/**
 * Keeps what a document holds once the application has left it, as the browser's cache of pages keeps it. The cache itself
 * is tried in the engines (npm run test:browsers): a browser that a test steers has none.
 */
const keepLeft = (page: Page): Promise<unknown> =>
  page.evaluate(`addEventListener('pagehide', () => {
    const typed = [...document.querySelectorAll('input, textarea')].map(({ value }) => value)
    const left = { isHidden: document.documentElement.hidden, body: document.body.innerHTML, typed }
    sessionStorage.setItem('left', JSON.stringify(left))
  })`)
async function expectNothingLeft(page: Page): Promise<void> {
  const left = await page.evaluate<string | null>("sessionStorage.getItem('left')")
  expect(JSON.parse(left ?? 'null')).toEqual({ isHidden: true, body: '', typed: [] })
  await page.evaluate("sessionStorage.removeItem('left')")
}
/** Shows the document again as a browser does that takes it from its cache. */
const comeBack = (page: Page): Promise<unknown> =>
  page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")

const secret = 'Vq7!Annuaire#kPz2'
const heading = (page: Page) => page.getByRole('heading', { name: 'Connexion' })

const ways: Record<string, (page: Page, endElsewhere: () => Promise<unknown>) => Promise<void>> = {
  'the button': async (page) => {
    await page.getByRole('button', { name: /Administrateur$/ }).click()
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
  },
  'an end elsewhere': async (page, endElsewhere) => {
    await endElsewhere()
    await rowOf(page, 'Serveur 07').focus()
    await page.keyboard.press('c')
  },
  'the lock': async (page) => {
    await page.keyboard.press('Control+Alt+l')
  },
}

for (const [way, leave] of Object.entries(ways))
  test(`a vault that was left by ${way} holds nothing for Back, and a page that comes back checks the session`, async ({
    page,
    sharedInstallation,
    quietConsole,
  }) => {
    quietConsole.allow(401)
    const person = await sharedInstallation.person()
    const chest = await sharedInstallation.chest(person, 'Quitter')
    await addItem(person, chest, { name: 'Serveur 07', login: 'service-07', password: secret })
    await person.enter(page)
    const place = placeOf(sharedInstallation.url, chest)
    const reply = await page.goto(place)
    expect(reply?.headers()['cache-control']).toBe('no-store')
    await rowOf(page, 'Serveur 07').getByRole('rowheader').click()
    const panel = panelOf(page, 'Serveur 07')
    await panel.getByRole('button', { name: 'Afficher le mot de passe' }).click()
    await expect(panel.getByText(/^Masqué dans/)).toBeVisible()
    await keepLeft(page)
    await leave(page, () => person.call('POST', '/api/auth/logout'))
    await expect(page).toHaveURL(/\/auth/)
    await expectNothingLeft(page)

    await page.goBack()
    await expect(page.getByText(/Connexion|Se connecter autrement/).first()).toBeVisible()
    await expect(page.getByText('Serveur 07')).toHaveCount(0)
  })

test('an open vault that comes back from the cache of pages is loaded again before it shows anything', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Revenir')
  await addItem(person, chest, { name: 'Serveur 07' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Serveur 07')).toBeVisible()
  await keepLeft(page)
  const asked = page.waitForRequest((request) => request.isNavigationRequest())
  await comeBack(page)
  await asked
  await expect(rowOf(page, 'Serveur 07')).toBeVisible()
  await expectNothingLeft(page)

  await keepLeft(page)
  await page.context().clearCookies()
  await comeBack(page)
  await expect(heading(page)).toBeVisible()
  await expectNothingLeft(page)
})

test('what was typed and read outside the vault does not stay in the document either', async ({
  page,
  installation,
}) => {
  await page.goto(installation.setupUrl)
  await page.getByLabel('Prénom').fill('Claire')
  await page.locator('input[type=password]').nth(0).fill(password)
  await keepLeft(page)
  await page.goto(`${installation.url}/health/ready`)
  await page.goto(installation.setupUrl)
  await expectNothingLeft(page)
  await setUp(page, installation)
  await page.getByRole('textbox', { name: 'Identifiant' }).fill(login)
  await page.locator('input[type=password]').fill(password)
  await keepLeft(page)
  await page.reload()
  await expectNothingLeft(page)
  await expect(heading(page)).toBeVisible()
})

test('a one-time message that was read is not in the document that was left', async ({
  page,
  sharedInstallation,
  browser,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Lire')
  const link = await addNota(page, sharedInstallation, person, { chest, text: secret })
  const one = await openReader(browser)
  const reply = await one.page.goto(link)
  expect(reply?.headers()['cache-control']).toBe('no-store')
  await one.reveal.click()
  await expect.poll(() => one.text.textContent()).toBe(secret)
  await keepLeft(one.page)
  await comeBack(one.page)
  await expect(one.page.getByRole('heading', { name: 'Ce message a été lu ici' })).toBeVisible()
  await expectNothingLeft(one.page)
  await one.page.context().close()
})

/** Holds what a way out waits for, until the test lets it go. */
async function hold(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve()
}

const slowWays: Record<string, { address: string; leave: (page: Page, person: Person) => Promise<unknown> }> =
  {
    'a sign-out that the server has not answered': {
      address: '**/api/auth/logout',
      leave: async (page) => {
        await page.getByRole('button', { name: /Administrateur$/ }).click()
        await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
      },
    },
    'a refusal, before the session is ended': {
      address: '**/api/auth/logout',
      leave: async (page) => {
        await page.route('**/api/item/*/copy', (route) =>
          route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'Accès interdit' } }),
        )
        await rowOf(page, 'Serveur 07').focus()
        await page.keyboard.press('c')
      },
    },
    'an end elsewhere, before the sign-in has come': {
      address: '**/auth*',
      leave: async (page, person) => {
        await person.call('POST', '/api/auth/logout')
        await rowOf(page, 'Serveur 07').focus()
        await page.keyboard.press('c')
      },
    },
    'a sign-out in another tab, before the sign-in has come': {
      address: '**/auth*',
      leave: async (page, person) => {
        await person.call('POST', '/api/auth/logout')
        await page.evaluate("new BroadcastChannel('trousseau-activity').postMessage('left')")
      },
    },
  }

for (const [way, { address, leave }] of Object.entries(slowWays))
  test(`${way} leaves nothing on screen, and does not wait for the clipboard`, async ({
    page,
    sharedInstallation,
    quietConsole,
  }) => {
    quietConsole.allow(401, 403)
    const person = await sharedInstallation.person()
    const chest = await sharedInstallation.chest(person, 'Attendre')
    await addItem(person, chest, { name: 'Serveur 07', login: 'service-07', password: secret })
    await person.enter(page)
    // A browser that asks the user before it clears the clipboard, and gets no answer.
    await page.addInitScript(`{
      const write = navigator.clipboard.writeText.bind(navigator.clipboard)
      navigator.clipboard.writeText = (text) => (text === '' ? new Promise(() => undefined) : write(text))
    }`)
    await page.goto(placeOf(sharedInstallation.url, chest))
    await rowOf(page, 'Serveur 07').getByRole('rowheader').click()
    const panel = panelOf(page, 'Serveur 07')
    await panel.getByRole('button', { name: 'Copier le mot de passe' }).click()
    await panel.getByRole('button', { name: 'Afficher le mot de passe' }).click()
    await expect(panel.getByText(/^Masqué dans/)).toBeVisible()
    // The page itself tells: a test waits for the page that is on its way. A document that is left is emptied anyway.
    const emptied = Promise.withResolvers<void>()
    await page.exposeFunction('tellEmptied', () => emptied.resolve())
    await page.evaluate(`new MutationObserver(() => {
      const shown = document.body.innerText.replace(/\\s/g, '')
      const isLeft = document.documentElement.hidden
      if (!isLeft && !/Serveur07|service-07|kPz2/.test(shown)) window.tellEmptied()
    }).observe(document.body, { childList: true, subtree: true })`)
    const letGo = await hold(page, address)
    const asked = page.waitForRequest(address)
    await leave(page, person)
    await Promise.all([asked, emptied.promise])
    letGo()
    await expect(page).toHaveURL(/\/auth/)
    await expect(page.getByText(/Connexion|Se connecter autrement/).first()).toBeVisible()
  })

test('a page that was emptied is loaded again, in whatever way the browser shows it', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Geler')
  await addItem(person, chest, { name: 'Serveur 07' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  for (const sign of [
    "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))",
    "document.dispatchEvent(new Event('visibilitychange'))",
  ]) {
    await expect(rowOf(page, 'Serveur 07')).toBeVisible()
    const asked = page.waitForRequest((request) => request.isNavigationRequest())
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }))")
    await page.evaluate(sign)
    await asked
  }
  await expect(rowOf(page, 'Serveur 07')).toBeVisible()
})
