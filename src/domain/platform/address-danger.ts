import { hostKind, isForeignScript, isMixedScript, type HostKind } from './host-kind.ts'
import { refusedSchemes } from './patterns.ts'

/** 0 empty, 1 safe, 2 low, 3 moderate, 4 high, 5 severe. */
export type DangerLevel = 0 | 1 | 2 | 3 | 4 | 5

/** What makes an address dangerous, worst first, with the resulting level. */
export const dangerReasons = {
  REFUSED_SCHEME: 5,
  UNREADABLE: 5,
  USER_INFO: 5,
  MIXED_SCRIPT: 5,
  HTTP_PUBLIC: 4,
  CLEAR_PROTOCOL: 4,
  PUBLIC_IP: 4,
  PUNYCODE: 4,
  PRIVATE_IP: 3,
  HTTP_INTRANET: 3,
  SHORTENER: 3,
  SECRET_IN_QUERY: 3,
  OTHER_PROTOCOL: 3,
  OTHER_PORT: 2,
  INTRANET: 2,
  REMOTE_ACCESS: 2,
  BARE_HOST: 2,
} as const satisfies Record<string, DangerLevel>
export type DangerReason = keyof typeof dangerReasons

/** `reasons` are all that apply, worst first; none for an empty or safe address. */
export type AddressDanger = { level: DangerLevel; reasons: DangerReason[] }

/** Schemes that a click may follow. */
const clickableSchemes = new Set(['https', 'http', 'ssh', 'sftp', 'ftp', 'rdp', 'telnet'])
/** Schemes without `//`, as opposed to a host with a port. */
const opaqueSchemes = new Set(['mailto', 'tel'])

/** The reason that a scheme gives by itself, whatever the host. */
const reasonOfScheme: Partial<Record<string, DangerReason>> = {
  ssh: 'REMOTE_ACCESS',
  sftp: 'REMOTE_ACCESS',
  rdp: 'REMOTE_ACCESS',
  ftp: 'CLEAR_PROTOCOL',
  telnet: 'CLEAR_PROTOCOL',
}

/** The reason that the kind of host gives for https and http. */
const webReasons: Record<'https' | 'http', Record<HostKind, DangerReason | null>> = {
  https: { public: null, intranet: 'INTRANET', 'private-ip': 'PRIVATE_IP', 'public-ip': 'PUBLIC_IP' },
  http: {
    public: 'HTTP_PUBLIC',
    intranet: 'HTTP_INTRANET',
    'private-ip': 'PRIVATE_IP',
    'public-ip': 'PUBLIC_IP',
  },
}

const shorteners = new Set([
  'bit.ly',
  'bitly.com',
  'buff.ly',
  'cutt.ly',
  'goo.gl',
  'is.gd',
  'lc.cx',
  'lnkd.in',
  'miniurl.be',
  'ow.ly',
  'rb.gy',
  'rebrand.ly',
  'shorturl.at',
  's.id',
  't.co',
  't.ly',
  'tiny.cc',
  'tinyurl.com',
  'urlr.me',
  'urlz.fr',
  'v.gd',
  'vu.fr',
])
const secretInQuery = /(?:token|password|passwd|pwd|mdp|secret|api_?key)=/i

type ReadAddress = { scheme: string; bare: boolean; typedHost: string; url: URL }

/**
 * Returns the text as browsers read it: without tabs and line breaks, without surrounding controls and
 * spaces, and with any slashes after `https:` as two. A single slash after any other word makes it a scheme
 * as well (`ms-msdt:/id`). A single letter is a drive.
 */
const asBrowsersRead = (address: string): string =>
  address
    .replace(/[\t\n\r]/g, '')
    .replace(/^[\p{Cc}\p{Z}\p{Cf}]+/u, '')
    .trimEnd()
    .replace(/^(https?):(?![0-9])[/\\]*/i, '$1://')
    .replace(/^([a-z][a-z0-9+.-]+):\/(?!\/)/i, '$1://')

/** Returns the scheme in lower case, or null for a bare host. `serveur:8443` is a host with its port. */
function schemeOf(text: string): string | null {
  const found = /^([a-z][a-z0-9+.-]*):(\/\/)?/i.exec(text)
  const scheme = found?.[1]?.toLowerCase()
  if (scheme === undefined) return null
  const isScheme = found?.[2] !== undefined || opaqueSchemes.has(scheme) || isRefusedScheme(scheme)
  return isScheme ? scheme : null
}

const isRefusedScheme = (scheme: string): boolean => refusedSchemes.some((refused) => refused === scheme)

