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

/** Judges what is shown in both themes; only the colours differ between them. */
export async function judge(page: Page, what: string): Promise<void> {
  const faults: string[] = []
  const run = async (colorScheme: 'light' | 'dark', axe: AxeBuilder): Promise<void> => {
    await page.emulateMedia({ colorScheme })
    await page.mouse.move(0, 0)
    await settled(page)
    // The library keeps for seconds what it told of a button that waited, even when the button is gone.
    await expect(page.locator('[data-live-announcer] [role="img"]')).toHaveCount(0)
    const { violations } = await axe.setLegacyMode().analyze()
    for (const { id, nodes } of violations)
      for (const { html, failureSummary = '' } of nodes) faults.push(`${id}: ${html}\n${failureSummary}`)
  }
  await run('dark', new AxeBuilder({ page }).withRules(['color-contrast']))
  await run('light', new AxeBuilder({ page }))
  expect(faults, what).toEqual([])
}

/** How far the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

/** Chooses in a select by its label. */
export async function select(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}
