import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { serverTexts } from '#texts/platform/server.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { openDatabase, type Database } from '#server/platform/database/open.ts'
import { openTestDatabase } from './databases.ts'
import { freePort } from './free-port.ts'

const main = join(import.meta.dirname, '../main.ts')
const commands = join(import.meta.dirname, '../trousseau.ts')
/** The limits only end what hangs: they are far above what a loaded machine needs, in milliseconds. */
const startingLimitMs = 60_000
const untilLimitMs = 30_000

/**
 * What processes under test inherit: only the path, since a setting of the test environment would change the result. The
 * compile cache is shared by all of them and saves two thirds of a start.
 */
export const processEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/compiled'),
} as const

/** The output and the exit code of a process. */
export type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** The real server, run as an operator does. */
export type ServerProcess = {
  readonly url: string
  readonly child: ChildProcess
  /** The token of the one-time address; null when none was printed. */
  setupToken(): string | null
  stdout(): string
  stderr(): string
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Outcome>
}

export type Settings = Record<string, string>

/** Registers work for the end: of the test, or of a file that shares a server. */
export type Later = (work: () => void | Promise<void>) => void

/** Creates a folder that is deleted with the test. */
export function temporaryFolder(later: Later = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-process-'))
  later(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** The settings of an installation without data on an engine; on PostgreSQL with its own empty database. */
export async function emptyInstallation(engine: Engine, later: Later = onTestFinished): Promise<Settings> {
  const folder = { TROUSSEAU_DATA: temporaryFolder(later) }
  if (engine === 'sqlite') return folder
  const cluster = process.env['TROUSSEAU_TEST_POSTGRES']
  if (!cluster)
    throw new Error('TROUSSEAU_TEST_POSTGRES is not set: node scripts/with-postgres.mjs vitest run')
  const base = `process_${randomUUID().replaceAll('-', '')}`
  await administer(cluster, `create database ${base}`)
  later(() => administer(cluster, `drop database ${base} with (force)`))
  const url = new URL(cluster)
  url.pathname = `/${base}`
  return { ...folder, DATABASE_URL: url.href }
}

/** The settings of an installation without data whose database is migrated: quicker than an empty one. */
export async function migratedInstallation(engine: Engine, later: Later = onTestFinished): Promise<Settings> {
  const database = await openTestDatabase(engine)
  await database.disconnect()
  const { options } = database
  if (options.kind === 'sqlite') {
    const made = dirname(options.file)
    later(() => rmSync(made, { recursive: true, force: true, maxRetries: 10 }))
    return { TROUSSEAU_DATA: made }
  }
  const folder = { TROUSSEAU_DATA: temporaryFolder(later) }
  const base = new URL(options.url).pathname.slice(1)
  later(() => administer(process.env['TROUSSEAU_TEST_POSTGRES'] ?? '', `drop database ${base} with (force)`))
  return { ...folder, DATABASE_URL: options.url }
}

/** Copies an installation's database while no server runs on it, with its own data folder, like a backup. */
export async function copyOfDatabase(settings: Settings, later: Later = onTestFinished): Promise<Settings> {
  const { DATABASE_URL: from, TROUSSEAU_DATA: source = '' } = settings
  if (from === undefined) {
    const folder = temporaryFolder(later)
    copyFileSync(join(source, 'trousseau.db'), join(folder, 'trousseau.db'))
    return { ...settings, TROUSSEAU_DATA: folder }
  }
  const base = `process_${randomUUID().replaceAll('-', '')}`
  const url = new URL(from)
  await administer(
    url.href.replace(url.pathname, '/postgres'),
    `create database ${base} template ${url.pathname.slice(1)}`,
  )
  later(() => administer(process.env['TROUSSEAU_TEST_POSTGRES'] ?? '', `drop database ${base} with (force)`))
  url.pathname = `/${base}`
  return { ...settings, TROUSSEAU_DATA: temporaryFolder(later), DATABASE_URL: url.href }
}

/** Works on an installation's database from this process, whether or not a server runs on it. */
export async function withDatabase<Result>(
  { DATABASE_URL: url, TROUSSEAU_DATA: folder = '' }: Settings,
  work: (db: Database['db']) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(
    url === undefined ? { kind: 'sqlite', file: join(folder, 'trousseau.db') } : { kind: 'postgres', url },
  )
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Polls until a condition holds: a process writes asynchronously, some of it only at its next round. */
export async function until(holds: () => boolean): Promise<void> {
  const limit = performance.now() + untilLimitMs
  while (!holds()) {
    if (performance.now() > limit) throw new Error(`it never came true within ${untilLimitMs / 1_000} s`)
    await pause(10)
  }
}

/** Runs the server until it ends by itself, for a start that is refused. */
export async function runToEnd(settings: Settings): Promise<Outcome> {
  const { child, outcome } = launch(settings)
  const late = setTimeout(() => child.kill('SIGKILL'), startingLimitMs)
  const ended = await outcome
  clearTimeout(late)
  return ended
}

/** Starts an administration command, as an operator does. */
export function startCommand(name: string, settings: Settings, args: readonly string[] = []) {
  return launch(settings, undefined, [name, ...args], commands)
}

/** Resolves once a command has printed a text; rejects if it ends without. */
export function untilSaid({ child, said, outcome }: ReturnType<typeof launch>, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (said.stdout.includes(text)) resolve()
    }
    look()
    child.stdout?.on('data', look)
    void outcome.then(({ stdout, stderr }) =>
      reject(new Error(`it never said « ${text} »:\n${stdout}${stderr}`)),
    )
  })
}

