import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { wholeChromiumLaunch } from '../scripts/chromium.ts'
import type { Driver } from './engines/driver.ts'
import { handOf } from './engines/hand.ts'
import { journeys } from './engines/journeys.ts'
import { expect, test } from './test.ts'

// The six journeys of a day, in the permissions that a new browser has. The headless shell has none at all, and an empty
// list would refuse each of them. Other engines: npm run test:browsers.
test.use({
  launchOptions: wholeChromiumLaunch,
  permissions: [async ({ browserName: _browserName }, use) => use(undefined), { scope: 'test' }],
})

/** Works in a page outside the application: reading the clipboard by a program would need a permission. */
async function elsewhere<Value>(
  context: BrowserContext,
  work: (page: Page) => Promise<Value>,
): Promise<Value> {
  const page = await context.newPage()
  await page.setContent('<textarea></textarea>')
  await page.locator('textarea').focus()
  const value = await work(page)
  await page.close()
  return value
}

const driverOf = (page: Page, session: CDPSession): Driver => ({
  name: 'Chromium',
  go: async (url) => void (await page.goto(url)),
  back: async () => void (await page.goBack()),
  reload: async () => void (await page.reload()),
  // Playwright's own evaluation counts as a gesture of the user.
  evaluate: async <Value>(expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: `Promise.resolve(${expression})`,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    return result.value as Value
  },
  keys: async (...keys) => {
    for (const key of keys)
      if (key.length > 1) await page.keyboard.press(key)
      else await page.keyboard.type(key)
  },
  click: (x, y) => page.mouse.click(x, y),
  mouse: {
    move: ({ x, y }) => page.mouse.move(x, y),
    down: () => page.mouse.down(),
    up: () => page.mouse.up(),
  },
  clipboard: {
    read: () =>
      elsewhere(page.context(), async (other) => {
        await other.keyboard.press('Control+v')
        return other.locator('textarea').inputValue()
      }),
    write: (text) =>
      elsewhere(page.context(), async (other) => {
        await other.locator('textarea').fill(text)
        await other.keyboard.press('Control+a')
        await other.keyboard.press('Control+c')
      }),
  },
  setCookie: async (url, cookie) => {
    await page
      .context()
      .addCookies([{ ...cookie, url: new URL(url).origin, httpOnly: true, sameSite: 'Strict' }])
  },
  quit: () => page.close(),
})

for (const [title, journey] of Object.entries(journeys))
  test(`${title}, without a permission`, async ({ page, installation, sharedInstallation, quietConsole }) => {
    // Calls of a page that is left are refused. Chromium asks for the icon of a page outside the application.
    quietConsole.allow(401, 404)
    const session = await page.context().newCDPSession(page)
    await journey(handOf(driverOf(page, session)), {
      empty: installation,
      inUse: sharedInstallation,
      equal: (actual, expected) => expect(actual).toEqual(expected),
    })
  })
