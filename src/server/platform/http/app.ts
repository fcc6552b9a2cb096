import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { fastify, LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Refusal, refusals, type RefusalCode } from '#domain/platform/refusals.ts'
import { notFoundPage, sealedPage } from '#texts/platform/server.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { isStatementTimeout } from '#server/platform/database/problems.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { arrivalMs } from './arrival.ts'
import { callerAddress } from './caller-address.ts'
import { clientErrorHandler } from './client-errors.ts'
import { refusalOf, sendRefusal } from './errors.ts'
import { unicodeRule } from './validate.ts'
import { securityHeaders } from './security-headers.ts'
import { watchProxies } from './untrusted-proxies.ts'

/** Set on every reply except pages and their files, which set their own: an address has many spellings. */
const notKept = { 'cache-control': 'no-store' }

const bodyLimitBytes = 256 * 1024
const arrival = { headersTimeout: arrivalMs.usual, connectionsCheckingInterval: arrivalMs.checkMs }

/** `serve` validates; loading Fastify's own validator, which no route uses, would take a tenth of the start. */
const noValidator = () => () => {
  throw new Error('a route gives Fastify a schema to validate by: its contract entry does that')
}

/**
 * Creates the HTTP server with its hooks, without routes.
 * @param leaving aborts when balancers must send no more requests; those that still come are served
 */
export function createApp(
  deps: Pick<PlatformDeps, 'config' | 'db' | 'clock' | 'keys' | 'log'>,
  leaving?: AbortSignal,
): FastifyInstance {
  const { config, log } = deps
  const app = fastify({
    loggerInstance: log,
    // Our own log line per request lists the fields that may be logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    requestTimeout: arrivalMs.file,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 100 },
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: noValidator } },
    // An address that cannot be decoded is refused before any hook runs.
    frameworkErrors: (error: Error, request: { id: string }, reply: FastifyReply) => {
      void reply.headers({ ...securityHeaders(config.https), ...notKept, 'x-request-id': request.id })
      return sendRefusal(reply, refusalOf(error) ?? new Refusal('INTERNAL'))
    },
    clientErrorHandler: clientErrorHandler(securityHeaders(config.https)),
    return503OnClosing: false,
    ...(config.tls
      ? { https: { cert: readFileSync(config.tls.cert), key: readFileSync(config.tls.key), ...arrival } }
      : { http: arrival }),
  } as Record<string, unknown>) as unknown as FastifyInstance

  // The contract knows JSON and forms only; another site's form could send plain text.
  app.removeContentTypeParser(['text/plain', 'application/json'])
  parseJsonBodies(app)
  void app.register(cookie)
  void app.register(multipart)
  addHooks(app, deps, leaving)
  return app
}

/** Parses JSON bodies. Bytes that are no UTF-8 are refused: a replacement character would make another text. */
function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (isUtf8(bytes)) void parse(request, bytes.toString(), done)
    else done(new Refusal('INVALID_REQUEST', { details: { field: 'body', rule: unicodeRule } }))
  })
}

/** Returns the sentence of a page's part that cannot be rendered. */
const failureOf = ({ routeOptions }: FastifyRequest): { sentence?: string } =>
  routeOptions.url?.startsWith('/actions/') ? { sentence: shellTexts.contentFailed } : {}

/** Calls that tabs poll: an ordinary log omits them. */
const routine = ['/api/session/state', '/api/import/progress/', '/api/copy/progress/']

/** The refusals that the operator must know of, as the log names them. */
const faults: Partial<Record<RefusalCode, string>> = {
  DISK_FULL: 'the disk of the database is full',
  DATABASE_UNWRITABLE: 'the database cannot be written',
  KEYS_OUTDATED: 'this node lacks a root key',
}

/** Below the ten seconds that Fastify allows before a close. */
const listeningLimitMs = 9_000

/** The addresses that a sealed node still serves, if they are routes; the last is the style sheet of its page. */
const servedSealed = ['/health/live', '/health/ready', '/metrics', '/api/unseal', '/plain.css']

/** Whether a browser requests a page, and not a program a reply. */
const isForPeople = ({ url, headers }: FastifyRequest): boolean =>
  !/^\/(api|actions|health)(\/|$)/.test(url) && headers.accept?.includes('text/html') === true

function addHooks(app: FastifyInstance, deps: Parameters<typeof createApp>[0], leaving?: AbortSignal): void {
  const { config, keys, log } = deps
  const watch = watchProxies(deps)
  const headers = Object.entries({ ...securityHeaders(config.https), ...notKept })
  const underWay = new Set<ServerResponse>()
  let stopping = false
  app.addHook('preClose', async () => {
    // After draining, the server stops listening immediately: a balancer repeats a refused connection elsewhere.
    if (leaving?.aborted) return
    stopping = true
    // Until these are answered, new requests get a refusal; then the server stops listening.
    const until = performance.now() + listeningLimitMs
    while (underWay.size > 0 && performance.now() < until) await pause(10)
  })
  app.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of headers) void reply.header(name, value)
    void reply.header('x-request-id', request.id)
    if (stopping || leaving?.aborted) {
      // The caller opens its next connection elsewhere.
      void reply.header('connection', 'close')
      if (stopping || request.routeOptions.url === '/health/ready')
        throw new Refusal('STOPPING', { retryAfterSeconds: 5 })
    }
    underWay.add(reply.raw)
    // Sent, or the caller has disconnected.
    for (const event of ['finish', 'close'] as const) reply.raw.once(event, () => underWay.delete(reply.raw))
    void watch(request)
    if (keys.isSealed && !servedSealed.includes(request.routeOptions.url ?? '')) throw new Refusal('SEALED')
  })
  app.addHook('onResponse', async (request, reply) => {
    const isRoutine = reply.statusCode === 200 && routine.includes(request.routeOptions.url ?? '')
    log[isRoutine ? 'debug' : 'info'](
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: callerAddress(request),
      },
      'request',
    )
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    // The rest of a body is read and dropped: closing the connection during sending would hide the reply.
    if (refusal?.code === 'TOO_LARGE') void reply.removeHeader('connection')
    if (refusal?.code === 'SEALED' && isForPeople(request))
      return reply.code(refusals.SEALED).type('text/html; charset=utf-8').send(sealedPage)
    const fault = refusal && faults[refusal.code]
    if (fault) log.error({ requestId: request.id, err: error }, fault)
    // Callers read that the server is busy; the operator also needs to know of a statement that is always too slow.
    if (isStatementTimeout(error))
      log.error({ requestId: request.id, err: error }, 'a statement exceeded its time limit')
    if (refusal) return sendRefusal(reply, refusal)
    log.error(
      { requestId: request.id, route: request.routeOptions.url ?? null, err: error },
      'unexpected error',
    )
    return sendRefusal(reply, new Refusal('INTERNAL', failureOf(request)), request.id)
  })
  app.setNotFoundHandler((request, reply) => {
    if (!isForPeople(request)) return sendRefusal(reply, new Refusal('NOT_FOUND'))
    return reply.code(404).type('text/html; charset=utf-8').send(notFoundPage)
  })
}
