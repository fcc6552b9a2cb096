import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  addAccount,
  codeOf,
  enrol,
  firstStep,
  newBrowser,
  secondStep,
  tokenOf,
} from '#server/testing/sign-in.ts'

const wrong = 'un autre mot de passe'

eachEngine((engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  it.each(['/api/session', '/api/chest/user/', '/api/user/', '/actions/chest/get_content'])(
    'the token of the first step gives no access to %s, however it is sent',
    async (path) => {
      const { login } = await addAccount(app, `jeton${path.replaceAll('/', '-')}`)
      const browser = newBrowser(app)
      const jwt = await tokenOf(browser, login)
      const pre = browser.cookies.get('pre') ?? ''
      for (const brought of [
        { cookie: `sid=${jwt}` },
        { cookie: `sid=${pre}` },
        { cookie: `__Host-sid=${jwt}` },
        { cookie: `sid=${jwt.split('.')[2]}.${pre}` },
        { cookie: `pre=${pre}`, headers: { authorization: `Bearer ${jwt}` } },
        { path: `${path}?jwt=${jwt}`, cookie: `pre=${pre}` },
      ]) {
        const reply = await app.call({ method: 'GET', path, ...brought })
        expect([401, 400]).toContain(reply.status)
        expect(reply.body).toMatchObject({
          code: reply.status === 401 ? 'SESSION_EXPIRED' : 'INVALID_REQUEST',
        })
      }
    },
  )

  describe('an account is blocked', () => {
    const ways = {
      case: ['variante', 'VARIANTE', 'Variante', 'vARIANTE'],
      spaces: [' espaces', 'espaces ', '\tespaces', 'espaces\n'],
      accents: ['énée', 'ÉNÉE', 'e\u0301ne\u0301e', 'E\u0301NÉE'],
      widths: ['largeur', 'ｌａｒｇｅｕｒ', 'ＬＡＲＧＥＵＲ', 'Largeur'],
    }
    it.each(Object.entries(ways))(
      'after five failures spread over variants of its login: %s',
      async (_, logins) => {
        const [written = ''] = logins
        const { login } = await addAccount(app, written.trim())
        let last: unknown
        for (const variant of [...logins, written]) {
          last = (await firstStep(newBrowser(app), variant, wrong)).body
        }
        expect(last).toMatchObject({ code: 'ACCOUNT_BLOCKED' })
        for (const variant of [login, ...logins]) {
          const { body } = await firstStep(newBrowser(app), variant)
          expect(body).toMatchObject({ code: 'ACCOUNT_BLOCKED' })
        }
      },
    )
  })

  if (engine === 'postgres') {
    describe('on two nodes', () => {
      it('a code accepted by one is refused by the other, concurrently and afterwards', async () => {
        const node = await app.anotherNode()
        const { login } = await addAccount(app, 'rejeu')
        const secret = await enrol(app, newBrowser(app), login)
        app.time.now += 60_000
        const [here, there] = [newBrowser(app), newBrowser(node)]
        const tokens = [await tokenOf(here, login), await tokenOf(there, login)] as const
        const code = codeOf(secret, app.time.now)
        const replies = await Promise.all([
          secondStep(here, tokens[0], code),
          secondStep(there, tokens[1], code),
        ])
        expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
        const late = newBrowser(replies[0].status === 200 ? node : app)
        expect((await secondStep(late, await tokenOf(late, login), code)).status).toBe(401)
      })

      it('a token opens one session, whichever node is called', async () => {
        const node = await app.anotherNode()
        const { login } = await addAccount(app, 'deux')
        const secret = await enrol(app, newBrowser(app), login)
        app.time.now += 60_000
        const [here, there] = [newBrowser(app), newBrowser(node)]
        const jwt = await tokenOf(here, login)
        for (const [name, value] of here.cookies) there.cookies.set(name, value)
        const codes = [codeOf(secret, app.time.now), codeOf(secret, app.time.now + 30_000)] as const
        const replies = await Promise.all([secondStep(here, jwt, codes[0]), secondStep(there, jwt, codes[1])])
        expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
      })

      it('failures are counted together', async () => {
        const node = await app.anotherNode()
        const { login } = await addAccount(app, 'somme')
        for (const at of [app, node, app, node]) await firstStep(newBrowser(at), login, wrong)
        expect((await firstStep(newBrowser(app), login, wrong)).body).toMatchObject({
          code: 'ACCOUNT_BLOCKED',
        })
        expect((await firstStep(newBrowser(node), login)).body).toMatchObject({ code: 'ACCOUNT_BLOCKED' })
      })
    })
  }
})

describe('over https', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp('sqlite', { TROUSSEAU_PUBLIC_URL: 'https://coffre.exemple.fr' })
    await addAccount(app, 'Hélène')
  })
  afterAll(() => app.close())

  it('the cookies are bound to the host and to TLS', async () => {
    const reply = await firstStep(newBrowser(app), 'Hélène')
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-pre=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const browser = newBrowser(app)
    await enrol(app, browser, 'Hélène')
    expect([...browser.cookies.keys()]).toEqual(['__Host-sid', '__Host-device'])
  })
})
