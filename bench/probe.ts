import { Agent, get } from 'node:http'

const everyMs = 5

/**
 * Sends light requests at a steady pace, without waiting for replies: they show the delay for other users. A request that
 * fails ends it, and is thrown by `stop`.
 */
export function startProbe(
  url: string,
  headers: Record<string, string>,
  path = '/api/category/',
): { stop(): Promise<{ longestMs: number; p99Ms: number }> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
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
    stop: async () => {
      clearInterval(timer)
      await Promise.all(under)
      agent.destroy()
      if (failure !== null) throw failure
      const sorted = times.toSorted((a, b) => a - b)
      const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
      return { longestMs: at(1), p99Ms: at(0.99) }
    },
  }
}
