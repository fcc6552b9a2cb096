import type { Configuration } from 'openid-client'
import type { Logger } from 'pino'
import type { SsoFailureCode } from '#domain/identity/sso-failures.ts'
import { elapsedSince } from '#domain/platform/moments.ts'
import type { Clock } from '#server/platform/sources.ts'
import { clientAuthOf, methodOf } from './client-auth.ts'
import type { KnownValues } from './clean-text.ts'
import { createExchange } from './exchange.ts'
import { faultOf, ProviderError, saidOf } from './fault.ts'
import { isNamed, personOf, type Claims } from './person.ts'
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

/** What a request leaves out, since the provider refused it with it. */
export const optionalParts = ['prompt', 'scope'] as const
export type OptionalPart = (typeof optionalParts)[number]

/** A request for a sign-in at the provider. */
export type Asked = {
  /** Whether the user must sign in there again, even with an open session. */
  readonly isFresh: boolean
  readonly leavesOut: readonly OptionalPart[]
}

export type Provider = {
  /** Returns the address to which the browser is redirected. @throws ProviderError */
  addressOf(checks: Checks, asked: Asked): Promise<string>
  /**
   * Exchanges the code of a return for an identity.
   * @param maxAge the maximum age of the sign-in there, in seconds
   * @throws ProviderError
   */
  identify(returned: URLSearchParams, checks: Checks, maxAge?: number): Promise<Identity>
}

export const callbackPath = '/api/auth/sso/callback'

/** `openid` makes it OpenID Connect. */
const usualScope = 'openid profile email'
/** The specification requires `user.read`, which only Microsoft's providers know. */
const scope = `${usualScope} user.read`
const timeoutSeconds = 10
/** How long the provider's metadata is cached, in milliseconds. */
const keptMs = 3_600_000
/** What out-of-date metadata may cause: another address, other keys, another way to give the client's secret. */
const ofMetadata: ReadonlySet<SsoFailureCode> = new Set([
  'PROVIDER_AWAY',
  'CLIENT_REFUSED',
  'KEYS_WRONG',
  'EXCHANGE_WRONG',
])

/** RFC 8176 §2: more than one factor. */
const manyFactors = 'mfa'

/**
 * Creates the client of an OpenID provider: code flow with PKCE (RFC 7636), state and nonce, issuer and
 * tenant pinned.
 */
export function createProvider(
  settings: SsoSettings,
  { publicOrigin, clock, log }: { publicOrigin: string; clock: Clock; log: Pick<Logger, 'warn'> },
): Provider {
  let known: { readonly configuration: Promise<Configuration>; readonly at: number } | null = null
  const exchange = createExchange()

  const configured = async (): Promise<Configuration> => {
    const now = clock()
    if (!known || elapsedSince(known.at, now) >= keptMs)
      known = { configuration: discover(settings, publicOrigin), at: now }
    const { configuration } = known
    try {
      return await configuration
    } catch (error) {
      // The provider may be available again at the next try.
      if (known?.configuration === configuration) known = null
      throw error
    }
  }

  /** Returns the claims that UserInfo has; none when it does not answer, since they are for display. */
  const userInfoOf = async (
    configuration: Configuration,
    { access_token, subject }: { access_token: string; subject: string },
    values: KnownValues,
  ): Promise<Claims> => {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
    const client = await import('openid-client')
    try {
      // OpenID Connect Core §5.3.2: its `sub` must be that of the identity.
      return await client.fetchUserInfo(configuration, access_token, subject)
    } catch (error) {
      const fault = await faultOf(error, 'user-info', {
        ...values,
        secrets: [...values.secrets, access_token],
      })
      if (fault.code === 'PERSON_DIFFERENT') throw fault
      log.warn({ code: fault.code, said: fault.said }, 'the provider gave no name of a person')
      return {}
    }
  }

  return {
    async addressOf({ state, nonce, verifier }, { isFresh, leavesOut }) {
      const configuration = await configured()
      const client = await import('openid-client')
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: publicOrigin + callbackPath,
        response_type: 'code',
        response_mode: 'query',
        scope: leavesOut.includes('scope') ? usualScope : scope,
        ...promptOf({ isFresh, isLeftOut: leavesOut.includes('prompt') || !settings.asksAccount }),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href
    },

    async identify(returned, { state, nonce, verifier }, maxAge) {
      const metadata = (await configured()).serverMetadata()
      const address = new URL(`${publicOrigin}${callbackPath}?${returned.toString()}`)
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        ...(maxAge !== undefined && { maxAge }),
      }
      const values = knownValues(settings, publicOrigin, [state, nonce, verifier, returned.get('code') ?? ''])
      try {
        const configure = () => configureClient(settings, metadata)
        const { tokens, configuration } = await exchange(configure, address, checks, values)
        const claims: Claims = tokens.claims() ?? {}
        const { issuer, subject } = checkedIdentity(claims, settings, values)
        const userInfo = isNamed(claims)
          ? {}
          : await userInfoOf(configuration, { ...tokens, subject }, values)
        return { issuer, subject, ...personOf([claims, userInfo]), hasMfa: hasManyFactors(claims) }
      } catch (error) {
        const fault = await faultOf(error, 'exchange', values)
        // The provider may have published other ones since.
        if (ofMetadata.has(fault.code)) known = null
        throw fault
      }
    },
  }
}

