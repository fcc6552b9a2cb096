import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { metricsSettingTexts } from '#texts/platform/server.ts'
import { programVersion } from './platform/program.ts'
import { eachEngine } from './testing/databases.ts'
import { samplesIn, valueIn } from './testing/exposition.ts'
import { freePort } from './testing/free-port.ts'
import { migratedInstallation, runToEnd, startServer, temporaryFolder, until } from './testing/process.ts'
import { openTcpGate } from './testing/tcp-gate.ts'

eachEngine((engine) => {
  it('[WTCH-01] the metrics have an address of their own, and leave with the server', async () => {
    const address = `127.0.0.1:${await freePort()}`
    const settings = await migratedInstallation(engine)
    const server = await startServer({
      ...settings,
      TROUSSEAU_METRICS_ADDRESS: address,
      SMTP_URL: 'smtp://postier:CANARI-secret@127.0.0.1:2525',
      TROUSSEAU_MAIL_FROM: 'trousseau@exemple.fr',
    })
    await fetch(`${server.url}/auth`)
    const samples = samplesIn(await (await fetch(`http://${address}/metrics`)).text())
    expect(valueIn(samples, 'trousseau_build_info', { version: programVersion, engine })).toBe(1)
    expect(valueIn(samples, 'trousseau_http_request_duration_seconds_count', { route: '/auth' })).toBe(1)
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)

    // One line tells what runs, without a secret.
    await until(() => server.stdout().includes('"msg":"started"'))
    const lines = server
      .stdout()
      .split('\n')
      .filter((line) => line.includes('"msg":"started"'))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'info',
      version: programVersion,
      engine,
      otherNodes: 0,
      rootKeys: [1],
      rootKeySource: 'file',
      directory: null,
      mail: '127.0.0.1:2525',
      siem: [],
      tls: null,
      metrics: address,
      traces: false,
    })
    expect(lines[0]).not.toMatch(/CANARI|postier|postgres:\/\//)

    expect((await server.end('SIGTERM')).code).toBe(0)
    await expect(fetch(`http://${address}/metrics`)).rejects.toThrow()
  })

  if (engine === 'postgres')
    it('[WTCH-05] the metrics answer while the database is away', async () => {
      const settings = await migratedInstallation('postgres')
      const url = new URL(settings['DATABASE_URL'] ?? '')
      const gate = await openTcpGate({ host: url.hostname, port: Number(url.port) }, onTestFinished)
      url.port = String(gate.port)
      const address = `127.0.0.1:${await freePort()}`
      await startServer({ ...settings, DATABASE_URL: url.href, TROUSSEAU_METRICS_ADDRESS: address })
      const up = async () =>
        valueIn(samplesIn(await (await fetch(`http://${address}/metrics`)).text()), 'trousseau_database_up')
      expect(await up()).toBe(1)
      gate.shut()
      await expect.poll(up, { timeout: 30_000 }).toBe(0)
      await gate.reopen()
      await expect.poll(up, { timeout: 30_000 }).toBe(1)
    })
})

it('a taken address of the metrics stops the start with a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const place = other.address()
  const address = `127.0.0.1:${typeof place === 'object' ? place?.port : 0}`
  const { code, stderr } = await runToEnd({
    TROUSSEAU_DATA: temporaryFolder(),
    TROUSSEAU_PORT: String(await freePort()),
    TROUSSEAU_METRICS_ADDRESS: address,
  })
  expect([code, stderr]).toEqual([1, `${metricsSettingTexts.taken(address)}\n`])
})
