import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayOf } from '#domain/platform/days.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { softAuthenticator } from '#server/testing/authenticator.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, newBrowser, proven, tokenOf, type Browser } from '#server/testing/sign-in.ts'
import { worldOf, type TestUser } from '#server/testing/world.ts'

type Options = { challenge: string; rpId: string; rp: { id: string } }
type Visits = { days: string; nb: number }[]

eachEngine((engine) => {
  let app: TestApp
  let here: Browser
  let root: TestUser
  beforeAll(async () => {
    app = await startTestApp(engine)
    root = await worldOf(app).addUser({ login: 'racine', role: 'ROLE_SUPER_ADMINISTRATOR' })
    await addAccount(app, 'camille')
    here = newBrowser(app)
    await proven(app, here, 'camille')
  })
  afterAll(() => app.close())

  const visits = async (): Promise<number> => {
    const cookie = await worldOf(app).session(root)
    const { body } = await app.call({ method: 'GET', path: '/api/kpi/visit', cookie })
    const last = (body as Visits).at(-1)
    expect(last?.days).toBe(dayOf(app.time.now))
    return last?.nb ?? 0
  }
  /** How many visits an action adds. */
  const added = async (deed: () => Promise<unknown>): Promise<number> => {
    const before = await visits()
    await deed()
    return (await visits()) - before
  }
  const optionsOf = async (browser: Browser, path: string, body?: object) =>
    (await browser.post(path, body)).body as Options

  it('a sign-in by passkey counts once, even for two concurrent replies [DASH-07]', async () => {
    const authenticator = softAuthenticator()
    const response = authenticator.create(await optionsOf(here, '/api/account/passkey/options'))
    expect((await here.post('/api/account/passkey', { name: 'Clé', response })).status).toBe(201)
    const browser = newBrowser(app)
    const jwt = await tokenOf(browser, 'camille')
    const answer = authenticator.get(await optionsOf(browser, '/api/auth/passkey/options', { jwt }))
    const give = () => browser.post('/api/auth/passkey/verify', { jwt, response: answer, source: 'web' })
    expect(await added(() => Promise.all([give(), give()]))).toBe(1)
  })

  it('a sign-in by recovery code counts once, and a wrong or used code not at all [DASH-07]', async () => {
    const { codes } = (await here.post('/api/account/recovery')).body as { codes: string[] }
    const [code = ''] = codes
    const give = async (typed: string) => {
      const browser = newBrowser(app)
      const jwt = await tokenOf(browser, 'camille')
      return (await browser.post('/api/auth/recovery', { jwt, code: typed, source: 'web' })).status
    }
    expect(await added(async () => expect(await give('0'.repeat(20))).toBe(401))).toBe(0)
    expect(await added(async () => expect(await give(code)).toBe(200))).toBe(1)
    // The list of users shows the latest one.
    const cookie = await worldOf(app).session(root)
    const { body } = await app.call({ method: 'GET', path: '/api/user/?search=camille@exemple.fr', cookie })
    expect(body).toMatchObject([{ lastSignIn: new Date(app.time.now).toISOString() }])
    expect(await added(async () => expect(await give(code)).toBe(401))).toBe(0)
  })

  it("a sign-in counts on the server's day in UTC, to the millisecond [DASH-07]", async () => {
    const { codes } = (await here.post('/api/account/recovery')).body as { codes: string[] }
    const give = async (code = '') => {
      const browser = newBrowser(app)
      const jwt = await tokenOf(browser, 'camille')
      const reply = await browser.post('/api/auth/recovery', { jwt, code, source: 'web' })
      expect(reply.status, reply.text).toBe(200)
    }
    const day = 24 * 3_600_000
    app.time.now = (Math.floor(app.time.now / day) + 1) * day - 1
    expect(await added(() => give(codes[0]))).toBe(1)
    app.time.now += 1
    expect(await visits()).toBe(0)
    expect(await added(() => give(codes[1]))).toBe(1)
  })
})
