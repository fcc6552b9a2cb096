import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { patternNames, patterns } from '#domain/platform/patterns.ts'
import { sessionLimits } from '#domain/platform/limits.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf } from '#server/testing/world.ts'
import {
  addAccount,
  codeOf,
  enrol,
  newBrowser,
  secondStep,
  tokenOf,
  type Browser,
} from '#server/testing/sign-in.ts'

eachEngine((engine) => {
  let app: TestApp
  let browser: Browser
  beforeEach(async () => {
    app = await startTestApp(engine)
    browser = newBrowser(app)
  })
  afterEach(() => app.close())

  describe('a session', () => {
    it('returns the user, the bank, the permissions, the expiry and the inactivity delay [SESS-11]', async () => {
      const { id } = await addAccount(app, 'camille', 'ROLE_ADMINISTRATOR')
      await enrol(app, browser, 'camille')
      expect((await browser.get('/api/session')).body).toEqual({
        user: {
          id,
          login: 'camille',
          firstName: 'Camille',
          lastName: 'Dupré',
          email: 'camille@exemple.fr',
          role: 'ROLE_ADMINISTRATOR',
          type: 'STANDARD',
          readFeatures: true,
          lastChestId: null,
        },
        unread: false,
        currentBank: null,
        permissions: [
          'createChests',
          'openBackOffice',
          'openAdministration',
          'seeAllBanks',
          'seeCompanyFigures',
          'seeConnections',
        ],
        expiresAt: new Date(app.time.now + sessionLimits.maximumMs).toISOString(),
        remainingMs: sessionLimits.maximumMs,
        inactivitySeconds: 900,
        attachmentBytes: 10_485_760,
        sendsMails: false,
        recoveryShares: false,
        clearExports: true,
        regexVersion: expect.stringMatching(/^[0-9a-f]{16}$/),
        domainGroup: null,
        organisation: null,
        links: { vendor: null, extension: null, guide: null },
      })
    })

    it('expires twelve hours after sign-in whatever the activity [SESS-23]', async () => {
      await addAccount(app, 'camille')
      await enrol(app, browser, 'camille')
      const end = app.time.now + sessionLimits.maximumMs
      while (app.time.now + 600_000 < end) {
        app.time.now += 600_000
        expect((await browser.get('/api/session')).status).toBe(200)
      }
      app.time.now = end
      expect((await browser.get('/api/session')).body).toMatchObject({ code: 'SESSION_EXPIRED' })
    })

    it('ends on the server at sign-out, which clears all cookies but the known-browser mark [SESS-15]', async () => {
      await addAccount(app, 'camille')
      await enrol(app, browser, 'camille')
      const cookie = browser.cookies.get('sid') ?? ''
      const reply = await browser.post('/api/auth/logout')
      expect([reply.status, reply.body]).toEqual([200, { message: 'Vous êtes déconnecté' }])
      expect(reply.headers['clear-site-data']).toBe('"cache"')
      expect([...browser.cookies.keys()]).toEqual(['device'])
      expect(await app.deps.db.selectFrom('sessions').select('id').execute()).toEqual([])
      browser.cookies.set('sid', cookie)
      expect((await browser.get('/api/session')).status).toBe(401)
      // Sign-out succeeds without a session too.
      expect((await browser.post('/api/auth/logout')).status).toBe(200)
    })

    it('ends whatever the Content-Type of the empty sign-out request [SESS-15]', async () => {
      await addAccount(app, 'camille')
      const secret = await enrol(app, browser, 'camille')
      for (const type of ['application/json', 'text/plain', 'multipart/form-data', 'nonsense']) {
        const cookie = `sid=${browser.cookies.get('sid')}`
        const headers = { 'content-type': type }
        const reply = await app.call({ method: 'POST', path: '/api/auth/logout', cookie, headers })
        expect([type, reply.status, reply.body]).toEqual([type, 200, { message: 'Vous êtes déconnecté' }])
        expect((await browser.get('/api/session')).status).toBe(401)
        app.time.now += 30_000
        await secondStep(browser, await tokenOf(browser, 'camille'), codeOf(secret, app.time.now))
      }
      // A non-empty body is refused, as by any call without a body.
      const body = { all: true }
      expect((await browser.post('/api/auth/logout', body)).body).toMatchObject({ code: 'INVALID_REQUEST' })
    })

    it('is not ended by a caller who knows only its id', async () => {
      await addAccount(app, 'camille')
      await enrol(app, browser, 'camille')
      const stranger = newBrowser(app)
      stranger.cookies.set('sid', `${browser.cookies.get('sid')?.split('.')[0]}.${'A'.repeat(43)}`)
      expect((await stranger.post('/api/auth/logout')).status).toBe(200)
      expect((await browser.get('/api/session')).status).toBe(200)
    })

    it('is always new after sign-in, and the former one ends', async () => {
      await addAccount(app, 'camille')
      const secret = await enrol(app, browser, 'camille')
      const former = browser.cookies.get('sid') ?? ''
      app.time.now += 30_000
      await secondStep(browser, await tokenOf(browser, 'camille'), codeOf(secret, app.time.now))
      expect(browser.cookies.get('sid')).not.toBe(former)
      const old = newBrowser(app)
      old.cookies.set('sid', former)
      expect([(await old.get('/api/session')).status, (await browser.get('/api/session')).status]).toEqual([
        401, 200,
      ])
    })

    it('is deleted after it expired, by the regular task', async () => {
      await addAccount(app, 'camille')
      const secret = await enrol(app, browser, 'camille')
      app.time.now += sessionLimits.maximumMs
      const other = newBrowser(app)
      await secondStep(other, await tokenOf(other, 'camille'), codeOf(secret, app.time.now))
      await app.jobs['delete-expired'](async () => true)
      expect(await app.deps.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
      expect(await app.deps.db.selectFrom('sign_in_steps').select('jti').execute()).toHaveLength(1)
    })
  })

  describe('the current bank [SESS-11]', () => {
    const bankOf = async (cookie: string) => {
      const reply = await app.call({ method: 'GET', path: '/api/session', cookie })
      return (reply.body as { currentBank: { label: string } | null }).currentBank?.label ?? null
    }

    it('of an intervenant is the chosen one, or the first attached, directly or through a team', async () => {
      const world = worldOf(app)
      const [north, south, closed] = [
        await world.addBank('Nord'),
        await world.addBank('Sud'),
        await world.addBank('Fermée', 0),
      ]
      const direct = await world.addUser({ login: 'direct', banks: [south, north], currentBank: south })
      const lazy = await world.addUser({ login: 'lazy', banks: [closed, south, north] })
      const byTeam = await world.addUser({ login: 'team', currentBank: closed })
      await world.addTeam('Équipe', [byTeam], [south])
      const alone = await world.addUser({ login: 'alone', currentBank: north })
      expect(await bankOf(await world.session(direct))).toBe('Sud')
      expect(await bankOf(await world.session(lazy))).toBe('Nord')
      expect(await bankOf(await world.session(byTeam))).toBe('Sud')
      expect(await bankOf(await world.session(alone))).toBe(null)
    })

    it('of other roles may be none, which means all banks of their scope', async () => {
      const world = worldOf(app)
      const [north, south] = [await world.addBank('Nord'), await world.addBank('Sud')]
      const role = 'ROLE_ADMINISTRATOR'
      const all = await world.addUser({ login: 'all', role, banks: [north] })
      const own = await world.addUser({ login: 'own', role, banks: [north], currentBank: north })
      const foreign = await world.addUser({ login: 'foreign', role, banks: [north], currentBank: south })
      const top = await world.addUser({ login: 'top', role: 'ROLE_SUPER_ADMINISTRATOR', currentBank: south })
      expect(await bankOf(await world.session(all))).toBe(null)
      expect(await bankOf(await world.session(own))).toBe('Nord')
      expect(await bankOf(await world.session(foreign))).toBe(null)
      expect(await bankOf(await world.session(top))).toBe('Sud')
    })
  })

  it('the named regexes are public, and the server applies the same [SESS-12]', async () => {
    const reply = await app.call({ method: 'GET', path: '/api/regex' })
    expect(reply.body).toEqual(patternNames.map((name) => ({ name, value: patterns[name] })))
    expect(patternNames).toContain('REGEX_MASTER_KEY')
  })
})
