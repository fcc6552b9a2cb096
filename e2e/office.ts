import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { settled } from './people.ts'
import { expect } from './test.ts'

/** A row of a list of the back offices, by what stands in it. */
export const officeRow = (page: Page, list: string, text: string): Locator =>
  page.getByRole('grid', { name: list, exact: true }).locator('[data-row]').filter({ hasText: text })

/** Chooses an entry of the menu of a row. */
export async function chooseFor(row: Locator, entry: string | RegExp): Promise<void> {
  await row.click({ button: 'right', position: { x: 8, y: 8 } })
  await row.page().getByRole('menuitem', { name: entry }).click()
}

/** Colours change at once: on their way they would have the whole page painted for a dozen frames. */
const still = `window.still = new CSSStyleSheet()
window.still.replaceSync('*, ::before, ::after { transition: none !important }')
document.adoptedStyleSheets.push(window.still)`
const moving =
  'document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== window.still)'

/**
 * Judges what is shown in both themes; only the colours differ between them.
 * @param exempt rules that do not hold for what is shown
 */
export async function judge(page: Page, what: string, exempt: string[] = []): Promise<void> {
  const faults: string[] = []
  const run = async (colorScheme: 'light' | 'dark', rules?: string[]): Promise<void> => {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    // The judge stays in the page that it was brought to once.
    const axeSource = (await page.evaluate<boolean>("'axe' in window")) ? ';' : undefined
    const axe = new AxeBuilder({ page, ...(axeSource !== undefined && { axeSource }) })
      .options({ resultTypes: ['violations'] })
      // What the library tells of a button that waited comes a moment later and stays for seconds, though the
      // button that it names is gone: no element of the page.
      .exclude('[data-live-announcer]')
      .disableRules(exempt)
      .setLegacyMode()
    const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
    for (const { id, nodes } of violations)
      for (const { html, failureSummary = '' } of nodes) faults.push(`${id}: ${html}\n${failureSummary}`)
  }
  // Every page has its heading: before it stands there, the page is still being made.
  await expect(page.locator('h1').first()).toBeAttached()
  // Without the tooltip of what was pressed last.
  await page.mouse.move(0, 0)
  await page.evaluate(still)
  await run('dark', ['color-contrast'])
  await run('light')
  await page.evaluate(moving)
  expect(faults, what).toEqual([])
}

/** The page is no wider than its window, once it has taken in the window's size. */
export const fits = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
    .toBeLessThanOrEqual(0)

/** Chooses in a select by its label. */
export async function select(page: Page, label: string, choice: string): Promise<void> {
  const button = page.getByRole('button', { name: label })
  await button.click()
  await page.getByRole('option', { name: choice, exact: true }).click()
  // The keys are back in the form a frame after the list has gone.
  await expect(button).toBeFocused()
}

/** Everything that scrolls, the page itself first, ends where its content ends. */
export const scrollsNoFurther = (page: Page): Promise<void> =>
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
