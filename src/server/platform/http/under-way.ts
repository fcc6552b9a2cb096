import type { ServerResponse } from 'node:http'

/** The requests in flight. */
export type UnderWay = {
  add(reply: ServerResponse): void
  /** Resolves once no added request is in flight, or after the limit. */
  ended(limitMs: number): Promise<void>
}

export function createUnderWay(): UnderWay {
  const replies = new Set<ServerResponse>()
  let none: (() => void) | undefined
  return {
    add(reply) {
      replies.add(reply)
      const end = () => {
        replies.delete(reply)
        if (replies.size === 0) none?.()
      }
      // Sent, or the caller has disconnected.
      reply.once('finish', end)
      reply.once('close', end)
    },
    async ended(limitMs) {
      if (replies.size === 0) return
      let late: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        none = resolve
        late = setTimeout(resolve, limitMs)
      })
      clearTimeout(late)
    },
  }
}
