import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { domainPassword, startDomain, type TestDomain } from '#server/testing/active-directory.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'
import { worldOf } from '#server/testing/world.ts'

const path = '/api/administration/directory'

let domain: TestDomain
beforeAll(async () => {
  domain = await startDomain(['h.dupre', 'p.leroy'])
})
afterAll(() => domain.stop())

eachEngine((engine) => {
  let app: TestApp
  beforeEach(async () => {
    app = await startTestApp(engine, domain.env)
  })
  afterEach(async () => {
    domain.service.reason = null
    await app.close()
  })

  const addKept = async (login: string): Promise<number> => {
    const { id } = await addAccount(app, login)
    await app.deps.db.updateTable('users').set({ ad_id: 1 }).where('id', '=', id).execute()
    return id
  }
  const enter = (login = 'h.dupre', password = domainPassword) =>
    firstStep(newBrowser(app), login, password, 'DIST')
  let asked = 0
  const stateOf = async (): Promise<unknown> => {
    const world = worldOf(app)
    asked += 1
    const chief = await world.addUser({ login: `chef${asked}`, role: 'ROLE_SUPER_ADMINISTRATOR' })
    return (await app.call({ method: 'GET', path, cookie: await world.session(chief) })).body
  }
  const iso = (at: number) => new Date(at).toISOString()

  it('shows the last answer of the directory and the end of its certificate, written once a minute', async () => {
    expect(await stateOf()).toMatchObject({ lastSuccess: null, lastFailure: null, accounts: 0, linked: 0 })
    await addKept('h.dupre')
    const first = app.time.now
    // A wrong password is an answer too.
    expect((await enter('h.dupre', 'faux')).status).toBe(401)
    const { validToDate } = new X509Certificate(readFileSync(domain.env['LDAP_CA_FILE'] ?? ''))
    const certificateExpiresAt = validToDate.toISOString()
    expect(await stateOf()).toMatchObject({ lastSuccess: { at: iso(first), certificateExpiresAt } })
    app.time.now += 59_999
    expect((await enter()).status).toBe(200)
    expect(await stateOf()).toMatchObject({ lastSuccess: { at: iso(first) } })
    app.time.now += 1
    await enter()
    expect(await stateOf()).toMatchObject({ lastSuccess: { at: iso(first + 60_000) } })
  })

  it('shows the last failure beside it, with its reason and code, and an answer at once after one', async () => {
    await addKept('h.dupre')
    await enter()
    domain.service.reason = '533'
    app.time.now += 1_000
    await enter()
    expect(await stateOf()).toMatchObject({
      lastSuccess: { at: iso(app.time.now - 1_000) },
      lastFailure: { at: iso(app.time.now), reason: 'service-account', code: '49/533' },
    })
    const failedAt = app.time.now
    // A request that waits for the end of the pause asks nothing.
    app.time.now += 1_000
    await enter()
    expect(await stateOf()).toMatchObject({ lastFailure: { at: iso(failedAt) } })
    domain.service.reason = null
    app.time.now += 5 * 60_000
    expect((await enter()).status).toBe(200)
    expect(await stateOf()).toMatchObject({ lastSuccess: { at: iso(app.time.now) } })
  })

  it('shows why nothing answers', async () => {
    await app.close()
    app = await startTestApp(engine, { ...domain.env, LDAP_URL: 'ldaps://localhost:9' })
    expect((await enter()).status).toBe(503)
    expect(await stateOf()).toMatchObject({
      server: 'localhost:9',
      lastSuccess: null,
      lastFailure: { reason: 'network', code: 'ECONNREFUSED' },
    })
  })

  it('counts the accounts of the directory, and those that have signed in', async () => {
    await addKept('h.dupre')
    await addKept('p.leroy')
    const gone = await addKept('parti')
    await addAccount(app, 'locale')
    const deleted = { deleted_at: app.time.now, login_key: null }
    await app.deps.db.updateTable('users').set(deleted).where('id', '=', gone).execute()
    expect(await stateOf()).toMatchObject({ accounts: 2, linked: 0 })
    expect((await enter('p.leroy')).status).toBe(200)
    expect(await stateOf()).toMatchObject({ accounts: 2, linked: 1 })
  })

  it('shows nothing of a row in another form', async () => {
    const { db } = app.deps
    for (const value of ['', 'null', '[]', '{"at":"hier"}', '{"at":1,"reason":"<b>"}', '{"at":1.5}']) {
      for (const name of ['directory.last-success', 'directory.last-failure'])
        await db
          .insertInto('settings')
          .values({ name, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute()
      expect(await stateOf(), value).toMatchObject({ lastSuccess: null, lastFailure: null })
    }
  })
})
