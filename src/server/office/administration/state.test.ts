import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { administration } from '#contract/office/administration.ts'
import { userStates, type Role } from '#domain/platform/roles.ts'
import { releases } from '#texts/platform/changelog.ts'
import { openKeyring } from '#server/platform/crypto/keyring.ts'
import { parseEnvironmentKey } from '#server/platform/crypto/keyring-format.ts'
import { startJobs, type Jobs } from '#server/platform/jobs/runner.ts'
import { codeOfReply, startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type TestUser, type World } from '#server/testing/world.ts'

type State = ReplyOf<typeof administration.state>
const paths = { state: '/api/administration/state', settings: '/api/administration/setting' }
const never = { firstMs: 1_000_000, everyMs: 1_000_000, leaseMs: 60_000 }
const dayMs = 24 * 60 * 60 * 1000

/** Every setting that holds a secret, with a mark in each. */
const rootKey = Buffer.from('CANARI CANARI CANARI CANARI 1234').toString('base64')
const env = {
  TROUSSEAU_ROOT_KEY: rootKey,
  SMTP_URL: 'smtp://CANARI:CANARI@localhost:2525',
  TROUSSEAU_MAIL_FROM: 'Trousseau <trousseau@exemple.fr>',
  LDAP_URL: 'ldaps://annuaire.exemple.fr',
  LDAP_BIND_DN: 'cn=trousseau,dc=exemple,dc=fr',
  LDAP_BIND_PASSWORD: 'CANARI',
  LDAP_BASE_DN: 'dc=exemple,dc=fr',
  SSO_ISSUER: 'https://connexion.exemple.fr',
  SSO_CLIENT_ID: 'trousseau',
  SSO_CLIENT_SECRET: 'CANARI',
}

