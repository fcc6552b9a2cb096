import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer as createPlainServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkSiem } from '#server/commands/doctor-siem.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine, testedEngines } from '#server/testing/databases.ts'
import { makeCertificate } from '#server/testing/directory.ts'
import { temporaryFolder, until } from '#server/testing/process.ts'
import { openTcpGate } from '#server/testing/tcp-gate.ts'
import { startRsyslog, type Rsyslog } from '#server/testing/rsyslog.ts'
import { worldOf } from '#server/testing/world.ts'
import { createJournalKeys, dropJournalKey } from '#server/platform/journal/journal-keys.ts'
import { createJournal } from '#server/platform/journal/journal.ts'
import { createJournalSealer, sealerTimes } from '#server/platform/journal/sealer.ts'
import { setBack, siemState } from './cursors.ts'
import type { SiemEvent } from './events.ts'
import { createSiemSender, siemTimes } from './sender.ts'
import { read } from './siem-testing.ts'

const origin = { ip: '192.0.2.7', requestId: 'x', userAgent: 'test' }

const eventsIn = (lines: readonly string[]): SiemEvent[] => lines.map((line) => JSON.parse(line) as SiemEvent)
const itemsIn = (lines: readonly string[]): unknown[] =>
  eventsIn(lines)
    .filter(({ action }) => action === 'item.copied')
    .map(({ objects }) => objects['item'])
/** Compares long lists without printing them. */
const expectSame = (found: readonly unknown[], expected: readonly unknown[]): void => {
  const differs = expected.findIndex((one, at) => found[at] !== one)
  expect({ count: found.length, differs }).toEqual({ count: expected.length, differs: -1 })
}
const unique = (values: readonly unknown[]): unknown[] => [...new Set(values)]

