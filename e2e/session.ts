import type { Page } from '@playwright/test'

type Session = { remainingMs: number }

/** Has the server's replies say that the session of a page ends so soon, in milliseconds, until they are unrouted. */
export async function leaveOnly(page: Page, remainingMs: number): Promise<void> {
  await page.route(/\/api\/(?:session|explorer\/arrival)(?:\?|$)/, async (route) => {
    const reply = await route.fetch()
    if (!reply.ok()) return route.fulfill({ response: reply })
    const body = (await reply.json()) as Session & { session?: Session | null }
    const isArrival = new URL(route.request().url()).pathname.endsWith('arrival')
    const json = isArrival
      ? { ...body, session: body.session && { ...body.session, remainingMs } }
      : { ...body, remainingMs }
    return route.fulfill({ response: reply, json })
  })
}