/** Returns what a text of the provider is cleaned with. @param secrets the values of the exchange */
export const knownValues = (
  { issuer, clientSecret }: SsoSettings,
  publicOrigin: string,
  secrets: readonly string[] = [],
): KnownValues => ({
  secrets: [clientSecret.reveal(), ...secrets],
  addresses: [issuer.href, publicOrigin + callbackPath],
})

/** Reads the provider's metadata. @throws ProviderError */
export async function discover(settings: SsoSettings, publicOrigin: string): Promise<Configuration> {
  // Loaded on demand: most installations have no provider.
  const client = await import('openid-client')
  const { issuer, clientId, clientSecret } = settings
  const secret = clientSecret.reveal()
  try {
    const found = await client.discovery(issuer, clientId, secret, undefined, {
      timeout: timeoutSeconds,
      execute: allowsHttp(settings) ? [client.allowInsecureRequests] : [],
    })
    return await configureClient(settings, found.serverMetadata())
  } catch (error) {
    throw await faultOf(error, 'discovery', knownValues(settings, publicOrigin))
  }
}

const allowsHttp = ({ issuer }: SsoSettings): boolean => issuer.protocol === 'http:' && isLoopback(issuer)

async function configureClient(
  settings: SsoSettings,
  metadata: ReturnType<Configuration['serverMetadata']>,
): Promise<Configuration> {
  const client = await import('openid-client')
  const secret = settings.clientSecret.reveal()
  const { clientId } = settings
  const method = methodOf(settings.clientAuth, metadata.token_endpoint_auth_methods_supported)
  const configuration = new client.Configuration(metadata, clientId, secret, clientAuthOf(method, secret))
  configuration.timeout = timeoutSeconds
  client.enableNonRepudiationChecks(configuration)
  if (allowsHttp(settings)) client.allowInsecureRequests(configuration)
  return configuration
}

/** Core §3.1.2.1: `login` and `max_age` require a new sign-in, and the latter its time in the identity. */
function promptOf({ isFresh, isLeftOut }: { isFresh: boolean; isLeftOut: boolean }): Record<string, string> {
  if (isFresh) return { prompt: 'login', max_age: '0' }
  return isLeftOut ? {} : { prompt: 'select_account' }
}

/** RFC 7519 and OpenID Connect Core §2 have 255 ASCII characters; an index of PostgreSQL holds 2,700 bytes. */
const longestSubject = 1_024

/**
 * Whether a subject is stored and found again as it is. UTF-8 has no half of a surrogate pair: subjects that differ in it alone
 * would be one. PostgreSQL refuses NUL.
 */
const isKept = (subject: string): boolean =>
  subject !== '' &&
  subject.isWellFormed() &&
  !subject.includes('\0') &&
  Buffer.byteLength(subject) <= longestSubject

/** @throws ProviderError for another issuer or tenant, or an identity without a subject that can be kept */
function checkedIdentity(
  claims: Claims,
  { issuer, tenant }: SsoSettings,
  known: KnownValues,
): Pick<Identity, 'issuer' | 'subject'> {
  const said = typeof claims['iss'] === 'string' ? claims['iss'] : ''
  const subject = typeof claims['sub'] === 'string' ? claims['sub'] : ''
  if (said.replace(/\/$/, '') !== issuer.href.replace(/\/$/, ''))
    throw new ProviderError('ISSUER_DIFFERENT', saidOf('iss', said, known))
  if (!isKept(subject)) throw new ProviderError('IDENTITY_WRONG', { error: 'sub' })
  if (tenant !== null && claims['tid'] !== tenant)
    throw new ProviderError('TENANT_DIFFERENT', saidOf('tid', claims['tid'], known))
  return { issuer: said, subject }
}

function hasManyFactors(claims: Claims): boolean {
  const methods = claims['amr']
  return Array.isArray(methods) && methods.includes(manyFactors)
}
