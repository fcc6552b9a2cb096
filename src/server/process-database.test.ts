import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { errorTexts } from '#texts/platform/errors.ts'
import { databaseProblems } from '#texts/platform/server.ts'
import { foundAndSignIn, newChest, newHttpBrowser } from './testing/browser.ts'
import { testedEngines } from './testing/databases.ts'
import {
  emptyInstallation,
  runToEnd,
  startServer,
  temporaryFolder,
  type Settings,
} from './testing/process.ts'
import { openTcpGate } from './testing/tcp-gate.ts'

/** An installation on PostgreSQL behind a gate. */
async function gated() {
  const settings = await emptyInstallation('postgres')
  const url = new URL(settings['DATABASE_URL'] ?? '')
  const gate = await openTcpGate({ host: url.hostname, port: Number(url.port) }, onTestFinished)
  url.port = String(gate.port)
  return { gate, url, settings: { ...settings, DATABASE_URL: url.href } }
}

const cluster = (): string => process.env['TROUSSEAU_TEST_POSTGRES'] ?? ''

/** The times of the lines of a log with a message, in milliseconds. */
const timesOf = (log: string, message: string): number[] =>
  log
    .split('\n')
    .filter((line) => line.includes(`"msg":"${message}"`))
    .map((line) => Date.parse((JSON.parse(line) as { time: string }).time))

/** Expects that no line followed the one before sooner than a pause; the log has whole milliseconds. */
function expectApart(times: readonly number[], pauseMs: number): void {
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(pauses.filter((one) => one < pauseMs - 1)).toEqual([])
}

describe.runIf(testedEngines.includes('postgres'))('a server whose PostgreSQL is away', () => {
  it('waits for it at the start', async () => {
    const { gate, settings } = await gated()
    gate.shut()
    const log = join(temporaryFolder(), 'log')
    const starting = startServer(settings, onTestFinished, openSync(log, 'w'))
    const times = () => timesOf(readFileSync(log, 'utf8'), 'waiting for the database')
    await expect.poll(() => times().length, { timeout: 20_000 }).toBeGreaterThan(1)
    await gate.reopen()
    const server = await starting
    expectApart(times(), 3_000)
    expect((await newHttpBrowser(server.url).get('/health/ready')).body).toEqual({ status: 'ready' })
  })

  it('ends at once for a wrong account', async () => {
    const { url, settings } = await gated()
    url.password = 'wrong'
    const { code, stderr } = await runToEnd({ ...settings, DATABASE_URL: url.href })
    expect([code, stderr]).toEqual([1, `${databaseProblems.SERVER_REFUSES(`${url.host}${url.pathname}`)}\n`])
  })

  it('answers 503 with Retry-After, is soon not ready, logs one line a second, and recovers', async () => {
    const { gate, settings } = await gated()
    const server = await startServer({ ...settings, TROUSSEAU_DATABASE_CONNECT_SECONDS: '1' })
    const browser = await foundAndSignIn(server.url, server.setupToken())
    gate.freeze()
    const reading = Array.from({ length: 20 }, () => browser.get('/api/session'))
    const health = newHttpBrowser(server.url).get('/health/ready')
    const first = await Promise.race([health, ...reading])
    expect(first, 'no reading is repeated for so short a time').toBe(await health)
    expect([first.status, first.body]).toMatchObject([503, { code: 'DATABASE_AWAY' }])
    for (const reply of await Promise.all(reading)) {
      expect([reply.status, reply.body]).toEqual([
        503,
        { code: 'DATABASE_AWAY', message: errorTexts.DATABASE_AWAY },
      ])
      expect(reply.headers.get('retry-after')).toBe('2')
    }
    const times = timesOf(server.stdout(), 'the database is away')
    expect(times.length).toBeGreaterThan(0)
    expectApart(times, 1_000)
    await gate.reopen()
    expect((await browser.get('/api/session')).status).toBe(200)
    expect((await browser.get('/health/ready')).status).toBe(200)
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
  })

  it('is not ready while PostgreSQL is read-only, nor while no connection is free', async () => {
    const settings: Settings = { ...(await emptyInstallation('postgres')), TROUSSEAU_DATABASE_POOL: '3' }
    const server = await startServer(settings)
    const browser = await foundAndSignIn(server.url, server.setupToken())
    const ready = async () => {
      const { status, body } = await newHttpBrowser(server.url).get('/health/ready')
      return [status, (body as { code?: string }).code]
    }
    const url = new URL(settings['DATABASE_URL'] ?? '')
    const base = url.pathname.slice(1)
    const [inside, outside] = [
      new Client({ connectionString: url.href }),
      new Client({ connectionString: cluster() }),
    ]
    await Promise.all([inside.connect(), outside.connect()])
    onTestFinished(() => Promise.all([inside.end(), outside.end()]).then(() => undefined))
    expect(await ready()).toEqual([200, undefined])

    const become = async (isReadOnly: boolean) => {
      await outside.query(
        `alter database ${base} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
      )
      await inside.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'trousseau'`,
      )
    }
    await become(true)
    expect(await ready()).toEqual([503, 'DATABASE_AWAY'])
    await become(false)
    await expect.poll(ready, { timeout: 20_000 }).toEqual([200, undefined])

    await inside.query('begin')
    await inside.query('lock table chest_keys in access exclusive mode')
    const waiting = [1, 2, 3].map((number) => newChest(browser, `Coffre ${number}`))
    const blocked = async () =>
      (
        await outside.query(`select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`, [
          base,
        ])
      ).rowCount
    await expect.poll(blocked, { timeout: 20_000 }).toBeGreaterThan(0)
    await expect.poll(ready, { timeout: 20_000 }).toEqual([503, 'DATABASE_AWAY'])
    await inside.query('commit')
    await Promise.all(waiting)
    await expect.poll(ready, { timeout: 20_000 }).toEqual([200, undefined])
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
  })
})
