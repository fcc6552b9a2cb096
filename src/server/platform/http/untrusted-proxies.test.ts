import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { serverTexts } from '#texts/platform/server.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine, openTestDatabase, type TestDatabase } from '#server/testing/databases.ts'
import { worldOf } from '#server/testing/world.ts'
import { untrustedProxies, watchProxies } from './untrusted-proxies.ts'

const hour = 3_600_000

eachEngine((engine) => {
  describe('an untrusted proxy', () => {
    let database: TestDatabase
    let lines: string[]
    const time = { now: 0 }
    const watchWith = (trustedProxies: readonly string[]) => {
      const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
      const config = { trustedProxies } as Parameters<typeof watchProxies>[0]['config']
      const watch = watchProxies({ db: database.db, clock: () => time.now, log, config })
      return (
        remoteAddress: string | undefined,
        headers: Record<string, string> = { 'x-forwarded-for': 'x' },
      ) => watch({ headers, socket: { remoteAddress } } as Parameters<typeof watch>[0])
    }
    const kept = async (trustedProxies: readonly string[] = []) =>
      (await untrustedProxies(database.db, { trustedProxies }, time.now)).map(({ address }) => address)

    beforeEach(async () => {
      database = await openTestDatabase(engine)
      lines = []
      time.now = Date.UTC(2026, 0, 15, 9)
    })
    afterEach(() => database.close())

    it('is logged once, in French, with what to do, and stored', async () => {
      const see = watchWith(['10.0.0.0/24', '2001:db8::/32'])
      for (let count = 0; count < 3; count += 1) await see('10.0.1.9')
      expect(await kept()).toEqual(['10.0.1.9'])
      expect(lines.length).toBe(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        proxy: '10.0.1.9',
        msg: serverTexts.proxyUntrusted('10.0.1.9'),
      })
      expect(serverTexts.proxyUntrusted('10.0.1.9')).toContain('TROUSSEAU_TRUSTED_PROXIES')
    })

    it('is not reported when it is trusted, sends no header, or has no address', async () => {
      const see = watchWith(['10.0.0.0/24', '192.0.2.7', '2001:db8::/32'])
      for (const trusted of ['10.0.0.200', '::ffff:10.0.0.3', '192.0.2.7', '2001:db8::1']) await see(trusted)
      await see('10.0.1.9', {})
      await see(undefined)
      await see('10.0.1.8')
      expect(await kept()).toEqual(['10.0.1.8'])
      expect(lines.length).toBe(1)
    })

    it('is reported by its IPv4 address over an IPv6 socket, and as private or public', async () => {
      const see = watchWith([])
      for (const address of ['::ffff:172.16.3.4', '203.0.113.5', 'fd00::1', 'fe80::1%eth0', '2001:db8::1'])
        await see(address)
      const found = await untrustedProxies(database.db, { trustedProxies: [] }, time.now)
      expect(found.map(({ address, isNear }) => [address, isNear])).toEqual([
        ['172.16.3.4', true],
        ['2001:db8::1', false],
        ['203.0.113.5', false],
        ['fd00::1', true],
        ['fe80::1', true],
      ])
    })

    it('is no longer reported once the settings name it, or a week after it was last seen', async () => {
      const see = watchWith([])
      await see('10.0.1.9')
      expect(await kept()).toEqual(['10.0.1.9'])
      expect(await kept(['10.0.1.0/24'])).toEqual([])
      time.now += 6 * 24 * hour
      await see('10.0.1.9')
      const [found] = await untrustedProxies(database.db, { trustedProxies: [] }, time.now)
      expect(found?.seenAt).toBe(time.now)
      time.now += 7 * 24 * hour
      expect(await kept()).toEqual([])
      expect(lines.length).toBe(1)
    })

    it('fills neither the log nor the database when thousands of callers send the header', async () => {
      const see = watchWith([])
      const addresses = Array.from({ length: 2_000 }, (_, host) => `198.51.${host >> 8}.${host & 255}`)
      await Promise.all(addresses.map(async (address) => see(address)))
      const other = watchWith([])
      for (let host = 0; host < 50; host += 1) await other(`203.0.113.${host}`)
      expect([lines.length, (await kept()).length]).toEqual([20, 10])
    })
  })

  it('the administration page shows an untrusted proxy to super administrators', async () => {
    const app: TestApp = await startTestApp(engine)
    const world = worldOf(app)
    const chief = await world.session(
      await world.addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' }),
    )
    await app.call({ method: 'GET', path: '/health/live', headers: { 'x-forwarded-for': '203.0.113.9' } })
    const state = async () =>
      (await app.call({ method: 'GET', path: '/api/administration/network', cookie: chief })).body
    await expect.poll(state).toMatchObject({
      untrustedProxies: [{ address: '127.0.0.1', seenAt: new Date(app.time.now).toISOString() }],
    })
    expect(app.logged()).toContain('TROUSSEAU_TRUSTED_PROXIES')
    await app.close()
  })
})