eachEngine((engine) => {
  describe('a syslog receiver', () => {
    const atEnd: (() => void | Promise<void>)[] = []
    let rsyslog: Rsyslog
    let app: TestApp
    /** Lines that were there before the test. */
    let before = 0
    const lines = () => rsyslog.lines().slice(before)
    const start = async (env: Record<string, string> = {}) => {
      app = await startTestApp(engine, { ...rsyslog.env, ...env })
      await app.deps.siem.round()
    }
    const state = async () => (await siemState(app.deps.db, ['syslog']))[0]

    beforeAll(async () => {
      rsyslog = await startRsyslog((work) => void atEnd.push(work))
    })
    afterAll(async () => {
      for (const work of atEnd.toReversed()) await work()
    })
    beforeEach(async () => {
      await rsyslog.start()
      before = rsyslog.lines().length
    })
    afterEach(() => app.close())

    it('gets every event once, in order, from the moment it is set [SIEM-01]', async () => {
      app = await startTestApp(engine, rsyslog.env)
      await read(app, 3)
      await app.deps.siem.round()
      expect(lines()).toEqual([])
      const items = [...(await read(app, 2)), ...(await read(app, 1_203))]
      expect(await state()).toMatchObject({ waiting: 1_205, oldestAt: app.time.now, fault: null })
      await app.deps.siem.round()
      expectSame(itemsIn(lines()), items)
      const events = eventsIn(lines())
      expect(unique(events.map(({ id }) => id))).toHaveLength(1_205)
      const kept = await app.deps.db.selectFrom('journal').select('seq').orderBy('seq').execute()
      expectSame(
        events.map(({ seq }) => seq),
        kept.slice(3).map(({ seq }) => seq),
      )
      await app.deps.siem.round()
      expect(lines()).toHaveLength(1_205)
      expect(await state()).toMatchObject({ waiting: 0, oldestAt: null })
    })

    it('gets signed checkpoints, which prove the journal later [SIEM-02]', async () => {
      await start()
      await read(app, 2)
      app.time.now += sealerTimes.checkpointMs
      await read(app, 1)
      await app.deps.siem.round()
      const found = eventsIn(lines()).filter(({ action }) => action === 'journal.checkpoint')
      const { signer } = await createJournalKeys(app.deps.keys)(app.deps.db)
      expect(found.map(({ objects }) => objects['rows'])).toEqual([2, 3])
      for (const { objects } of found) expect(signer.open(String(objects['note']))).not.toBeNull()
    })

    it('misses nothing while it is away, and one line of the log says so [SIEM-03]', async () => {
      await start()
      const items = await read(app, 5)
      await rsyslog.end()
      for (let count = 0; count < 3; count += 1) {
        app.time.now += 60_000
        items.push(...(await read(app, 400)))
        await app.deps.siem.round()
      }
      expect(await state()).toMatchObject({ waiting: 1_205, fault: { code: 'ECONNREFUSED' } })
      const world = worldOf(app)
      const chief = await world.addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' })
      const reply = await app.call({
        method: 'GET',
        path: '/api/administration/state',
        cookie: await world.session(chief),
      })
      const since = new Date(app.time.now - 120_000).toISOString()
      const oldestAt = new Date(app.time.now - 180_000).toISOString()
      expect(reply.body).toMatchObject({
        siem: [{ receiver: 'syslog', waiting: 1_205, oldestAt, fault: { code: 'ECONNREFUSED', since } }],
      })
      const found = await checkSiem(app.deps, app.deps.config.siem, app.time.now)
      expect(found).toEqual([{ state: 'bad', text: expect.stringContaining('ECONNREFUSED') }])
      await rsyslog.start()
      await app.deps.siem.round()
      expectSame(itemsIn(lines()), items)
      expect(await state()).toMatchObject({ waiting: 0, fault: null })
      expect(await checkSiem(app.deps, app.deps.config.siem, app.time.now)).toMatchObject([{ state: 'good' }])
      expect(app.logged().split('the SIEM does not take events')).toHaveLength(2)
      expect(app.logged()).toContain('the SIEM takes events again')
    })

    it('that is killed while it reads gets one delivery twice at most, and misses nothing [SIEM-04]', async () => {
      // About a third of the events gets through before the receiver ends.
      const target = { host: '127.0.0.1', port: rsyslog.port }
      const gate = await openTcpGate(target, (work) => void atEnd.push(work), 800_000)
      await start({ TROUSSEAU_SIEM_URL: `syslog+tls://127.0.0.1:${gate.port}` })
      const items = await read(app, 6_000)
      const round = app.deps.siem.round()
      await until(() => lines().length > 1_100)
      await rsyslog.end('SIGKILL')
      await round
      const got = lines().length
      expect(got).toBeLessThan(6_000)
      expect((await state())?.waiting).toBeGreaterThan(6_000 - got)
      await rsyslog.start()
      await gate.reopen()
      await app.deps.siem.round()
      // What was cut in the middle of a line is one unreadable line of the receiver's.
      const found = lines().flatMap((line) => (line.endsWith('}') ? itemsIn([line]) : []))
      expectSame(unique(found), items)
      expect(found.length - items.length).toBeLessThanOrEqual(got)
    })

    it.each([
      ['another authority', 'SELF_SIGNED_CERT_IN_CHAIN'],
      ['another name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ])('that has %s gets nothing [SIEM-05]', async (fault, code) => {
      const { cert } = makeCertificate(rsyslog.folder, `other-${engine}`, 'DNS:localhost')
      await start(
        fault === 'another name'
          ? { TROUSSEAU_SIEM_URL: `syslog+tls://127.0.0.2:${rsyslog.port}` }
          : { TROUSSEAU_SIEM_CA_FILE: cert },
      )
      await read(app, 2)
      await app.deps.siem.round()
      expect(await state()).toMatchObject({ waiting: 2, fault: { code } })
      expect(lines()).toEqual([])
    })

    it('that refuses this client is not taken for one that took the events [SIEM-05]', async () => {
      const other = makeCertificate(rsyslog.folder, `stranger-${engine}`, 'DNS:localhost')
      await start({ TROUSSEAU_SIEM_CERT_FILE: other.cert, TROUSSEAU_SIEM_KEY_FILE: other.key })
      await read(app, 2)
      for (let count = 0; count < 3; count += 1) await app.deps.siem.round()
      expect(await state()).toMatchObject({
        waiting: 2,
        fault: { code: expect.stringMatching(/ALERT|ECONNRESET|CLOSED/) },
      })
      expect(lines()).toEqual([])
    })

    it('gets CEF if it wants that [SIEM-06]', async () => {
      await start({ TROUSSEAU_SIEM_FORMAT: 'cef' })
      const [item] = await read(app, 1)
      await app.deps.siem.round()
      const [line = ''] = lines()
      expect(line).toMatch(/^CEF:0\|Trousseau\|Trousseau\|[\d.]+\|item\.copied\|item\.copied\|3\|rt=\d+ /)
      expect(line).toContain(`cs1={"item":${item}} cs1Label=objects`)
      expect(line).toContain(' suser=camille src=192.0.2.7 ')
    })

    it('gets everything once more from a day on, as its operator asks', async () => {
      await start()
      const old = await read(app, 2)
      app.time.now += 86_400_000
      const items = await read(app, 600)
      await app.deps.siem.round()
      expect(await setBack(app.deps.db, 'syslog', app.time.now)).toBe(600)
      await app.deps.siem.round()
      expectSame(itemsIn(lines()), [...old, ...items, ...items])
    })

    it('gets no event of long ago again when the chain of blocks begins again', async () => {
      await start()
      const old = await read(app, 3)
      app.time.now += 7_200_000
      const late = await read(app, 2)
      await app.deps.siem.round()
      await app.deps.db.transaction().execute(dropJournalKey)
      await createJournal(app.deps).record(app.deps.db, null, origin, { action: 'sign-in.ended' })
      // A node that starts afterwards draws the next key, and binds every row once more.
      await createJournalSealer(app.deps).round()
      await app.deps.siem.round()
      expectSame(itemsIn(lines()), [...old, ...late, ...late])
      expect(eventsIn(lines()).filter(({ action }) => action === 'sign-in.ended')).toHaveLength(1)
    })

    it('that hangs does not hold up a stop', async () => {
      await start()
      const hanging = createPlainServer().listen(0, '127.0.0.1')
      await once(hanging, 'listening')
      const { port } = hanging.address() as AddressInfo
      const config = {
        ...app.deps.config,
        siem: { format: 'json', file: null, syslog: { host: '127.0.0.1', port, tls: null } },
      } as const
      await read(app, 3)
      // Its kernel takes the events; the receiver reads nothing and never ends.
      const sender = createSiemSender({ ...app.deps, config }, { stopMs: 50 })
      const connected = once(hanging, 'connection')
      app.time.now += siemTimes.leaseMs
      const round = sender.round()
      await connected
      await sender.stop()
      await round
      expect(await state()).toMatchObject({ waiting: 3, fault: null })
      hanging.close()
    })
  })

  describe('the header of a message', () => {
    it('is read by rsyslog as it is meant [SIEM-01]', async () => {
      const atEnd: (() => void | Promise<void>)[] = []
      const rsyslog = await startRsyslog(
        (work) => void atEnd.push(work),
        (text) => text.replace('%msg%', '%jsonmesg%'),
      )
      const app = await startTestApp(engine, rsyslog.env)
      try {
        await app.deps.siem.round()
        await read(app, 1)
        await app.deps.siem.round()
        const [message] = rsyslog.lines().map((line) => JSON.parse(line) as Record<string, string>)
        const event = JSON.parse(message?.['msg'] ?? '') as SiemEvent
        expect(message).toMatchObject({
          timereported: event.at,
          hostname: 'localhost',
          'app-name': 'trousseau',
          procid: event.id.split('-')[0],
          msgid: 'item.copied',
          syslogfacility: '13',
          syslogseverity: '6',
          'structured-data': `[trousseau@32473 id="${event.id}" seq="${event.seq}" outcome="done"]`,
        })
      } finally {
        await app.close()
        for (const work of atEnd.toReversed()) await work()
      }
    })
  })

  describe('a file', () => {
    let path: string
    let app: TestApp
    const lines = (file = path) => readFileSync(file, 'utf8').split('\n').slice(0, -1)
    beforeEach(async () => {
      path = join(temporaryFolder(), 'events.jsonl')
      // The other receiver is away all the time.
      app = await startTestApp(engine, {
        TROUSSEAU_SIEM_FILE: path,
        TROUSSEAU_SIEM_URL: 'syslog+tcp://127.0.0.1:9',
      })
      await app.deps.siem.round()
    })
    afterEach(() => app.close())

    it('gets every event, also when it is moved away, and whatever another receiver does [SIEM-07]', async () => {
      const first = await read(app, 600)
      await app.deps.siem.round()
      renameSync(path, `${path}.1`)
      const second = await read(app, 2)
      await app.deps.siem.round()
      expectSame(itemsIn(lines(`${path}.1`)), first)
      expectSame(itemsIn(lines()), second)
      const states = await siemState(app.deps.db, ['syslog', 'file'])
      expect(states).toMatchObject([
        { waiting: 602, fault: { code: 'ECONNREFUSED' } },
        { waiting: 0, fault: null },
      ])
    })

    it('keeps apart a line that a crash cut off', async () => {
      writeFileSync(path, '{"id":"half')
      const items = await read(app, 1)
      await app.deps.siem.round()
      expect(lines()[0]).toBe('{"id":"half')
      expect(itemsIn(lines().slice(1))).toEqual(items)
    })

    it('that cannot be written is a fault, and loses nothing', async () => {
      const folder = `${join(path, '..')}.away`
      const items = await read(app, 1)
      renameSync(join(path, '..'), folder)
      await app.deps.siem.round()
      expect((await siemState(app.deps.db, ['file']))[0]).toMatchObject({
        waiting: 1,
        fault: { code: 'ENOENT' },
      })
      renameSync(folder, join(path, '..'))
      await app.deps.siem.round()
      expectSame(itemsIn(lines()), items)
    })
  })
})

describe.runIf(testedEngines.includes('postgres'))('two nodes', () => {
  it('deliver each event once; the other goes on when one has died [SIEM-08]', async () => {
    const path = join(temporaryFolder(), 'events.jsonl')
    const app = await startTestApp('postgres', { TROUSSEAU_SIEM_FILE: path })
    const other = await app.anotherNode()
    try {
      await Promise.all([app.deps.siem.round(), other.deps.siem.round()])
      const items: number[] = []
      for (let count = 0; count < 5; count += 1) {
        items.push(...(await read(count % 2 === 0 ? app : other, 300)))
        await Promise.all([app.deps.siem.round(), other.deps.siem.round()])
      }
      const lines = () => readFileSync(path, 'utf8').split('\n').slice(0, -1)
      expectSame(itemsIn(lines()), items)
      // The first node has the lease, and says nothing more.
      items.push(...(await read(other, 2)))
      const [holder] = await app.deps.db.selectFrom('job_leases').select('until').execute()
      app.time.now = Number(holder?.until) + 1
      await other.deps.siem.round()
      expectSame(itemsIn(lines()), items)
    } finally {
      await app.close()
    }
  })
})
