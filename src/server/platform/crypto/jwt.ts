import { createHmac, type KeyObject } from 'node:crypto'
import type { Keyring, SealingKeys } from './keyring.ts'
import { sameBytes } from './token.ts'

/** The claims of RFC 7519 that Trousseau uses; `typ` names the use of the token (such as `step1`). */
type JwtClaims = {
  readonly typ: string
  /** The id of the user. */
  readonly sub: string
  /** Its random identifier, stored in the database so that it works once. */
  readonly jti: string
  /** When it expires, in seconds since 1970 (RFC 7519 §2, NumericDate). */
  readonly exp: number
}

/**
 * Returns a signed token (RFC 7519, JWS compact serialisation, RFC 7515), HS256 with the system key `jwt`. The
 * header's `kid` is the root key's version, so tokens outlive a rotation until its former key is retired.
 * @param keys those that the database names, which every node has.
 * @param now in milliseconds since 1970. @param lifetime in milliseconds; `exp` is rounded down to a second.
 */
export function signJwt(
  keys: SealingKeys,
  { now, lifetime, ...claims }: Omit<JwtClaims, 'exp'> & { readonly now: number; readonly lifetime: number },
): string {
  const exp = Math.floor((now + lifetime) / 1000)
  return tokenOf(keys.system('jwt'), encodePart({ ...claims, exp }))
}

/**
 * Returns the claims of a token that this installation signed for a use and that is not expired; null for any other. The
 * payload is signed again under each root key and the whole token compared: no header is read, so none can name
 * another algorithm (RFC 8725 §3.1), and a token has one spelling.
 * @param now in milliseconds since 1970.
 */
export function verifyJwt(
  keyring: Keyring,
  token: string,
  { typ, now }: { readonly typ: string; readonly now: number },
): JwtClaims | null {
  const payload = token.split('.', 2)[1] ?? ''
  const given = Buffer.from(token)
  const isSigned = keyring.versions.some((version) =>
    sameBytes(given, Buffer.from(tokenOf(keyring.system('jwt', version), payload))),
  )
  if (!isSigned) return null
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JwtClaims | null
  return claims?.typ === typ && now < claims.exp * 1000 ? claims : null
}

/**
 * Whether a token names a retired root key of this installation and a use. Its signature cannot be verified any more, so
 * that the claim opens nothing: it only tells a token that outlived its key from a wrong guess.
 */
export function namesRetiredKey(keyring: Keyring, token: string, typ: string): boolean {
  const [header = '', payload = ''] = token.split('.', 2)
  const version = Number(fieldOf(header, 'kid'))
  if (!Number.isSafeInteger(version) || version < 1 || version >= Math.max(...keyring.versions)) return false
  return !keyring.versions.includes(version) && fieldOf(payload, 'typ') === typ
}

/** Returns a field of a part of a token; undefined where there is none. */
function fieldOf(part: string, name: string): unknown {
  try {
    const read: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>)[name] : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function tokenOf({ version, key }: { version: number; key: KeyObject }, payload: string): string {
  const signed = `${encodePart({ alg: 'HS256', typ: 'JWT', kid: String(version) })}.${payload}`
  return `${signed}.${hs256(key, signed).toString('base64url')}`
}

/** Returns the HMAC-SHA256 of a signing input (RFC 7515 §5.1, RFC 7518 §3.2): 32 bytes. */
export function hs256(key: KeyObject, signed: string): Buffer {
  return createHmac('sha256', key).update(signed, 'utf8').digest()
}

const encodePart = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
