import type { Transaction } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { overtaken } from '#server/testing/two-transactions.ts'
import { addAccount, firstStep, journalled, newBrowser } from '#server/testing/sign-in.ts'
import { worldOf } from '#server/testing/world.ts'

const path = '/api/administration/network'
const wrong = 'un autre mot de passe'
const here = '127.0.0.1'
const minute = 60_000

eachEngine((engine: Engine) => {
  let app: TestApp
  let chief: string
  beforeEach(async () => {
    app = await startTestApp(engine, {
      TROUSSEAU_NETWORK_TRIES: '12',
      TROUSSEAU_TRUSTED_PROXIES: '127.0.0.1',
    })
    await addAccount(app, 'camille')
    const world = worldOf(app)
    chief = await world.session(await world.addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' }))
  })
  afterEach(() => app.close())

  const signInFrom = async (address: string, times: number, at = app) => {
    for (let count = 0; count < times; count += 1) {
      const body = { login: `inconnu${count}`, password: wrong, type: 'LOCAL', source: 'web' }
      const headers = { 'x-forwarded-for': address }
      const reply = await at.call({ method: 'POST', path: '/api/auth/step1', body, headers })
      if (count === times - 1) return (reply.body as { code: string }).code
    }
    return ''
  }
  const read = async (cookie = chief) => (await app.call({ method: 'GET', path, cookie })).body
  const unblock = (network: string, cookie = chief) =>
    app.call({ method: 'DELETE', path: `${path}/${encodeURIComponent(network)}`, cookie })
  const at = (moment: number) => new Date(moment).toISOString()

  it('lists the blocked networks with start and end, the latest first', async () => {
    expect(await read()).toEqual({ held: [], total: 0, tries: 12, minutes: 15, untrustedProxies: [] })
    const first = app.time.now
    expect(await signInFrom('198.51.100.7', 12)).toBe('SIGN_IN_FAILED')
    app.time.now += minute
    expect(await signInFrom('2001:db8:0:7::1', 13)).toBe('TOO_MANY_TRIES')
    await signInFrom('198.51.100.8', 11)
    expect(await read()).toEqual({
      held: [
        { network: '2001:db8:0:7', since: at(first + minute), until: at(first + 16 * minute), tries: 12 },
        { network: '198.51.100.7', since: at(first), until: at(first + 15 * minute), tries: 12 },
      ],
      total: 2,
      tries: 12,
      minutes: 15,
      untrustedProxies: [],
    })
    app.time.now = first + 15 * minute
    expect(await read()).toMatchObject({ held: [{ network: '2001:db8:0:7' }], total: 1 })
  })

  it('lists fifty at most, and counts them all', async () => {
    const row = { since: app.time.now, tries: 12, known_at: null }
    const rows = Array.from({ length: 60 }, (_, index) => ({ network: `203.0.113.${index}`, ...row }))
    await app.deps.db.insertInto('sign_in_networks').values(rows).execute()
    const { held, total } = (await read()) as { held: unknown[]; total: number }
    expect([held.length, total]).toEqual([50, 60])
  })

  describe('lifting the block of a network', () => {
    it('allows new tries from there, and records in the journal who lifted it', async () => {
      await signInFrom('198.51.100.7', 13)
      await signInFrom('198.51.100.8', 13)
      const reply = await unblock('198.51.100.7')
      expect([reply.status, reply.body]).toEqual([200, { message: 'Le blocage est levé' }])
      expect(await signInFrom('198.51.100.7', 12)).toBe('SIGN_IN_FAILED')
      expect(await signInFrom('198.51.100.7', 1)).toBe('TOO_MANY_TRIES')
      expect(await signInFrom('198.51.100.8', 1)).toBe('TOO_MANY_TRIES')
      const note = await app.deps.db
        .selectFrom('journal')
        .select(['actor_name', 'objects'])
        .where('action', '=', 'network.lifted')
        .execute()
      expect(note).toEqual([{ actor_name: 'chef', objects: '{"network":"198.51.100.7"}' }])
    })

    it('is idempotent when concurrent, and recorded once', async () => {
      await signInFrom('2001:db8:0:7::1', 13)
      const replies = await Promise.all([1, 2, 3].map(() => unblock('2001:db8:0:7')))
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
      expect((await journalled(app)).filter((action) => action === 'network.lifted').length).toBe(1)
    })

    it('keeps the time of the last sign-in from there', async () => {
      await signInFrom('198.51.100.7', 13)
      await app.deps.db
        .updateTable('sign_in_networks')
        .set({ known_at: app.time.now })
        .where('network', '=', '198.51.100.7')
        .execute()
      await unblock('198.51.100.7')
      const rows = app.deps.db.selectFrom('sign_in_networks').select(['known_at', 'tries'])
      expect(await rows.where('network', '=', '198.51.100.7').execute()).toEqual([
        { known_at: app.time.now, tries: 0 },
      ])
    })

    it('of a network that is not blocked succeeds, and changes and records nothing', async () => {
      await signInFrom('198.51.100.7', 3)
      const rows = () => app.deps.db.selectFrom('sign_in_networks').selectAll().orderBy('network').execute()
      const before = await rows()
      for (const network of ['198.51.100.7', '203.0.113.9', 'x'])
        expect((await unblock(network)).status, network).toBe(200)
      // The row that counts all networks together is not a network.
      for (const network of ['*', '../mail', 'é', 'a\0b'])
        expect((await unblock(network)).status, network).toBe(400)
      expect(await rows()).toEqual(before)
      expect(await journalled(app)).not.toContain('network.lifted')
    })
  })

  it('only super administrators may see and unblock blocked networks', async () => {
    await signInFrom(here, 13)
    const world = worldOf(app)
    for (const role of ['ROLE_ADMINISTRATOR', 'ROLE_INTERVENANT'] as const) {
      const cookie = await world.session(await world.addUser({ login: role, role }))
      expect((await app.call({ method: 'GET', path, cookie })).status).toBe(403)
      expect((await unblock(here, cookie)).status).toBe(403)
    }
    expect((await app.call({ method: 'GET', path })).status).toBe(401)
    expect((await unblock(here, '')).status).toBe(401)
    expect((await firstStep(newBrowser(app), 'camille')).status).toBe(429)
    await unblock(here)
    expect((await firstStep(newBrowser(app), 'camille')).status).toBe(200)
  })

  if (engine === 'postgres') {
    it('a block that another request is lifting is not lifted, nor recorded, a second time', async () => {
      await signInFrom('198.51.100.7', 13)
      const hold = (tx: Transaction<Tables>) => tx.updateTable('sign_in_networks').set({ tries: 0 }).execute()
      const reply = await overtaken(app.deps.db, hold, () => unblock('198.51.100.7'))
      expect(reply.status).toBe(200)
      expect(await journalled(app)).not.toContain('network.lifted')
    })

    it('a lifted block takes effect on every node within ten seconds', async () => {
      const node = await app.anotherNode()
      await signInFrom('198.51.100.7', 13, node)
      expect(await signInFrom('198.51.100.7', 1, node)).toBe('TOO_MANY_TRIES')
      await unblock('198.51.100.7')
      app.time.now += 10_000
      expect(await signInFrom('198.51.100.7', 1, node)).toBe('SIGN_IN_FAILED')
    })
  }
})

describe('the setting of the tries of one network', () => {
  it('defaults to a hundred, and accepts ten to ten thousand', () => {
    expect(readConfig({}).networkTries).toBe(100)
    expect(readConfig({ TROUSSEAU_NETWORK_TRIES: '2500' }).networkTries).toBe(2_500)
    for (const value of ['9', '10001', '0', '-1', '1e3', 'non']) {
      const refused = () => readConfig({ TROUSSEAU_NETWORK_TRIES: value })
      expect(refused, value).toThrow(ConfigError)
      expect(refused).toThrow('TROUSSEAU_NETWORK_TRIES')
    }
  })
})
