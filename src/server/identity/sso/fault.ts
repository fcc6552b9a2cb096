import type { SsoFailureCode } from '#domain/identity/sso-failures.ts'
import { cleanText, type KnownValues } from './clean-text.ts'

/** What the provider says of a failure, cleaned; null where it says nothing. */
export type Said = {
  /** Its `error` (RFC 6749 §5.2), or else a status or the system's code. */
  readonly error: string | null
  readonly description: string | null
}

/** The provider refused, is unavailable, or returned something invalid; `message` is the code. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: SsoFailureCode
  readonly said: Said

  constructor(code: SsoFailureCode, said: Partial<Said> = {}, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.said = { error: null, description: null, ...said }
  }
}

/** The part of single sign-on that failed. */
export type Stage = 'discovery' | 'exchange' | 'keys' | 'user-info'

/** Returns what the provider says, cleaned. */
export const saidOf = (error: unknown, description: unknown, known: KnownValues): Said => ({
  error: cleanText(error, 80, known),
  description: cleanText(description, 300, known),
})

type Bag = Record<string, unknown>
const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null
const bagOf = (value: unknown): Bag => (isBag(value) ? value : {})

/** Returns an error and its causes, outermost first. */
function chainOf(error: unknown): Bag[] {
  const chain: Bag[] = []
  for (let one = error; isBag(one) && chain.length < 6; one = one['cause']) chain.push(one)
  return chain
}

/** A failure with what the provider says, not yet cleaned. */
type Found = readonly [code: SsoFailureCode, error?: unknown, description?: unknown]

/**
 * Returns the failure behind an error of openid-client, whose codes are in its `ClientError` and in the
 * errors of oauth4webapi: https://github.com/panva/openid-client/blob/main/docs/README.md
 */
export async function faultOf(error: unknown, stage: Stage, known: KnownValues): Promise<ProviderError> {
  if (error instanceof ProviderError) return error
  const [code, said, description] = await find(chainOf(error), stage)
  return new ProviderError(code, saidOf(said, description, known), { cause: error })
}

const unusableAt: Record<Stage, SsoFailureCode> = {
  discovery: 'DISCOVERY_WRONG',
  exchange: 'RETURN_WRONG',
  keys: 'KEYS_WRONG',
  'user-info': 'RETURN_WRONG',
}

async function find(chain: Bag[], stage: Stage): Promise<Found> {
  const outer = chain[0] ?? {}
  const unusable = unusableAt[stage]
  const challenge = chain.find(({ code }) => code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')
  if (challenge) return ['CLIENT_REFUSED', ...(await ofChallenge(challenge))]
  const response = chain.find((one) => one instanceof Response)
  if (response instanceof Response) {
    const status = `HTTP ${response.status}`
    if (response.status >= 500) return ['PROVIDER_AWAY', status]
    return [stage === 'exchange' ? 'EXCHANGE_WRONG' : unusable, status]
  }
  switch (outer['code']) {
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
      return [
        outer['error'] === 'access_denied' ? 'PERSON_REFUSED' : 'REQUEST_REFUSED',
        outer['error'],
        outer['error_description'],
      ]
    case 'OAUTH_RESPONSE_BODY_ERROR':
      return [
        outer['error'] === 'invalid_client' || outer['error'] === 'unauthorized_client'
          ? 'CLIENT_REFUSED'
          : 'CODE_REFUSED',
        outer['error'],
        outer['error_description'],
      ]
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
      return ['PROVIDER_AWAY', 'timeout']
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      if (stage === 'user-info') return ['PERSON_DIFFERENT']
      return ['ISSUER_DIFFERENT', null, issuerIn(chain)]
    case 'OAUTH_KEY_SELECTION_FAILED':
      return ['KEYS_WRONG']
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return ['TIME_WRONG']
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED': {
      const { claim, claims } = chain.find((one) => typeof one['claim'] === 'string') ?? {}
      if (claim === 'iss') return ['ISSUER_DIFFERENT', claim, bagOf(claims)['iss']]
      // Of the others, only the audience is no value of this exchange or of its person.
      return ['IDENTITY_WRONG', claim, claim === 'aud' ? [bagOf(claims)['aud']].flat().join(' ') : null]
    }
    case 'OAUTH_INVALID_RESPONSE':
      // Of a claim, of the signature, or of the parameters of the return: only the message tells them apart.
      if (chain.some(({ message }) => message === 'JWT signature verification failed')) return ['KEYS_WRONG']
      // RFC 9207: the return names its issuer.
      if (chain.some(({ message }) => message === 'unexpected "iss" (issuer) response parameter value'))
        return [unusable, 'iss', parameterOf(chain, 'iss')]
      // A reply of the token address without what OAuth requires.
      return [stage === 'exchange' && chain.some(({ body }) => isBag(body)) ? 'EXCHANGE_WRONG' : unusable]
    case 'OAUTH_PARSE_ERROR':
      return [stage === 'exchange' ? 'EXCHANGE_WRONG' : unusable]
  }
  const system = chain.map(({ code }) => code).find(isSystemCode)
  if (outer instanceof TypeError && (system !== undefined || outer.message === 'fetch failed'))
    return ['PROVIDER_AWAY', system]
  return [unusable]
}

/** A code of the system or of TLS: `ECONNREFUSED`, `CERT_HAS_EXPIRED`; not one of the libraries. */
const isSystemCode = (code: unknown): code is string =>
  typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,59}$/.test(code) && !/^(?:OAUTH|ERR)_/.test(code)

function parameterOf(chain: Bag[], name: string): string | null {
  const parameters = chain.map((one) => one['parameters']).find((one) => one instanceof URLSearchParams)
  return parameters instanceof URLSearchParams ? parameters.get(name) : null
}

const issuerIn = (chain: Bag[]): unknown =>
  chain.map(({ body }) => bagOf(body)['issuer']).find((issuer) => typeof issuer === 'string')

/** Returns `error` and `error_description` of a challenge (RFC 6750 §3), or of the body beside it. */
async function ofChallenge({ cause, response }: Bag): Promise<[unknown, unknown]> {
  const challenges: unknown[] = Array.isArray(cause) ? cause : []
  for (const challenge of challenges) {
    const parameters = bagOf(bagOf(challenge)['parameters'])
    if (parameters['error'] !== undefined) return [parameters['error'], parameters['error_description']]
  }
  if (!(response instanceof Response) || response.bodyUsed) return [null, null]
  const body = bagOf(await response.json().catch(() => null))
  return [body['error'] ?? `HTTP ${response.status}`, body['error_description']]
}
