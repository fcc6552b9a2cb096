import type { SsoFailureCode } from '#domain/identity/sso-failures.ts'

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
export type Stage = 'discovery' | 'exchange' | 'user-info'

const longestError = 80
const longestDescription = 300
/** Shorter values are too common in sentences to be a secret. */
const shortestSecret = 4
/** A run of characters that is as long as a token, a code or a signature. A UUID has 36. */
const tokenLike = /[\w+/=~.-]{40,}/g

/** Returns a text of the provider on one line, without secrets and cut to a length; null when empty. */
export function cleanText(value: unknown, longest: number, secrets: readonly string[]): string | null {
  if (typeof value !== 'string') return null
  let text = value
  for (const secret of secrets.filter(({ length }) => length >= shortestSecret))
    for (const form of [secret, encodeURIComponent(secret)]) text = text.replaceAll(form, '[…]')
  text = text
    .replace(tokenLike, '[…]')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const signs = Array.from(text)
  if (signs.length > longest) text = `${signs.slice(0, longest - 1).join('')}…`
  return text === '' ? null : text
}

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
 * @param secrets values that must not be in the result, such as the client's secret and the code
 */
export async function faultOf(
  error: unknown,
  stage: Stage,
  secrets: readonly string[],
): Promise<ProviderError> {
  if (error instanceof ProviderError) return error
  const [code, said, description] = await find(chainOf(error), stage)
  return new ProviderError(
    code,
    {
      error: cleanText(said, longestError, secrets),
      description: cleanText(description, longestDescription, secrets),
    },
    { cause: error },
  )
}

async function find(chain: Bag[], stage: Stage): Promise<Found> {
  const outer = chain[0] ?? {}
  const unusable: SsoFailureCode = stage === 'discovery' ? 'DISCOVERY_WRONG' : 'RETURN_WRONG'
  const challenge = chain.find(({ code }) => code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')
  if (challenge) return ['CLIENT_REFUSED', ...(await ofChallenge(challenge))]
  const response = chain.find((one) => one instanceof Response)
  if (response instanceof Response) {
    const status = `HTTP ${response.status}`
    return response.status >= 500 ? ['PROVIDER_AWAY', status] : [unusable, status]
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
      const claim = chain.find((one) => typeof one['claim'] === 'string')?.['claim']
      return [claim === 'iss' ? 'ISSUER_DIFFERENT' : 'IDENTITY_WRONG', claim]
    }
    case 'OAUTH_INVALID_RESPONSE':
      // Of a claim, of the signature, or of the parameters of the return: only the message tells them apart.
      if (chain.some(({ message }) => message === 'JWT signature verification failed')) return ['KEYS_WRONG']
      return [unusable]
  }
  const system = chain.map(({ code }) => code).find(isSystemCode)
  if (outer instanceof TypeError && (system !== undefined || outer.message === 'fetch failed'))
    return ['PROVIDER_AWAY', system]
  return [unusable]
}

/** A code of the system or of TLS: `ECONNREFUSED`, `CERT_HAS_EXPIRED`; not one of the libraries. */
const isSystemCode = (code: unknown): code is string =>
  typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,59}$/.test(code) && !/^(?:OAUTH|ERR)_/.test(code)

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
