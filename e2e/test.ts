import { test as base, expect } from '@playwright/test'
import { openInstallationInUse, type InstallationInUse } from './installation-in-use.ts'
import { startInstallation, type Engine, type Installation } from './installation.ts'
import { makeRoutesCertain } from './routes.ts'

/** What the console may say besides nothing. */
export type Console = {
  /** The browser itself reports each failed reply; a test that causes some names their status. */
  allow(...statuses: number[]): void
  /** The same for calls that reach nobody. */
  allowLost(): void
}

type PerTest = { installation: Installation; quietConsole: Console }
/** `settings`: the environment of the installations of a file, besides what each has of its own. */
type PerWorker = { sharedInstallation: InstallationInUse; engine: Engine; settings: Record<string, string> }

/** The browser says itself that it cleared what a sign-out asks it to clear. */
const byItself = ['Clear-Site-Data header on']

/** `installation`: an empty one for one test. `sharedInstallation`: one in use, shared by the tests of a worker. */
export const test = base.extend<PerTest, PerWorker>({
  browser: [
    async ({ browser }, use) => {
      makeRoutesCertain(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  engine: [
    async ({ browserName: _browserName }, use, info) => use(info.project.metadata['engine'] as Engine),
    { scope: 'worker' },
  ],
  settings: [{}, { scope: 'worker', option: true }],
  sharedInstallation: [
    async ({ engine, settings }, use) => {
      const installation = await startInstallation(engine, settings)
      const sharedInstallation = await openInstallationInUse(installation)
      await use(sharedInstallation)
      await sharedInstallation.close()
      await installation.stop()
    },
    { scope: 'worker' },
  ],
  installation: async ({ engine, settings, page }, use) => {
    const installation = await startInstallation(engine, settings)
    await use(installation)
    // A page that is still open would ask a server that is gone, and complain.
    await page.close()
    await installation.stop()
  },
  // Every journey also proves that the console stays empty: a broken policy or a bug in a page shows there.
  quietConsole: [
    async ({ page }, use) => {
      const said: string[] = []
      const allowed: string[] = []
      page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => said.push(`error: ${error.message}`))
      await use({
        allow: (...statuses) =>
          void allowed.push(...statuses.map((status) => `responded with a status of ${status} `)),
        allowLost: () =>
          void allowed.push(
            'net::ERR_CONNECTION_REFUSED',
            'net::ERR_INTERNET_DISCONNECTED',
            'Failed to fetch dynamically imported module',
            // axe asks for the style sheets once more when it judges.
            "Couldn't load preload assets",
          ),
      })
      const expected = (text: string) => [...byItself, ...allowed].some((part) => text.includes(part))
      expect(said.filter((text) => !expected(text))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
