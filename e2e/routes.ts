import type { Browser, Page } from '@playwright/test'

/** A file that every page may ask for; what stands in its place says that requests are taken over. */
const probe = '**/favicon.svg'
const takenOver = 204

/**
 * `page.route` answers once the browser knows of it, yet a document that is open already may send a request or two past
 * it: a key that is pressed right after it then reaches the real server. Here it answers once a request of the document
 * has come through it.
 */
export function makeRoutesCertain(browser: Browser): void {
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
    // Of a document that is still to come nothing passes.
    if (isCertain || page.url() === 'about:blank') return taken
    // It stays: while one route is left, the others come and go for all requests at once.
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

/** 0 where the document reaches nobody, or is about to be another one. */
const statusOf = (page: Page): Promise<number> =>
  page
    .evaluate<number>(`fetch('/favicon.svg', { cache: 'no-store' }).then(({ status }) => status, () => 0)`)
    .catch(() => 0)
