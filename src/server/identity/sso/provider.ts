import { elapsedSince } from '#domain/platform/moments.ts'
import type { Configuration } from 'openid-client'
import type { Clock } from '#server/platform/sources.ts'
import { isLoopback, type SsoSettings } from './settings.ts'

/** A person at the provider. Only `issuer` and `subject` identify them; the rest is for display. */
export type Identity = {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly email: string
  /** Whether the provider states that it verified a second factor. */
  readonly hasMfa: boolean
}

/** What the return of a sign-in must match. */
export type Checks = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** The provider refused, is unavailable, or returned something invalid; `message` is for the log. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
}

export type Provider = {
  /**
   * Returns the address to which the browser is redirected.
   * @param isFresh whether the user must sign in there again, even with an open session
   */
  addressOf(checks: Checks, asked: { isFresh: boolean }): Promise<string>
  /**
   * Exchanges the code of a return for an identity.
   * @param maxAge the maximum age of the sign-in there, in seconds
   */
  identify(returned: URLSearchParams, checks: Checks, maxAge?: number): Promise<Identity>
}

export const callbackPath = '/api/auth/sso/callback'

/** `openid` makes it OpenID Connect; the specification requires `user.read`. */
const scope = 'openid profile email user.read'
const timeoutSeconds = 10
/** How long the provider's metadata is cached, in milliseconds. */
const keptMs = 3_600_000

/** RFC 8176 §2: more than one factor. */
const manyFactors = 'mfa'

/**
 * Creates the client of an OpenID provider: code flow with PKCE (RFC 7636), state and nonce, issuer and
 * tenant pinned.
 */
export function createProvider(
  settings: SsoSettings,
  { publicOrigin, clock }: { publicOrigin: string; clock: Clock },
): Provider {
  let known: { readonly configuration: Promise<Configuration>; readonly at: number } | null = null

  const discover = async (): Promise<Configuration> => {
    // Loaded on demand: most installations have no provider.
    const client = await import('openid-client')
    const { issuer, clientId, clientSecret } = settings
    const secret = clientSecret.reveal()
    return client.discovery(issuer, clientId, secret, client.ClientSecretBasic(secret), {
      timeout: timeoutSeconds,
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' && isLoopback(issuer) ? [client.allowInsecureRequests] : []),
      ],
    })
  }

  const configured = async (): Promise<Configuration> => {
    const now = clock()
    if (!known || elapsedSince(known.at, now) >= keptMs) known = { configuration: discover(), at: now }
    const { configuration } = known
    try {
      return await configuration
    } catch (error) {
      // The provider may be available again at the next try.
      if (known?.configuration === configuration) known = null
      throw new ProviderError('the provider does not say what it is', { cause: error })
    }
  }

  return {
    async addressOf({ state, nonce, verifier }, { isFresh }) {
      const configuration = await configured()
      const client = await import('openid-client')
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: publicOrigin + callbackPath,
        response_type: 'code',
        response_mode: 'query',
        scope,
        // Core §3.1.2.1: both require a new sign-in, and `max_age` also its time in the identity.
        ...(isFresh ? { prompt: 'login', max_age: '0' } : { prompt: 'select_account' }),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href
    },

    async identify(returned, { state, nonce, verifier }, maxAge) {
      const configuration = await configured()
      const client = await import('openid-client')
      const address = new URL(`${publicOrigin}${callbackPath}?${returned.toString()}`)
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        ...(maxAge !== undefined && { maxAge }),
      }
      let claims: Record<string, unknown> | undefined
      try {
        const tokens = await client.authorizationCodeGrant(configuration, address, checks)
        claims = tokens.claims()
      } catch (error) {
        throw new ProviderError('the return does not hold', { cause: error })
      }
      return identityOf(claims ?? {}, settings)
    },
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** @throws ProviderError for another issuer or tenant, or an identity without a subject */
function identityOf(claims: Record<string, unknown>, { issuer, tenant }: SsoSettings): Identity {
  const [said, subject] = [textOf(claims['iss']), textOf(claims['sub'])]
  if (said.replace(/\/$/, '') !== issuer.href.replace(/\/$/, '') || subject === '')
    throw new ProviderError('the identity is of another issuer')
  if (tenant !== null && claims['tid'] !== tenant)
    throw new ProviderError('the identity is of another tenant')
  const methods = claims['amr']
  return {
    issuer: said,
    subject,
    name: textOf(claims['name']).slice(0, 200),
    email: (textOf(claims['email']) || textOf(claims['preferred_username'])).slice(0, 254),
    hasMfa: Array.isArray(methods) && methods.includes(manyFactors),
  }
}
