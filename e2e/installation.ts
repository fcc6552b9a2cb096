import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { freePort } from '../src/server/testing/free-port.ts'

export type Engine = 'sqlite' | 'postgres'

/** A real server on a data folder of its own. */
export type Installation = {
  /** Where the server listens. */
  readonly url: string
  /** The one-time set-up address that an empty installation prints. */
  readonly setupUrl: string
  /** The data folder; holds the database on SQLite. */
  readonly folder: string
  /** Its database on PostgreSQL; null on SQLite. */
  readonly databaseUrl: string | null
  /** Kills the server. @returns the function that starts it again, with other settings if some are given */
  readonly kill: () => Promise<(settings?: Record<string, string>) => Promise<void>>
  /** Stops the server by SIGTERM, and removes its data. */
  stop(): Promise<void>
}

/** The limits of a start and of a stop: far above what a loaded machine needs, below the limit of a journey. */
const startLimitMs = 60_000
const stopLimitMs = 30_000

const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

/** The settings of a server whose clock is behind that of the machine. @param milliseconds 0 to set it right again */
export const clockBehind = (milliseconds: number): Record<string, string> => ({
  NODE_OPTIONS: `--import ${new URL('shifted-clock.mjs', import.meta.url).href}`,
  JOURNEY_CLOCK_BEHIND: String(milliseconds),
})

/** Creates a database in the cluster that the test command started. */
async function createBase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const admin = process.env['TROUSSEAU_TEST_POSTGRES']
  if (!admin) throw new Error('TROUSSEAU_TEST_POSTGRES is not set: run the journeys through npm test')
  const name = `journey_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: admin })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}

/** Starts the real server and waits for what it prints: by default, its set-up address. */
async function startServer(
  env: Record<string, string>,
  printed = /http:\S+\/setup#\S+/,
): Promise<{ child: ChildProcess; setupUrl: string }> {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    // Servers share the compile cache, which saves two thirds of a start.
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiled, ...env },
  })
  let output = ''
  const setupUrl = await new Promise<string>((resolve, reject) => {
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, startLimitMs)
    child.on('error', (error) => {
      clearTimeout(late)
      reject(error)
    })
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const found = printed.exec(output)
      if (found === null) return
      clearTimeout(late)
      resolve(found[0])
    }
    child.stderr?.on('data', read)
    // Discards the log: unread, it would fill the pipe and block the server.
    child.stdout?.resume()
    child.on('exit', (code, signal) => {
      clearTimeout(late)
      const end = isLate ? `was not ready within ${startLimitMs / 1000} s` : `stopped (${code ?? signal})`
      reject(new Error(`the server ${end}; it printed:\n${output}`))
    })
  })
  return { child, setupUrl }
}

/**
 * Starts an empty installation with its own server.
 * @throws Error when the server ends or is not ready in time; nothing of the installation is left then
 */
export async function startInstallation(
  engine: Engine,
  settings: Record<string, string> = {},
): Promise<Installation> {
  const port = await freePort()
  const database = engine === 'postgres' ? await createBase() : null
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-journey-'))
  const remove = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true })
    await database?.drop()
  }
  const env = {
    TROUSSEAU_DATA: folder,
    TROUSSEAU_PORT: String(port),
    // No balancer watches it.
    TROUSSEAU_DRAIN_SECONDS: '0',
    // Journeys read the latest mail; what they do would raise alerts.
    TROUSSEAU_ALERT_MAILS: 'off',
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...settings,
  }
  const { child: first, setupUrl } = await startServer(env).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  let child = first
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()))
    child.kill(signal)
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      late.reject(new Error(`the server did not stop within ${stopLimitMs / 1000} s of ${signal}`))
    }, stopLimitMs)
    await Promise.race([exited, late.promise]).finally(() => clearTimeout(timer))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    setupUrl,
    folder,
    databaseUrl: database?.url ?? null,
    kill: async () => {
      await end('SIGKILL')
      return async (changed = {}) => {
        child = (await startServer({ ...env, ...changed }, /http:\S+/)).child
      }
    },
    stop: async () => {
      try {
        await end('SIGTERM')
      } finally {
        await remove()
      }
    },
  }
}
