import type {
  AuthorizationCodeGrantChecks,
  Configuration,
  ExportedJWKSCache,
  TokenEndpointResponse,
  TokenEndpointResponseHelpers,
} from 'openid-client'
import type { KnownValues } from './clean-text.ts'
import { faultOf, ProviderError } from './fault.ts'

export type Exchanged = {
  readonly tokens: TokenEndpointResponse & TokenEndpointResponseHelpers
  readonly configuration: Configuration
}

/** Exchanges the code of a return, and verifies the identity's signature. @throws ProviderError */
export type Exchange = (
  configure: () => Promise<Configuration>,
  address: URL,
  checks: AuthorizationCodeGrantChecks,
  values: KnownValues,
) => Promise<Exchanged>

/** How many keys without a name are tried one by one. A provider publishes two while it changes them. */
const mostKeys = 8

/**
 * Creates the exchange of a provider, which caches its keys. Where they do not verify an identity, they are read again,
 * once an exchange, and the same reply is verified with the new ones: a code is exchanged once.
 */
export function createExchange(): Exchange {
  let keys: ExportedJWKSCache | undefined
  return async (configure, address, checks, values) => {
    const client = await import('openid-client')
    let reply: Promise<Response> | undefined
    let hasRead = false
    let read: ExportedJWKSCache | undefined
    const verify = async (cached: ExportedJWKSCache | undefined): Promise<Exchanged> => {
      const configuration = await configure()
      const { token_endpoint, jwks_uri } = configuration.serverMetadata()
      if (cached) client.setJwksCache(configuration, cached)
      configuration[client.customFetch] = async (url, options) => {
        if (isSame(url, jwks_uri)) hasRead = true
        if (!isSame(url, token_endpoint)) return fetch(url, options as RequestInit)
        reply ??= fetch(url, options as RequestInit)
        return (await reply).clone()
      }
      try {
        return { tokens: await client.authorizationCodeGrant(configuration, address, checks), configuration }
      } catch (error) {
        throw await faultOf(error, hasRead ? 'keys' : 'exchange', values)
      } finally {
        read = client.getJwksCache(configuration)
      }
    }
    try {
      const exchanged = await verify(keys)
      keys = read
      return exchanged
    } catch (error) {
      if (!isOfKeys(error)) throw error
      keys = undefined
      if (hasRead) return verifyWithEach(verify, read, error)
    }
    try {
      const exchanged = await verify(undefined)
      keys = read
      return exchanged
    } catch (error) {
      return verifyWithEach(verify, read, error)
    }
  }
}

const isSame = (url: string, listed: string | undefined): boolean =>
  listed !== undefined && URL.parse(listed)?.href === url

const isOfKeys = (error: unknown): boolean => error instanceof ProviderError && error.code === 'KEYS_WRONG'

/** Tries the keys of a provider that publishes several without a name, which the library takes for ambiguous. */
async function verifyWithEach(
  verify: (cached: ExportedJWKSCache) => Promise<Exchanged>,
  read: ExportedJWKSCache | undefined,
  fault: unknown,
): Promise<Exchanged> {
  const unnamed = read?.jwks.keys.filter(({ kid }) => kid === undefined) ?? []
  if (!read || unnamed.length < 2 || !isOfKeys(fault)) throw fault
  for (const key of unnamed.slice(0, mostKeys)) {
    try {
      return await verify({ ...read, jwks: { keys: [key] } })
    } catch (error) {
      if (!isOfKeys(error)) throw error
    }
  }
  throw fault
}
