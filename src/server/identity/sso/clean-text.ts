/** What an exchange knows, to clean a text of the provider with. */
export type KnownValues = {
  /** Values that must not be in the result: the client's secret, the code, the state. */
  readonly secrets: readonly string[]
  /** Addresses of the settings, which the result may name in full: the issuer, the address of return. */
  readonly addresses: readonly string[]
}

const hidden = '[…]'
/** Shorter values are too common in sentences to be a secret. */
const shortestSecret = 4
/** A run of characters that may be a token, a code or a signature. */
const run = /[\w+/=~.-]{20,}/g
/** As long as this, a run is hidden whatever its words are: a UUID has 36 characters. */
const longestRun = 40
const address = /https?:\/\/[^\s'"`<>()[\]{}«»|\\^,;]+/gi

/**
 * Returns a text of the provider on one line, without secrets and cut to a length in characters; null when empty. Of an
 * address it keeps what is certainly one: scheme, host, and the path up to its first part that may be a token.
 */
export function cleanText(value: unknown, longest: number, known: KnownValues): string | null {
  if (typeof value !== 'string') return null
  // Once more on one line: an invisible character may have split a secret, or a line's end may be in one.
  const line = masked(value, known.secrets)
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
  const text = masked(line, known.secrets).trim()
  let cleaned = ''
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const written = found.replace(/[.:!?]+$/, '')
    cleaned += withoutTokens(text.slice(end, index)) + cleanAddress(written, known.addresses)
    end = index + written.length
  }
  cleaned += withoutTokens(text.slice(end))
  const signs = Array.from(cleaned)
  if (signs.length > longest) cleaned = `${signs.slice(0, longest - 1).join('')}…`
  return cleaned === '' ? null : cleaned
}

function masked(value: string, secrets: readonly string[]): string {
  let text = value
  for (const secret of secrets.filter(({ length }) => length >= shortestSecret))
    for (const form of formsOf(secret)) text = text.replaceAll(form, hidden)
  return text
}

/** Returns a secret as it may stand in a text or an address. In a form (RFC 6749 §2.3.1) a space is `+`. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ a: secret }).toString().slice(2),
]

const withoutTokens = (text: string): string =>
  text.replace(run, (found) =>
    found.length < longestRun && found.split(/[/.=]/).every(isWord) ? found : hidden,
  )

/** `written`: begins with `http://` or `https://`. */
function cleanAddress(written: string, ours: readonly string[]): string {
  const own = ours
    .map((one) => one.replace(/\/$/, ''))
    .find(
      (one) => written === one || /^[/?#]$/.test(written.startsWith(one) ? (written[one.length] ?? '') : ''),
    )
  if (own !== undefined) return own + cleanPath(written.slice(own.length))
  const [, host = '', rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(written) ?? []
  const url = URL.parse(written)
  // Before an `@` stand a name and a password.
  if (!url || host === '' || written.includes('@') || !isHost(host, url.hostname)) return hidden
  // The path as it is written: an issuer is compared to the letter, and `https://a` is not `https://a/`.
  return `${url.protocol}//${url.host}${cleanPath(rest)}`
}

/** `written`: with its port; `read`: the same in lower case, and in ASCII (RFC 3492). */
function isHost(written: string, read: string): boolean {
  const names = /[^\u0020-\u007e]/.test(written) ? [read] : [read, written.replace(/:\d+$/, '')]
  return names.every((name) => name.split('.').every(isWord))
}

/** Cuts a path at its first part that may be a token, and at its query or fragment. */
function cleanPath(rest: string): string {
  const path = rest.replace(/[?#].*$/, '')
  const parts = path.split('/')
  const uncertain = parts.findIndex((part) => !isPathPart(part))
  if (uncertain !== -1) return `${parts.slice(0, uncertain).join('/')}/${hidden}`
  return path.length < rest.length ? `${path}${rest[path.length]}${hidden}` : path
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** RFC 3986 §2.3: a token in other characters would be one of base64. */
const isPathPart = (part: string): boolean =>
  part.length < longestRun && /^[\w.~-]*$/.test(part) && part.split(/[.~]/).every(isWord)

/** The longest piece that is too short for a token, the longest word of one case, and of several cases. */
const [shortPiece, longestWord, longestWords] = [4, 20, 14]

/**
 * Whether a part of an address or of a name is no token: a UUID, or made of words and numbers as people write them
 * (`openid-configuration`, `AgentsMairie`, `v2`).
 */
const isWord = (part: string): boolean =>
  uuid.test(part) ||
  part
    .split(/[-_]/)
    .every(
      (piece) =>
        (piece.length <= shortPiece && /^(?:[a-z\d]*|[A-Z\d]*|[A-Z][a-z\d]*)$/.test(piece)) ||
        /^\d{1,8}$/.test(piece) ||
        (piece.length <= longestWord && /^(?:[A-Z]?[a-z]+|[A-Z]+)\d{0,4}$/.test(piece)) ||
        (piece.length <= longestWords && /^[A-Z]?[a-z]+[A-Z][a-z]{2,}\d{0,4}$/.test(piece)),
    )
