import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, enrol, journalled, newBrowser, signInElsewhere } from '#server/testing/sign-in.ts'
import { worldOf } from '#server/testing/world.ts'

type Listed = {
  id: string
  isCurrent: boolean
  isLocked: boolean
  userAgent: string
  ip: string
  signedInAt: string
}

eachEngine((engine) => {
  describe('the caller’s own account', () => {
    let app: TestApp
    beforeEach(async () => {
      app = await startTestApp(engine)
    })
    afterEach(() => app.close())

    /** An account signed in with two browsers. */
    const twoBrowsers = async () => {
      await addAccount(app, 'camille')
      const here = newBrowser(app)
      const there = await signInElsewhere(app, await enrol(app, here, 'camille'))
      return { here, there }
    }
    const listed = async (browser: ReturnType<typeof newBrowser>) =>
      (await browser.get('/api/account/session')).body as Listed[]

    it('returns the caller’s details and second factors', async () => {
      const { id } = await addAccount(app, 'camille')
      const browser = newBrowser(app)
      await enrol(app, browser, 'camille')
      expect((await browser.get('/api/account')).body).toEqual({
        id,
        login: 'camille',
        firstName: 'Camille',
        lastName: 'Dupré',
        email: 'camille@exemple.fr',
        role: 'ROLE_INTERVENANT',
        keptByDirectory: false,
        hasPassword: true,
        singleSignOn: null,
        hasAuthenticator: true,
        factorByMail: false,
        mayChooseMail: true,
        recoveryCodes: { left: 0, createdAt: null },
        passkeys: [],
        offersPasskeys: true,
        provesBy: 'password',
        provedUntil: null,
      })
    })

    it('accepts other names, which lists find immediately, and refuses malformed ones', async () => {
      const world = worldOf(app)
      const cookie = await world.session(await world.addUser({ login: 'camille' }))
      const rename = (firstName: string, lastName = 'Leroy') =>
        app.call({ method: 'PATCH', path: '/api/account', body: { firstName, lastName }, cookie })
      expect((await rename('  Zoé ')).status).toBe(200)
      expect((await app.call({ method: 'GET', path: '/api/account', cookie })).body).toMatchObject({
        firstName: 'Zoé',
        lastName: 'Leroy',
      })
      const chief = await world.addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' })
      const path = '/api/user/?search=zoe%20leroy'
      const found = await app.call({ method: 'GET', path, cookie: await world.session(chief) })
      expect(found.body).toMatchObject([{ login: 'camille' }])
      expect((await rename('<b>Zoé</b>')).body).toMatchObject({ code: 'PATTERN_MISMATCH' })
      expect(await journalled(app)).toEqual(['account.renamed'])
    })

    it('refuses to rename an account of a directory', async () => {
      const world = worldOf(app)
      const user = await world.addUser({ login: 'camille' })
      await app.deps.db.updateTable('users').set({ ad_id: 1 }).where('id', '=', user.id).execute()
      const cookie = await world.session(user)
      const body = { firstName: 'Zoé', lastName: 'Leroy' }
      const reply = await app.call({ method: 'PATCH', path: '/api/account', body, cookie })
      expect([reply.status, reply.body]).toMatchObject([409, { code: 'KEPT_BY_DIRECTORY' }])
    })

    it('lists the active sessions, the current one first', async () => {
      const { here, there } = await twoBrowsers()
      const mine = await listed(here)
      expect(mine.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
      expect(mine[0]).toMatchObject({ ip: '127.0.0.1', userAgent: expect.any(String) })
      expect((await listed(there)).map(({ id }) => id)).toEqual(mine.map(({ id }) => id).toReversed())
      app.time.now += app.deps.config.inactivityMs
      await here.get('/api/session')
      app.time.now += 30_000
      const later = await listed(here)
      expect(later.map(({ isCurrent, isLocked }) => [isCurrent, isLocked])).toEqual([
        [true, false],
        [false, true],
      ])
    })

    it('ends the session of another browser immediately: its next request is refused as expired', async () => {
      const { here, there } = await twoBrowsers()
      const other = (await listed(here)).find(({ isCurrent }) => !isCurrent)
      const end = (id: string | undefined) => here.remove(`/api/account/session/${id}`)
      expect((await end(other?.id)).status).toBe(200)
      const told = await there.get('/api/session')
      expect([told.status, told.body]).toMatchObject([
        401,
        { code: 'SESSION_EXPIRED', message: 'Session expirée' },
      ])
      expect((await here.get('/api/session')).status).toBe(200)
      expect((await end(other?.id)).body).toMatchObject({ code: 'SESSION_NOT_FOUND' })
      expect((await journalled(app)).at(-1)).toBe('session.ended')
    })

    it('expires after fifteen idle minutes, even if its page keeps sending unattended requests [SESS-21]', async () => {
      const world = worldOf(app)
      const cookie = await world.session(await world.addUser({ login: 'camille' }))
      const ask = async (headers: Record<string, string> = {}) =>
        (await app.call({ method: 'GET', path: '/api/session', cookie, headers })).status
      const unattended = { 'x-unattended': '1' }
      const { inactivityMs } = app.deps.config
      for (let minute = 0; minute < 30; minute += 1) {
        app.time.now += 60_000
        expect(await ask(), 'the user is active').toBe(200)
      }
      for (let idle = 30_000; idle <= inactivityMs; idle += 30_000) {
        app.time.now += 30_000
        expect(await ask(unattended), `idle for ${idle} ms`).toBe(200)
      }
      app.time.now += 1_000
      expect([await ask(unattended), await ask()]).toEqual([401, 401])
    })

    it('ends all other sessions of the caller, and never one of another account', async () => {
      const { here, there } = await twoBrowsers()
      const world = worldOf(app)
      const stranger = await world.session(await world.addUser({ login: 'voisine' }))
      const id = stranger.slice('sid='.length).split('.')[0] ?? ''
      expect((await here.remove(`/api/account/session/${id}`)).body).toMatchObject({
        code: 'SESSION_NOT_FOUND',
      })
      expect((await here.remove('/api/account/session')).body).toMatchObject({ ended: 1 })
      expect((await there.get('/api/session')).status).toBe(401)
      expect((await here.get('/api/session')).status).toBe(200)
      expect((await app.call({ method: 'GET', path: '/api/session', cookie: stranger })).status).toBe(200)
    })
  })
})
