import { test as base, expect } from '@playwright/test'
import { openInstallationInUse, type InstallationInUse } from './installation-in-use.ts'
import { startInstallation, type Engine, type Installation } from './installation.ts'
import { makeRoutesReliable } from './routes.ts'

/** Allows lines in the console, which must otherwise stay empty. */
export type Console = {
  /** Allows replies with these statuses: the browser logs each failed reply. */
  allow(...statuses: number[]): void
  /** Allows calls that reach no server. */
  allowUnreachable(): void
}

type PerTest = { installation: Installation; quietConsole: Console }
/** `settings`: further environment variables for the installations of a file. */
type PerWorker = { sharedInstallation: InstallationInUse; engine: Engine; settings: Record<string, string> }

/** The browser's own line after a sign-out. */
const byItself = ['Clear-Site-Data header on']

/** `installation`: an empty one for one test. `sharedInstallation`: one in use, shared by the tests of a worker. */
export const test = base.extend<PerTest, PerWorker>({
  browser: [
    async ({ browser }, use) => {
      makeRoutesReliable(browser)
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
    // An open page would call the stopped server and log errors.
    await page.close()
    await installation.stop()
  },
  // Every journey also checks that the console stays empty: it shows breaches of the policy and bugs of a page.
  quietConsole: [
    async ({ page }, use) => {
      const said: string[] = []
      const allowed: string[] = []
      page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => said.push(`error: ${error.message}`))
      await use({
        allow: (...statuses) =>
          void allowed.push(...statuses.map((status) => `responded with a status of ${status} `)),
        allowUnreachable: () =>
          void allowed.push(
            'net::ERR_CONNECTION_REFUSED',
            'net::ERR_INTERNET_DISCONNECTED',
            'Failed to fetch dynamically imported module',
            // axe loads the style sheets again for its checks.
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
