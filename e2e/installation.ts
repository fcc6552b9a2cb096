import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { Client } from 'pg'

export type Installation = {
  /** Where the server listens. */
  readonly url: string
  /** The one-time set-up address that an empty installation prints. */
  readonly setupUrl: string
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })

/** A database of its own in the cluster that the test command started. */
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

/** Starts the real server and waits for what it prints. */
async function startServer(env: Record<string, string>): Promise<{ child: ChildProcess; setupUrl: string }> {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: { PATH: process.env['PATH'], ...env },
  })
  let output = ''
  const setupUrl = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const found = /http:\S+\/setup#\S+/.exec(output)
      if (found) resolve(found[0])
    }
    child.stderr?.on('data', read)
    child.stdout?.on('data', () => {})
    child.on('exit', (code) => reject(new Error(`the server stopped (${code}):\n${output}`)))
  })
  return { child, setupUrl }
}

/** One empty installation a test, with its own server, on the engine of the project. */
export const test = base.extend<{ installation: Installation; quietConsole: void }>({
  installation: async ({ browserName }, use, info) => {
    const engine = String(info.project.metadata['engine'])
    const folder = mkdtempSync(join(tmpdir(), `trousseau-${browserName}-`))
    const database = engine === 'postgres' ? await createBase() : null
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const { child, setupUrl } = await startServer({
      TROUSSEAU_DATA: folder,
      TROUSSEAU_PORT: String(port),
      ...(database ? { DATABASE_URL: database.url } : {}),
    })
    await use({ url, setupUrl })
    const exited = new Promise((resolve) => child.on('exit', resolve))
    child.kill('SIGTERM')
    await exited
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  },
  // Every journey also proves that the console stays empty: a broken policy or a bug in a page shows there.
  quietConsole: [
    async ({ page }, use) => {
      const said: string[] = []
      page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => said.push(`error: ${error.message}`))
      await use()
      expect(said).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
