import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import { callerAddress } from '#server/platform/http/caller-address.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import type { Metrics } from './metrics.ts'
import type { MetricsSettings } from './settings.ts'
import { methods, noRoute, type Sample } from './table.ts'

export const metricsPath = '/metrics'

const knownMethods: readonly string[] = methods
const methodOf = ({ method }: FastifyRequest): string => (knownMethods.includes(method) ? method : 'OTHER')

/** Counts the requests of an app by route and status; before its routes are made. @returns those in flight */
export function countRequests(app: FastifyInstance, metrics: Pick<Metrics, 'observeRequest'>): () => number {
  const underWay = new Set<unknown>()
  app.addHook('onRequest', (request, reply, done) => {
    underWay.add(reply.raw)
    reply.raw.once('close', () => underWay.delete(reply.raw))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? noRoute
    const { statusCode: status, elapsedTime } = reply
    metrics.observeRequest({ method: methodOf(request), route, status }, elapsedTime / 1_000)
    done()
  })
  return () => underWay.size
}

type Exposing = {
  readonly settings: MetricsSettings
  readonly metrics: Metrics
  readonly read: () => Promise<Sample[]>
  readonly throttle: Pick<Throttle, 'take'>
}

/** Serves the exposition on the app itself, to who has the token. */
export function serveMetrics(app: FastifyInstance, { settings, metrics, read, throttle }: Exposing): void {
  app.get(metricsPath, async (request: FastifyRequest, reply: FastifyReply) => {
    if (!hasToken(settings.token, request.headers.authorization)) {
      await countWrongToken(throttle, callerAddress(request))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('')
    }
    return reply.type(metrics.contentType).send(await metrics.expose(await read()))
  })
}

/**
 * Counts a wrong token. The right one always passes: a network that others have filled must not blind the watch, and a token
 * of its length is not guessed.
 * @throws Refusal TOO_MANY_TRIES
 */
async function countWrongToken(throttle: Pick<Throttle, 'take'>, ip: string): Promise<void> {
  try {
    await throttle.take(ip)
  } catch (error) {
    // Without its database there is no count, and no answer that a right token would not get.
    if (error instanceof Refusal) throw error
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares in constant time; no token is needed where none is set. */
function hasToken(token: Secret<string> | null, header: string | undefined): boolean {
  if (token === null) return true
  const given = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token.reveal()))
}

/** Creates the server of the separate address, which knows nothing but the exposition. It does not listen yet. */
export function metricsServer({ settings, metrics, read, throttle }: Exposing): Server {
  return createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    const answer = async (): Promise<void> => {
      if (request.url?.split('?')[0] !== metricsPath || request.method !== 'GET') {
        response.writeHead(404).end()
        return
      }
      if (!hasToken(settings.token, request.headers.authorization)) {
        await countWrongToken(throttle, request.socket.remoteAddress ?? 'unknown')
        response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
        return
      }
      const text = await metrics.expose(await read())
      response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text)
    }
    answer().catch((error: unknown) => {
      const wait = error instanceof Refusal ? error.retryAfterSeconds : undefined
      if (wait === undefined) response.writeHead(500).end()
      else response.writeHead(429, { 'retry-after': String(Math.max(1, Math.ceil(wait))) }).end()
    })
  })
}
