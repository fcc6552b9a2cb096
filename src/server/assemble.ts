import { randomBytes as systemRandomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { api } from '#contract/api.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { createClockGuard, type ClockGuard } from './access/clock-guard.ts'
import { deleteOldCreations } from './access/creations.ts'
import { createForgedRows } from './access/forged-rows.ts'
import { createKeptLists } from './access/kept-lists.ts'
import { serveApi } from './access/serve.ts'
import { assembleIdentity } from './assemble-identity.ts'
import { assembleOffice } from './assemble-office.ts'
import { assembleVault } from './assemble-vault.ts'
import { assembleWatching, followCertificate, indexSamples } from './assemble-watching.ts'
import { createRecentBackups } from './backups/recent.ts'
import { backUpDaily, watchBackups } from './backups/schedule.ts'
import type { Config } from './config.ts'
import { renewLink } from './identity/passwords/password-links.ts'
import { hideSetup } from './identity/sign-in/setup.ts'
import { visitorsOf } from './identity/sign-in/visitors.ts'
import type { Argon2Cost } from '#server/platform/crypto/argon2id-input.ts'
import type { KeyHolder } from './platform/crypto/key-holder.ts'
import { createPasswordHasher } from './platform/crypto/password-hash.ts'
import { createWorkBound } from './platform/crypto/work-bound.ts'
import { createLossLog } from './platform/database/loss-log.ts'
import type { Database } from './platform/database/open.ts'
import type { PlatformDeps } from './platform/deps.ts'
import { renderGuide } from './office/guide/render.ts'
import { serveDocuments } from './platform/documents/serve.ts'
import { toleratedMs } from '#domain/platform/moments.ts'
import { clockSkew, createClockWatch } from './platform/health/clock.ts'
import { healthHandlers } from './platform/health/handlers.ts'
import { createApp } from './platform/http/app.ts'
import { serveDocs } from './platform/http/docs.ts'
import { serveBuiltPages, type Visitors } from './platform/http/pages.ts'
import type { RenderFragment } from './platform/http/render-fragment.ts'
import { createThrottle, throttleLimitsOf } from './platform/http/throttle.ts'
import { onceSettled, type JobTable } from './platform/jobs/runner.ts'
import { createJournal } from './platform/journal/journal.ts'
import { verifyDaily } from './platform/journal/nightly.ts'
import { retainJournal } from './platform/journal/retention.ts'
import { createJournalSealer } from './platform/journal/sealer.ts'
import { createRefusalLog } from './platform/journal/refusal-log.ts'
import { createFolderTransport } from './platform/mail/folder-transport.ts'
import { createOutbox } from './platform/mail/outbox.ts'
import { createSmtpTransport } from './platform/mail/smtp-transport.ts'
import { createSiemSender } from './platform/siem/sender.ts'
import { createKeyNode, nodeNameOf } from './platform/root-keys/nodes.ts'
import type { Clock, RandomBytes } from './platform/sources.ts'
import { createStrengthGauge } from './platform/strength/strength.ts'

export type Parts = {
  readonly config: Config
  readonly database: Database
  readonly keys: KeyHolder
  readonly log: Logger
  /** Logs losses of the database; that of its pool. */
  readonly logLoss?: (error: unknown) => void
  /** Aborts when the node begins to leave its balancer. */
  readonly leaving?: AbortSignal
  readonly clock?: Clock
  readonly randomBytes?: RandomBytes
  /** Costs of hashing other than the required ones, for suites that do not depend on them. */
  readonly costs?: {
    readonly password: Argon2Cost
    readonly masterKey: Argon2Cost
    /** The cost of exported files; that of each format by default. */
    readonly exports?: Argon2Cost
    /** The minimum delay of a directory's refusal, in milliseconds. */
    readonly refusalMs?: number
  }
  /** How long a call waits for the mail server, in milliseconds, other than the usual time. */
  readonly mailPatienceMs?: number
  /** Serves the pages from another source than the build, in development. */
  readonly servePages?: (app: FastifyInstance, visitors: Visitors) => Promise<void>
}

/** Two concurrent hashes use two cores and 38 MiB. Beyond forty queued, sign-in replies « try again ». */
const hashingBound = { concurrency: 2, queue: 40 }

const builtPages = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** The build's second product, loaded on demand: most installations never render a fragment. */
const renderFragment: RenderFragment = async (page, data) => {
  const file = new URL('../../dist/fragments/fragments.js', import.meta.url).href
  const built = (await import(file)) as { renderFragment: (page: string, data: unknown) => string }
  return built.renderFragment(page, data)
}

/** A server that is ready to listen, with its dependencies. */
export type Assembled = Awaited<ReturnType<typeof assemble>>

/** Constructs all features, with one file for each wing. Nothing else constructs dependencies. */
export async function assemble(parts: Parts) {
  const { config, database, keys, log } = parts
  const clock = parts.clock ?? Date.now
  const randomBytes = parts.randomBytes ?? ((size: number) => systemRandomBytes(size))
  const { db } = database
  const bound = createWorkBound(hashingBound)
  const watching = await assembleWatching({ config, database, log })
  const journal = watching.counting(createJournal({ clock, keys, randomBytes }))
  const platform = {
    config,
    db,
    pingDatabase: () => database.ping(),
    columns: database.dialect,
    keys,
    clock,
    randomBytes,
    log,
    journal,
    refusals: createRefusalLog({ db, journal, clock, log }),
    hasher: createPasswordHasher({ bound, ...(parts.costs && { cost: parts.costs.password }) }),
    renderFragment,
    strength: createStrengthGauge(),
    outbox: createOutbox({
      db,
      keys,
      clock,
      randomBytes,
      log,
      transport: config.smtp
        ? createSmtpTransport(config.smtp)
        : createFolderTransport(join(config.dataFolder, 'mails'), log),
      publicUrl: config.publicOrigin,
      from: config.mailFrom,
      renewLink,
      hasSettled: () => clockGuard.hasSettled(),
      ...(parts.mailPatienceMs !== undefined && { times: { patienceMs: parts.mailPatienceMs } }),
    }),
  } satisfies PlatformDeps
  const sealer = createJournalSealer(platform)
  const forgedRows = createForgedRows(platform)
  const siem = createSiemSender(platform)
  const recentBackups = createRecentBackups(platform)
  const keptLists = createKeptLists(db)
  const throttle = createThrottle({ db, clock }, throttleLimitsOf(config))
  const identity = assembleIdentity(platform, { throttle, refusalMs: parts.costs?.refusalMs })
  const clockGuard: ClockGuard = createClockGuard({
    ...platform,
    // Another clock than the machine's is a test's, which no database's resembles.
    isTrusted: async () =>
      parts.clock !== undefined || clockSkew(await database.ping(), clock(), toleratedMs) === 0,
    ...(parts.clock !== undefined && { steady: parts.clock }),
  })
  const { hasSettled } = clockGuard
  const vault = assembleVault(
    { ...platform, keptLists },
    {
      hasSettled,
      bound,
      masterKeyCost: parts.costs?.masterKey,
      exportCost: parts.costs?.exports,
      indexMemoryBytes: config.indexMemoryBytes,
    },
  )
  const app = createApp(platform, parts.leaving)
  watching.follow(app)
  const certificate = followCertificate(app, platform)
  const certificateExpiresAt = () => certificate.expiresAt()
  const { directory, resetRequests } = identity
  const office = assembleOffice(
    { ...platform, ...vault, keptLists, certificateExpiresAt, directory },
    { throttle },
  )
  const watchClock = createClockWatch(log, clock)
  // Supervisors get their reply whatever the database does.
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (!/^\/(?:health|metrics)/.test(routeOptions.url ?? '')) await clockGuard.check()
  })
  const keyNode = createKeyNode({ ...platform, watchClock }, nodeNameOf(config))

  serveDocs(app, openApiDocument)
  serveDocuments(app, { ...platform, renderGuide })
  serveApi(app, { ...platform, ...vault }, api, {
    ...identity.handlers,
    ...vault.handlers,
    ...office.handlers,
    health: healthHandlers({
      ...platform,
      keyNode,
      watchClock: (databaseMs) => watchClock(databaseMs) || clockGuard.isBehind(),
      logLoss: parts.logLoss ?? createLossLog(log),
    }),
    fragments: { ...vault.fragments, ...office.fragments },
  })
  const { outbox, refusals } = platform
  const { unlocks, renewals, ratings } = vault
  const { alertWatch } = office
  // A listening server starts its background work; a server without a socket waits for explicit calls.
  app.addHook('onListen', async () => {
    const background = [outbox, resetRequests, unlocks, refusals, forgedRows, keyNode, vault.indexes, siem]
    clockGuard.start()
    for (const one of [...background, sealer, alertWatch, recentBackups]) one.start()
  })
  app.addHook('onClose', async () => {
    await resetRequests.stop()
    // It queues mails.
    await alertWatch.stop()
    await recentBackups.stop()
    await Promise.all(
      [clockGuard, outbox, unlocks, renewals, ratings, refusals, forgedRows, keyNode, siem].map((one) =>
        one.stop(),
      ),
    )
    await sealer.stop()
    await vault.indexes.settled()
  })
  const visitors = visitorsOf(platform)
  hideSetup(app, visitors.isSetupOpen)
  if (parts.servePages) await parts.servePages(app, visitors)
  else serveBuiltPages(app, builtPages, visitors)
  const jobs = {
    ...identity.jobs,
    ...vault.jobs,
    ...office.jobs,
    'delete-expired': onceSettled(hasSettled, identity.jobs['delete-expired']),
    'deactivate-absent': onceSettled(hasSettled, identity.jobs['deactivate-absent']),
    'delete-old-figures': onceSettled(hasSettled, office.jobs['delete-old-figures']),
    'delete-old-alerts': onceSettled(hasSettled, office.jobs['delete-old-alerts']),
    'retain-journal': onceSettled(hasSettled, (goOn) => retainJournal(platform, goOn)),
    'back-up': (goOn) => backUpDaily(platform, goOn),
    'watch-backups': () => watchBackups(platform),
    'verify-journal': (goOn) => verifyDaily(platform, goOn),
    'delete-old-creations': onceSettled(hasSettled, () => deleteOldCreations(db, clock())),
  } satisfies JobTable
  const metrics = await watching.expose(app, {
    ...platform,
    throttle,
    tasks: Object.keys(jobs),
    certificateExpiresAt,
    samples: () => indexSamples(vault.indexes, config.indexMemoryBytes),
  })
  await app.ready()
  const { chestKeys, indexes, summaries } = vault
  return {
    app,
    jobs,
    /** The server of the metrics' own address, which does not listen yet; null without one. */
    metrics,
    deps: {
      certificate,
      clockGuard,
      ...platform,
      sealer,
      forgedRows,
      siem,
      alertWatch,
      chestKeys,
      indexes,
      summaries,
      unlocks,
      renewals,
      ratings,
      resetRequests,
    },
  }
}
