import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api'
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Engine, StatementWatch } from '#server/platform/database/engine.ts'
import { programVersion } from '#server/platform/program.ts'
import { samplerOf } from './sampler.ts'
import { describeStatement } from './statement.ts'

/** How long a stop waits for the collector to take the last spans, in milliseconds. */
const farewellMs = 1_000
/** A collector that takes nothing is logged once in this time, in milliseconds. */
const betweenLinesMs = 600_000

export type Tracing = {
  /** Traces the requests of an app, before its routes are made. */
  follow(app: FastifyInstance): void
  /** Traces a statement of a request. */
  readonly watchStatement: StatementWatch
  /** Sends what waits, and ends. */
  stop(): Promise<void>
}

/**
 * Starts the traces that the standard variables of OpenTelemetry ask for (`OTEL_EXPORTER_OTLP_…`, `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES`). Spans are made by hand: those of the automatic instrumentation would hold addresses and the
 * text of statements.
 */
export function startTracing(engine: Engine, log: Pick<Logger, 'warn'>, env = process.env): Tracing {
  let logAgainAt = 0
  setGlobalErrorHandler(() => {
    // The text of the error may quote the collector's address with its key.
    if (performance.now() < logAgainAt) return
    logAgainAt = performance.now() + betweenLinesMs
    log.warn('traces could not be sent')
  })
  const own = resourceFromAttributes({ 'service.name': 'trousseau', 'service.version': programVersion })
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(env),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('trousseau', programVersion)
  const within = new AsyncLocalStorage<Context>()
  const spans = new WeakMap<object, Span>()

  return {
    follow(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const route = request.routeOptions.url ?? 'none'
        const attributes = { 'http.request.method': request.method, 'http.route': route }
        const span = tracer.startSpan(
          `${request.method} ${route}`,
          { kind: SpanKind.SERVER, attributes },
          parentOf(request.headers['traceparent']),
        )
        spans.set(request, span)
        within.run(trace.setSpan(ROOT_CONTEXT, span), done)
      })
      // A body arrives in events of the socket, which know nothing of the request.
      app.addHook('preValidation', (request, _reply, done) => {
        const span = spans.get(request)
        if (span) within.run(trace.setSpan(ROOT_CONTEXT, span), done)
        else done()
      })
      app.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request)
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
        done()
      })
    },
    watchStatement(sql, since) {
      const parent = within.getStore()
      const statement = parent && describeStatement(sql)
      if (!statement) return
      const { operation, table } = statement
      const attributes = {
        'db.system.name': engine === 'postgres' ? 'postgresql' : 'sqlite',
        'db.operation.name': operation,
        ...(table !== null && { 'db.collection.name': table }),
      }
      const startTime = performance.timeOrigin + since
      const name = table === null ? operation : `${operation} ${table}`
      tracer
        .startSpan(name, { kind: SpanKind.CLIENT, startTime, attributes }, parent)
        .end(performance.timeOrigin + performance.now())
    },
    stop: async () => {
      const sent = provider.shutdown().catch(() => undefined)
      await Promise.race([sent, pause(farewellMs, undefined, { ref: false })])
    },
  }
}

/** Returns the context of the caller's span, by the header of W3C Trace Context. */
function parentOf(header: string | string[] | undefined): Context {
  const parent = typeof header === 'string' ? parseTraceParent(header) : null
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
}