eachEngine((engine) => {
  let app: TestApp
  let world: World
  let cookie: string
  const nodes: Jobs[] = []
  beforeAll(async () => {
    // The test clock is that of the database: a difference would be a fault of health.
    app = await startTestApp(engine, env)
    app.time.now = Date.now()
    world = worldOf(app)
    cookie = await world.session(await world.addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' }))
  })
  afterAll(async () => {
    for (const node of nodes) await node.stop()
    await app.close()
  })

  const read = async (): Promise<State> => {
    const reply = await app.call({ method: 'GET', path: paths.state, cookie })
    expect(reply.status, reply.text).toBe(200)
    return reply.body as State
  }

  it('is for super administrators only, as the settings are', async () => {
    for (const path of Object.values(paths)) {
      expect((await app.call({ method: 'GET', path })).status).toBe(401)
      for (const role of ['ROLE_ADMINISTRATOR', 'ROLE_INTERVENANT'] satisfies Role[]) {
        const other = await world.session(await world.addUser({ login: `${path}-${role}`, role }))
        const reply = await app.call({ method: 'GET', path, cookie: other })
        expect(codeOfReply(reply)).toEqual([403, 'ROLE_REQUIRED'])
      }
    }
  })

  it('counts accounts: active, blocked, without a second factor, never signed in', async () => {
    const before = (await read()).people
    const { db } = app.deps
    const users: TestUser[] = []
    for (const login of ['a', 'b', 'c', 'd', 'e']) users.push(await world.addUser({ login }))
    const set = (index: number, values: object) =>
      db
        .updateTable('users')
        .set(values)
        .where('id', '=', users[index]?.id ?? 0)
        .execute()
    await set(0, { last_sign_in_at: app.time.now, second_factor: 'mail' })
    await set(1, { blocked_until: app.time.now + 1 })
    await set(2, { state_id: userStates.inactive, blocked_until: app.time.now })
    await set(3, { deleted_at: app.time.now, login_key: null, blocked_until: app.time.now + 1 })
    await db
      .insertInto('passkeys')
      .values({
        user_id: users[4]?.id ?? 0,
        credential_id: 'clé',
        public_key: new Uint8Array(1),
        counter: 0,
        transports: '[]',
        name: 'Clé',
        created_at: app.time.now,
        last_used_at: null,
      })
      .execute()
    const { people } = await read()
    expect(people).toEqual({
      active: before.active + 3,
      blocked: before.blocked + 1,
      withoutFactor: before.withoutFactor + 1,
      neverSignedIn: before.neverSignedIn + 2,
    })
  })

  it('tells the database, its clock, and the jobs: the last run and those that fail', async () => {
    const { health } = await read()
    expect(health).toMatchObject({ database: engine, clockAheadMs: 0, jobs: { lastAt: null, failing: 0 } })
    expect(health.databaseBytes).toBeGreaterThan(10_000)
    let fails = true
    const node = startJobs(
      app.deps,
      {
        good: async () => undefined,
        bad: async () => {
          if (fails) throw new Error('on purpose')
        },
      },
      never,
    )
    nodes.push(node)
    await node.round()
    const ranAt = new Date(app.time.now).toISOString()
    expect((await read()).health.jobs).toEqual({ lastAt: ranAt, failing: 1 })
    fails = false
    app.time.now += never.leaseMs
    await node.round()
    expect((await read()).health.jobs.failing).toBe(0)
  })

  if (engine === 'postgres')
    it('tells a clock that is off', async () => {
      const { now } = app.time
      app.time.now = Date.now() - 60_000
      expect((await read()).health.clockAheadMs).toBeGreaterThan(55_000)
      app.time.now = now
    })

  it('tells the waiting mails and the oldest', async () => {
    expect((await read()).mails).toEqual({
      transport: 'smtp',
      waiting: 0,
      failed: 0,
      oldestAt: null,
      lastError: null,
    })
    const { db, outbox } = app.deps
    const addMail = () =>
      db.transaction().execute((tx) =>
        outbox.add(tx, {
          template: 'loginReminder',
          to: 'personne@exemple.fr',
          values: { firstName: 'Camille', login: 'personne' },
        }),
      )
    const oldestAt = new Date(app.time.now).toISOString()
    await addMail()
    app.time.now += 1_000
    await addMail()
    expect((await read()).mails).toMatchObject({ waiting: 2, failed: 0, oldestAt })
    await db.deleteFrom('outbox').execute()
  })

  it('tells the root key in use, its age, and a rotation under way', async () => {
    const { keys } = await read()
    expect(keys).toMatchObject({ source: 'environment', held: 1 })
    expect(keys.fingerprint).toBe(app.deps.keys.keyring.fingerprint())
    expect(Math.abs(Date.parse(keys.since ?? '') - Date.now())).toBeLessThan(600_000)
    await app.deps.db.updateTable('sealing_key').set({ since: null }).execute()
    expect((await read()).keys.since).toBeNull()
    // A rotation publishes the next key, and retires the former one at its end.
    const next = randomBytes(32).toString('base64')
    vi.spyOn(app.deps.keys, 'keyring', 'get').mockReturnValue(
      openKeyring(parseEnvironmentKey(`1:${rootKey}*,2:${next}`)),
    )
    expect((await read()).keys.held).toBe(2)
    vi.restoreAllMocks()
  })

  it('counts the entries of the journal, and those of the last day', async () => {
    const { db } = app.deps
    await db.deleteFrom('journal').execute()
    expect((await read()).journal).toMatchObject({ entries: 0, lastDay: 0 })
    const entry = { ip: '127.0.0.1', action: 'sign-in.done', outcome: 'done' as const, objects: '{}' }
    for (const age of [3 * dayMs, dayMs, dayMs - 1, 0])
      await db
        .insertInto('journal')
        .values({ ...entry, at: app.time.now - age })
        .execute()
    const { journal } = await read()
    expect(journal).toMatchObject({ entries: 4, lastDay: 2 })
    expect(journal.bytes === null).toBe(engine === 'sqlite')
  })

  it('tells the versions of the program, Node.js, the database and the newest release', async () => {
    const { version } = await read()
    const manifest = new URL('../../../../package.json', import.meta.url)
    const { version: program } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
    expect(version).toMatchObject({
      // The newest entry may be of the next version.
      program,
      node: process.versions.node,
      release: { version: releases[0]?.version, date: releases[0]?.date },
    })
    expect(version.database).toMatch(engine === 'sqlite' ? /^3\.\d+/ : /^\d+/)
  })

  it('shows no secret setting: neither the state nor the settings hold one', async () => {
    const settings = await app.call({ method: 'GET', path: paths.settings, cookie })
    expect(settings.status, settings.text).toBe(200)
    expect(settings.text).toContain('TROUSSEAU_ROOT_KEY')
    expect(settings.text).toContain('smtp://localhost:2525')
    const state = await app.call({ method: 'GET', path: paths.state, cookie })
    for (const { text } of [settings, state])
      for (const secret of ['CANARI', rootKey, rootKey.slice(0, 20)]) expect(text).not.toContain(secret)
    expect(app.logged()).not.toContain('CANARI')
  })
})
