import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseAway } from '#server/platform/database/problems.ts'
import { codeOfReply, startTestApp, type Call, type TestApp } from '#server/testing/app.ts'
import { expiryOf } from '#server/platform/http/certificate.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { makeCertificate } from '#server/testing/directory.ts'
import { samplesIn, valueIn, type ExposedSample } from '#server/testing/exposition.ts'
import { addAccount, enrol, firstStep, newBrowser } from '#server/testing/sign-in.ts'
import { worldOf, type World } from '#server/testing/world.ts'
import { startJobs } from '#server/platform/jobs/runner.ts'
import { createReadings } from './readings.ts'
import { metricRows, metricTable, type Sample } from './table.ts'

const token = 'jeton-des-mesures-0123456789abcdef'
const scrape = { method: 'GET', path: '/metrics', headers: { authorization: `Bearer ${token}` } } as const
const never = { firstMs: 1_000_000, everyMs: 1_000_000, leaseMs: 60_000 }

eachEngine((engine) => {
  describe('metrics', () => {
    let app: TestApp
    let world: World
    beforeAll(async () => {
      app = await startTestApp(engine, { TROUSSEAU_METRICS_TOKEN: token, TROUSSEAU_SIEM_FILE: '/dev/null' })
      world = worldOf(app)
    })
    afterAll(() => app.close())

    const exposed = async (): Promise<ExposedSample[]> => {
      // What SQL tells is kept for ten seconds of the process, whatever the clock of the test says.
      const reply = await app.call(scrape)
      expect([reply.status, String(reply.headers['content-type'])]).toEqual([
        200,
        expect.stringContaining('text/plain'),
      ])
      return samplesIn(reply.text)
    }

    it('[WTCH-03] are counted and read: requests by route, commits, index cache, sign-ins, journal, jobs, outbox', async () => {
      const marie = await world.addUser({ login: 'marie.canari' })
      const chest = await world.addChest('Coffre CANARI', marie)
      await world.grantUser(chest, marie, { read: true, create: true, update: true, delete: true })
      const cookie = await world.session(marie)
      const made = {
        chestId: chest.id,
        name: 'Serveur CANARI',
        login: 'root.canari',
        password: 'CANARI-secret-1',
      }
      const { body } = await app.call({ method: 'POST', path: '/api/item/', cookie, body: made })
      const { id } = body as { id: number }
      const calls: Call[] = [
        { method: 'GET', path: `/api/chest/${chest.id}/explorer/?search=CANARI`, cookie },
        { method: 'GET', path: `/api/item/${id}/copy`, cookie },
        { method: 'GET', path: '/CANARI/nowhere?CANARI=1' },
        { method: 'GET', path: '/api/item/9999999/copy', cookie },
      ]
      for (const call of calls) await app.call(call)
      await addAccount(app, 'paul.canari')
      const browser = newBrowser(app)
      await firstStep(browser, 'paul.canari', 'mauvais mot de passe CANARI')
      await firstStep(browser, 'CANARI-inconnu', 'mauvais mot de passe CANARI')
      await enrol(app, browser, 'paul.canari')
      const jobs = startJobs(app.deps, app.jobs, never)
      await jobs.round()
      await jobs.stop()
      await app.deps.sealer.round()

      const samples = await exposed()
      const requests = 'trousseau_http_request_duration_seconds_count'
      expect(valueIn(samples, requests, { method: 'POST', route: '/api/item/', status: '201' })).toBe(1)
      expect(valueIn(samples, requests, { route: '/api/item/:id/copy', status: '200' })).toBe(1)
      expect(valueIn(samples, requests, { route: '/api/item/:id/copy', status: '404' })).toBe(1)
      expect(valueIn(samples, 'trousseau_sign_ins_total', { outcome: 'done' })).toBe(1)
      expect(valueIn(samples, 'trousseau_sign_ins_total', { outcome: 'failed' })).toBeGreaterThan(0)
      expect(valueIn(samples, 'trousseau_sign_ins_total', { outcome: 'blocked' })).toBe(0)
      expect(valueIn(samples, 'trousseau_journal_events_total', { action: 'item.created' })).toBe(1)
      expect(valueIn(samples, 'trousseau_journal_unsealed_rows')).toBe(0)
      expect(valueIn(samples, 'trousseau_database_up')).toBe(1)
      expect(valueIn(samples, 'trousseau_mails', { state: 'failed' })).toBe(0)
      expect(valueIn(samples, 'trousseau_siem_waiting', { receiver: 'file' })).toBeDefined()
      expect(valueIn(samples, 'trousseau_tasks_failing')).toBe(0)
      expect(
        valueIn(samples, 'trousseau_task_last_success_timestamp_seconds', { task: 'verify-journal' }),
      ).toBe(app.time.now / 1_000)
      for (const name of [
        'trousseau_database_commit_duration_seconds_count',
        'trousseau_index_cache_misses_total',
        'trousseau_journal_position',
        'trousseau_journal_checkpoint_timestamp_seconds',
        'trousseau_memory_bytes',
        'trousseau_database_bytes',
        'nodejs_eventloop_lag_p99_seconds',
        'process_resident_memory_bytes',
      ])
        expect([name, valueIn(samples, name)]).toEqual([name, expect.any(Number)])
      expect(valueIn(samples, 'trousseau_database_connections_limit') !== undefined).toBe(
        engine === 'postgres',
      )
    })

    it('[WTCH-04] have labels of a closed list, without a name, a login, an address or an id', async () => {
      const samples = await exposed()
      expect(JSON.stringify(samples)).not.toMatch(/canari/i)
      const own = samples.filter(({ name }) => name.startsWith('trousseau_'))
      expect(own.length).toBeGreaterThan(100)
      const strange = own.flatMap(({ name, labels }) => {
        const [, metric] =
          metricRows.find(([known]) =>
            [known, `${known}_sum`, `${known}_count`, `${known}_bucket`].includes(name),
          ) ?? []
        return Object.entries(labels)
          .filter(([label]) => !(label === 'le' && metric?.type === 'histogram'))
          .filter(([label, value]) => !isListed(metric?.labels?.[label], value))
          .map(([label, value]) => `${name} ${label}=${value}`)
      })
      expect(strange).toEqual([])
      // Those of Node name kinds of its own things.
      const others = new Set(
        samples.filter((one) => !own.includes(one)).flatMap(({ labels }) => Object.keys(labels)),
      )
      expect(
        [...others].filter(
          (label) => !['space', 'kind', 'type', 'version', 'major', 'minor', 'patch', 'le'].includes(label),
        ),
      ).toEqual([])
    })

    const isListed = (listed: unknown, value: string): boolean => {
      if (Array.isArray(listed)) return (listed as string[]).includes(value)
      if (listed === 'route') return value === 'none' || app.isRoute(value)
      if (listed === 'status') return /^[1-5]\d\d$/.test(value)
      if (listed === 'task') return Object.hasOwn(app.jobs, value)
      return listed === 'version' && /^\d+\.\d+\.\d+$/.test(value)
    }

    it('[WTCH-02] are refused without the token, and a network that tries many is throttled', async () => {
      const ask = (authorization?: string) =>
        app.call({ ...scrape, headers: authorization === undefined ? {} : { authorization } })
      for (const wrong of [undefined, 'Bearer', `Bearer ${token}x`, `Basic ${token}`]) {
        const reply = await ask(wrong)
        expect([reply.status, reply.headers['www-authenticate'], reply.text]).toEqual([401, 'Bearer', ''])
      }
      let last = await ask()
      for (let tries = 0; tries < 100 && last.status === 401; tries += 1) last = await ask('Bearer wrong')
      expect(codeOfReply(last)).toEqual([429, 'TOO_MANY_TRIES'])
      // The watch is not blinded by others behind its address.
      expect((await app.call(scrape)).status).toBe(200)
    })

    const readingsOf = (over: object, times = { keptMs: 60_000, waitMs: 1_000 }) =>
      createReadings(
        {
          ...app.deps,
          measureDatabase: () => ({ waiting: 0, connections: null }),
          tasks: [],
          certificateExpiresAt: () => null,
          ...over,
        },
        times,
      )
    const namesOf = (samples: readonly Sample[]) => samples.map(({ name }) => name)

    it('[WTCH-03] tell when the certificate that the SIEM is shown expires, and leave out one that is gone', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'trousseau-siem-certificate-'))
      const { cert: certFile, key: keyFile } = makeCertificate(folder, 'client', 'IP:127.0.0.1')
      const syslog = {
        host: 'siem.exemple.fr',
        port: 6514,
        tls: { close: 'answered', caFile: null, client: { certFile, keyFile } },
      }
      const config = { ...app.deps.config, siem: { ...app.deps.config.siem, syslog } }
      const name = 'trousseau_certificate_expiry_timestamp_seconds'
      const told = async () => (await readingsOf({ config })()).filter((sample) => sample.name === name)
      const value = expiryOf(readFileSync(certFile, 'utf8')) / 1_000
      expect(await told()).toEqual([{ name, value, labels: { certificate: 'siem' } }])
      rmSync(folder, { recursive: true })
      expect(await told()).toEqual([])
    })

    it('[WTCH-05] leave out what a database that is away, or does not answer, cannot tell', async () => {
      const away = () => Promise.reject(new DatabaseAway('UNREACHABLE'))
      const silent = () => new Promise<never>(() => undefined)
      for (const pingDatabase of [away, silent]) {
        const samples = await readingsOf({ pingDatabase }, { keptMs: 60_000, waitMs: 20 })()
        expect(samples).toContainEqual({ name: 'trousseau_database_up', value: 0, labels: {} })
        expect(namesOf(samples)).toContain('trousseau_build_info')
        expect(namesOf(samples)).not.toContain('trousseau_mails')
      }
    })

    it('[WTCH-06] ask the database once in some seconds, however many scrapes there are', async () => {
      let asked = 0
      const pingDatabase = async () => {
        asked += 1
        return null
      }
      const kept = readingsOf({ pingDatabase })
      const [first] = await Promise.all([kept(), kept(), kept()])
      expect(await kept()).toEqual(expect.arrayContaining([...(first ?? [])].slice(-3)))
      expect(asked).toBe(1)
      const notKept = readingsOf({ pingDatabase }, { keptMs: 0, waitMs: 1_000 })
      await notKept()
      await notKept()
      expect(asked).toBe(3)
    })
  })

  it('[WTCH-05] are exposed while the node is sealed', async () => {
    const app = await startTestApp(engine, { TROUSSEAU_METRICS_TOKEN: token, TROUSSEAU_UNSEAL: 'passphrase' })
    try {
      expect((await app.call({ method: 'GET', path: '/api/session' })).status).toBe(503)
      const samples = samplesIn((await app.call(scrape)).text)
      expect([valueIn(samples, 'trousseau_sealed'), valueIn(samples, 'trousseau_database_up')]).toEqual([
        1, 1,
      ])
    } finally {
      await app.close()
    }
  })

  it('[WTCH-01] have an address only if it is set: of their own, or on the main port with a token', async () => {
    const without = await startTestApp(engine)
    const apart = await startTestApp(engine, { TROUSSEAU_METRICS_ADDRESS: '127.0.0.1:21201' })
    try {
      const unknown = await without.call({ method: 'GET', path: '/api/nowhere' })
      for (const app of [without, apart]) {
        const reply = await app.call(scrape)
        expect([reply.status, reply.text]).toEqual([404, unknown.text])
      }
      const { server } = apart.metrics ?? {}
      const listening = server?.listen(0, '127.0.0.1')
      await new Promise((resolve) => listening?.once('listening', resolve))
      const address = listening?.address()
      const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
      const reply = await fetch(`${origin}/metrics`)
      expect(valueIn(samplesIn(await reply.text()), 'trousseau_sealed')).toBe(0)
      expect((await fetch(`${origin}/api/session`)).status).toBe(404)
    } finally {
      await without.close()
      await apart.close()
    }
  })
})

it('each metric has a name with its unit, and is told', () => {
  for (const [name, { type, help }] of metricRows) {
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
    expect([name, help.endsWith('.')]).toEqual([name, true])
  }
  expect(Object.keys(metricTable).every((name) => /^trousseau_[a-z_]+$/.test(name))).toBe(true)
})
