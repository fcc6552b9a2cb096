import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signInLimits } from '#domain/platform/limits.ts'
import { codeOfReply, type Reply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startMailedApp, type MailedApp } from '#server/testing/mailed-app.ts'
import {
  addAccount,
  codeOf,
  enrol,
  journalled,
  newBrowser,
  secondStep,
  tokenOf,
  type Browser,
} from '#server/testing/sign-in.ts'

const { mailCodeMs, mailCodeResendMs, mailCodeTries, step1Ms } = signInLimits
const address = 'camille@exemple.fr'

eachEngine((engine) => {
  let mailed: MailedApp
  let browser: Browser

  const start = async (env: Record<string, string> = {}) => {
    mailed = await startMailedApp(engine, env)
    browser = newBrowser(mailed.app)
    await addAccount(mailed.app, 'camille')
  }
  const ask = (jwt: string, from = browser) => from.post('/api/auth/mfa_mail', { jwt })
  const verify = (jwt: string, token: string, from = browser) =>
    from.post('/api/auth/mfa_mail/verify', { jwt, token, source: 'web' })
  const waysOf = async (jwt: string) => (await browser.post('/api/auth/2fasecret', { jwt })).body
  const jwtOf = ({ body }: Reply) => (body as { jwt: string }).jwt
  const move = (ms: number) => {
    mailed.app.time.now += ms
  }
  /** Six wrong digits. */
  const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const factorOf = () =>
    mailed.app.deps.db
      .selectFrom('users')
      .select(['second_factor', 'totp_secret'])
      .where('login', '=', 'camille')
      .executeTakeFirstOrThrow()

  beforeEach(() => start())
  afterEach(() => mailed.close())

  describe('a code by mail', () => {
    it('is six digits, opens the session and becomes the second factor [SIGN-25] [SIGN-28]', async () => {
      const jwt = await tokenOf(browser, 'camille')
      expect(await waysOf(jwt)).toMatchObject({ qrScanned: false, methods: ['totp', 'mail'] })
      const sent = await ask(jwt)
      expect([sent.status, sent.body]).toMatchObject([
        200,
        { message: 'Code envoyé par mail', resendSeconds: 30 },
      ])
      expect(mailed.addressees()).toEqual([address])
      const code = mailed.codeTo(address)
      expect(code).toMatch(/^[0-9]{6}$/)
      const reply = await verify(jwtOf(sent), code)
      expect([reply.status, reply.body]).toEqual([200, { redirect: '/routes/explorer' }])
      expect((await browser.get('/api/session')).status).toBe(200)
      expect(await factorOf()).toEqual({ second_factor: 'mail', totp_secret: null })
      expect(await journalled(mailed.app)).toEqual(
        expect.arrayContaining(['second-factor.mailed', 'second-factor.enrolled', 'sign-in.done']),
      )
      move(mailCodeResendMs)
      expect(await waysOf(await tokenOf(browser, 'camille'))).toEqual({
        qrScanned: true,
        secret: null,
        qrCode: null,
        methods: ['mail'],
      })
    })

    it('expires after ten minutes, as does the sign-in that requested it [SIGN-25]', async () => {
      const first = await tokenOf(browser, 'camille')
      const longer = jwtOf(await ask(first))
      move(step1Ms)
      expect(codeOfReply(await verify(first, mailed.codeTo(address)))).toEqual([401, 'STEP_OVER'])
      move(mailCodeMs - step1Ms - 1)
      expect((await verify(longer, mailed.codeTo(address))).status).toBe(200)
      move(mailCodeResendMs)
      const late = jwtOf(await ask(await tokenOf(browser, 'camille')))
      move(mailCodeMs)
      expect(codeOfReply(await verify(late, mailed.codeTo(address)))).toEqual([401, 'STEP_OVER'])
    })

    it('is sent again only after thirty seconds, and the former one then ends [SIGN-24]', async () => {
      const jwt = await tokenOf(browser, 'camille')
      await ask(jwt)
      const former = mailed.codeTo(address)
      move(mailCodeResendMs - 1)
      const refused = await ask(jwt)
      expect([...codeOfReply(refused), refused.headers['retry-after']]).toEqual([429, 'TOO_MANY_TRIES', '1'])
      const other = newBrowser(mailed.app)
      expect((await ask(await tokenOf(other, 'camille'), other)).status, 'another sign-in').toBe(429)
      move(1)
      expect((await ask(jwt)).status).toBe(200)
      const code = mailed.codeTo(address)
      if (former !== code) expect((await verify(jwt, former)).status).toBe(401)
      expect((await verify(jwt, code)).status).toBe(200)
    })

    it('is sent once for concurrent requests [SIGN-24]', async () => {
      const jwt = await tokenOf(browser, 'camille')
      const replies = await Promise.all([ask(jwt), ask(jwt), ask(jwt)])
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429])
      expect(mailed.addressees()).toEqual([address])
    })

    it('is sent ten times an hour at most without being used', async () => {
      for (let nth = 0; nth < signInLimits.mailCodesPerHour; nth += 1) {
        expect((await ask(await tokenOf(browser, 'camille'))).status).toBe(200)
        move(60_000)
      }
      expect((await ask(await tokenOf(browser, 'camille'))).status).toBe(429)
      move(3_600_000)
      expect((await ask(await tokenOf(browser, 'camille'))).status).toBe(200)
    })

    it('is stored only under a keyed hash, and sent only in the mail', async () => {
      await ask(await tokenOf(browser, 'camille'))
      const code = mailed.codeTo(address)
      const row = await mailed.app.deps.db.selectFrom('mail_codes').selectAll().executeTakeFirstOrThrow()
      expect(Buffer.from(row.code_hash)).toHaveLength(32)
      expect(JSON.stringify(row)).not.toContain(code)
      expect(mailed.app.logged()).not.toContain(code)
      const journal = await mailed.app.deps.db.selectFrom('journal').select('objects').execute()
      expect(JSON.stringify(journal)).not.toContain(code)
      const mails = await mailed.app.deps.db.selectFrom('outbox').select(['state', 'sealed']).execute()
      expect(mails).toEqual([{ state: 'sent', sealed: null }])
    })

    it('is reported as not sent when the mail server refuses it or is down [SIGN-26]', async () => {
      const { db } = mailed.app.deps
      await db.updateTable('users').set({ email: 'refus.camille@exemple.fr' }).execute()
      const refused = await ask(await tokenOf(browser, 'camille'))
      expect(codeOfReply(refused)).toEqual([409, 'MAIL_WAS_NOT_SEND'])
      await mailed.shutMailServer()
      move(mailCodeResendMs)
      expect(codeOfReply(await ask(await tokenOf(browser, 'camille')))).toEqual([409, 'MAIL_WAS_NOT_SEND'])
      move(mailCodeMs)
      await mailed.app.deps.outbox.deliverDue()
      const rows = await db.selectFrom('outbox').select(['state', 'last_error']).orderBy('id').execute()
      expect(rows[1], 'obsolete').toEqual({ state: 'failed', last_error: 'obsolete' })
    })
  })

  describe('wrong codes', () => {
    it('count towards the lockout of the account, which ends the sign-in [SIGN-19] [SIGN-25]', async () => {
      const jwt = jwtOf(await ask(await tokenOf(browser, 'camille')))
      const code = mailed.codeTo(address)
      for (let nth = 1; nth < mailCodeTries; nth += 1) {
        expect(codeOfReply(await verify(jwt, wrongOf(code)))).toEqual([401, 'SIGN_IN_FAILED'])
      }
      expect(codeOfReply(await verify(jwt, wrongOf(code)))).toEqual([401, 'ACCOUNT_BLOCKED'])
      expect((await verify(jwt, code)).status).toBe(401)
      expect((await ask(jwt)).status, 'no mail to a blocked account').toBe(401)
    })

    it('end the code at the fifth, whatever the state of the lockout [SIGN-25]', async () => {
      const jwt = jwtOf(await ask(await tokenOf(browser, 'camille')))
      const code = mailed.codeTo(address)
      for (let nth = 0; nth < mailCodeTries; nth += 1) {
        await verify(jwt, wrongOf(code))
        await mailed.app.deps.db.updateTable('users').set({ failures: 0, blocked_until: null }).execute()
        await mailed.app.deps.db.updateTable('sign_in_steps').set({ used_at: null }).execute()
      }
      expect(codeOfReply(await verify(jwt, code))).toEqual([401, 'SIGN_IN_FAILED'])
    })

    it.each([
      ['Arabic digits', '١٢٣٤٥٦'],
      ['five digits', '12345'],
      ['an array', ['123456']],
      ['an object', { $ne: '' }],
      ['a number', 123_456],
    ])('such as %s are refused as invalid requests', async (_, token) => {
      const jwt = await tokenOf(browser, 'camille')
      const reply = await browser.post('/api/auth/mfa_mail/verify', { jwt, token, source: 'web' })
      expect(codeOfReply(reply)).toEqual([400, 'INVALID_REQUEST'])
    })
  })

  describe('a right code', () => {
    it('opens one session when used concurrently', async () => {
      const jwt = jwtOf(await ask(await tokenOf(browser, 'camille')))
      const code = mailed.codeTo(address)
      const replies = await Promise.all([verify(jwt, code), verify(jwt, code), verify(jwt, code)])
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
      expect(await mailed.app.deps.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
    })

    it('is valid for the sign-in that requested it, and in no other browser', async () => {
      const jwt = jwtOf(await ask(await tokenOf(browser, 'camille')))
      const code = mailed.codeTo(address)
      const thief = newBrowser(mailed.app)
      expect((await verify(jwt, code, thief)).status, 'without the cookie').toBe(401)
      const own = await tokenOf(thief, 'camille')
      expect((await verify(own, code, thief)).status, 'another step').toBe(401)
      expect((await verify(jwt, code)).status).toBe(200)
    })

    it('of another account is refused', async () => {
      await addAccount(mailed.app, 'autre')
      const other = newBrowser(mailed.app)
      await ask(await tokenOf(other, 'autre'), other)
      const jwt = jwtOf(await ask(await tokenOf(browser, 'camille')))
      const foreign = mailed.codeTo('autre@exemple.fr')
      if (foreign !== mailed.codeTo(address)) expect((await verify(jwt, foreign)).status).toBe(401)
    })
  })

  describe('the code by mail', () => {
    it('is refused to an account with an authenticator', async () => {
      await enrol(mailed.app, browser, 'camille')
      const jwt = await tokenOf(browser, 'camille')
      expect(await waysOf(jwt)).toMatchObject({ qrScanned: true, methods: ['totp'] })
      expect(codeOfReply(await ask(jwt))).toEqual([409, 'SECOND_FACTOR_REFUSED'])
      expect((await verify(jwt, '123456')).status).toBe(401)
      // The notice of the enrolment is sent, and no code.
      await mailed.app.deps.outbox.deliverDue()
      expect(mailed.addressees()).toEqual([address])
      expect(mailed.codeTo(address)).toBe('')
    })

    it('is sent to administrators when the setting is "all", and to no account when it is "off"', async () => {
      for (const [policy, status] of [
        ['users', 409],
        ['all', 200],
        ['off', 409],
      ] as const) {
        await mailed.close()
        await start({ TROUSSEAU_MAIL_CODE: policy })
        const role = policy === 'off' ? 'ROLE_INTERVENANT' : 'ROLE_ADMINISTRATOR'
        await addAccount(mailed.app, 'cheffe', role)
        const reply = await ask(await tokenOf(browser, 'cheffe'))
        expect([policy, reply.status]).toEqual([policy, status])
      }
    })

    it('allows no enrolment by the password alone once an account that chose it may no longer use it', async () => {
      const first = jwtOf(await ask(await tokenOf(browser, 'camille')))
      expect((await verify(first, mailed.codeTo(address))).status).toBe(200)
      await mailed.app.deps.db.updateTable('users').set({ role: 'ROLE_ADMINISTRATOR' }).execute()
      const { deps, time } = mailed.app
      // A secret generated before mail was chosen must not be offered again either.
      const jwt = await tokenOf(browser, 'camille')
      expect(await waysOf(jwt)).toEqual({ qrScanned: true, secret: null, qrCode: null, methods: [] })
      const steps = deps.db.selectFrom('sign_in_steps').select('totp_pending')
      expect(await steps.where('totp_pending', 'is not', null).execute()).toEqual([])
      expect((await secondStep(browser, jwt, codeOf('JBSWY3DPEHPK3PXP', time.now))).status).toBe(401)
      expect(await deps.db.selectFrom('mail_codes').select('jti').execute()).toEqual([])
    })
  })
})
