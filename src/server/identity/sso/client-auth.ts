import type { ClientAuth } from 'openid-client'

/** The ways to give the client's secret to the provider (OpenID Connect Core §9). */
export const clientAuthMethods = ['client_secret_basic', 'client_secret_post'] as const
export type ClientAuthMethod = (typeof clientAuthMethods)[number]

/**
 * Returns the method of the settings; without one, the one that the provider's metadata lists. `client_secret_basic` is the
 * default of the specification (OpenID Connect Discovery §3, `token_endpoint_auth_methods_supported`).
 */
export function methodOf(
  chosen: ClientAuthMethod | null,
  listed: readonly string[] | undefined,
): ClientAuthMethod {
  const known = clientAuthMethods.find((method) => listed?.includes(method) === true)
  return chosen ?? known ?? 'client_secret_basic'
}

/** Returns a function that adds the client's credentials to a request. */
export const clientAuthOf = (method: ClientAuthMethod, secret: string): ClientAuth =>
  method === 'client_secret_post'
    ? (_server, { client_id: id }, body) => {
        body.set('client_id', id)
        body.set('client_secret', secret)
      }
    : (_server, { client_id: id }, _body, headers) => {
        const credentials = Buffer.from(`${formEncoded(id)}:${formEncoded(secret)}`).toString('base64')
        headers.set('authorization', `Basic ${credentials}`)
      }

/**
 * RFC 6749 §2.3.1: in the form of `application/x-www-form-urlencoded`, which leaves `-`, `.`, `_` and `*` as they are.
 * openid-client encodes these too, and providers that undo nothing then refuse the client.
 */
const formEncoded = (text: string): string => new URLSearchParams({ a: text }).toString().slice(2)
