import type { Configuration } from 'openid-client'
import { newToken } from '#server/platform/crypto/token.ts'
import type { RandomBytes } from '#server/platform/sources.ts'
import { clientAuthMethods, methodOf, type ClientAuthMethod } from './client-auth.ts'
import { cleanText, faultOf, ProviderError } from './fault.ts'
import { callbackPath, createProvider, discover } from './provider.ts'
import type { SsoSettings } from './settings.ts'

/** What is tried at the provider, in this order. */
type TrialStep = 'discovery' | 'keys' | 'client' | 'request'

/**
 * A tried step and its fault; null without one. `prompt`: only `prompt=select_account` is refused. A method: the secret is
 * accepted when it is given by that one.
 */
export type Trial = {
  readonly step: TrialStep
  readonly fault: ProviderError | ClientAuthMethod | 'prompt' | null
}

type Around = { readonly publicOrigin: string; readonly random: RandomBytes }

const patienceMs = 10_000

/** Tries the provider without a person, until a step fails that the others need. It changes nothing. */
export async function tryProvider(settings: SsoSettings, around: Around): Promise<Trial[]> {
  let configuration: Configuration
  try {
    configuration = await discover(settings)
  } catch (error) {
    return [{ step: 'discovery', fault: await faultOf(error, 'discovery', []) }]
  }
  return [
    { step: 'discovery', fault: null },
    { step: 'keys', fault: await tryKeys(configuration) },
    { step: 'client', fault: await tryMethods(settings, configuration, around) },
    { step: 'request', fault: await tryRequest(settings, around) },
  ]
}

async function tryKeys(configuration: Configuration): Promise<ProviderError | null> {
  const address = configuration.serverMetadata().jwks_uri
  if (address === undefined) return new ProviderError('KEYS_WRONG', { error: 'jwks_uri' })
  try {
    const reply = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    if (!reply.ok) return new ProviderError('KEYS_WRONG', { error: `HTTP ${reply.status}` })
    const body: unknown = await reply.json()
    const keys = typeof body === 'object' && body !== null && 'keys' in body ? body.keys : null
    return Array.isArray(keys) && keys.length > 0 ? null : new ProviderError('KEYS_WRONG', { error: 'keys' })
  } catch (error) {
    const fault = await faultOf(error, 'exchange', [])
    return new ProviderError('KEYS_WRONG', fault.said, { cause: error })
  }
}

/** Tries the client's secret, and by the other method where it is refused. */
async function tryMethods(
  settings: SsoSettings,
  configuration: Configuration,
  around: Around,
): Promise<ProviderError | ClientAuthMethod | null> {
  const fault = await tryClient(settings, configuration, around)
  if (fault?.code !== 'CLIENT_REFUSED') return fault
  const { token_endpoint_auth_methods_supported: listed } = configuration.serverMetadata()
  const used = methodOf(settings.clientAuth, listed)
  for (const clientAuth of clientAuthMethods.filter((method) => method !== used)) {
    const other = { ...settings, clientAuth }
    if ((await tryClient(other, await discover(other), around)) === null) return clientAuth
  }
  return fault
}

/** Exchanges an invented code: a provider that refuses the code has accepted the client before (RFC 6749 §5.2). */
async function tryClient(
  settings: SsoSettings,
  configuration: Configuration,
  { publicOrigin, random }: Around,
): Promise<ProviderError | null> {
  const client = await import('openid-client')
  const [state, code, verifier] = [1, 2, 3].map(() => newToken(random).reveal()) as [string, string, string]
  const back = new URL(publicOrigin + callbackPath)
  back.search = new URLSearchParams({ state, code, iss: configuration.serverMetadata().issuer }).toString()
  try {
    await client.authorizationCodeGrant(configuration, back, {
      expectedState: state,
      pkceCodeVerifier: verifier,
    })
    return null
  } catch (error) {
    const fault = await faultOf(error, 'exchange', [settings.clientSecret.reveal(), state, code, verifier])
    return fault.code === 'CODE_REFUSED' ? null : fault
  }
}

/** Makes the request of a browser, up to the provider's first page. */
async function tryRequest(
  settings: SsoSettings,
  { publicOrigin, random }: Around,
): Promise<ProviderError | 'prompt' | null> {
  const log = { warn: () => undefined }
  const provider = createProvider(settings, { publicOrigin, clock: () => 0, log })
  const [state, nonce, verifier] = [1, 2, 3].map(() => newToken(random).reveal()) as [string, string, string]
  const ask = async (leavesOut: readonly 'prompt'[]): Promise<ProviderError | null> => {
    try {
      const address = await provider.addressOf({ state, nonce, verifier }, { isFresh: false, leavesOut })
      const signal = AbortSignal.timeout(patienceMs)
      const reply = await fetch(address, { redirect: 'manual', signal })
      return refusalIn(reply, publicOrigin, [state, nonce])
    } catch (error) {
      return faultOf(error, 'exchange', [state, nonce, verifier])
    }
  }
  const refused = await ask([])
  if (refused === null || !settings.asksAccount) return refused
  return (await ask(['prompt'])) === null ? 'prompt' : refused
}

function refusalIn(reply: Response, publicOrigin: string, secrets: readonly string[]): ProviderError | null {
  if (reply.status >= 500) return new ProviderError('PROVIDER_AWAY', { error: `HTTP ${reply.status}` })
  if (reply.status >= 400) return new ProviderError('REQUEST_REFUSED', { error: `HTTP ${reply.status}` })
  const location = reply.headers.get('location')
  const target = location === null ? null : URL.parse(location, reply.url)
  if (target?.origin !== publicOrigin) return null
  const error = cleanText(target.searchParams.get('error'), 80, secrets)
  const description = cleanText(target.searchParams.get('error_description'), 300, secrets)
  return error === null ? null : new ProviderError('REQUEST_REFUSED', { error, description })
}
