import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { loseConnection } from '#server/testing/lose-connection.ts'
import { worldOf } from '#server/testing/world.ts'
import { linkIdentity } from './identities.ts'
import {
  camille,
  locationOf,
  newVisitor,
  publicUrl,
  signOn,
  startProvider,
  type TestProvider,
} from './testing.ts'

const refused = '/auth?message=sso_refused'
const over = '/auth?message=sso_over'

eachEngine((engine) => {
  let provider: TestProvider
  let app: TestApp
  let drawn = 0
  beforeAll(async () => {
    provider = await startProvider()
    app = await startTestApp(engine, provider.env)
    await linked(app, 'camille')
  })
  afterAll(async () => {
    await app.close()
    await provider.stop()
  })
  beforeEach(() => {
    provider.someone = camille
  })

  /** An account linked to Camille of the provider. */
  const linked = async (at: TestApp, login: string) => {
    const account = await worldOf(at).addUser({ login })
    const identity = { issuer: provider.issuer, subject: camille.sub, name: '', email: '' }
    const { db, keys } = at.deps
    await db
      .transaction()
      .execute((tx) => linkIdentity(tx, keys.keyring, { identity, userId: account.id, by: null, now: 0 }))
    return account
  }
  /** A server with other settings, and its own database where Camille has an account. */
  const another = async (env: Record<string, string>) => {
    const node = await startTestApp(engine, { ...provider.env, ...env })
    onTestFinished(() => node.close())
    await linked(node, `camille.${(drawn += 1)}`)
    return node
  }
  /** A browser redirected back from the provider, before the callback, and the callback's address. */
  const returning = async (at = app) => {
    const visitor = newVisitor(at)
    const back = await provider.visit(locationOf(await visitor.go('/api/auth/sso/authorize')))
    return { visitor, back, path: back.pathname + back.search }
  }
  const enters = expect.stringMatching(/^\/auth\?jwt=[\w-]+\.[\w-]+\.[\w-]+$/)

  if (engine === 'postgres') {
    it('a return that loses the database ends on the page, and is not repeated', async () => {
      const { visitor, path } = await returning()
      const found = await loseConnection(app.deps.db, 'sign_in_steps')
      expect(locationOf(await visitor.go(path))).toBe('/auth?message=sso_unavailable')
      expect(await found.inserts()).toBe(1)
      await found.end()
      const again = await returning()
      expect(locationOf(await again.visitor.go(again.path))).toEqual(enters)
    })
  }

  it('a return opens only the second step of the user who signed in', async () => {
    const { visitor, path } = await returning()
    expect(locationOf(await visitor.go(path))).toEqual(enters)
    expect([...visitor.cookies.keys()]).toEqual(['pre'])
  })

  describe('a return is refused', () => {
    it('without the cookie of the browser that began, with an altered one, or with that of another browser', async () => {
      const { path } = await returning()
      expect(locationOf(await newVisitor(app).go(path))).toBe(over)
      const [mine, theirs] = [await returning(), await returning()]
      const cookie = mine.visitor.cookies.get('sso') ?? ''
      const stranger = newVisitor(app)
      for (const forged of ['x', cookie.slice(0, -2), `${cookie.slice(0, 40)}AAAA${cookie.slice(44)}`]) {
        stranger.cookies.set('sso', forged)
        expect(locationOf(await stranger.go(mine.path))).toBe(over)
      }
      // Login CSRF: following a link with another user's return must not sign in as that user. It does not
      // use up the pending sign-in of this browser, nor does the return of an older tab.
      expect(locationOf(await mine.visitor.go(theirs.path))).toBe(over)
      expect(locationOf(await mine.visitor.go(mine.path))).toEqual(enters)
    })

    it('with the state of this browser and the code of another', async () => {
      const [mine, theirs] = [await returning(), await returning()]
      theirs.back.searchParams.set('state', mine.back.searchParams.get('state') ?? '')
      expect(locationOf(await mine.visitor.go(theirs.back.pathname + theirs.back.search))).toBe(refused)
    })

    it.each(['state', 'code', 'iss'])('with another %s, with it twice, and without it', async (name) => {
      for (const change of [
        (query: URLSearchParams) => query.set(name, 'https://ailleurs.example'),
        (query: URLSearchParams) => query.append(name, 'deux'),
        (query: URLSearchParams) => query.delete(name),
      ]) {
        const { visitor, back } = await returning()
        change(back.searchParams)
        const where = locationOf(await visitor.go(back.pathname + back.search))
        expect(where).toBe(name === 'state' ? over : refused)
      }
    })

    it.each(['nonce', 'code_challenge'])('with a code requested with another %s', async (name) => {
      const visitor = newVisitor(app)
      const address = new URL(locationOf(await visitor.go('/api/auth/sso/authorize')))
      address.searchParams.set(name, 'A'.repeat(43))
      const back = await provider.visit(address.href)
      expect(locationOf(await visitor.go(back.pathname + back.search))).toBe(refused)
    })

    it('with a code issued to another application', async () => {
      const visitor = newVisitor(app)
      const address = new URL(locationOf(await visitor.go('/api/auth/sso/authorize')))
      address.searchParams.set('client_id', 'autre')
      const back = await provider.visit(address.href)
      expect(locationOf(await visitor.go(back.pathname + back.search))).toBe(refused)
    })

    it('when the provider refuses', async () => {
      const { visitor, back } = await returning()
      const state = back.searchParams.get('state') ?? ''
      const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })
      expect(locationOf(await visitor.go(`${back.pathname}?${query.toString()}`))).toBe(
        '/auth?message=sso_cancelled',
      )
    })

    it('the second time, even concurrently', async () => {
      const once = await returning()
      const cookie = once.visitor.cookies.get('sso') ?? ''
      expect(locationOf(await once.visitor.go(once.path))).toEqual(enters)
      once.visitor.cookies.set('sso', cookie)
      expect(locationOf(await once.visitor.go(once.path))).toBe(over)
      const { visitor, path } = await returning()
      const both = await Promise.all([visitor.go(path), visitor.go(path)])
      expect(both.map(locationOf).toSorted((a, b) => a.length - b.length)).toEqual([over, enters])
    })

    it('after ten minutes', async () => {
      const { visitor, path } = await returning()
      app.time.now += 10 * 60_000
      expect(locationOf(await visitor.go(path))).toBe(over)
    })
  })

  describe('fabricated returns', () => {
    const rowsOf = (at: TestApp) => at.deps.db.selectFrom('sso_returns').select('expires_at').execute()

    it('that match no cookie of the browser make no call to the provider and insert no row', async () => {
      const at = await another({})
      const { visitor, back } = await returning(at)
      const before = provider.codesTaken
      for (let count = 0; count < 120; count += 1) {
        back.searchParams.set('state', `invente-${count}`)
        expect(locationOf(await visitor.go(back.pathname + back.search))).toBe(over)
      }
      expect([provider.codesTaken - before, (await rowsOf(at)).length]).toEqual([0, 0])
    })

    it('with a cookie each are counted, and stopped before the provider is called', async () => {
      const at = await another({})
      const honest = await returning(at)
      const before = provider.codesTaken
      const endings: string[] = []
      for (let count = 0; count < 104; count += 1) {
        const visitor = newVisitor(at)
        const away = new URL(locationOf(await visitor.go('/api/auth/sso/authorize')))
        const state = away.searchParams.get('state') ?? ''
        const query = new URLSearchParams({ state, code: `invente-${count}`, iss: provider.issuer })
        endings.push(locationOf(await visitor.go(`/api/auth/sso/callback?${query.toString()}`)))
      }
      expect(endings).toEqual([
        ...Array<string>(100).fill(refused),
        ...Array<string>(4).fill('/auth?message=sso_tries'),
      ])
      expect([provider.codesTaken - before, (await rowsOf(at)).length]).toEqual([100, 100])
      expect(locationOf(await honest.visitor.go(honest.path)), 'the same network').toBe(
        '/auth?message=sso_tries',
      )
      at.time.now += 15 * 60_000
      const later = await returning(at)
      expect(locationOf(await later.visitor.go(later.path))).toEqual(enters)
    })

    it('do not block a browser that has signed in before, whose own tries are limited too', async () => {
      const at = await another({ SSO_MFA: 'accept' })
      provider.someone = { ...camille, amr: ['mfa'] }
      const { visitor, path } = await returning(at)
      const jwt = new URL(locationOf(await visitor.go(path)), publicUrl).searchParams.get('jwt') ?? ''
      const entered = await visitor.post('/api/auth/sso/complete', { jwt, source: 'web' })
      expect([entered.status, visitor.cookies.has('device')]).toEqual([200, true])
      await at.deps.db.updateTable('sign_in_networks').set({ tries: 100 }).execute()
      const stranger = await returning(at)
      expect(locationOf(await stranger.visitor.go(stranger.path))).toBe('/auth?message=sso_tries')
      const comeBack = async (code?: string) => {
        const back = await provider.visit(locationOf(await visitor.go('/api/auth/sso/authorize')))
        if (code !== undefined) back.searchParams.set('code', code)
        return locationOf(await visitor.go(back.pathname + back.search))
      }
      expect(await comeBack()).toEqual(enters)
      for (let count = 0; count < 5; count += 1) expect(await comeBack('invente')).toBe(refused)
      expect(await comeBack()).toBe('/auth?message=sso_tries')
    })

    it('are the only ones counted: right returns are not', async () => {
      const at = await another({})
      for (let count = 0; count < 3; count += 1) {
        const { visitor, path } = await returning(at)
        expect(locationOf(await visitor.go(path))).toEqual(enters)
      }
      const counts = at.deps.db.selectFrom('sign_in_networks').select('tries').where('tries', '>', 0)
      expect(await counts.execute()).toEqual([])
    })
  })

  it('the token of the second step is valid only in the browser that returned', async () => {
    const { visitor, path } = await returning()
    const jwt = new URL(locationOf(await visitor.go(path)), publicUrl).searchParams.get('jwt') ?? ''
    expect((await newVisitor(app).post('/api/auth/2fasecret', { jwt })).status).toBe(401)
    expect((await visitor.post('/api/auth/2fasecret', { jwt })).status).toBe(200)
  })

  it('no request header changes the address to which the provider redirects', async () => {
    const headers = {
      host: 'ailleurs.example',
      'x-forwarded-host': 'ailleurs.example',
      'x-forwarded-proto': 'http',
    }
    const reply = await app.call({ method: 'GET', path: '/api/auth/sso/authorize', headers, foreign: true })
    expect(new URL(locationOf(reply)).searchParams.get('redirect_uri')).toBe(
      `${publicUrl}/api/auth/sso/callback`,
    )
  })

  it('an identity of another tenant is refused, and one of the configured tenant accepted', async () => {
    const node = await another({ SSO_TENANT: 'mairie' })
    provider.someone = { ...camille, tid: 'clinique' }
    expect(await signOn(newVisitor(node), provider)).toBe('/auth?message=sso_tenant')
    provider.someone = { sub: camille.sub }
    expect(await signOn(newVisitor(node), provider)).toBe('/auth?message=sso_tenant')
    provider.someone = camille
    expect(await signOn(newVisitor(node), provider)).toEqual(enters)
  })

  it('a subject that would be stored as another, or not at all, is refused, and opens no account of that other', async () => {
    const { db, keys } = app.deps
    const account = await worldOf(app).addUser({ login: 'remplacee' })
    const identity = { issuer: provider.issuer, subject: 'objet-\ufffd', name: '', email: '' }
    await db
      .transaction()
      .execute((tx) => linkIdentity(tx, keys.keyring, { identity, userId: account.id, by: null, now: 0 }))
    const requests = () => db.selectFrom('sso_requests').select('subject').execute()
    const before = await requests()
    for (const sub of ['objet-\ud800', 'objet-\udc00', 'objet-\0', `objet-${'\u00e9'.repeat(600)}`]) {
      provider.someone = { ...camille, sub }
      expect(await signOn(newVisitor(app), provider), JSON.stringify(sub)).toBe(refused)
    }
    expect(await requests()).toEqual(before)
    expect(app.logged()).toContain('IDENTITY_WRONG')
    for (const sub of ['objet-\ufffd', camille.sub]) {
      provider.someone = { ...camille, sub }
      expect(await signOn(newVisitor(app), provider)).toEqual(enters)
    }
  })

  it('a provider that states another issuer than the settings is not used', async () => {
    const node = await another({ SSO_ISSUER: provider.issuer.replace('127.0.0.1', 'localhost') })
    expect(locationOf(await newVisitor(node).go('/api/auth/sso/authorize'))).toBe('/auth?message=sso_misset')
  })

  describe('a second factor verified by the provider', () => {
    const entered = async (node: TestApp) => {
      const visitor = newVisitor(node)
      const jwt = new URL(await signOn(visitor, provider), publicUrl).searchParams.get('jwt') ?? ''
      const { body } = await visitor.post('/api/auth/2fasecret', { jwt })
      const done = await visitor.post('/api/auth/sso/complete', { jwt, source: 'web' })
      return { methods: (body as { methods: string[] }).methods, status: done.status, visitor, jwt }
    }

    it('opens the session once where a setting trusts it', async () => {
      const node = await another({ SSO_MFA: 'accept' })
      provider.someone = { ...camille, amr: ['pwd', 'mfa'] }
      const { methods, status, visitor, jwt } = await entered(node)
      expect([methods, status]).toEqual([['sso'], 200])
      expect(visitor.cookies.has('sid')).toBe(true)
      expect((await visitor.post('/api/auth/sso/complete', { jwt, source: 'web' })).status).toBe(401)
    })

    it('is ignored otherwise, and a sign-in without one is not enough', async () => {
      provider.someone = { ...camille, amr: ['pwd', 'mfa'] }
      expect(await entered(await another({}))).toMatchObject({ methods: ['totp', 'mail'], status: 401 })
      const node = await another({ SSO_MFA: 'accept' })
      for (const amr of [['pwd'], [], undefined]) {
        provider.someone = { ...camille, amr }
        expect(await entered(node)).toMatchObject({ methods: ['totp', 'mail'], status: 401 })
      }
    })
  })

  it('an unavailable provider is reported on the sign-in page', async () => {
    const own = await startProvider()
    const node = await another(own.env)
    const { visitor, path } = await (async () => {
      const begun = newVisitor(node)
      const back = await own.visit(locationOf(await begun.go('/api/auth/sso/authorize')))
      return { visitor: begun, path: back.pathname + back.search }
    })()
    await own.stop()
    expect(locationOf(await visitor.go(path))).toBe('/auth?message=sso_unavailable')
    node.time.now += 3_600_000
    expect(locationOf(await newVisitor(node).go('/api/auth/sso/authorize'))).toBe(
      '/auth?message=sso_unavailable',
    )
  })

  it('keys that the provider rotates are accepted immediately, and read once a sign-on at most', async () => {
    const own = await startProvider()
    onTestFinished(() => own.stop())
    const node = await another(own.env)
    const keysRead = () => own.requests.get('/jwks') ?? 0
    for (let count = 0; count < 3; count += 1)
      expect(await signOn(newVisitor(node), own)).toContain('sso_unknown')
    expect(keysRead()).toBe(1)
    own.rotate()
    expect(await signOn(newVisitor(node), own)).toContain('sso_unknown')
    own.rotate()
    expect(await signOn(newVisitor(node), own)).toContain('sso_unknown')
    expect(await signOn(newVisitor(node), own)).toContain('sso_unknown')
    expect(keysRead()).toBe(3)
  })

  it('without settings every call is refused', async () => {
    const plain = await startTestApp(engine)
    onTestFinished(() => plain.close())
    const visitor = newVisitor(plain)
    expect(locationOf(await visitor.go('/api/auth/sso/authorize'))).toBe('/auth?message=sso_unavailable')
    expect(locationOf(await visitor.go('/api/auth/sso/callback?code=x&state=y'))).toBe(over)
    expect((await visitor.post('/api/auth/sso/complete', { jwt: 'x', source: 'web' })).status).toBe(401)
  })
})
