import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Whose address a request is noted and counted under. A trusted proxy may pass on what the sender wrote into
 * `X-Forwarded-For`: where that is no address, it is the proxy's own.
 */
export function callerAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  // What follows a `%` names an interface of this machine: nobody else's address has it.
  const isAddress = isIP(ip) !== 0 && !ip.includes('%')
  return isAddress ? ip : (socket.remoteAddress ?? 'unknown')
}
