import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canonicalRecoveryCode } from '#domain/identity/recovery-codes.ts'
import type { TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { dumpOf, tablesOf } from '#server/testing/dump.ts'
import {
  addAccount,
  journalled,
  newBrowser,
  proven,
  tokenOf,
  type Browser,
  startWithCamille,
} from '#server/testing/sign-in.ts'

eachEngine((engine) => {
  describe('recovery codes', () => {
    let app: TestApp
    let here: Browser
    beforeEach(async () => {
      ;({ app, browser: here } = await startWithCamille(engine))
      await proven(app, here, 'camille')
    })
    afterEach(() => app.close())

    const draw = async () => ((await here.post('/api/account/recovery')).body as { codes: string[] }).codes
    const use = async (code: string, browser = newBrowser(app), login = 'camille') =>
      browser.post('/api/auth/recovery', { jwt: await tokenOf(browser, login), code, source: 'web' })
    const left = async () =>
      ((await here.get('/api/account')).body as { recoveryCodes: { left: number } }).recoveryCodes.left

    it('are ten of a hundred bits each, shown once and stored only as keyed hashes', async () => {
      const codes = await draw()
      expect(new Set(codes).size).toBe(10)
      for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/)
      const { db } = app.deps
      const dump = JSON.stringify(await dumpOf(db, await tablesOf(db)))
      for (const code of codes) {
        expect(dump + app.logged()).not.toContain(code)
        expect(dump + app.logged()).not.toContain(canonicalRecoveryCode(code))
      }
      expect(await left()).toBe(10)
    })

    it('open a session as a second factor, once each, however they are typed', async () => {
      const [code = ''] = await draw()
      const browser = newBrowser(app)
      const reply = await use(
        ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `,
        browser,
      )
      expect([reply.status, reply.body]).toEqual([200, { redirect: '/routes/explorer' }])
      expect((await browser.get('/api/session')).status).toBe(200)
      expect((await use(code)).body).toMatchObject({ code: 'SIGN_IN_FAILED' })
      expect(await left()).toBe(9)
      expect(await journalled(app)).toContain('recovery-code.used')
      const told = await app.deps.db.selectFrom('outbox').select('template').execute()
      // The enrolled authenticator, the new codes, the use of one.
      expect(told.filter(({ template }) => template === 'accountChanged')).toHaveLength(3)
    })

    it('are accepted once when used concurrently', async () => {
      const [code = ''] = await draw()
      const browsers = [newBrowser(app), newBrowser(app)]
      const tokens: string[] = []
      for (const browser of browsers) tokens.push(await tokenOf(browser, 'camille'))
      const replies = await Promise.all(
        browsers.map((browser, at) =>
          browser.post('/api/auth/recovery', { jwt: tokens[at], code, source: 'web' }),
        ),
      )
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    })

    it('end with the next set, and are refused to other accounts', async () => {
      const [old = ''] = await draw()
      const [fresh = ''] = await draw()
      expect((await use(old)).status).toBe(401)
      await addAccount(app, 'voisine')
      expect((await use(fresh, newBrowser(app), 'voisine')).status).toBe(401)
      expect((await use(fresh)).status).toBe(200)
    })

    it('count as failures when wrong, and require the first step in the same browser', async () => {
      const [code = ''] = await draw()
      const [mine, other] = [newBrowser(app), newBrowser(app)]
      const jwt = await tokenOf(mine, 'camille')
      expect((await other.post('/api/auth/recovery', { jwt, code, source: 'web' })).status).toBe(401)
      for (const wrong of ['', 'x', '0'.repeat(20), code.slice(1)])
        expect((await mine.post('/api/auth/recovery', { jwt, code: wrong, source: 'web' })).status).not.toBe(
          200,
        )
      const user = await app.deps.db
        .selectFrom('users')
        .select('failures')
        .where('login', '=', 'camille')
        .executeTakeFirstOrThrow()
      expect(user.failures).toBe(3)
      expect((await mine.post('/api/auth/recovery', { jwt, code, source: 'web' })).status).toBe(200)
    })

    it('are offered at sign-in while some are left', async () => {
      const methods = async () => {
        const browser = newBrowser(app)
        const jwt = await tokenOf(browser, 'camille')
        return ((await browser.post('/api/auth/2fasecret', { jwt })).body as { methods: string[] }).methods
      }
      expect(await methods()).toEqual(['totp'])
      await draw()
      expect(await methods()).toEqual(['totp', 'recovery'])
    })

    it('give the fresh proof of « Mon compte » too', async () => {
      const [code = ''] = await draw()
      const factor = { method: 'recovery', code }
      const proof = () =>
        here.post('/api/account/proof', { password: 'quatre chevaux bleus galopent', factor })
      app.time.now += 600_000
      expect([(await proof()).status, (await proof()).status]).toEqual([200, 422])
    })
  })
})
