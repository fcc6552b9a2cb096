import { afterEach, vi } from 'vitest'

export type Sent = { method: string; path: string; body: unknown }
type Answer = readonly [status: number, body: unknown]
/** Returns the status and the body of a reply, at once or later. */
export type Replies = (call: Sent) => Answer | Promise<Answer>

/** Answers the calls of a part that is tested without a server. @returns the calls since the test began */
export function answerCalls(replies: Replies): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const call = { method, path: new URL(address, location.href).pathname, body: readBody(body) }
    sent.push(call)
    const [status, json] = await replies(call)
    return Response.json(json, { status })
  })
  return sent
}

const readBody = (body: RequestInit['body']): unknown =>
  body instanceof FormData ? Object.fromEntries(body) : typeof body === 'string' ? JSON.parse(body) : null

afterEach(() => {
  vi.unstubAllGlobals()
})
