import type { Page } from '@playwright/test'
import { withoutArrival } from './content.ts'

/**
 * Has the replies about a session say that it ends so soon, in milliseconds, until they are unrouted.
 * @param session the server's own reply: what Playwright fetches itself lacks the browser's headers, and is refused
 */
export async function leaveOnly(page: Page, session: object, remainingMs: number): Promise<void> {
  await withoutArrival(page)
  await page.route('**/api/session', (route) => route.fulfill({ json: { ...session, remainingMs } }))
}
