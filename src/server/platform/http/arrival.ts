import { Socket } from 'node:net'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint.ts'

/**
 * How long a request may take to arrive whole, however steadily it does: its head and, for most, its body; a file
 * longer, since a slow line needs a minute for the largest. `checkMs`: how exactly the server itself keeps to it.
 */
export const arrivalMs = { usual: 30_000, file: 120_000, checkMs: 2_000 } as const

/** Ends requests whose body is still on its way when its time is over; of those with a file, Node itself does. */
export function limitArrival(
  { multipart }: Pick<Endpoint, 'multipart'>,
  limitMs: number = arrivalMs.usual,
): onRequestAsyncHookHandler | undefined {
  if (multipart?.file) return undefined
  return async (request, reply) => {
    const { raw } = request
    // What suites put in by hand has no connection that could be ended.
    if (!hasBody(request) || !(raw.socket instanceof Socket)) return
    const timer = setTimeout(() => {
      // As Node tells of those that it ends itself: the same handler answers 408 and closes.
      const late = Object.assign(new Error('the body did not arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      request.server.server.emit('clientError', late, raw.socket)
    }, limitMs).unref()
    const stop = (): void => clearTimeout(timer)
    for (const event of ['end', 'close'] as const) raw.once(event, stop)
    // Answered before its body was asked for: what still comes is dropped, and the connection may serve others.
    for (const event of ['finish', 'close'] as const) reply.raw.once(event, stop)
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
