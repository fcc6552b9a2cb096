import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** The row that leads up, and what it says while something can be dropped on it. */
export const wayBack = 'Revenir au niveau précédent'
export const toRoot = 'Déplacer à la racine'

/** What a move asks of the server: its path and its body, as they come. */
export function movesOf(page: Page): { path: string; body: unknown }[] {
  const moves: { path: string; body: unknown }[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() === 'PATCH' || path === '/api/explorer/move')
      moves.push({ path, body: request.postDataJSON() })
  })
  return moves
}

/** Goes on with Tab and arrows in turn until the place to drop on this row has the focus. */
export async function seek(page: Page, row: Locator): Promise<void> {
  const spot = row.getByRole('button', { name: /^Déplacer/ })
  for (let presses = 0; presses < 9; presses += 1) {
    if ((await spot.and(page.locator(':focus')).count()) > 0) break
    await page.keyboard.press(presses % 2 === 0 ? 'ArrowDown' : 'Tab')
  }
  await expect(spot).toBeFocused()
  await expect(spot).toHaveAttribute('data-over')
}
