import type { FastifyRequest } from 'fastify'

/**
 * A call that takes no body and brings none is not refused for the type that it says the nothing is of: some clients
 * write `application/json` over every call, and a sign-out that fails by a header would leave the session open.
 * What brings a body is read and refused as before.
 */
export async function forgetTypeOfNothing({ headers }: FastifyRequest): Promise<void> {
  const isNothing = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  if (isNothing) delete headers['content-type']
}
