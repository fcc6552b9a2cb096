import { afterEach, describe, expect, it } from 'vitest'
import { signInLimits } from '#domain/platform/limits.ts'
import type { Role } from '#domain/platform/roles.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startMailedApp, type MailedApp } from '#server/testing/mailed-app.ts'
import {
  addAccount,
  codeOf,
  newBrowser,
  proven,
  rightPassword,
  tokenOf,
  type Browser,
} from '#server/testing/sign-in.ts'

eachEngine((engine) => {
  describe('a code by mail on « Mon compte »', () => {
    let mailed: MailedApp
    let here: Browser
    const start = async (env: Record<string, string> = {}, role: Role = 'ROLE_INTERVENANT') => {
      mailed = await startMailedApp(engine, env)
      here = newBrowser(mailed.app)
      await addAccount(mailed.app, 'camille', role)
      return proven(mailed.app, here, 'camille')
    }
    afterEach(() => mailed.close())

    const choose = () => here.post('/api/account/mail-factor')
    const prove = (token: string, browser = here) =>
      browser.post('/api/account/proof', { password: rightPassword, factor: { method: 'mail', token } })
    const send = (browser = here) => browser.post('/api/account/proof/mail')

    it('replaces the authenticator, and then proves the identity', async () => {
      const secret = await start()
      expect((await send()).body, 'while the authenticator is in use').toMatchObject({
        code: 'SECOND_FACTOR_REFUSED',
      })
      expect((await choose()).status).toBe(200)
      const own = { factorByMail: true, hasAuthenticator: false, mayChooseMail: false, provedUntil: null }
      expect((await here.get('/api/account')).body).toMatchObject(own)
      const next = newBrowser(mailed.app)
      const jwt = await tokenOf(next, 'camille')
      expect((await next.post('/api/auth/2fasecret', { jwt })).body).toMatchObject({ methods: ['mail'] })
      mailed.app.time.now += 30_000
      const token = codeOf(secret, mailed.app.time.now)
      expect((await next.post('/api/auth/step2', { jwt, token, source: 'web' })).status).toBe(401)

      expect((await choose()).body).toMatchObject({ code: 'PROOF_REQUIRED' })
      expect((await send()).status).toBe(200)
      expect((await send()).body, 'too soon').toMatchObject({ code: 'TOO_MANY_TRIES' })
      const code = mailed.codeTo('camille@exemple.fr')
      expect((await prove(code)).status).toBe(200)
      expect((await prove(code)).body, 'once').toMatchObject({ code: 'PROOF_WRONG' })
      // Back to an authenticator.
      const drawn = (await here.post('/api/account/authenticator')).body as { secret: string }
      const confirmed = { token: codeOf(drawn.secret, mailed.app.time.now) }
      expect((await here.patch('/api/account/authenticator', confirmed)).status).toBe(200)
      expect((await here.get('/api/account')).body).toMatchObject({
        factorByMail: false,
        hasAuthenticator: true,
      })
    })

    it('is bound to the session that requested it, and neither signs in nor serves another session', async () => {
      await start()
      await choose()
      mailed.app.time.now += signInLimits.mailCodeResendMs
      const there = newBrowser(mailed.app)
      const jwt = await tokenOf(there, 'camille')
      await send()
      const code = mailed.codeTo('camille@exemple.fr')
      const signedIn = await there.post('/api/auth/mfa_mail/verify', { jwt, token: code, source: 'web' })
      expect(signedIn.status).toBe(401)
      expect((await prove(code)).status).toBe(200)
    })

    it('is for no administrator unless the setting allows it, and for no account when it is off', async () => {
      await start({}, 'ROLE_ADMINISTRATOR')
      expect((await here.get('/api/account')).body).toMatchObject({ mayChooseMail: false })
      expect((await choose()).body).toMatchObject({ code: 'SECOND_FACTOR_REFUSED' })
      await mailed.close()
      await start({ TROUSSEAU_MAIL_CODE: 'off' })
      expect((await choose()).body).toMatchObject({ code: 'SECOND_FACTOR_REFUSED' })
    })
  })
})
