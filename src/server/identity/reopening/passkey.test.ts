import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockoutLimits } from '#domain/platform/limits.ts'
import { codeOfReply, startTestApp, type TestApp } from '#server/testing/app.ts'
import { softAuthenticator } from '#server/testing/authenticator.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, enrol, journalled, newBrowser, type Browser } from '#server/testing/sign-in.ts'
import { expired, isOpen, lock, lockedIn, reopen } from './reopening-testing.ts'

eachEngine((engine) => {
  let app: TestApp
  let browser: Browser
  const sessions = () => app.deps.db.selectFrom('sessions').selectAll().execute()
  beforeEach(async () => {
    app = await startTestApp(engine)
    browser = newBrowser(app)
    await addAccount(app, 'camille', 'ROLE_ADMINISTRATOR')
    await enrol(app, browser, 'camille')
  })
  afterEach(() => app.close())

  describe('by a passkey', () => {
    type Options = { challenge: string; rpId: string; rp: { id: string } }
    const authenticator = () => softAuthenticator()
    let key: ReturnType<typeof authenticator>
    const post = async (path: string, body?: object) => {
      const reply = await browser.post(path, body)
      expect(reply.status, reply.text).toBeLessThan(300)
      return reply.body as Options
    }
    beforeEach(async () => {
      await app.deps.db.updateTable('sessions').set({ proved_at: app.time.now }).execute()
      key = authenticator()
      const response = key.create(await post('/api/account/passkey/options'))
      await post('/api/account/passkey', { name: 'Téléphone', response })
    })
    const ask = () => post('/api/auth/reopen/passkey/options')
    const use = (response: object) => browser.post('/api/auth/reopen/passkey', { response })

    it('a session reopens, if the authenticator verified its holder', async () => {
      await lock(browser)
      expect(await lockedIn(browser)).toMatchObject({ means: ['password', 'passkey'] })
      expect(await ask()).toMatchObject({ userVerification: 'required' })
      expect(codeOfReply(await use(key.get(await ask())))).toEqual([422, 'PASSKEY_WRONG'])
      const response = key.get(await ask(), { isVerified: true })
      expect((await use(response)).status).toBe(200)
      expect(await isOpen(browser)).toBe(true)
      expect((await journalled(app)).slice(-2)).toEqual(['passkey.used', 'session.reopened'])
      await lock(browser)
      expect(codeOfReply(await use(response)), 'the same reply again').toEqual([422, 'PASSKEY_WRONG'])
    })

    it('nothing opens with a reply to another challenge, and the fifth wrong one ends the session', async () => {
      const proof = await post('/api/account/proof/passkey')
      await lock(browser)
      await ask()
      expect(codeOfReply(await use(key.get(proof, { isVerified: true })))).toEqual([422, 'PASSKEY_WRONG'])
      for (let nth = 2; nth < lockoutLimits.failures; nth += 1)
        expect(codeOfReply(await use(key.get(await ask())))).toEqual([422, 'PASSKEY_WRONG'])
      expect(codeOfReply(await use(key.get(await ask())))).toEqual([401, 'ACCOUNT_BLOCKED'])
      expect(await sessions()).toEqual([])
    })

    it('a session that is open is not reopened, and gets no challenge', async () => {
      expect(codeOfReply(await browser.post('/api/auth/reopen/passkey/options'))).toEqual(expired)
      expect(codeOfReply(await reopen(browser))).toEqual(expired)
      await app.deps.db.deleteFrom('passkeys').execute()
      await lock(browser)
      expect(codeOfReply(await browser.post('/api/auth/reopen/passkey/options'))).toEqual([
        404,
        'PASSKEY_NOT_FOUND',
      ])
    })
  })
})
