import { isIP, isIPv6 } from 'node:net'

/** Returns the eight groups of an IPv6 address, as they are written; zeros stand for `::`. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
}

/** Returns the network of an address: the /64 of an IPv6 address, which one subscriber holds, or the IPv4 address. */
export const subscriberNetworkOf = (ip: string): string =>
  !isIPv6(ip) || ip.includes('.') ? ip : groupsOf(ip).slice(0, 4).join(':')

/**
 * Returns the network of a site: the /24 of an IPv4 address, the /48 of an IPv6 address; null for what is no address.
 */
export function siteNetworkOf(address: string): string | null {
  const ip = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIP(ip) === 4) return `${ip.split('.').slice(0, 3).join('.')}.0/24`
  if (isIP(ip) !== 6) return null
  const groups = groupsOf(ip).slice(0, 3)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/48`
}
