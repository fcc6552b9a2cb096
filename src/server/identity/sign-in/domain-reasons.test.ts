import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { directoryReasonCodes, type DirectoryReason } from '#domain/identity/directory-refusals.ts'
import { errorTexts } from '#texts/platform/errors.ts'
import { domainPassword, startDomain, type TestDomain } from '#server/testing/active-directory.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  addAccount,
  codeOf,
  firstStep,
  newBrowser,
  prove,
  secondStep,
  type Browser,
} from '#server/testing/sign-in.ts'
import { worldOf } from '#server/testing/world.ts'

const failure = { status: 401, body: { code: 'SIGN_IN_FAILED' } }
const toChange = {
  status: 409,
  body: { code: 'DIRECTORY_PASSWORD_EXPIRED', message: errorTexts.DIRECTORY_PASSWORD_EXPIRED },
}
const tellings: DirectoryReason[] = ['532', '773']
const silent = directoryReasonCodes.filter((code) => !tellings.includes(code))

let domain: TestDomain
beforeAll(async () => {
  domain = await startDomain(['h.dupre', 'p.leroy'])
})
afterAll(() => domain.stop())

eachEngine((engine) => {
  let app: TestApp
  let id: number
  beforeEach(async () => {
    app = await startTestApp(engine, domain.env)
    id = await addKept('h.dupre')
  })
  afterEach(async () => {
    domain.says = null
    for (const person of domain.people.values()) Object.assign(person, { reason: null })
    await app.close()
  })

  const addKept = async (login: string, sam: string | null = null): Promise<number> => {
    const account = await addAccount(app, login)
    const kept = { ad_id: 1, ad_sam_account: sam }
    await app.deps.db.updateTable('users').set(kept).where('id', '=', account.id).execute()
    return account.id
  }
  const refuse = (reason: DirectoryReason | null, name = 'h.dupre') => {
    const person = domain.people.get(name)
    if (!person) throw new Error('no such person')
    person.reason = reason
  }
  const enter = (login = 'h.dupre', password = domainPassword) =>
    firstStep(newBrowser(app), login, password, 'DIST')
  const recorded = async (): Promise<[action: string, objects: Record<string, unknown>][]> => {
    const rows = app.deps.db.selectFrom('journal').select(['action', 'objects']).orderBy('seq')
    return (await rows.execute()).map(({ action, objects }) => [
      action,
      JSON.parse(objects) as Record<string, unknown>,
    ])
  }
  const failures = async (): Promise<number> => {
    const users = app.deps.db.selectFrom('users').select('failures').where('id', '=', id)
    return (await users.executeTakeFirstOrThrow()).failures
  }
  const chief = async (): Promise<string> => {
    const world = worldOf(app)
    asked += 1
    return world.session(await world.addUser({ login: `chef${asked}`, role: 'ROLE_SUPER_ADMINISTRATOR' }))
  }
  let asked = 0
  const shownOf = async (user: number): Promise<unknown> => {
    const reply = await app.call({ method: 'GET', path: `/api/user/${user}`, cookie: await chief() })
    expect(reply.status, reply.text).toBe(200)
    return (reply.body as { directoryRefusal: unknown }).directoryRefusal
  }
  const signIn = async (): Promise<{ browser: Browser; secret: string }> => {
    const browser = newBrowser(app)
    const { jwt } = (await firstStep(browser, 'h.dupre', domainPassword, 'DIST')).body as { jwt: string }
    const { secret } = (await browser.post('/api/auth/2fasecret', { jwt })).body as { secret: string }
    expect((await secondStep(browser, jwt, codeOf(secret, app.time.now))).status).toBe(200)
    return { browser, secret }
  }

  describe.each(tellings)('a right password that has to be changed first (%s)', (code) => {
    beforeEach(() => refuse(code))

    it('is told so, counted nowhere, and journalled with the code', async () => {
      for (let tries = 0; tries < 4; tries += 1) expect(await enter('h.dupre', 'faux')).toMatchObject(failure)
      for (let tries = 0; tries < 3; tries += 1) expect(await enter()).toMatchObject(toChange)
      expect(await failures()).toBe(4)
      expect((await recorded()).slice(4)).toEqual(
        Array.from({ length: 3 }, () => [
          'sign-in.password-expired',
          { reason: 'directory', directoryCode: code },
        ]),
      )
      expect(app.logged()).toContain(`"code":"49/${code}"`)
      expect(app.logged()).not.toContain('AcceptSecurityContext')
      refuse(null)
      expect((await enter()).status).toBe(200)
    })

    it('is told to nobody with another password', async () => {
      expect(await enter('h.dupre', 'faux')).toMatchObject(failure)
      expect(await recorded()).toEqual([['sign-in.failed', { step: 'password' }]])
      expect(await shownOf(id)).toBeNull()
    })

    it('is told to nobody during a block, nor for an inactive account or a local one', async () => {
      await app.deps.db.updateTable('users').set({ state_id: 2 }).where('id', '=', id).execute()
      expect(await enter()).toMatchObject(failure)
      await app.deps.db.updateTable('users').set({ state_id: 1, ad_id: null }).where('id', '=', id).execute()
      expect(await enter()).toMatchObject(failure)
      await app.deps.db.updateTable('users').set({ ad_id: 1 }).where('id', '=', id).execute()
      for (let tries = 0; tries < 3; tries += 1) await enter('h.dupre', 'faux')
      expect(await enter()).toMatchObject({ status: 401, body: { code: 'ACCOUNT_BLOCKED' } })
    })

    it('is told to nobody whose entry another account has', async () => {
      refuse(null)
      expect((await enter()).status).toBe(200)
      const second = await addKept('second', 'h.dupre')
      refuse(code)
      expect(await enter('second')).toMatchObject(failure)
      expect(await shownOf(second)).toBeNull()
    })

    it('keeps the session of whoever reopens it or proves their identity', async () => {
      refuse(null)
      const { browser, secret } = await signIn()
      refuse(code)
      app.time.now += 30_000
      expect(await prove(browser, codeOf(secret, app.time.now), domainPassword)).toMatchObject(toChange)
      expect((await browser.get('/api/session')).status).toBe(200)
      await browser.post('/api/auth/lock', { reason: 'asked' })
      expect(await browser.post('/api/auth/reopen', { password: domainPassword })).toMatchObject(toChange)
      refuse(null)
      expect((await browser.post('/api/auth/reopen', { password: domainPassword })).status).toBe(200)
      expect(await failures()).toBe(0)
    })
  })

  describe.each(silent)('an account that the directory refuses (%s)', (code) => {
    beforeEach(() => refuse(code))

    it('is refused like a wrong password, with the code in the log and the journal', async () => {
      const wrong = await enter('h.dupre', 'faux')
      const right = await enter()
      expect(right).toMatchObject(failure)
      expect(right.text).toBe(wrong.text)
      expect(Object.keys(right.headers)).toEqual(Object.keys(wrong.headers))
      expect(await failures()).toBe(2)
      expect((await recorded()).at(-1)).toEqual(['sign-in.failed', { step: 'password', directoryCode: code }])
      expect(app.logged()).toContain(`"code":"49/${code}"`)
      for (let tries = 0; tries < 2; tries += 1) await enter()
      expect(await enter()).toMatchObject({ status: 401, body: { code: 'ACCOUNT_BLOCKED' } })
    })
  })

  it("stands on the person's page until the next sign-in, and not after another directory account is set", async () => {
    refuse('701')
    await enter()
    expect(await shownOf(id)).toEqual({ code: '701', at: new Date(app.time.now).toISOString() })
    app.time.now += 1_000
    // A wrong password says nothing new.
    await enter('h.dupre', 'faux')
    expect(await shownOf(id)).toMatchObject({ code: '701' })
    refuse('533')
    await enter()
    expect(await shownOf(id)).toEqual({ code: '533', at: new Date(app.time.now).toISOString() })
    refuse(null)
    app.time.now += 1_000
    expect((await enter()).status).toBe(200)
    expect(await shownOf(id)).toBeNull()
    refuse('533')
    await enter()
    const cookie = await chief()
    const body = { update: { adSamAccount: 'p.leroy' } }
    const path = `/api/user/${id}`
    expect(await app.call({ method: 'PATCH', path, cookie, body })).toMatchObject({
      status: 200,
      body: { directoryRefusal: null },
    })
  })

  it.each([
    '80090308: LdapErr: DSID-0C090439, comment: AcceptSecurityContext error, data 773 et plus, v4563',
    'compte data 773, v1db1',
    '80090308: LdapErr: DSID-0C090439, comment: AcceptSecurityContext error, data 773, v4563\0data 533, v1',
    '80090308: LdapErr: DSID-0C090439, comment: AcceptSecurityContext error, data , v4563',
    '',
  ])('a refusal in other words (%j) is that of a wrong password', async (words) => {
    domain.says = words
    refuse('773')
    expect(await enter()).toMatchObject(failure)
    expect(await recorded()).toEqual([['sign-in.failed', { step: 'password' }]])
    expect(app.logged()).not.toContain('the directory refused an account')
  })

  it('a refused service account is reported to nobody, and logged with its code and without any text', async () => {
    domain.service.reason = '775'
    try {
      expect(await enter()).toMatchObject({ status: 503, body: { code: 'DIRECTORY_AWAY' } })
    } finally {
      domain.service.reason = null
    }
    const line =
      app
        .logged()
        .split('\n')
        .find((one) => one.includes('the directory cannot be asked')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({ reason: 'service-account', code: '49/775' })
    expect(line).not.toMatch(/AcceptSecurityContext|svc-trousseau/)
  })

  it('a code that is unknown here is logged, and no more', async () => {
    domain.says = '80090308: LdapErr: DSID-0C0903A9, comment: AcceptSecurityContext error, data 52f, v1db1'
    expect(await enter('h.dupre', 'faux')).toMatchObject(failure)
    expect(app.logged()).toContain('"code":"49/52f"')
    expect(await recorded()).toEqual([['sign-in.failed', { step: 'password' }]])
  })
})
