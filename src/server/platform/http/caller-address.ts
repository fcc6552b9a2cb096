import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** An address as some gateways write it, with the sender's port. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\]):\d{1,5}$/

/**
 * Returns the address under which a request is logged and counted. A trusted proxy may pass on what the sender wrote into
 * `X-Forwarded-For`: if that is no address, the proxy's own counts.
 */
export function callerAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const [, v4, v6] = withPort.exec(ip) ?? []
  const named = v4 ?? v6 ?? ip
  // A `%` names an interface of this machine: no other machine's address has one.
  const isAddress = isIP(named) !== 0 && !named.includes('%')
  return isAddress ? named : (socket.remoteAddress ?? 'unknown')
}
