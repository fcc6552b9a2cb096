import type { Page } from '@playwright/test'

/** Waits until every call of the page has its reply. */
async function repliesOf(page: Page): Promise<void> {
  for (const request of await page.requests()) if (request.url().includes('/api/')) await request.response()
}

/** Runs some tasks of the page that the stopped clock does not hold back, so that its last replies are handled. */
const someTasks = `(async () => {
  for (let turn = 0; turn < 10; turn += 1)
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = done
      port2.postMessage(null)
    })
})()`

/**
 * Stops the clock of a page until `page.clock.resume()`; only `passTime` advances it. The page's cache delivers replies
 * by a timer, so this waits until every reply is delivered. Before, assert on the screen that the page has made all its
 * calls. If the page uses `performance.now()`, as forms that look for markup do, install the clock before it loads.
 * @param ahead milliseconds that pass meanwhile; more than the machine can lose between two calls
 */
export async function stopTime(page: Page, ahead = 10_000): Promise<void> {
  await repliesOf(page)
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + ahead))
  // The jump in time may have caused further calls.
  await repliesOf(page)
  await page.evaluate(someTasks)
  await page.clock.runFor(1)
}

/**
 * Advances the stopped clock. Before, the page handles the last click or key: it renders in tasks of its own, and its
 * timers start there.
 */
export async function passTime(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(someTasks)
  await page.clock.runFor(milliseconds)
}
