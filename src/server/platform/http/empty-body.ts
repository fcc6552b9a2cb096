import type { FastifyRequest } from 'fastify'

/**
 * Accepts an empty body whatever its Content-Type, on calls without a body. Some clients send `application/json` with
 * every call, and a sign-out that fails by a header would leave the session open. A call with a body is still refused.
 */
export async function acceptEmptyBody({ headers }: FastifyRequest): Promise<void> {
  const isNothing = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  if (isNothing) delete headers['content-type']
}
