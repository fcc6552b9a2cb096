import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const everyMs = 5
const sockets = 100
/** In milliseconds: until the connections are open, as a busy server accepts one at a time. */
const openingMs = 1_000

/** How long requests waited for their replies. */
export type Waits = { readonly longestMs: number; readonly p99Ms: number; readonly medianMs: number }

export function waitsOf(times: readonly number[]): Waits {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { longestMs: at(1), p99Ms: at(0.99), medianMs: at(0.5) }
}

export type Probe = {
  /** Forgets what was measured while the connections were opened. */
  opened(): Promise<void>
  stop(): Promise<Waits>
}

/**
 * Sends light requests at a steady pace, without waiting for replies: they show the delay for other users. A request that
 * fails ends it, and is thrown by `stop`.
 */
export function startProbe(url: string, headers: Record<string, string>, path = '/api/category/'): Probe {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const under = new Set<Promise<void>>()
  const times: number[] = []
  let failure: unknown = null
  const ask = (): void => {
    const since = performance.now()
    const asked = new Promise<void>((resolve, reject) => {
      get(url + path, { agent, headers }, (reply) => {
        reply.resume().on('end', () => {
          times.push(performance.now() - since)
          if (reply.statusCode === 200) resolve()
          else reject(new Error(`the light request was answered ${reply.statusCode}`))
        })
      }).on('error', reject)
    })
      .catch((error: unknown) => {
        failure ??= error
        clearInterval(timer)
      })
      .finally(() => under.delete(asked))
    under.add(asked)
  }
  const timer = setInterval(ask, everyMs)
  return {
    opened: async () => {
      for (let opened = 0; opened < sockets; opened += 1) ask()
      await pause(openingMs)
      times.length = 0
    },
    stop: async () => {
      clearInterval(timer)
      await Promise.all(under)
      agent.destroy()
      if (failure !== null) throw failure
      return waitsOf(times)
    },
  }
}
