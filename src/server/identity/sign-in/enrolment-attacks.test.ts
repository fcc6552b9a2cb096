import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Reply, TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startMailedApp, type MailedApp } from '#server/testing/mailed-app.ts'
import {
  addAccount,
  codeOf,
  newBrowser,
  proven,
  prove,
  secondStep,
  signInElsewhere,
  tokenOf,
  type Browser,
} from '#server/testing/sign-in.ts'

const address = 'camille@exemple.fr'
const secretOf = ({ body }: Reply): string => (body as { secret: string }).secret

eachEngine((engine) => {
  let mailed: MailedApp
  let app: TestApp
  beforeEach(async () => {
    mailed = await startMailedApp(engine)
    app = mailed.app
    await addAccount(app, 'camille')
  })
  afterEach(() => mailed.close())

  /** A first step with the right password, and the secret that it shows. */
  const begin = async (browser: Browser) => {
    const jwt = await tokenOf(browser, 'camille')
    const show = () => browser.post('/api/auth/2fasecret', { jwt })
    return { browser, jwt, show, secret: secretOf(await show()) }
  }
  type Begun = Awaited<ReturnType<typeof begin>>
  const finish = ({ browser, jwt, secret }: Begun) => secondStep(browser, jwt, codeOf(secret, app.time.now))

  describe('a first authenticator', () => {
    it('has its own secret in each sign-in, constant while that sign-in is valid [SIGN-21]', async () => {
      const thief = await begin(newBrowser(app))
      const owner = await begin(newBrowser(app))
      const again = await begin(newBrowser(app))
      expect(new Set([thief.secret, owner.secret, again.secret]).size).toBe(3)
      expect(secretOf(await owner.show())).toBe(owner.secret)
    })

    it('stays the one that was scanned when its browser signs in again after a wrong code', async () => {
      const owner = await begin(newBrowser(app))
      const wrong = codeOf(owner.secret, app.time.now - 3_600_000)
      expect(await secondStep(owner.browser, owner.jwt, wrong)).toMatchObject({
        status: 401,
        body: { code: 'SIGN_IN_FAILED' },
      })
      const again = await begin(owner.browser)
      expect(again.secret).toBe(owner.secret)
      // The former sign-in is over, in whatever tab.
      expect(await finish(owner)).toMatchObject({ status: 401, body: { code: 'STEP_OVER' } })
      // Another browser gets its own.
      expect((await begin(newBrowser(app))).secret).not.toBe(owner.secret)
      expect((await finish(again)).status).toBe(200)
    })

    it('is another one for another account of the same browser, and after the sign-in has expired', async () => {
      await addAccount(app, 'lea')
      const owner = await begin(newBrowser(app))
      const jwt = await tokenOf(owner.browser, 'lea')
      const lea = secretOf(await owner.browser.post('/api/auth/2fasecret', { jwt }))
      expect(lea).not.toBe(owner.secret)
      app.time.now += 6 * 60_000
      const later = secretOf(
        await owner.browser.post('/api/auth/2fasecret', { jwt: await tokenOf(owner.browser, 'lea') }),
      )
      expect(later).not.toBe(lea)
    })

    it('is the confirmed one, and never one that another sign-in was shown', async () => {
      const thief = await begin(newBrowser(app))
      const owner = await begin(newBrowser(app))
      expect((await finish(owner)).status).toBe(200)
      expect(await finish(thief)).toMatchObject({ status: 401, body: { code: 'STEP_OVER' } })
      app.time.now += 60_000
      const later = newBrowser(app)
      const jwt = await tokenOf(later, 'camille')
      const code = codeOf(thief.secret, app.time.now)
      expect(await secondStep(later, jwt, code)).toMatchObject({
        status: 401,
        body: { code: 'SIGN_IN_FAILED' },
      })
      expect((await secondStep(later, jwt, codeOf(owner.secret, app.time.now))).status).toBe(200)
    })

    it('is only one when two are confirmed concurrently', async () => {
      const begun = [await begin(newBrowser(app)), await begin(newBrowser(app))]
      const replies = await Promise.all(begun.map(finish))
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
      const winner = begun[replies.findIndex(({ status }) => status === 200)]
      app.time.now += 60_000
      const later = newBrowser(app)
      const code = codeOf(winner?.secret ?? '', app.time.now)
      expect((await secondStep(later, await tokenOf(later, 'camille'), code)).status).toBe(200)
    })

    it('leaves no other secret in the database', async () => {
      const owner = await begin(newBrowser(app))
      await begin(newBrowser(app))
      expect((await finish(owner)).status).toBe(200)
      const steps = app.deps.db.selectFrom('sign_in_steps').select('totp_pending')
      expect(await steps.where('totp_pending', 'is not', null).execute()).toEqual([])
    })

    it('cannot be replaced by the sealed bytes of another sign-in', async () => {
      const { db } = app.deps
      const thief = await begin(newBrowser(app))
      const [row] = await db.selectFrom('sign_in_steps').select('totp_pending').execute()
      const owner = await begin(newBrowser(app))
      await db
        .updateTable('sign_in_steps')
        .set({ totp_pending: row?.totp_pending ?? null })
        .execute()
      expect((await finish({ ...owner, secret: thief.secret })).status).toBe(401)
      expect(secretOf(await owner.show())).not.toBe(thief.secret)
    })

    it('is reported to its owner, with time and place', async () => {
      const browser = newBrowser(app)
      const { jwt, secret } = await begin(browser)
      const reply = await app.call({
        method: 'POST',
        path: '/api/auth/step2',
        body: { jwt, token: codeOf(secret, app.time.now), source: 'web' },
        cookie: `pre=${browser.cookies.get('pre')}`,
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' },
      })
      expect(reply.status).toBe(200)
      await app.deps.outbox.deliverDue()
      const mail = mailed.mailTo(address)
      expect(mail).toContain("Une application d'authentification vient d'être associée à votre compte")
      expect(mail).toContain(
        "C'était le 15 janvier 2026 à 10:00 (heure de Paris), depuis l'adresse 127.0.0.1 (Firefox, Linux).",
      )
      app.time.now += 60_000
      const again = newBrowser(app)
      await secondStep(again, await tokenOf(again, 'camille'), codeOf(secret, app.time.now))
      await app.deps.outbox.deliverDue()
      expect(mailed.addressees(), 'a sign-in that enrols nothing').toEqual([address])
    })
  })

  it('a first second factor by mail is reported to its owner, and ends the other sign-ins', async () => {
    const thief = await begin(newBrowser(app))
    const browser = newBrowser(app)
    const sent = await browser.post('/api/auth/mfa_mail', { jwt: await tokenOf(browser, 'camille') })
    const { jwt } = sent.body as { jwt: string }
    const token = mailed.codeTo(address)
    const reply = await browser.post('/api/auth/mfa_mail/verify', { jwt, token, source: 'web' })
    expect(reply.status).toBe(200)
    expect(await finish(thief)).toMatchObject({ status: 401, body: { code: 'STEP_OVER' } })
    await app.deps.outbox.deliverDue()
    expect(mailed.mailTo(address)).toContain('Un code envoyé à cette adresse vient de servir')
    expect(mailed.mailTo(address)).toContain("depuis l'adresse 127.0.0.1")
  })

  it('another authenticator is confirmed only in the session that generated it, and with its own secret', async () => {
    const here = newBrowser(app)
    const secret = await proven(app, here, 'camille')
    const there = await signInElsewhere(app, secret)
    app.time.now += 30_000
    expect((await prove(there, codeOf(secret, app.time.now))).status).toBe(200)
    const seenThere = secretOf(await there.post('/api/account/authenticator'))
    const seenHere = secretOf(await here.post('/api/account/authenticator'))
    expect(seenHere).not.toBe(seenThere)
    const confirm = (browser: Browser, shown: string) =>
      browser.patch('/api/account/authenticator', { token: codeOf(shown, app.time.now) })
    expect((await confirm(here, seenThere)).status).toBe(422)
    expect((await confirm(here, seenHere)).status).toBe(200)
    expect((await confirm(there, seenThere)).status, 'its session has ended').toBe(401)
    await app.deps.outbox.deliverDue()
    expect(mailed.mailTo(address)).toContain('a été remplacée, et vos autres sessions sont terminées')
    expect(mailed.mailTo(address)).toContain("depuis l'adresse 127.0.0.1")
  })
})
