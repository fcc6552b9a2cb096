import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signInLimits } from '#domain/platform/limits.ts'
import { signJwt } from '#server/platform/crypto/jwt.ts'
import { markOf } from '#server/access/proved-changes.ts'
import {
  createPasswordHasher,
  openPasswordHash,
  sealPasswordHash,
} from '#server/platform/crypto/password-hash.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { createWorkBound } from '#server/platform/crypto/work-bound.ts'
import { realCosts, startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  addAccount,
  codeOf,
  enrol,
  firstStep,
  journalled,
  newBrowser,
  rightPassword,
  secondStep,
  tokenOf,
  type Browser,
} from '#server/testing/sign-in.ts'

const refused = { code: 'SIGN_IN_FAILED', message: 'Mot de passe ou identifiant incorrect' }
const failure = { status: 401, body: refused }
/** The reply to every token that was signed here and cannot continue. */
const over = { status: 401, body: { code: 'STEP_OVER' } }
const periodMs = signInLimits.totpPeriodSeconds * 1000

eachEngine((engine) => {
  let app: TestApp
  let browser: Browser
  beforeEach(async () => {
    app = await startTestApp(engine)
    browser = newBrowser(app)
    await addAccount(app, 'Hélène')
  })
  afterEach(() => app.close())

  describe('the first step', () => {
    it('returns a token that opens no session [SIGN-14] [SIGN-15]', async () => {
      const reply = await firstStep(browser, 'Hélène')
      expect([reply.status, reply.body]).toEqual([
        200,
        { jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
      ])
      expect([...browser.cookies.keys()]).toEqual(['pre'])
      expect((await browser.get('/api/session')).status).toBe(401)
    })

    it('accepts a login in any case and accents, and only the exact password', async () => {
      expect((await firstStep(browser, ' HELENE ')).status).toBe(200)
      expect(await firstStep(browser, 'Hélène', rightPassword.toUpperCase())).toMatchObject(failure)
    })

    it('returns the same for a wrong password, an unknown login, an inactive account and a directory [SIGN-17]', async () => {
      const inactive = await addAccount(app, 'partie')
      await app.deps.db.updateTable('users').set({ state_id: 2 }).where('id', '=', inactive.id).execute()
      const replies = [
        await firstStep(browser, 'Hélène', 'un autre mot de passe'),
        await firstStep(browser, 'personne'),
        await firstStep(browser, inactive.login),
        await firstStep(browser, 'Hélène', rightPassword, 'DIST'),
      ]
      for (const reply of replies) expect(reply).toMatchObject(failure)
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
      expect(browser.cookies.size).toBe(0)
    })

    it('refuses another source and unknown fields [SIGN-14]', async () => {
      const fields = { login: 'Hélène', password: rightPassword, type: 'LOCAL', source: 'web' }
      for (const change of [{ source: 'app' }, { type: 'SSO' }, { more: 1 }, { password: '' }]) {
        expect((await browser.post('/api/auth/step1', { ...fields, ...change })).status).toBe(400)
      }
    })

    it('stores and logs neither passwords nor unknown logins', async () => {
      await firstStep(browser, 'ceci est mon mot de passe')
      await firstStep(browser, 'Hélène', 'ceci est mon mot de passe')
      const rows = [
        await app.deps.db.selectFrom('journal').selectAll().execute(),
        await app.deps.db.selectFrom('unknown_logins').selectAll().execute(),
      ]
      expect(JSON.stringify(rows) + app.logged()).not.toContain('mot de passe')
    })

    it('rehashes a password at the current cost', async () => {
      const real = await startTestApp(engine, {}, realCosts)
      const signingIn = newBrowser(real)
      const older = createPasswordHasher({
        bound: createWorkBound({ concurrency: 1, queue: 1 }),
        cost: { memory: 64, passes: 1, parallelism: 1 },
      })
      const { id } = await addAccount(real, 'ancienne')
      const { db, keys } = real.deps
      const owner = { id, mark: await markOf(db, 'users', id) }
      const hash = sealPasswordHash(
        keys.keyring.sealing(1),
        owner,
        await older.hash(new Secret(rightPassword)),
      )
      await db.updateTable('password_hashes').set({ hash }).where('user_id', '=', id).execute()
      await firstStep(signingIn, 'ancienne', 'un autre mot de passe')
      const costOf = async () => {
        const rows = await db.selectFrom('password_hashes').select('hash').where('user_id', '=', id).execute()
        return rows.map((row) => openPasswordHash(keys.keyring, owner, row.hash).reveal().split('$')[3])
      }
      expect(await costOf()).toEqual(['m=64,t=1,p=1'])
      await tokenOf(signingIn, 'ancienne')
      expect(await costOf()).toEqual(['m=19456,t=2,p=1'])
      await tokenOf(signingIn, 'ancienne')
      await real.close()
    })
  })

  describe('the second factor', () => {
    it('shows one secret and its QR code until the first confirmed use [SIGN-20] [SIGN-21] [SIGN-22]', async () => {
      const jwt = await tokenOf(browser, 'Hélène')
      const shown = await browser.post('/api/auth/2fasecret', { jwt })
      expect(shown.body).toEqual({
        qrScanned: false,
        methods: ['totp', 'mail'],
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        qrCode: expect.stringMatching(/^iVBORw0KGgo[A-Za-z0-9+/]+=*$/),
      })
      const { secret } = shown.body as { secret: string }
      expect((await browser.post('/api/auth/2fasecret', { jwt })).body).toMatchObject({ secret })
      await secondStep(browser, jwt, codeOf(secret, app.time.now))
      const again = await tokenOf(browser, 'Hélène')
      expect((await browser.post('/api/auth/2fasecret', { jwt: again })).body).toEqual({
        qrScanned: true,
        methods: ['totp'],
        secret: null,
        qrCode: null,
      })
    })

    it('shows the same secret in concurrent tabs', async () => {
      const jwt = await tokenOf(browser, 'Hélène')
      const shown = await Promise.all([1, 2, 3].map(() => browser.post('/api/auth/2fasecret', { jwt })))
      expect(new Set(shown.map((reply) => (reply.body as { secret: string }).secret)).size).toBe(1)
    })

    it('opens the session with a right code and returns the page to show [SIGN-27]', async () => {
      const jwt = await tokenOf(browser, 'Hélène')
      const shown = await browser.post('/api/auth/2fasecret', { jwt })
      const { secret } = shown.body as { secret: string }
      const reply = await secondStep(browser, jwt, codeOf(secret, app.time.now))
      expect([reply.status, reply.body]).toEqual([200, { redirect: '/routes/explorer' }])
      const cookies = [reply.headers['set-cookie']].flat().join('\n')
      expect(cookies).toMatch(
        /^sid=[\w-]{22}\.[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/m,
      )
      expect(cookies).toMatch(/^device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/m)
      expect([...browser.cookies.keys()]).toEqual(['sid', 'device'])
      expect((await browser.get('/api/session')).status).toBe(200)
      const rows = await app.deps.db.selectFrom('sessions').selectAll().execute()
      const [id, cookieSecret] = browser.cookies.get('sid')?.split('.') ?? []
      expect(rows.map((row) => row.id)).toEqual([id])
      expect(JSON.stringify(rows)).not.toContain(cookieSecret)
    })

    it('accepts a code of the previous, current and next period only [SIGN-27]', async () => {
      const secret = await enrol(app, browser, 'Hélène')
      for (const [periods, status] of [
        [-2, 401],
        [2, 401],
        [-1, 200],
        [1, 200],
      ] as const) {
        app.time.now += 10 * periodMs
        const jwt = await tokenOf(browser, 'Hélène')
        const reply = await secondStep(browser, jwt, codeOf(secret, app.time.now + periods * periodMs))
        expect([periods, reply.status]).toEqual([periods, status])
      }
    })

    it('accepts no code twice, and none older than the last', async () => {
      const secret = await enrol(app, browser, 'Hélène')
      const replay = await secondStep(browser, await tokenOf(browser, 'Hélène'), codeOf(secret, app.time.now))
      expect(replay).toMatchObject(failure)
      const older = await secondStep(
        browser,
        await tokenOf(browser, 'Hélène'),
        codeOf(secret, app.time.now - periodMs),
      )
      expect(older).toMatchObject(failure)
    })

    it('accepts the same code once when used concurrently', async () => {
      const secret = await enrol(app, browser, 'Hélène')
      app.time.now += periodMs
      const browsers = [newBrowser(app), newBrowser(app)]
      const tokens = [await tokenOf(browsers[0]!, 'Hélène'), await tokenOf(browsers[1]!, 'Hélène')]
      const code = codeOf(secret, app.time.now)
      const replies = await Promise.all(browsers.map((one, index) => secondStep(one, tokens[index]!, code)))
      expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 401])
    })

    it('ignores the secret that the browser sends', async () => {
      const jwt = await tokenOf(browser, 'Hélène')
      await browser.post('/api/auth/2fasecret', { jwt })
      const own = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
      expect(await secondStep(browser, jwt, codeOf(own, app.time.now), own)).toMatchObject(failure)
    })

    it('accepts six digits only [SIGN-27]', async () => {
      const jwt = await tokenOf(browser, 'Hélène')
      for (const token of ['12345', '1234567', '12345a', ' 12345', '١٢٣٤٥٦', '']) {
        expect((await secondStep(browser, jwt, token)).status).toBe(400)
      }
    })

    it('requires the enrolment first: without a secret no code is right', async () => {
      expect(await secondStep(browser, await tokenOf(browser, 'Hélène'), '000000')).toMatchObject(failure)
    })
  })

  describe('the token between the steps', () => {
    it('expires after five minutes [SIGN-18]', async () => {
      const jwt = await tokenOf(browser, 'Hélène')
      app.time.now += signInLimits.step1Ms - 1000
      expect((await browser.post('/api/auth/2fasecret', { jwt })).status).toBe(200)
      app.time.now += 1000
      expect(await browser.post('/api/auth/2fasecret', { jwt })).toMatchObject(over)
    })

    it('is valid once', async () => {
      const jwt = await tokenOf(browser, 'Hélène')
      const shown = await browser.post('/api/auth/2fasecret', { jwt })
      const { secret } = shown.body as { secret: string }
      const pre = browser.cookies.get('pre') ?? ''
      await secondStep(browser, jwt, codeOf(secret, app.time.now))
      browser.cookies.set('pre', pre)
      app.time.now += periodMs
      expect(await secondStep(browser, jwt, codeOf(secret, app.time.now))).toMatchObject(over)
      expect(await browser.post('/api/auth/2fasecret', { jwt })).toMatchObject(over)
    })

    it('is valid only in the browser and tab of the latest first step, and elsewhere reported as over', async () => {
      const jwt = await tokenOf(browser, 'Hélène')
      const other = newBrowser(app)
      const replies = [await other.post('/api/auth/2fasecret', { jwt })]
      await tokenOf(other, 'Hélène')
      replies.push(await other.post('/api/auth/2fasecret', { jwt }))
      const tab = await tokenOf(browser, 'Hélène')
      replies.push(await browser.post('/api/auth/2fasecret', { jwt }))
      for (const reply of replies) expect(reply).toMatchObject(over)
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
      expect((await browser.post('/api/auth/2fasecret', { jwt: tab })).status).toBe(200)
    })

    it('is refused when it is forged, of another kind, or of no account', async () => {
      const jwt = await tokenOf(browser, 'Hélène')
      const [header, claims, signature] = jwt.split('.')
      const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
      const keys = app.deps.keys.keyring.sealing(1)
      const { jti, sub } = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as Record<
        string,
        string
      >
      const times = { now: app.time.now, lifetime: 60_000 }
      for (const forged of [
        `${none}.${claims}.`,
        `${none}.${claims}.${signature}`,
        `${header}.${claims}.${signature?.slice(1)}A`,
        signJwt(keys, { typ: 'reset', sub: sub!, jti: jti!, ...times }),
        'x',
      ]) {
        expect(await browser.post('/api/auth/2fasecret', { jwt: forged })).toMatchObject(failure)
      }
      for (const foreign of [
        signJwt(keys, { typ: 'step1', sub: '999', jti: jti!, ...times }),
        signJwt(keys, { typ: 'step1', sub: sub!, jti: 'unknown', ...times }),
      ]) {
        expect(await browser.post('/api/auth/2fasecret', { jwt: foreign })).toMatchObject(over)
      }
    })

    it('ends when the account is deactivated', async () => {
      const jwt = await tokenOf(browser, 'Hélène')
      await app.deps.db.updateTable('users').set({ state_id: 2 }).execute()
      expect(await browser.post('/api/auth/2fasecret', { jwt })).toMatchObject(over)
    })
  })

  describe('the journal of a sign-in', () => {
    it('records each step, failures included', async () => {
      await firstStep(browser, 'Hélène', 'un autre mot de passe')
      await firstStep(browser, 'personne')
      await enrol(app, browser, 'Hélène')
      await browser.post('/api/auth/logout')
      expect(await journalled(app)).toEqual([
        'sign-in.failed',
        'sign-in.failed',
        'sign-in.password-accepted',
        'second-factor.shown',
        'second-factor.enrolled',
        'sign-in.done',
        'sign-in.ended',
      ])
    })
  })
})
