import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { configTexts, metricsSettingTexts, serverTexts } from '#texts/platform/server.ts'
import { assemble, type Assembled, type Parts } from './assemble.ts'
import { ConfigError, keepsCookies, readConfig, type Config } from './config.ts'
import { trustMachine } from './platform/authorities.ts'
import { openKeys } from './platform/crypto/key-holder.ts'
import { watchKeys } from './platform/crypto/key-watch.ts'
import { prepareDataFolder } from './data-folder.ts'
import { lockFolder } from './platform/database/folder-lock.ts'
import { createLossLog } from './platform/database/loss-log.ts'
import { migrate } from './platform/database/migrate.ts'
import { migrations } from './platform/database/migrations/all.ts'
import { describeStart } from './describe-start.ts'
import { awaitDatabase, confirmFor, isVirgin } from './installation.ts'
import { startJobs } from './platform/jobs/runner.ts'
import { LogOutput, standardOutput } from './log-output.ts'
import { createLog } from './log.ts'
import { settleAfterStart } from './settle.ts'
import { allowNewInstallation } from './new-installation.ts'
import { operatorSentence } from './operator-problem.ts'
import { prepareSetup } from './identity/sign-in/setup.ts'
import { stopperOf } from './stop.ts'

// The loss of the reader of the messages must not stop the server.
process.stderr.on('error', () => undefined)

async function start(): Promise<void> {
  const config = await readSettings()
  if (asksOthers(config)) trustMachine()
  prepareDataFolder(config)
  const lock = config.database.kind === 'sqlite' ? lockFolder(config.dataFolder) : null
  const output = new LogOutput(standardOutput(), (code) => {
    if (code !== 'EPIPE') process.stderr.write(serverTexts.logLost(code))
  })
  process.on('exit', () => output.writeLast())
  const log = createLog(config.logLevel, output)
  await allowNewInstallation(config)
  const logLoss = createLossLog(log)
  const database = await awaitDatabase(config, log, {
    onLost: logLoss,
    onFileLost: ({ error, ...lost }) =>
      log.fatal({ ...lost, err: error }, 'the file of the database was taken away'),
  })
  await migrate(database, migrations, {
    onBlocked: (migration) => log.warn({ migration }, 'a migration waits for tables that are in use'),
  })
  const keys = await openKeys(config, log, () => isVirgin(database), confirmFor(database, config))
  const endWatch = watchKeys(keys, config, log)
  const leaving = new AbortController()
  const parts: Parts = { config, database, keys, log, logLoss, leaving: leaving.signal }
  const {
    app,
    deps,
    jobs: jobTable,
    metrics,
  } = await assemble(
    process.argv.includes('--dev')
      ? { ...parts, servePages: (await import('./platform/http/dev-pages.ts')).serveDevelopmentPages }
      : parts,
  )
  if (metrics) await listenForMetrics(metrics)
  await listen(app, config)
  // Also for a sealed node, whose set-up address works once it is unsealed.
  const token = await prepareSetup(deps)
  const sealed = keys.isSealed ? serverTexts.sealed(`${config.publicUrl}/api/unseal`) : ''
  const setup = token === null ? '' : serverTexts.setup(`${config.publicUrl}/setup#${token}`)
  const plain = keepsCookies(new URL(config.publicUrl)) ? '' : serverTexts.plain
  log.info(await describeStart(deps), 'started')
  const endSettling = settleAfterStart()
  const jobs = startJobs(deps, jobTable)

  const stop = stopperOf({
    app,
    database,
    jobs,
    log,
    output,
    drainMs: config.drainMs,
    leave: () => leaving.abort(),
    release: () => {
      endWatch()
      endSettling()
      lock?.release()
    },
  })
  // SIGHUP is sent when the terminal is closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  // The script of `npm start` holds the other end of a channel, which closes when the script ends.
  process.on('disconnect', () => stop('disconnect'))
  if (process.connected === false) stop('disconnect')
  // Printed last, when the signals are handled too.
  process.stderr.write(serverTexts.listening(config.publicUrl) + plain + sealed + setup)
}

/** Whether this server opens connections, and not only answers. */
const asksOthers = ({ database, directory, sso, siem, smtp, traces }: Config): boolean =>
  database.kind === 'postgres' ||
  [directory, sso, siem.syslog, smtp].some((asked) => asked !== null) ||
  traces

/** Returns the settings. A port left to the system is chosen first, since addresses and mails contain it. */
async function readSettings(): Promise<Config> {
  const config = readConfig(process.env)
  if (config.port !== 0) return config
  return readConfig({ ...process.env, TROUSSEAU_PORT: String(await freePort(config.host)) })
}

const freePort = (host: string): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer()
    // An invalid host is reported by the server's own attempt.
    probe.once('error', () => resolve(0))
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

const listenTexts: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ port }) => configTexts.portTaken(port),
  EADDRNOTAVAIL: ({ host }) => configTexts.hostElsewhere(host),
  EACCES: ({ port }) => configTexts.portForbidden(port),
}

/** @throws ConfigError when this process cannot listen on the address of the metrics */
async function listenForMetrics({ server, at }: NonNullable<Assembled['metrics']>): Promise<void> {
  server.listen(at.port, at.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new ConfigError(metricsSettingTexts.taken(`${at.host}:${at.port}`), { cause: error })
  }
}

/** @throws ConfigError when this process cannot listen on the configured address */
async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const text = listenTexts[code]
    throw text ? new ConfigError(text(config), { cause: error }) : error
  }
}

try {
  await start()
} catch (error) {
  // A fault that the operator can correct is printed as a sentence; any other is a bug, printed with its
  // stack.
  const bug = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${operatorSentence(error) ?? `${serverTexts.failed}\n${bug}`}\n`)
  process.exit(1)
}
