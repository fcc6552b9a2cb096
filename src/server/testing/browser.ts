import { Secret as OtpSecret, TOTP } from 'otpauth'
import { sameOrigin } from './app.ts'

export type HttpReply = { status: number; headers: Headers; text: string; body: unknown }

/**
 * A browser over a real socket. It stores cookies and proves its origin, unless a call overrides the headers.
 */
export type HttpBrowser = {
  readonly cookies: Map<string, string>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpReply>
  get(path: string): Promise<HttpReply>
  /** Posts JSON, or a multipart form. */
  post(path: string, body: object): Promise<HttpReply>
}

/** @param cookies those of another browser, to use a second node with the same session */
export function newHttpBrowser(url: string, cookies = new Map<string, string>()): HttpBrowser {
  const keep = (headers: Headers): void => {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  const send: HttpBrowser['send'] = async (method, path, body, headers = sameOrigin) => {
    const isForm = body instanceof FormData
    const reply = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    keep(reply.headers)
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.startsWith('application/json')
    return { status: reply.status, headers: reply.headers, text, body: isJson ? JSON.parse(text) : text }
  }
  return { cookies, send, get: (path) => send('GET', path), post: (path, body) => send('POST', path, body) }
}

export const founder = {
  login: 'fondatrice',
  password: 'quatre chevaux bleus galopent',
  firstName: 'Élise',
  lastName: 'Martin',
  email: 'elise.martin@exemple.fr',
}

/** Sets up an empty installation and signs in its first super administrator, second factor included. */
export async function foundAndSignIn(url: string, setupToken: string | null): Promise<HttpBrowser> {
  const browser = newHttpBrowser(url)
  expectStatus(await browser.post('/api/setup', { ...founder, token: setupToken }), 201)
  const { login, password } = founder
  const step1 = await browser.post('/api/auth/step1', { login, password, type: 'LOCAL', source: 'web' })
  const { jwt } = expectStatus(step1, 200).body as { jwt: string }
  const shown = expectStatus(await browser.post('/api/auth/2fasecret', { jwt }), 200)
  const { secret } = shown.body as { secret: string }
  const token = new TOTP({ secret: OtpSecret.fromBase32(secret) }).generate()
  expectStatus(await browser.post('/api/auth/step2', { jwt, token, source: 'web' }), 200)
  return browser
}

/** Creates a chest of the caller. @returns its id */
export async function newChest(browser: HttpBrowser, name = 'Production'): Promise<number> {
  const reply = await browser.post('/api/chest/', { name, type: 'service' })
  return (expectStatus(reply, 201).body as { id: number }).id
}

export function expectStatus(reply: HttpReply, status: number): HttpReply {
  if (reply.status === status) return reply
  throw new Error(`answered ${reply.status} instead of ${status}: ${reply.text}`)
}
