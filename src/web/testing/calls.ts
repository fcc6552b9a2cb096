import { afterEach, vi } from 'vitest'

export type Sent = { method: string; path: string; body: unknown }
/** Returns the status and the body of a reply. */
export type Replies = (call: Sent) => readonly [status: number, body: unknown]

/** Answers the calls of a part that is tested without a server. @returns the calls since the test began */
export function answerCalls(replies: Replies): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const call = { method, path: new URL(address, location.href).pathname, body: readBody(body) }
    sent.push(call)
    const [status, json] = replies(call)
    return Promise.resolve(Response.json(json, { status }))
  })
  return sent
}

const readBody = (body: RequestInit['body']): unknown =>
  body instanceof FormData ? Object.fromEntries(body) : typeof body === 'string' ? JSON.parse(body) : null

afterEach(() => {
  vi.unstubAllGlobals()
})
