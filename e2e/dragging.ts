import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** The name of the row that leads up, and its name during a drag. */
export const wayBack = 'Revenir au niveau précédent'
export const toRoot = 'Déplacer à la racine'

/** Collects the path and body of each move call. */
export function movesOf(page: Page): { path: string; body: unknown }[] {
  const moves: { path: string; body: unknown }[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() === 'PATCH' || path === '/api/explorer/move')
      moves.push({ path, body: request.postDataJSON() })
  })
  return moves
}

/** Presses Tab and arrows alternately until the drop target of this row has the focus. */
export async function focusDropTarget(page: Page, row: Locator): Promise<void> {
  const spot = row.getByRole('button', { name: /^Déplacer/ })
  for (let presses = 0; presses < 9; presses += 1) {
    if ((await spot.and(page.locator(':focus')).count()) > 0) break
    await page.keyboard.press(presses % 2 === 0 ? 'ArrowDown' : 'Tab')
  }
  await expect(spot).toBeFocused()
  await expect(spot).toHaveAttribute('data-over')
}
