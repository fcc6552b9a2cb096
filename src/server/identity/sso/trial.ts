import type { Configuration } from 'openid-client'
import { newToken } from '#server/platform/crypto/token.ts'
import type { RandomBytes } from '#server/platform/sources.ts'
import { clientAuthMethods, methodOf, type ClientAuthMethod } from './client-auth.ts'
import type { KnownValues } from './clean-text.ts'
import { faultOf, ProviderError, saidOf } from './fault.ts'
import {
  callbackPath,
  createProvider,
  discover,
  knownValues,
  optionalParts,
  type OptionalPart,
} from './provider.ts'
import { partToLeaveOut } from './retry.ts'
import type { SsoSettings } from './settings.ts'

/** What is tried at the provider, in this order. */
type TrialStep = 'discovery' | 'keys' | 'client' | 'request'

/**
 * What the provider refuses of the request, by an error that returns or by a page of its own, from which nobody returns. The
 * prompt is named where it refuses both: a setting leaves it out.
 */
type RefusedPart = OptionalPart | `${OptionalPart}Page`

/** A tried step and its fault; null without one. A method: the secret is accepted when it is given by that one. */
export type Trial = {
  readonly step: TrialStep
  readonly fault: ProviderError | ClientAuthMethod | RefusedPart | null
}

type Around = { readonly publicOrigin: string; readonly random: RandomBytes }

const patienceMs = 10_000

/** Tries the provider without a person, until a step fails that the others need. It changes nothing. */
export async function tryProvider(settings: SsoSettings, around: Around): Promise<Trial[]> {
  let configuration: Configuration
  try {
    configuration = await discover(settings, around.publicOrigin)
  } catch (error) {
    const values = knownValues(settings, around.publicOrigin)
    return [{ step: 'discovery', fault: await faultOf(error, 'discovery', values) }]
  }
  return [
    { step: 'discovery', fault: null },
    { step: 'keys', fault: await tryKeys(configuration, knownValues(settings, around.publicOrigin)) },
    { step: 'client', fault: await tryMethods(settings, configuration, around) },
    { step: 'request', fault: await tryRequest(settings, around) },
  ]
}

async function tryKeys(configuration: Configuration, values: KnownValues): Promise<ProviderError | null> {
  const address = configuration.serverMetadata().jwks_uri
  if (address === undefined) return new ProviderError('KEYS_WRONG', { error: 'jwks_uri' })
  try {
    const reply = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    if (!reply.ok) return new ProviderError('KEYS_WRONG', { error: `HTTP ${reply.status}` })
    const body: unknown = await reply.json()
    const keys = typeof body === 'object' && body !== null && 'keys' in body ? body.keys : null
    return Array.isArray(keys) && keys.length > 0 ? null : new ProviderError('KEYS_WRONG', { error: 'keys' })
  } catch (error) {
    const fault = await faultOf(error, 'exchange', values)
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
    let again: Configuration
    try {
      again = await discover(other, around.publicOrigin)
    } catch {
      // The provider has gone meanwhile: what it said of the client before holds.
      return fault
    }
    if ((await tryClient(other, again, around)) === null) return clientAuth
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
    const fault = await faultOf(
      error,
      'exchange',
      knownValues(settings, publicOrigin, [state, code, verifier]),
    )
    return fault.code === 'CODE_REFUSED' ? null : fault
  }
}

/** Makes the request of a browser, up to the provider's first page, and repeats it as sign-ons do. */
async function tryRequest(
  settings: SsoSettings,
  { publicOrigin, random }: Around,
): Promise<ProviderError | RefusedPart | null> {
  const log = { warn: () => undefined }
  const provider = createProvider(settings, { publicOrigin, clock: () => 0, log })
  const [state, nonce, verifier] = [1, 2, 3].map(() => newToken(random).reveal()) as [string, string, string]
  const values = knownValues(settings, publicOrigin, [state, nonce, verifier])
  const ask = async (leavesOut: readonly OptionalPart[]): Promise<ProviderError | null> => {
    try {
      const address = await provider.addressOf({ state, nonce, verifier }, { isFresh: false, leavesOut })
      const signal = AbortSignal.timeout(patienceMs)
      const reply = await fetch(address, { redirect: 'manual', signal })
      return refusalIn(reply, publicOrigin, values)
    } catch (error) {
      return faultOf(error, 'exchange', values)
    }
  }
  const leavesOut: OptionalPart[] = []
  let refused = await ask(leavesOut)
  for (let part = partIn(refused, leavesOut); part !== null; part = partIn(refused, leavesOut)) {
    leavesOut.push(part)
    refused = await ask(leavesOut)
  }
  if (refused === null) {
    if (settings.asksAccount && leavesOut.includes('prompt')) return 'prompt'
    return leavesOut.includes('scope') ? 'scope' : null
  }
  if (!isPage(refused)) return refused
  const parts = optionalParts.filter((part) => part !== 'prompt' || settings.asksAccount)
  for (const part of parts) if ((await ask([...leavesOut, part])) === null) return `${part}Page`
  return refused
}

const partIn = (refused: ProviderError | null, leavesOut: readonly OptionalPart[]): OptionalPart | null =>
  refused?.code === 'REQUEST_REFUSED'
    ? partToLeaveOut(new URLSearchParams({ error: refused.said.error ?? '' }), { leavesOut, proof: null })
    : null

/** Whether the provider shows a page of its own, from which nobody returns. */
const isPage = ({ code, said }: ProviderError): boolean =>
  code === 'REQUEST_REFUSED' && said.error?.startsWith('HTTP ') === true

function refusalIn(reply: Response, publicOrigin: string, values: KnownValues): ProviderError | null {
  if (reply.status >= 500) return new ProviderError('PROVIDER_AWAY', { error: `HTTP ${reply.status}` })
  if (reply.status >= 400) return new ProviderError('REQUEST_REFUSED', { error: `HTTP ${reply.status}` })
  const location = reply.headers.get('location')
  const target = location === null ? null : URL.parse(location, reply.url)
  if (target?.origin !== publicOrigin) return null
  const [error, description] = ['error', 'error_description'].map((name) => target.searchParams.get(name))
  const said = saidOf(error, description, values)
  return said.error === null ? null : new ProviderError('REQUEST_REFUSED', said)
}
