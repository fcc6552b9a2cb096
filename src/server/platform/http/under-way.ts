import type { ServerResponse } from 'node:http'

/** The requests that a server is answering. */
export type UnderWay = {
  add(reply: ServerResponse): void
  /** Resolves once none is left of those that were added, or after so long. */
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
      // Sent, or its caller has gone.
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