/**
 * Starts the server and waits until it reports that it listens. It is killed when the test ends, if it still
 * runs.
 * @param stdout the descriptor for its log, instead of `ServerProcess.stdout`
 * @param options of the command line
 */
export async function startServer(
  settings: Settings,
  later: Later = onTestFinished,
  stdout?: number,
  options: readonly string[] = [],
): Promise<ServerProcess> {
  const port = settings['TROUSSEAU_PORT'] ?? String(await freePort())
  const { child, outcome, said } = launch({ ...settings, TROUSSEAU_PORT: port }, stdout, options)
  later(async () => {
    child.kill('SIGKILL')
    await outcome
  })
  let url = `http://127.0.0.1:${port}`
  const listening = serverTexts.listening(settings['TROUSSEAU_PUBLIC_URL'] ?? url)
  // A port chosen by the system is only known from the server's output.
  const found = (): string | undefined =>
    port === '0'
      ? /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(said.stderr)?.[0]
      : said.stderr.includes(listening)
        ? url
        : undefined
  await new Promise<void>((resolve, reject) => {
    const look = (): void => {
      const place = found()
      if (place === undefined) return
      url = place
      resolve()
    }
    child.stderr?.on('data', look)
    setTimeout(
      () => reject(new Error(`no address within the limit:\n${said.stderr}`)),
      startingLimitMs,
    ).unref()
    void outcome.then(({ code, stderr }) => reject(new Error(`the server ended with ${code}:\n${stderr}`)))
  })
  return {
    url,
    child,
    setupToken: () => /\/setup#(\S+)/.exec(said.stderr)?.[1] ?? null,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    end: (signal) => {
      child.kill(signal)
      return outcome
    },
  }
}

function launch(settings: Settings, stdout?: number, options: readonly string[] = [], entry = main) {
  const env = {
    ...processEnv,
    // No balancer watches these servers.
    TROUSSEAU_DRAIN_SECONDS: '0',
    ...settings,
  }
  const child = spawn(process.execPath, [entry, ...options], {
    env,
    stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
  const outcome = once(child, 'close').then(([code]): Outcome => ({ code: code as number | null, ...said }))
  return { child, outcome, said }
}
