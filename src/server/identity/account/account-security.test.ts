import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountLimits, lockoutLimits, sessionLimits } from '#domain/platform/limits.ts'
import type { TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  codeOf,
  enrol,
  firstStep,
  journalled,
  newBrowser,
  prove,
  proven,
  rightPassword,
  secondStep,
  tokenOf,
  type Browser,
  signInElsewhere,
  startWithCamille,
} from '#server/testing/sign-in.ts'

const otherPassword = 'six goélands gris dérivent'

eachEngine((engine) => {
  describe('an account changing its own credentials', () => {
    let app: TestApp
    let here: Browser
    beforeEach(async () => {
      ;({ app, browser: here } = await startWithCamille(engine))
    })
    afterEach(() => app.close())

    const change = (browser: Browser, newPassword = otherPassword, oldPassword = rightPassword) =>
      browser.patch('/api/account/password', { oldPassword, newPassword, confirmPassword: newPassword })
    const mails = async () =>
      (await app.deps.db.selectFrom('outbox').select('template').orderBy('id').execute()).map(
        ({ template }) => template,
      )

    it('requires a fresh proof, valid for five minutes and in this session only', async () => {
      const secret = await enrol(app, here, 'camille')
      const there = await signInElsewhere(app, secret)
      const asking = [
        ['POST', '/api/account/recovery'],
        ['POST', '/api/account/authenticator'],
        ['POST', '/api/account/passkey/options'],
      ] as const
      for (const [, path] of asking)
        expect((await here.post(path)).body).toMatchObject({ code: 'PROOF_REQUIRED' })
      expect((await change(here)).body).toMatchObject({ code: 'PROOF_REQUIRED' })
      expect((await here.remove('/api/account/passkey/1')).body).toMatchObject({ code: 'PROOF_REQUIRED' })
      app.time.now += 30_000
      expect((await prove(here, codeOf(secret, app.time.now))).status).toBe(200)
      expect((await there.post('/api/account/recovery')).body).toMatchObject({ code: 'PROOF_REQUIRED' })
      app.time.now += accountLimits.proofMs - 1
      expect((await here.post('/api/account/recovery')).status).toBe(200)
      app.time.now += 1
      expect((await here.post('/api/account/recovery')).body).toMatchObject({ code: 'PROOF_REQUIRED' })
    })

    it('refuses an incomplete proof, and accepts a code only once', async () => {
      const secret = await enrol(app, here, 'camille')
      // The code that has just signed in.
      expect((await prove(here, codeOf(secret, app.time.now))).body).toMatchObject({ code: 'PROOF_WRONG' })
      app.time.now += 30_000
      const code = codeOf(secret, app.time.now)
      expect((await prove(here, code, 'une autre phrase de passe')).body).toMatchObject({
        code: 'PROOF_WRONG',
      })
      const both = await Promise.all([prove(here, code), prove(here, code)])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
      expect((await here.get('/api/session')).status).toBe(200)
    })

    it('counts wrong proofs towards the lockout of the account, and ends no session', async () => {
      const secret = await enrol(app, here, 'camille')
      app.time.now += 30_000
      const code = codeOf(secret, app.time.now)
      for (let failure = 1; failure < lockoutLimits.failures; failure += 1) {
        expect((await prove(here, '000000')).body).toMatchObject({ code: 'PROOF_WRONG' })
      }
      for (const token of ['000000', code]) {
        const { status, body } = await prove(here, token)
        expect([status, body]).toMatchObject([
          429,
          { code: 'PROOF_BLOCKED', details: { until: expect.any(String) } },
        ])
      }
      expect((await firstStep(newBrowser(app), 'camille')).body).toMatchObject({ code: 'ACCOUNT_BLOCKED' })
      expect((await here.get('/api/session')).status).toBe(200)
    })

    it('a password change ends the other sessions, and gives this one another cookie and no proof', async () => {
      const secret = await proven(app, here, 'camille')
      const there = await signInElsewhere(app, secret)
      const former = newBrowser(app)
      former.cookies.set('sid', here.cookies.get('sid') ?? '')
      const { expiresAt } = (await here.get('/api/session')).body as { expiresAt: string }
      // Cookies have whole seconds as their lifetime; this time is between two.
      app.time.now += 123
      expect((await change(here)).status).toBe(200)
      expect((await here.get('/api/session')).body).toMatchObject({ expiresAt })
      for (const ended of [there, former]) expect((await ended.get('/api/session')).status).toBe(401)
      expect((await here.get('/api/account')).body).toMatchObject({ provedUntil: null })
      expect((await firstStep(newBrowser(app), 'camille', rightPassword)).status).toBe(401)
      expect((await firstStep(newBrowser(app), 'camille', otherPassword)).status).toBe(200)
      expect(await mails()).toContain('accountChanged')
      expect(await journalled(app)).toContain('password.changed')
      app.time.now = Date.parse(expiresAt)
      expect((await here.get('/api/session')).status, 'twelve hours after the sign-in').toBe(401)
      expect(sessionLimits.maximumMs).toBe(12 * 3_600_000)
    })

    it('refuses a new password when the old one is wrong, or the new one weak, used before or not confirmed', async () => {
      await proven(app, here, 'camille')
      expect((await change(here, otherPassword, 'pas du tout cela')).body).toMatchObject({
        code: 'PROOF_WRONG',
      })
      expect((await change(here, 'court')).body).toMatchObject({ code: 'PASSWORD_TOO_WEAK' })
      expect((await change(here, rightPassword)).body).toMatchObject({
        code: 'USER_PASSWORD_ALREADY_IN_HISTORY',
      })
      const unequal = { oldPassword: rightPassword, newPassword: otherPassword, confirmPassword: 'autre' }
      expect((await here.patch('/api/account/password', unequal)).body).toMatchObject({
        code: 'CONFIRMATION_DIFFERS',
      })
      expect((await firstStep(newBrowser(app), 'camille')).status).toBe(200)
    })

    it('replaces the authenticator when the first code of the new one is confirmed, and not before', async () => {
      const secret = await proven(app, here, 'camille')
      const there = await signInElsewhere(app, secret)
      const drawn = (await here.post('/api/account/authenticator')).body as { secret: string; qrCode: string }
      expect(Buffer.from(drawn.qrCode, 'base64').subarray(1, 4).toString()).toBe('PNG')
      const confirm = (token: string) => here.patch('/api/account/authenticator', { token })
      expect((await confirm(codeOf(secret, app.time.now))).body).toMatchObject({ code: 'CODE_WRONG' })
      await signInElsewhere(app, secret)
      expect((await confirm(codeOf(drawn.secret, app.time.now))).status).toBe(200)
      expect((await there.get('/api/session')).status).toBe(401)
      expect((await here.get('/api/session')).status).toBe(200)
      app.time.now += 30_000
      const old = newBrowser(app)
      expect(
        (await secondStep(old, await tokenOf(old, 'camille'), codeOf(secret, app.time.now))).status,
      ).toBe(401)
      await signInElsewhere(app, drawn.secret)
    })
  })
})
