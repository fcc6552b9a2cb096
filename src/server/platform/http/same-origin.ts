import type { FastifyRequest } from 'fastify'
import { Refusal } from '#domain/platform/refusals.ts'

/**
 * Refuses a call that another site could have caused. It must carry the header that a plain form cannot set, and the
 * browser's statement that it comes from this origin (`Sec-Fetch-Site`, or `Origin` from older browsers).
 */
export function requireSameOrigin(request: FastifyRequest, publicOrigin: string): void {
  const { headers } = request
  const site = headers['sec-fetch-site']
  const sameOrigin = site === undefined ? headers.origin === publicOrigin : site === 'same-origin'
  if (headers['x-requested-with'] !== 'XMLHttpRequest' || !sameOrigin) throw new Refusal('CSRF')
}
