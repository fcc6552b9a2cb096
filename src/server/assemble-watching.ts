import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './platform/database/open.ts'
import { createCertificate } from './platform/http/certificate.ts'
import type { Throttle } from './platform/http/throttle.ts'
import type { Journal } from './platform/journal/journal.ts'
import type { Sample } from './platform/metrics/table.ts'
import type { PlatformDeps } from './platform/deps.ts'
import type { ChestIndexes } from './vault/chest-index/chest-indexes.ts'

type Watched = Pick<PlatformDeps, 'log'> & {
  readonly config: Pick<Config, 'metrics' | 'traces' | 'tls'>
  readonly database: Pick<Database, 'measure' | 'watchCommits' | 'watchStatements' | 'engine'>
}

type Exposed = Pick<PlatformDeps, 'db' | 'pingDatabase' | 'keys' | 'clock' | 'outbox' | 'config'> & {
  readonly throttle: Throttle
  readonly tasks: readonly string[]
  readonly certificateExpiresAt: () => number | null
  /** What features add, without asking the database. */
  readonly samples: () => Sample[]
}

/** Assembles metrics and traces. What is not set is not loaded, and costs nothing. */
export async function assembleWatching({ config, database, log }: Watched) {
  const exposing = config.metrics && (await import('./platform/metrics/serve.ts'))
  const metrics = config.metrics && (await import('./platform/metrics/metrics.ts')).createMetrics()
  const tracing = config.traces
    ? (await import('./platform/tracing/tracing.ts')).startTracing(database.engine, log)
    : null
  if (metrics) database.watchCommits((seconds) => metrics.observeCommit(seconds))
  if (tracing) database.watchStatements(tracing.watchStatement)
  let inFlight = () => 0

  return {
    /** Counts what a journal records. */
    counting: (journal: Journal): Journal =>
      metrics
        ? {
            record: async (tx, who, origin, event) => {
              await journal.record(tx, who, origin, event)
              metrics.countEvent(event)
            },
          }
        : journal,

    /** Follows the requests of an app, before its routes are made. */
    follow(app: FastifyInstance): void {
      tracing?.follow(app)
      if (tracing) app.addHook('onClose', () => tracing.stop())
      if (metrics && exposing) inFlight = exposing.countRequests(app, metrics)
    },

    /**
     * Serves the metrics on the app, or returns the server of their own address, which does not listen yet.
     */
    async expose(
      app: FastifyInstance,
      { throttle, samples, ...deps }: Exposed,
    ): Promise<{ readonly server: Server; readonly at: { host: string; port: number } } | null> {
      const settings = config.metrics
      if (!settings || !metrics || !exposing) return null
      const { createReadings } = await import('./platform/metrics/readings.ts')
      const readings = createReadings({ ...deps, measureDatabase: () => database.measure() })
      const read = async (): Promise<Sample[]> => [
        ...(await readings()),
        ...samples(),
        { name: 'trousseau_http_requests_in_flight', value: inFlight() },
      ]
      const how = { settings, metrics, read, throttle }
      if (settings.address === null) {
        exposing.serveMetrics(app, how)
        return null
      }
      const server = exposing.metricsServer(how)
      app.addHook('onClose', async () => {
        server.closeAllConnections()
        server.close()
      })
      return { server, at: settings.address }
    },
  }
}

/** Returns what the cache of indexes tells. */
export function indexSamples(
  indexes: Pick<ChestIndexes, 'bytes' | 'cachedIds' | 'use'>,
  limit: number,
): Sample[] {
  const bytes = indexes.bytes()
  const { hits, misses, evictions } = indexes.use()
  return [
    { name: 'trousseau_memory_bytes', labels: { part: 'index_cache' }, value: bytes },
    { name: 'trousseau_index_cache_bytes', value: bytes },
    { name: 'trousseau_index_cache_limit_bytes', value: limit },
    { name: 'trousseau_index_cache_chests', value: indexes.cachedIds().length },
    { name: 'trousseau_index_cache_hits_total', value: hits },
    { name: 'trousseau_index_cache_misses_total', value: misses },
    { name: 'trousseau_index_cache_evictions_total', value: evictions },
  ]
}

/** Follows the files of the TLS certificate as long as the app listens. */
export function followCertificate(
  app: FastifyInstance,
  { config, log }: Pick<PlatformDeps, 'log'> & { readonly config: Pick<Config, 'tls'> },
) {
  // With TLS it is a server of node:https.
  const certificate = createCertificate(config.tls, app.server as never, log)
  app.addHook('onListen', async () => certificate.start())
  app.addHook('onClose', async () => certificate.stop())
  return certificate
}
