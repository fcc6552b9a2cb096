import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { errorTexts } from '#texts/platform/errors.ts'
import { databaseProblems } from '#texts/platform/server.ts'
import { foundAndSignIn, newHttpBrowser } from './testing/browser.ts'
import { testedEngines } from './testing/databases.ts'
import { emptyInstallation, runToEnd, startServer, temporaryFolder } from './testing/process.ts'
import { openTcpGate } from './testing/tcp-gate.ts'

/** An installation on PostgreSQL behind a gate. */
async function gated() {
  const settings = await emptyInstallation('postgres')
  const url = new URL(settings['DATABASE_URL'] ?? '')
  const gate = await openTcpGate({ host: url.hostname, port: Number(url.port) }, onTestFinished)
  url.port = String(gate.port)
  return { gate, url, settings: { ...settings, DATABASE_URL: url.href } }
}

const linesOf = (log: string, message: string): number => log.split(`"msg":"${message}"`).length - 1

describe.runIf(testedEngines.includes('postgres'))('a server whose PostgreSQL is away', () => {
  it('waits for it at the start', async () => {
    const { gate, settings } = await gated()
    gate.shut()
    const log = join(temporaryFolder(), 'log')
    const starting = startServer(settings, onTestFinished, openSync(log, 'w'))
    const lines = () => linesOf(readFileSync(log, 'utf8'), 'waiting for the database')
    await expect.poll(lines, { timeout: 20_000 }).toBeGreaterThan(1)
    await gate.reopen()
    const server = await starting
    expect(lines()).toBeLessThan(5)
    expect((await newHttpBrowser(server.url).get('/health/ready')).body).toEqual({ status: 'ready' })
  })

  it('ends at once for a wrong account', async () => {
    const { url, settings } = await gated()
    url.password = 'wrong'
    const { code, stderr } = await runToEnd({ ...settings, DATABASE_URL: url.href })
    expect([code, stderr]).toEqual([1, `${databaseProblems.SERVER_REFUSES(`${url.host}${url.pathname}`)}\n`])
  })

  it('answers 503 with Retry-After, is not ready within a second, logs one line a second, and recovers', async () => {
    const { gate, settings } = await gated()
    const server = await startServer({ ...settings, TROUSSEAU_DATABASE_CONNECT_SECONDS: '1' })
    const browser = await foundAndSignIn(server.url, server.setupToken())
    gate.freeze()
    const since = performance.now()
    const reading = Array.from({ length: 20 }, () => browser.get('/api/session'))
    const ready = await newHttpBrowser(server.url).get('/health/ready')
    expect(performance.now() - since).toBeLessThan(1_500)
    expect([ready.status, ready.body]).toMatchObject([503, { code: 'DATABASE_AWAY' }])
    for (const reply of await Promise.all(reading)) {
      expect([reply.status, reply.body]).toEqual([
        503,
        { code: 'DATABASE_AWAY', message: errorTexts.DATABASE_AWAY },
      ])
      expect(reply.headers.get('retry-after')).toBe('2')
    }
    const seconds = (performance.now() - since) / 1_000
    // The health call has a line of its own.
    expect(linesOf(server.stdout(), 'the database is away')).toBeLessThan(2 * seconds + 2)
    await gate.reopen()
    expect((await browser.get('/api/session')).status).toBe(200)
    expect((await browser.get('/health/ready')).status).toBe(200)
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
  })
})
