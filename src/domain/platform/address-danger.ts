import { hostKind, isForeignScript, isMixedScript, type HostKind } from './host-kind.ts'
import { refusedSchemes } from './patterns.ts'

/** 0 empty, 1 safe, 2 low, 3 moderate, 4 high, 5 severe. */
export type DangerLevel = 0 | 1 | 2 | 3 | 4 | 5

/** What makes an address dangerous, the worst first, with the level that it brings. */
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

/** `reasons` are all that apply, the worst first; none for an empty or a safe address. */
export type AddressDanger = { level: DangerLevel; reasons: DangerReason[] }

/** Schemes that may be followed by a click. */
const clickableSchemes = new Set(['https', 'http', 'ssh', 'sftp', 'ftp', 'rdp', 'telnet'])
/** Schemes without `//` that are no host with a port. */
const opaqueSchemes = new Set(['mailto', 'tel'])

/** What a scheme brings by itself, whatever the host. */
const reasonOfScheme: Partial<Record<string, DangerReason>> = {
  ssh: 'REMOTE_ACCESS',
  sftp: 'REMOTE_ACCESS',
  rdp: 'REMOTE_ACCESS',
  ftp: 'CLEAR_PROTOCOL',
  telnet: 'CLEAR_PROTOCOL',
}

/** What the kind of host brings to the web's two schemes. */
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
 * The text as a browser reads it: tabs and line breaks dropped anywhere, controls and spaces dropped around, and
 * whatever slashes follow `https:` read as two. One slash after any other word makes it a scheme as well (`ms-msdt:/id`);
 * a single letter is a drive.
 */
const asBrowsersRead = (address: string): string =>
  address
    .replace(/[\t\n\r]/g, '')
    .replace(/^[\p{Cc}\p{Z}\p{Cf}]+/u, '')
    .trimEnd()
    .replace(/^(https?):(?![0-9])[/\\]*/i, '$1://')
    .replace(/^([a-z][a-z0-9+.-]+):\/(?!\/)/i, '$1://')

/** The scheme in lower case, or null for a bare host; `serveur:8443` is a host with its port. */
function schemeOf(text: string): string | null {
  const found = /^([a-z][a-z0-9+.-]*):(\/\/)?/i.exec(text)
  const scheme = found?.[1]?.toLowerCase()
  if (scheme === undefined) return null
  const isScheme = found?.[2] !== undefined || opaqueSchemes.has(scheme) || isRefusedScheme(scheme)
  return isScheme ? scheme : null
}

const isRefusedScheme = (scheme: string): boolean => refusedSchemes.some((refused) => refused === scheme)

/** A path of Windows that begins with a drive; a letter with a number after the colon is a host with its port. */
const drivePath = /^[a-z]:(?!\d)/i

/**
 * A label of a host name (RFC 1123), in punycode where it is not ASCII; the underscore is common in Windows networks.
 * Neither an empty label nor a leading dash passes: a program that opens ssh: would read the latter as an option.
 */
const hostLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const longestHost = 253

/** Whether a host, as `URL` writes it, can exist: an IPv6 address, or labels of the right form and length. */
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true
  const name = hostname.replace(/\.$/, '')
  return name.length <= longestHost && name.split('.').every((label) => hostLabel.test(label))
}

/** Takes an address apart; null when it has no readable host. */
function read(text: string): ReadAddress | null {
  const scheme = schemeOf(text)
  if (scheme === null && drivePath.test(text)) return null
  const rest = scheme === null ? text.replace(/^\/\//, '') : text.slice(text.indexOf('://') + 3)
  const typedHost = rest.split(/[/?#]/, 1)[0]?.toLowerCase() ?? ''
  // Browsers end the host at a backslash, other programs go on to the next slash: the true host would be hidden.
  // In a path, only the web's schemes take a backslash for a slash.
  const isWeb = scheme === null || scheme === 'https' || scheme === 'http'
  if ((isWeb ? typedHost : rest).includes('\\')) return null
  // Read as https whatever the scheme: engines disagree on how to take the others apart.
  const readable = `https://${rest}`
  if (rest.startsWith('/') || !URL.canParse(readable)) return null
  const url = new URL(readable)
  if (!isHost(url.hostname)) return null
  return { scheme: scheme ?? 'https', bare: scheme === null, typedHost, url }
}

/** How dangerous an address is, without any network call: the highest level of all that applies. */
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
    // URL drops the port 443 that it takes for the default one; 80 is http's own.
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

/** Whether an address is refused on write: a scheme that runs or reads something on the reader's machine. */
export function isRefusedAddress(address: string): boolean {
  const scheme = schemeOf(asBrowsersRead(address))
  return scheme !== null && isRefusedScheme(scheme)
}

/** What a click on the address opens, a bare host being read as https; null when a click must do nothing. */
export function clickableHref(address: string): string | null {
  const text = asBrowsersRead(address)
  const parts = read(text)
  if (parts === null || !clickableSchemes.has(parts.scheme)) return null
  return parts.bare ? parts.url.href : text
}
