import { Agent, get } from 'node:http'

const everyMs = 5

/** Sends light requests at a steady pace, without waiting for replies: they show the delay for other users. */
export function startProbe(
  url: string,
  headers: Record<string, string>,
): { stop(): Promise<{ longestMs: number }> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const under = new Set<Promise<void>>()
  let longestMs = 0
  const ask = (): void => {
    const since = performance.now()
    const asked = new Promise<void>((resolve, reject) => {
      get(`${url}/api/category/`, { agent, headers }, (reply) => {
        reply.resume().on('end', () => {
          longestMs = Math.max(longestMs, performance.now() - since)
          if (reply.statusCode === 200) resolve()
          else reject(new Error(`the light request was answered ${reply.statusCode}`))
        })
      }).on('error', reject)
    }).finally(() => under.delete(asked))
    under.add(asked)
  }
  const timer = setInterval(ask, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(under)
      agent.destroy()
      return { longestMs }
    },
  }
}
