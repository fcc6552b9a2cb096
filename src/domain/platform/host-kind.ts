import { decodeLabel } from './punycode.ts'

/** The kind of a host: a private IP address, another IP address, an internal name, a public name. */
export type HostKind = 'private-ip' | 'public-ip' | 'intranet' | 'public'

/**
 * Last labels that the public DNS does not serve (RFC 2606, 6761, 6762, 8375, ICANN's `internal`) or that are
 * customarily internal.
 */
const insideEndings = new Set([
  'corp',
  'dom',
  'domain',
  'example',
  'home',
  'internal',
  'interne',
  'intra',
  'intranet',
  'invalid',
  'lan',
  'loc',
  'local',
  'localdomain',
  'localhost',
  'prive',
  'priv',
  'private',
  'test',
  'workgroup',
])
const homeNetwork = '.home.arpa'

/**
 * The private, loopback, link-local and shared ranges of IPv4 (RFC 1918, 1122, 3927, 6598): network and
 * prefix bits.
 */
const privateRanges = [
  [[0, 0, 0, 0], 8],
  [[10, 0, 0, 0], 8],
  [[100, 64, 0, 0], 10],
  [[127, 0, 0, 0], 8],
  [[169, 254, 0, 0], 16],
  [[172, 16, 0, 0], 12],
  [[192, 168, 0, 0], 16],
] as const

const toNumber = (parts: readonly number[]): number => parts.reduce((sum, part) => sum * 256 + part, 0)

function isPrivateIpv4(parts: readonly number[]): boolean {
  const address = toNumber(parts)
  return privateRanges.some(([network, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(address / size) === Math.floor(toNumber(network) / size)
  })
}

/**
 * Returns whether an IPv6 address is loopback, unique local or link-local (RFC 4291, 4193), or a private IPv4
 * one. The address is as URL writes it, without brackets.
 */
function isPrivateIpv6(address: string): boolean {
  if (address === '::1' || address === '::' || /^f[cd]|^fe[89ab]/.test(address)) return true
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address)
  if (!mapped) return false
  const words = [mapped[1], mapped[2]].map((word) => Number.parseInt(word ?? '0', 16))
  return isPrivateIpv4(words.flatMap((word) => [word >> 8, word & 255]))
}

/**
 * Returns the kind of a host as `URL` writes it (lower case, punycode, IPv4 in dotted decimals, IPv6 in
 * brackets).
 */
export function hostKind(host: string): HostKind {
  if (host.startsWith('[')) return isPrivateIpv6(host.slice(1, -1)) ? 'private-ip' : 'public-ip'
  if (/^\d+(?:\.\d+){3}$/.test(host)) {
    return isPrivateIpv4(host.split('.').map(Number)) ? 'private-ip' : 'public-ip'
  }
  const name = host.replace(/\.$/, '')
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (!name.includes('.') || insideEndings.has(last) || name.endsWith(homeNetwork)) return 'intranet'
  return 'public'
}

/** The scripts of a host's letters. The scripts of East Asian languages count as one. */
const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Cherokee}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
]

/**
 * Returns whether a label of the host mixes letters of several scripts, or cannot be decoded (Unicode TR 39).
 */
export const isMixedScript = (host: string): boolean =>
  host.split('.').some((label) => {
    const shown = decodeLabel(label)
    return shown === null || scripts.filter((script) => script.test(shown)).length > 1
  })

/** Returns whether a decoded host has letters of another script than Latin. */
export const isForeignScript = (host: string): boolean =>
  host.split('.').some((label) => /(?!\p{Script=Latin})\p{L}/u.test(decodeLabel(label) ?? ''))
