import type { Page } from '@playwright/test'

/** Until every call that the page has made has its reply. */
async function repliesOf(page: Page): Promise<void> {
  for (const request of await page.requests()) if (request.url().includes('/api/')) await request.response()
}

/** Tasks of the page itself that no clock holds back: what its last replies set off is done after them. */
const someTasks = `(async () => {
  for (let turn = 0; turn < 10; turn += 1)
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = done
      port2.postMessage(null)
    })
})()`

/**
 * Stops the time of a page: from here on it passes only when told, until `page.clock.resume()`. A page that still
 * waits for a reply would never hear of it, since its cache hands replies over by a timer; so it stops with every
 * reply handed over. Before that, prove through the screen that the page has asked for all that it needs. Where it
 * reckons by `performance.now()`, as forms do that look for markup, install the clock before the page is loaded.
 * @param ahead milliseconds that pass on the way; more than the machine can lose between two calls
 */
export async function stopTime(page: Page, ahead = 10_000): Promise<void> {
  await repliesOf(page)
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + ahead))
  // The leap may have made the page ask again.
  await repliesOf(page)
  await page.evaluate(someTasks)
  await page.clock.runFor(1)
}

/**
 * Lets some of a stopped time pass. First the page does what the last press or key has set off: it renders in tasks of
 * its own, and what it is to do in so many milliseconds counts from there.
 */
export async function passTime(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(someTasks)
  await page.clock.runFor(milliseconds)
}