/**
 * A Windows path that begins with a drive. A letter and a number after the colon are a host with its port.
 */
const drivePath = /^[a-z]:(?!\d)/i

/**
 * A label of a host name (RFC 1123), in punycode where it is not ASCII. The underscore is common in Windows
 * networks. An empty label and a leading dash are refused: a program that opens ssh: would read the dash as
 * an option.
 */
const hostLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const longestHost = 253

/**
 * Returns whether a host, as `URL` writes it, can exist: an IPv6 address, or labels of valid form and length.
 */
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true
  const name = hostname.replace(/\.$/, '')
  return name.length <= longestHost && name.split('.').every((label) => hostLabel.test(label))
}

/** Parses an address. Returns null when it has no readable host. */
function read(text: string): ReadAddress | null {
  const scheme = schemeOf(text)
  if (scheme === null && drivePath.test(text)) return null
  const rest = scheme === null ? text.replace(/^\/\//, '') : text.slice(text.indexOf('://') + 3)
  const typedHost = rest.split(/[/?#]/, 1)[0]?.toLowerCase() ?? ''
  // Browsers end the host at a backslash, other programs at the next slash: the true host would be hidden. In
  // a path, only https and http read a backslash as a slash.
  const isWeb = scheme === null || scheme === 'https' || scheme === 'http'
  if ((isWeb ? typedHost : rest).includes('\\')) return null
  // Parsed as https whatever the scheme: engines parse other schemes differently.
  const readable = `https://${rest}`
  if (rest.startsWith('/') || !URL.canParse(readable)) return null
  const url = new URL(readable)
  if (!isHost(url.hostname)) return null
  return { scheme: scheme ?? 'https', bare: scheme === null, typedHost, url }
}

/** Returns the danger of an address, the highest level of all reasons. It makes no network call. */
export function addressDanger(address: string): AddressDanger {
  const text = asBrowsersRead(address)
  if (text === '') return { level: 0, reasons: [] }
  const found = reasonsOf(text)
  const reasons = (Object.keys(dangerReasons) as DangerReason[]).filter((reason) => found.has(reason))
  const [worst] = reasons
  return { level: worst === undefined ? 1 : dangerReasons[worst], reasons }
}

function reasonsOf(text: string): Set<DangerReason> {
  if (isRefusedAddress(text)) return new Set(['REFUSED_SCHEME'])
  const scheme = schemeOf(text)
  if (scheme !== null && opaqueSchemes.has(scheme)) return new Set(['OTHER_PROTOCOL'])
  const parts = read(text)
  if (parts === null) return new Set(['UNREADABLE'])
  return new Set([...reasonsOfProtocol(parts), ...reasonsOfText(parts)].filter((reason) => reason !== null))
}

function reasonsOfProtocol({ scheme, bare, url }: ReadAddress): (DangerReason | null)[] {
  const kind = hostKind(url.hostname)
  if (scheme === 'https' || scheme === 'http') {
    // URL drops the default port 443 of https; 80 is the default of http.
    const ownPort = url.port === '' || (scheme === 'http' && url.port === '80')
    return [webReasons[scheme][kind], ownPort ? null : 'OTHER_PORT', bare ? 'BARE_HOST' : null]
  }
  return [reasonOfScheme[scheme] ?? 'OTHER_PROTOCOL', kind === 'public-ip' ? 'PUBLIC_IP' : null]
}

function reasonsOfText({ typedHost, url }: ReadAddress): (DangerReason | null)[] {
  const host = url.hostname
  const lookalike = typedHost.includes('xn--') || isForeignScript(host)
  return [
    typedHost.includes('@') ? 'USER_INFO' : null,
    isMixedScript(host) ? 'MIXED_SCRIPT' : null,
    lookalike ? 'PUNYCODE' : null,
    shorteners.has(host.replace(/^www\./, '')) ? 'SHORTENER' : null,
    secretInQuery.test(url.search) || secretInQuery.test(url.hash) ? 'SECRET_IN_QUERY' : null,
  ]
}

/**
 * Returns whether an address is refused on write: its scheme runs or reads something on the reader's machine.
 */
export function isRefusedAddress(address: string): boolean {
  const scheme = schemeOf(asBrowsersRead(address))
  return scheme !== null && isRefusedScheme(scheme)
}

/** Returns the address that a click opens (https for a bare host), or null when it must not be clickable. */
export function clickableHref(address: string): string | null {
  const text = asBrowsersRead(address)
  const parts = read(text)
  if (parts === null || !clickableSchemes.has(parts.scheme)) return null
  return parts.bare ? parts.url.href : text
}
