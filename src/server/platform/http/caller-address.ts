import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** As some gateways write it, with the port that the sender spoke from. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\]):\d{1,5}$/

/**
 * Whose address a request is noted and counted under. A trusted proxy may pass on what the sender wrote into
 * `X-Forwarded-For`: where that is no address, it is the proxy's own.
 */
export function callerAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const [, v4, v6] = withPort.exec(ip) ?? []
  const named = v4 ?? v6 ?? ip
  // What follows a `%` names an interface of this machine: nobody else's address has it.
  const isAddress = isIP(named) !== 0 && !named.includes('%')
  return isAddress ? named : (socket.remoteAddress ?? 'unknown')
}
