import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformSettings } from '#server/platform/settings.ts'

/**
 * Trousseau's cookies: `pre` binds a step-1 token to its browser, `sid` is the session, `sso` must return with the
 * browser from the single sign-on's provider, `device` marks a browser that has signed in before.
 */
export type CookieName = 'pre' | 'sid' | 'sso' | 'device'

/** The provider's page sends the browser back: a Strict cookie would not be sent. */
const laxCookies: readonly CookieName[] = ['sso', 'device']

export type Cookies = {
  get(name: CookieName): string | undefined
  set(name: CookieName, value: string, maxAgeSeconds: number): void
  clear(name: CookieName): void
}

/**
 * Returns the name on the wire. `__Host-` makes the browser refuse the cookie from a subdomain or without TLS. Only a
 * plain-http loopback address, as in development, omits it.
 */
export const wireName = (config: Pick<PlatformSettings, 'secureCookies'>, name: CookieName): string =>
  config.secureCookies ? `__Host-${name}` : name

/** Returns the request's cookies, and functions to set the reply's, always HttpOnly. */
export function cookiesOf(
  config: Pick<PlatformSettings, 'secureCookies'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Cookies {
  const common = { path: '/', httpOnly: true, secure: config.secureCookies } as const
  const optionsOf = (name: CookieName) =>
    ({ ...common, sameSite: laxCookies.includes(name) ? 'lax' : 'strict' }) as const
  return {
    get: (name) => request.cookies[wireName(config, name)],
    set: (name, value, maxAge) =>
      void reply.setCookie(wireName(config, name), value, { ...optionsOf(name), maxAge }),
    clear: (name) => void reply.clearCookie(wireName(config, name), optionsOf(name)),
  }
}
