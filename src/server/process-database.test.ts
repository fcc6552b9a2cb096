import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, it } from 'vitest'
import { errorTexts } from '#texts/platform/errors.ts'
import { databaseProblems } from '#texts/platform/server.ts'
import { foundAndSignIn, newChest, newHttpBrowser } from './testing/browser.ts'
import { testedEngines } from './testing/databases.ts'
import {
  migratedInstallation,
  runToEnd,
  startServer,
  temporaryFolder,
  type Later,
  type Settings,
} from './testing/process.ts'
import { openTcpGate } from './testing/tcp-gate.ts'

/** An installation on PostgreSQL behind a gate. */
async function gated(later: Later) {
  const settings = await migratedInstallation('postgres', later)
  const url = new URL(settings['DATABASE_URL'] ?? '')
  const gate = await openTcpGate({ host: url.hostname, port: Number(url.port) }, later)
  url.port = String(gate.port)
  return { gate, url, settings: { ...settings, DATABASE_URL: url.href } }
}

const cluster = (): string => process.env['TROUSSEAU_TEST_POSTGRES'] ?? ''

const linesOf = (log: string, message: string): number => log.split(`"msg":"${message}"`).length - 1

// They wait most of the time.
describe.runIf(testedEngines.includes('postgres')).concurrent('a server whose PostgreSQL is away', () => {
  it('waits for it at the start', async ({ expect, onTestFinished: later }) => {
    const { gate, settings } = await gated(later)
    gate.shut()
    const log = join(temporaryFolder(later), 'log')
    const starting = startServer(settings, later, openSync(log, 'w'))
    const lines = () => linesOf(readFileSync(log, 'utf8'), 'waiting for the database')
    // How often at most is proved by `installation.test.ts`.
    await expect.poll(lines, { timeout: 30_000 }).toBeGreaterThan(1)
    await gate.reopen()
    const server = await starting
    expect((await newHttpBrowser(server.url).get('/health/ready')).body).toEqual({ status: 'ready' })
  })

  it('ends at once for a wrong account', async ({ expect, onTestFinished: later }) => {
    const { url, settings } = await gated(later)
    url.password = 'wrong'
    const { code, stderr } = await runToEnd({ ...settings, DATABASE_URL: url.href })
    expect([code, stderr]).toEqual([1, `${databaseProblems.SERVER_REFUSES(`${url.host}${url.pathname}`)}\n`])
  })

  it('answers 503 with Retry-After, is unready before a call has failed, logs it, and recovers', async ({
    expect,
    onTestFinished: later,
  }) => {
    const { gate, settings } = await gated(later)
    // Much longer than the health call waits for the database.
    const server = await startServer({ ...settings, TROUSSEAU_DATABASE_CONNECT_SECONDS: '2' }, later)
    const browser = await foundAndSignIn(server.url, server.setupToken())
    gate.freeze()
    const reading = Array.from({ length: 20 }, () => browser.get('/api/session'))
    const asking = newHttpBrowser(server.url).get('/health/ready')
    const ready = await asking
    expect(await Promise.race([...reading, asking]), 'no reading was answered before').toBe(ready)
    expect([ready.status, ready.body]).toMatchObject([503, { code: 'DATABASE_AWAY' }])
    for (const reply of await Promise.all(reading)) {
      expect([reply.status, reply.body]).toEqual([
        503,
        { code: 'DATABASE_AWAY', message: errorTexts.DATABASE_AWAY },
      ])
      expect(reply.headers.get('retry-after')).toBe('2')
    }
    // How often is proved by `loss-log.test.ts`.
    expect(linesOf(server.stdout(), 'the database is away')).toBeGreaterThan(0)
    await gate.reopen()
    expect((await browser.get('/api/session')).status).toBe(200)
    expect((await browser.get('/health/ready')).status).toBe(200)
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
  })

  it('is not ready while PostgreSQL is read-only, nor while no connection is free', async ({
    expect,
    onTestFinished: later,
  }) => {
    const settings: Settings = {
      ...(await migratedInstallation('postgres', later)),
      TROUSSEAU_DATABASE_POOL: '3',
    }
    const server = await startServer(settings, later)
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
    later(() => Promise.all([inside.end(), outside.end()]).then(() => undefined))
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
