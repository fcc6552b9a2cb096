import { isIPv6 } from 'node:net'
import { Refusal } from '#domain/refusals.ts'
import type { Clock } from '../deps.ts'

export type ThrottleLimits = {
  readonly tries: number
  readonly windowMs: number
  /** How many addresses are remembered. */
  readonly addresses: number
}

/** Failed tries that one network address may cause in a window; an office behind one address stays below. */
export const throttleLimits: ThrottleLimits = { tries: 100, windowMs: 15 * 60_000, addresses: 20_000 }

/** Bounds what one network address may try, whatever the logins. */
export type Throttle = {
  /**
   * Counts a try; the returned function takes it back, once it turned out to be right.
   * @throws Refusal TOO_MANY_TRIES with the seconds to wait.
   */
  take(ip: string): () => void
}

type Window = { since: number; tries: number }

/**
 * A throttle in this node's memory: it slows a flood down, while the lockout, which is in the database and
 * holds for all nodes, is what stops the guessing of one account. The oldest address leaves when it is full.
 */
export function createThrottle(clock: Clock, limits: ThrottleLimits = throttleLimits): Throttle {
  const windows = new Map<string, Window>()

  const windowOf = (address: string, now: number): Window => {
    const known = windows.get(address)
    if (known && now - known.since < limits.windowMs) return known
    windows.delete(address)
    if (windows.size >= limits.addresses) {
      const [oldest] = windows.keys()
      if (oldest !== undefined) windows.delete(oldest)
    }
    const window = { since: now, tries: 0 }
    windows.set(address, window)
    return window
  }

  return {
    take(ip) {
      const now = clock()
      const window = windowOf(networkOf(ip), now)
      if (window.tries >= limits.tries) {
        throw new Refusal('TOO_MANY_TRIES', {
          retryAfterSeconds: (window.since + limits.windowMs - now) / 1000,
        })
      }
      window.tries += 1
      return () => {
        window.tries = Math.max(0, window.tries - 1)
      }
    },
  }
}

/** An IPv6 subscriber holds a whole /64: its addresses count as one. */
function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4).join(':')
}
