import { createHmac, type KeyObject } from 'node:crypto'
import type { Keyring } from './keyring.ts'
import { SealError } from './seal-error.ts'
import { sameBytes } from './token.ts'

/**
 * Why a token was refused. Tell the browser one and the same thing for all of them.
 * - `FORMAT`: not three parts of base64url JSON, a header other than ours, or claims missing;
 * - `SIGNATURE`: not signed by this installation;
 * - `TYPE`: signed by it for another use;
 * - `EXPIRED`: its time is over.
 */
export type JwtErrorCode = 'FORMAT' | 'SIGNATURE' | 'TYPE' | 'EXPIRED'

/** The one error of `verifyJwt`; it holds nothing of the token. */
export class JwtError extends Error {
  readonly code: JwtErrorCode

  constructor(code: JwtErrorCode) {
    super(`token refused: ${code}`)
    this.name = 'JwtError'
    this.code = code
  }
}

/** The claims of RFC 7519 that Trousseau uses; `typ` says what the token is for (such as `step1`). */
export type JwtClaims = {
  readonly typ: string
  /** Whom it is about: a user id. */
  readonly sub: string
  /** Its own identifier, random, kept in the database so that it serves once. */
  readonly jti: string
  /** When it ends, in seconds since 1970 (RFC 7519 §2, NumericDate). */
  readonly exp: number
}

type Header = { readonly alg: 'HS256'; readonly typ: 'JWT'; readonly kid: string }

/**
 * A signed token (RFC 7519, JWS compact serialisation, RFC 7515), HS256 with the system key `jwt`. The header's
 * `kid` is the root key's version, so tokens outlive a rotation.
 * @param now in milliseconds since 1970. @param lifetime in milliseconds; `exp` is rounded down to a second.
 */
export function signJwt(
  keyring: Keyring,
  {
    typ,
    sub,
    jti,
    now,
    lifetime,
  }: Omit<JwtClaims, 'exp'> & { readonly now: number; readonly lifetime: number },
): string {
  const { version, key } = keyring.system('jwt', keyring.active)
  const header: Header = { alg: 'HS256', typ: 'JWT', kid: String(version) }
  const claims: JwtClaims = { typ, sub, jti, exp: Math.floor((now + lifetime) / 1000) }
  const signed = `${encodePart(header)}.${encodePart(claims)}`
  return `${signed}.${hs256(key, signed).toString('base64url')}`
}

/**
 * Checks a token and gives its claims. The algorithm is ours whatever the header says: one that names another
 * (`none`, `RS256`) is refused (RFC 8725 §3.1), and claims are read only once the signature is right.
 * @param now in milliseconds since 1970.
 * @throws JwtError
 */
export function verifyJwt(
  keyring: Keyring,
  token: string,
  { typ, now }: { readonly typ: string; readonly now: number },
): JwtClaims {
  const parts = token.length <= longestToken ? token.split('.') : []
  const [header = '', payload = '', signature = ''] = parts
  if (parts.length !== 3 || !parts.every((part) => base64url.test(part))) throw new JwtError('FORMAT')
  // Compared as text, so that a signature has one spelling only.
  const expected = hs256(keyOf(keyring, decodePart(header)), `${header}.${payload}`)
  if (!sameBytes(Buffer.from(signature), Buffer.from(expected.toString('base64url'))))
    throw new JwtError('SIGNATURE')
  const claims = decodePart(payload)
  if (!areClaims(claims)) throw new JwtError('FORMAT')
  if (claims.typ !== typ) throw new JwtError('TYPE')
  if (now >= claims.exp * 1000) throw new JwtError('EXPIRED')
  return claims
}

/** HMAC-SHA256 of a signing input (RFC 7515 §5.1, RFC 7518 §3.2): 32 bytes. */
export function hs256(key: KeyObject, signed: string): Buffer {
  return createHmac('sha256', key).update(signed, 'ascii').digest()
}

const base64url = /^[A-Za-z0-9_-]+$/
const longestToken = 2048

function keyOf(keyring: Keyring, header: unknown): KeyObject {
  if (!isHeader(header)) throw new JwtError('FORMAT')
  try {
    return keyring.system('jwt', Number(header.kid)).key
  } catch (error) {
    // Signed under a root key that has been retired: as good as not signed.
    if (error instanceof SealError) throw new JwtError('SIGNATURE')
    throw error
  }
}

/** Our own header and nothing besides: no `crit`, no `jwk`, no other algorithm. */
function isHeader(value: unknown): value is Header {
  if (!isRecord(value) || Object.keys(value).length !== 3) return false
  return value['alg'] === 'HS256' && value['typ'] === 'JWT' && /^[1-9]\d{0,9}$/.test(String(value['kid']))
}

function areClaims(value: unknown): value is JwtClaims {
  if (!isRecord(value)) return false
  const { typ, sub, jti, exp } = value
  return (
    typeof typ === 'string' && typeof sub === 'string' && typeof jti === 'string' && Number.isSafeInteger(exp)
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function encodePart(part: Header | JwtClaims): string {
  return Buffer.from(JSON.stringify(part), 'utf8').toString('base64url')
}

function decodePart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    throw new JwtError('FORMAT')
  }
}
