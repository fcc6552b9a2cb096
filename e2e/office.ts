import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { waitForTransitions } from './people.ts'
import { expect } from './test.ts'

/** Returns a row of a back-office list, by its text. */
export const officeRow = (page: Page, list: string, text: string): Locator =>
  page.getByRole('grid', { name: list, exact: true }).locator('[data-row]').filter({ hasText: text })

/** Chooses an entry of a row's menu. */
export async function chooseFor(row: Locator, entry: string | RegExp): Promise<void> {
  await row.click({ button: 'right', position: { x: 8, y: 8 } })
  await row.page().getByRole('menuitem', { name: entry }).click()
}

/** Disables transitions: fading colours would repaint the whole page for a dozen frames. */
const still = `window.still = new CSSStyleSheet()
window.still.replaceSync('*, ::before, ::after { transition: none !important }')
document.adoptedStyleSheets.push(window.still)`
const moving =
  'document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== window.still)'

/** The rules whose verdict depends on colours. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/**
 * Checks the page with axe in both themes; the second run checks colours only. The page stays in the second theme: a
 * change of theme paints all of it again, and the next check begins with that theme.
 * @param exempt rules that do not apply here
 */
export async function expectAccessible(page: Page, what: string, exempt: string[] = []): Promise<void> {
  const faults: string[] = []
  const run = async (colorScheme: 'light' | 'dark', rules?: string[]): Promise<void> => {
    await page.emulateMedia({ colorScheme })
    await waitForTransitions(page)
    // axe stays in a page once it was injected.
    const axeSource = (await page.evaluate<boolean>("'axe' in window")) ? ';' : undefined
    const axe = new AxeBuilder({ page, ...(axeSource !== undefined && { axeSource }) })
      .options({ resultTypes: ['violations'] })
      // React Aria's announcements stay for seconds and may name a button that was removed: they are no element of
      // the page.
      .exclude('[data-live-announcer]')
      .disableRules(exempt)
      .setLegacyMode()
    const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
    for (const { id, nodes } of violations)
      for (const { html, failureSummary = '' } of nodes) faults.push(`${id}: ${html}\n${failureSummary}`)
  }
  // Every page has a heading: without it the page is still rendering.
  await expect(page.locator('h1').first()).toBeAttached()
  // Closes the tooltip of the last click.
  await page.mouse.move(0, 0)
  await page.evaluate(still)
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  await run(isDark ? 'dark' : 'light')
  await run(isDark ? 'light' : 'dark', rulesOfColours)
  await page.evaluate(moving)
  expect(faults, what).toEqual([])
}

/** Expects the page to be no wider than its window, once it has followed a resize. */
export const expectToFit = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
    .toBeLessThanOrEqual(0)

/** Chooses an option of a select, by its label. */
export async function select(page: Page, label: string, choice: string): Promise<void> {
  const button = page.getByRole('dialog').getByRole('button', { name: label })
  await button.click()
  await page.getByRole('option', { name: choice, exact: true }).click()
  // The button has the focus again one frame after the list closed.
  await expect(button).toBeFocused()
}

/** Expects every scrolling area, the page included, to end where its content ends. */
export const expectNoEmptyScroll = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate<
        string[]
      >(`[document.documentElement, ...document.querySelectorAll('main')].flatMap((one) => {
        const top = one.getBoundingClientRect().top - one.scrollTop * (one !== document.documentElement)
        const ends = [...one.children].map((child) => child.getBoundingClientRect().bottom - top)
        const beyond = one.scrollHeight - Math.max(one.clientHeight, ...ends)
        return beyond > 1 ? [one.tagName + ': ' + Math.round(beyond) + ' px'] : []
      })`),
    )
    .toEqual([])
