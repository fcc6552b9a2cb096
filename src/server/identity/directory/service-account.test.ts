import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#domain/platform/roles.ts'
import { readConfig } from '#server/config.ts'
import { domainPassword, startDomain, type TestDomain } from '#server/testing/active-directory.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'
import { worldOf, type World } from '#server/testing/world.ts'
import { DirectoryAway } from './away.ts'
import { createServiceAccount, pauseOf } from './service-account.ts'
import type { DirectorySettings } from './settings.ts'

const minute = 60_000
const away = { status: 503, body: { code: 'DIRECTORY_AWAY' } }
const statePath = '/api/administration/directory'
const tryPath = `${statePath}/try`
const pauseLine = 'the directory refused the service account'

let domain: TestDomain
beforeAll(async () => {
  domain = await startDomain(['h.dupre'])
})
afterAll(() => domain.stop())

eachEngine((engine) => {
  let app: TestApp
  let world: World
  let chief: string
  beforeEach(async () => {
    app = await startTestApp(engine, domain.env)
    world = worldOf(app)
    chief = await world.session(await world.addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' }))
    const { id } = await addAccount(app, 'h.dupre')
    await app.deps.db.updateTable('users').set({ ad_id: 1 }).where('id', '=', id).execute()
    domain.binds.length = 0
  })
  afterEach(async () => {
    Object.assign(domain.service, { password: domainPassword, reason: null })
    await app.close()
  })

  const enter = (on: Pick<TestApp, 'call'> = app, login = 'h.dupre') =>
    firstStep(newBrowser({ ...app, call: on.call }), login, domainPassword, 'DIST')
  const serviceBinds = () => domain.binds.filter((dn) => dn.startsWith('CN=svc-trousseau')).length
  const pauseLines = () => app.logged().split(pauseLine).length - 1
  const changePasswordInTheDirectory = () => {
    domain.service.password = 'un autre'
  }
  const readState = async () => (await app.call({ method: 'GET', path: statePath, cookie: chief })).body
  const tryNow = (cookie = chief) => app.call({ method: 'POST', path: tryPath, cookie })
  const iso = (at: number) => new Date(at).toISOString()

  it('binds once with a former password, however many people sign in at once and on whichever node', async () => {
    const other = await app.anotherNode()
    changePasswordInTheDirectory()
    const replies = await Promise.all(Array.from({ length: 7 }, (_, nth) => enter(app, `agent${nth}`)))
    for (const reply of replies) expect(reply).toMatchObject(away)
    expect(await enter(other)).toMatchObject(away)
    expect(serviceBinds()).toBe(1)
    expect(pauseLines()).toBe(1)
    expect(app.logged()).not.toMatch(/un autre|svc-trousseau/)
    const counted = app.deps.db.selectFrom('users').select('id').where('failures', '>', 0)
    expect(await counted.execute()).toEqual([])
  })

  it('is tried once at the end of each pause: after 5, 10, 20 and then 30 minutes', async () => {
    changePasswordInTheDirectory()
    await enter()
    for (const [tries, wait] of [5, 10, 20, 30, 30].entries()) {
      app.time.now += wait * minute - 1
      expect(await enter()).toMatchObject(away)
      expect(serviceBinds()).toBe(tries + 1)
      app.time.now += 1
      for (const reply of await Promise.all([enter(), enter(), enter()])) expect(reply).toMatchObject(away)
      expect(serviceBinds()).toBe(tries + 2)
    }
  })

  it('works again for everybody once the directory accepts it, and starts anew at the next refusal', async () => {
    changePasswordInTheDirectory()
    await enter()
    app.time.now += 5 * minute
    await enter()
    domain.service.password = domainPassword
    app.time.now += 10 * minute
    expect((await enter()).status).toBe(200)
    expect(await readState()).toMatchObject({ pause: null })
    expect(app.logged()).toContain('the directory accepts the service account again')
    changePasswordInTheDirectory()
    await enter()
    expect(await readState()).toMatchObject({ pause: { until: iso(app.time.now + 5 * minute) } })
  })

  describe('the administration page', () => {
    it('shows the pause with its code, and ends it by a try that the journal names', async () => {
      expect(await readState()).toMatchObject({ pause: null })
      domain.service.reason = '775'
      await enter()
      const since = app.time.now
      expect(await readState()).toEqual({
        name: 'exemple.fr',
        server: new URL(domain.env['LDAP_URL'] ?? '').host,
        lastSuccess: null,
        lastFailure: { at: iso(since), reason: 'service-account', code: '49/775' },
        absent: 0,
        accounts: 1,
        linked: 0,
        pause: { since: iso(since), until: iso(since + 5 * minute), code: '49/775' },
      })
      app.time.now += minute
      expect((await tryNow()).body).toEqual({ accepted: false, code: '49/775' })
      expect(serviceBinds()).toBe(2)
      expect(await readState()).toMatchObject({
        pause: { since: iso(since), until: iso(app.time.now + 10 * minute) },
      })
      domain.service.reason = null
      expect((await tryNow()).body).toEqual({ accepted: true, code: null })
      expect(await readState()).toMatchObject({ pause: null })
      expect((await enter()).status).toBe(200)
      const tried = app.deps.db.selectFrom('journal').select(['actor_id', 'objects'])
      expect(await tried.where('action', '=', 'directory.account-tried').execute()).toMatchObject([
        { objects: '{"directory":1}' },
        { objects: '{"directory":1}' },
      ])
    })

    it('tries once for two administrators who press at the same time', async () => {
      changePasswordInTheDirectory()
      await enter()
      const { promise, resolve } = Promise.withResolvers<void>()
      domain.held = promise
      const both = Promise.all([tryNow(), tryNow()])
      const tried = app.deps.db
        .selectFrom('journal')
        .select('action')
        .where('action', '=', 'directory.account-tried')
      await expect.poll(async () => (await tried.execute()).length).toBe(2)
      domain.held = null
      resolve()
      await both
      expect(serviceBinds()).toBe(2)
    })

    it('is for super administrators alone', async () => {
      changePasswordInTheDirectory()
      await enter()
      for (const role of ['ROLE_ADMINISTRATOR', 'ROLE_INTERVENANT'] satisfies Role[]) {
        const cookie = await world.session(await world.addUser({ login: role, role }))
        expect((await app.call({ method: 'GET', path: statePath, cookie })).status).toBe(403)
        expect((await tryNow(cookie)).status).toBe(403)
      }
      expect((await app.call({ method: 'GET', path: statePath })).status).toBe(401)
      expect((await app.call({ method: 'POST', path: tryPath })).status).toBe(401)
      expect(serviceBinds()).toBe(1)
    })
  })

  describe('the stored pause', () => {
    const settingsOf = (): DirectorySettings => app.deps.config.directory ?? expect.fail()
    const accountOf = (settings = settingsOf()) => createServiceAccount(app.deps, settings)
    const refused = async () => ({ result: 49, data: null })
    const accepted = async () => null
    const paused = { reason: 'paused' }
    const replaceStored = async (change: object) => {
      const rows = app.deps.db.selectFrom('settings').select('value')
      const { value } = await rows.where('name', '=', 'directory.service-pause').executeTakeFirstOrThrow()
      await app.deps.db
        .updateTable('settings')
        .set({ value: JSON.stringify({ ...(JSON.parse(value) as object), ...change }) })
        .where('name', '=', 'directory.service-pause')
        .execute()
    }

    it.each([
      ['password', { LDAP_BIND_PASSWORD: 'le nouveau' }],
      ['account', { LDAP_BIND_DN: 'CN=autre,DC=exemple,DC=fr' }],
      ['server', { LDAP_URL: 'ldaps://dc2.exemple.fr' }],
    ])('ends with another %s in the settings', async (_what, env) => {
      await accountOf().inTurn(refused)
      await expect(accountOf().inTurn(accepted)).rejects.toMatchObject(paused)
      const changed = readConfig({ ...domain.env, ...env }).directory ?? expect.fail()
      await accountOf(changed).requireUnpaused()
      expect(await accountOf(changed).inTurn(accepted)).toBeNull()
    })

    it('stores nothing from which the password could be guessed', async () => {
      await accountOf().inTurn(refused)
      const { value } = await app.deps.db
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'directory.service-pause')
        .executeTakeFirstOrThrow()
      expect(Object.keys(JSON.parse(value) as object).toSorted()).toEqual(
        ['account', 'code', 'refusals', 'since', 'until'].toSorted(),
      )
      expect(value).not.toContain(domainPassword)
    })

    it('is not prolonged by a try during which the directory was away', async () => {
      await accountOf().inTurn(refused)
      app.time.now += 5 * minute
      const broken = () => Promise.reject(new DirectoryAway('network'))
      await expect(accountOf().inTurn(broken)).rejects.toMatchObject({ reason: 'network' })
      expect(await accountOf().inTurn(accepted)).toBeNull()
      expect(await pauseOf(app.deps, settingsOf())).toBeNull()
    })

    it('lets another node try a minute after one died in its try', async () => {
      await accountOf().inTurn(refused)
      app.time.now += 5 * minute
      let begun: () => void = () => undefined
      const isTrying = new Promise<void>((resolve) => (begun = resolve))
      void accountOf().inTurn(() => {
        begun()
        return new Promise(() => undefined)
      })
      await isTrying
      await expect(accountOf().inTurn(accepted)).rejects.toMatchObject(paused)
      app.time.now += minute
      expect(await accountOf().inTurn(accepted)).toBeNull()
    })

    it('is not believed beyond the longest one, nor in another form', async () => {
      await accountOf().inTurn(refused)
      await replaceStored({ until: app.time.now + 24 * 60 * minute })
      await accountOf().requireUnpaused()
      await replaceStored({ until: app.time.now + minute })
      await expect(accountOf().requireUnpaused()).rejects.toMatchObject(paused)
      for (const change of [{ until: 'demain' }, { code: '<b>' }, { account: 1 }, { refusals: 1.5 }]) {
        await accountOf()
          .inTurn(refused)
          .catch(() => undefined)
        await replaceStored({ until: app.time.now + minute, code: '49', account: '', refusals: 1, ...change })
        await accountOf().requireUnpaused()
      }
    })
  })
})

eachEngine((engine) => {
  let app: TestApp
  beforeEach(async () => {
    app = await startTestApp(engine)
  })
  afterEach(() => app.close())

  it('without a directory there is no state, and nothing to try', async () => {
    const world = worldOf(app)
    const chief = await world.addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' })
    const cookie = await world.session(chief)
    for (const call of [
      { method: 'GET', path: statePath, cookie },
      { method: 'POST', path: tryPath, cookie },
    ] as const)
      expect(await app.call(call)).toMatchObject({ status: 422, body: { code: 'DIRECTORY_UNKNOWN' } })
  })
})
