import { Socket } from 'node:net'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint.ts'

/**
 * The time limit for receiving a request, in milliseconds: its head and, for most, its body. A file has longer, since a
 * slow line needs a minute for the largest. `checkMs`: how often the server checks its connections.
 */
export const arrivalMs = { usual: 30_000, file: 120_000, checkMs: 2_000 } as const

/** Ends requests whose body has not arrived in time; Node itself ends those with a file. */
export function limitArrival(
  { multipart }: Pick<Endpoint, 'multipart'>,
  limitMs: number = arrivalMs.usual,
): onRequestAsyncHookHandler | undefined {
  if (multipart?.file) return undefined
  return async (request, reply) => {
    const { raw } = request
    // Requests that suites inject have no connection to end.
    if (!hasBody(request) || !(raw.socket instanceof Socket)) return
    const timer = setTimeout(() => {
      // The same event as Node's own time limit: one handler answers 408 and closes.
      const late = Object.assign(new Error('the body did not arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      request.server.server.emit('clientError', late, raw.socket)
    }, limitMs).unref()
    const stop = (): void => clearTimeout(timer)
    for (const event of ['end', 'close'] as const) raw.once(event, stop)
    // Answered before the body was read: the rest is dropped, and the connection may be reused.
    for (const event of ['finish', 'close'] as const) reply.raw.once(event, stop)
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
