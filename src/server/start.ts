import { mkdirSync } from 'node:fs'
import { serverTexts } from '#texts/server.ts'
import { assemble, type Parts } from './assemble.ts'
import { ConfigError, readConfig } from './config.ts'
import { openKeys } from './crypto/key-holder.ts'
import { KeyError } from './crypto/key-error.ts'
import { watchKeys } from './crypto/key-watch.ts'
import { lockFolder } from './database/folder-lock.ts'
import { migrate } from './database/migrate.ts'
import { migrations } from './database/migrations/all.ts'
import { DatabaseProblem } from './database/problems.ts'
import { confirmKeys, databaseOf, isVirgin } from './installation.ts'
import { createLog } from './log.ts'
import { settleAfterStart } from './settle.ts'
import { prepareSetup } from './sign-in/setup.ts'

async function start(): Promise<void> {
  const config = readConfig(process.env)
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  const lock = config.database.kind === 'sqlite' ? lockFolder(config.dataFolder) : null
  const log = createLog(config.logLevel)
  const database = await databaseOf(config)
  await migrate(database, migrations)
  const keys = await openKeys(
    config,
    log,
    () => isVirgin(database),
    (keyring) => confirmKeys(database, keyring),
  )
  const endWatch = watchKeys(keys, config, log)
  const parts: Parts = { config, database, keys, log }
  const { app, deps } = await assemble(
    process.argv.includes('--dev')
      ? { ...parts, servePages: (await import('./http/dev-pages.ts')).serveDevelopmentPages }
      : parts,
  )
  await app.listen({ host: config.host, port: config.port })
  // Also of a sealed node: once somebody gives the passphrase, the address serves.
  const token = await prepareSetup(deps)
  const sealed = keys.isSealed ? serverTexts.sealed(`${config.publicUrl}/api/unseal`) : ''
  const setup = token === null ? '' : serverTexts.setup(`${config.publicUrl}/setup#${token}`)
  process.stderr.write(serverTexts.listening(config.publicUrl) + sealed + setup)
  const endSettling = settleAfterStart()

  let stopping = false
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    // Requests in flight finish, new ones are refused; a connection that never ends must not keep us.
    const late = setTimeout(() => app.server.closeAllConnections(), 15_000)
    // A connection whose last request was answered meanwhile stays open for the next one, which will not come.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100)
    await app.close()
    clearTimeout(late)
    clearInterval(sweep)
    endWatch()
    endSettling()
    await database.close()
    lock?.release()
    log.info('stopped')
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stop(signal))
  }
}

try {
  await start()
} catch (error) {
  // What an operator can mend is a sentence; anything else is a bug and shows where it happened.
  const known = error instanceof ConfigError || error instanceof DatabaseProblem || error instanceof KeyError
  const refused = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (refused) process.stderr.write(serverTexts.portTaken)
  else
    process.stderr.write(
      known
        ? `${error.message}\n`
        : `${serverTexts.failed}\n${String(error instanceof Error ? error.stack : error)}\n`,
    )
  process.exit(1)
}
