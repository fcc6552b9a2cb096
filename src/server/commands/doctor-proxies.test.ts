import { pino } from 'pino'
import { expect, it } from 'vitest'
import { doctorTexts } from '#texts/commands.ts'
import { readConfig } from '../config.ts'
import { watchProxies } from '../platform/http/untrusted-proxies.ts'
import { eachEngine, openTestDatabase } from '../testing/databases.ts'
import { checkProxies } from './doctor-network.ts'

eachEngine((engine) => {
  it('the doctor reports a proxy that the settings do not name: a fault if it is near, a question if it is not', async () => {
    const database = await openTestDatabase(engine)
    try {
      const now = Date.UTC(2026, 0, 15, 9)
      const config = readConfig({})
      const { good, untrusted, distant } = doctorTexts.proxies
      const said = (trusted = config) => checkProxies(database, trusted, now)
      expect(await said()).toEqual([{ state: 'good', text: good }])
      const watch = watchProxies({
        db: database.db,
        clock: () => now,
        log: pino({ level: 'silent' }),
        config,
      })
      for (const remoteAddress of ['10.0.1.9', '203.0.113.7'])
        await watch({
          headers: { 'x-forwarded-for': '192.0.2.1' },
          socket: { remoteAddress },
        } as unknown as Parameters<typeof watch>[0])
      const found = await said()
      expect(found).toHaveLength(2)
      expect(found).toEqual(
        expect.arrayContaining([
          { state: 'bad', text: untrusted('10.0.1.9') },
          { state: 'unknown', text: distant('203.0.113.7') },
        ]),
      )
      const named = readConfig({ TROUSSEAU_TRUSTED_PROXIES: '10.0.0.0/16,203.0.113.7' })
      expect(await said(named)).toEqual([{ state: 'good', text: good }])
    } finally {
      await database.close()
    }
  })
})
