import type { Browser, Page } from '@playwright/test'

/** A file that every page may request; status 204 instead of its content shows that routes are active. */
const probe = '**/favicon.svg'
const takenOver = 204

/**
 * Makes `page.route` resolve only once a request of the document has passed through it. By default it resolves earlier:
 * an open document may still send a request or two to the real server.
 */
export function makeRoutesReliable(browser: Browser): void {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.on('page', makeCertain)
    return context
  }
}

function makeCertain(page: Page): void {
  const [route, unrouteAll] = [page.route.bind(page), page.unrouteAll.bind(page)]
  let isCertain = false
  page.route = async (...asked) => {
    const taken = await route(...asked)
    // A document that loads later sends nothing past a route.
    if (isCertain || page.url() === 'about:blank') return taken
    // The probe's route stays: while one route exists, others take effect immediately.
    isCertain = true
    await route(probe, (request) => request.fulfill({ status: takenOver }))
    while ((await statusOf(page)) === 200);
    return taken
  }
  page.unrouteAll = async (options) => {
    await unrouteAll(options)
    isCertain = false
  }
}

/** Returns the status of the probe; 0 if the document reaches no server or is navigating. */
const statusOf = (page: Page): Promise<number> =>
  page
    .evaluate<number>(`fetch('/favicon.svg', { cache: 'no-store' }).then(({ status }) => status, () => 0)`)
    .catch(() => 0)
