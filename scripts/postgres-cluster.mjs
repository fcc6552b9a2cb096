// A real PostgreSQL for the suites: created in a temporary folder, deleted when they end.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../src/server/testing/free-port.ts'
import { scratchRoot } from './scratch.mjs'

const STARTING_LIMIT_MS = 60_000
const STOPPING_LIMIT_MS = 20_000

/** Returns the folder of initdb and postgres of the newest version; undefined when none is installed. */
export function findBinaries() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}

/** Turns off durability, which temporary data does not need. */
const forgetful = { fsync: 'off', full_page_writes: 'off', max_wal_size: '256MB' }
/** Turns off replication, too. */
const alone = { wal_level: 'minimal', max_wal_senders: '0' }

/**
 * Starts a cluster on a free port of 127.0.0.1, with a random password.
 * It ends with this process, by `stop()`, a signal or SIGKILL.
 * @param {{ isLasting?: boolean, isReplicated?: boolean }} [options] whether commits reach the disk, as those of an
 * installation do: measurements need it, tests do not; whether it may have a replica
 * @returns {Promise<Cluster>}
 *
 * @typedef {{ url: string, pid: number, folder: string, stop(): Promise<void> }} Cluster
 */
export async function startCluster({ isLasting = false, isReplicated = false } = {}) {
  const settings = { ...(isLasting ? {} : forgetful), ...(isLasting || isReplicated ? {} : alone) }
  const password = randomBytes(16).toString('hex')
  return createData({ isLasting, settings, password }, ({ run, own, folder, data }) => {
    const passwordFile = join(folder, 'password')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    const options = ['-U', 'trousseau', '-A', 'scram-sha-256', '--pwfile', passwordFile, '-E', 'UTF8']
    const lasting = isLasting ? [] : ['--no-sync']
    own(passwordFile)
    run('initdb', ['-D', data, ...options, '--locale=C.UTF-8', ...lasting])
  })
}

/**
 * Starts a replica of a cluster that `isReplicated`, which streams what its primary writes.
 * @param {string} url the primary's
 * @returns {Promise<Cluster>}
 */
export async function startReplica(url) {
  const { password } = new URL(url)
  // A replica that has just lost its primary waits so long before a promotion: 5 s by default.
  const settings = { ...forgetful, wal_retrieve_retry_interval: '100ms' }
  return createData({ isLasting: false, settings, password }, ({ run, data }) =>
    run('pg_basebackup', ['-d', url, '-D', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']),
  )
}

async function createData({ isLasting, settings, password }, fill) {
  const binaries = findBinaries()
  if (binaries === undefined) {
    throw new Error('PostgreSQL is not installed: as root on Debian, apt-get install -y postgresql')
  }
  // PostgreSQL refuses to run as root: the account of Debian's package runs it instead.
  const account = process.getuid?.() === 0 ? accountOf('postgres') : {}
  const folder = mkdtempSync(join(isLasting ? tmpdir() : scratchRoot(), 'trousseau-postgres-'))
  const data = join(folder, 'data')
  const own = (path) => account.uid === undefined || chownSync(path, account.uid, account.gid)
  const run = (program, args) => {
    const options = { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
    execFileSync(join(binaries, program), args, options)
  }
  try {
    own(folder)
    fill({ run, own, folder, data })
    return await launch({ binaries, folder, data, account, password, settings })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function launch({ binaries, folder, data, account, password, settings }) {
  const port = await freePort()
  const everySetting = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    // Each worker of the suites runs its own servers, some of them with several nodes.
    max_connections: String(150 * Math.max(2, availableParallelism())),
    shared_buffers: '128MB',
    logging_collector: 'off',
    ...settings,
  }
  const flags = Object.entries(everySetting).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = join(folder, 'log')
  // In its own process group: a Ctrl-C in the terminal must reach the suites first, not their database.
  const server = spawn(
    '/bin/sh',
    ['-c', 'exec "$0" "$@" >"$LOG" 2>&1', join(binaries, 'postgres'), '-D', data, ...flags],
    {
      ...account,
      cwd: folder,
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, LOG: log },
    },
  )
  // Its input closes when this process ends, even by SIGKILL, which runs no handler here.
  const guard = spawn(
    '/bin/sh',
    ['-c', 'cat >/dev/null; kill -QUIT "$1" 2>/dev/null; sleep 1; rm -rf "$2"', 'guard', server.pid, folder],
    {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  guard.unref()
  guard.stdin.unref?.()

  let stopped = false
  const stopAtOnce = () => {
    if (stopped) return
    stopped = true
    guard.kill('SIGKILL')
    if (server.exitCode === null) server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  process.once('exit', stopAtOnce)
  const stop = async () => {
    if (stopped) return
    const ended = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : undefined
    server.kill('SIGINT')
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, STOPPING_LIMIT_MS).unref())])
    stopAtOnce()
    process.removeListener('exit', stopAtOnce)
  }
  const limit = Date.now() + STARTING_LIMIT_MS
  // The last line of postmaster.pid becomes "ready": no client library is needed.
  while (!ready(data)) {
    if (server.exitCode !== null || Date.now() > limit) {
      const said = existsSync(log) ? readFileSync(log, 'utf8') : ''
      await stop()
      throw new Error(`PostgreSQL did not start:\n${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url: `postgres://trousseau:${password}@127.0.0.1:${port}/postgres`, pid: server.pid, folder, stop }
}

function ready(data) {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) && /^ready\s*$/m.test(readFileSync(file, 'utf8'))
}

function accountOf(name) {
  const number = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}
