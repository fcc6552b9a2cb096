import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signInLimits } from '#domain/platform/limits.ts'
import type { Reply, TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startMailedApp, type MailedApp } from '#server/testing/mailed-app.ts'
import { addAccount, newBrowser, tokenOf, type Browser } from '#server/testing/sign-in.ts'

const address = 'camille@exemple.fr'
const statuses = (replies: readonly Reply[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other)
const pairs = <Item>(items: readonly Item[]): Item[] => items.flatMap((item) => [item, item])

eachEngine((engine) => {
  if (engine !== 'postgres') {
    it('a SQLite file has one node', () => expect(engine).toBe('sqlite'))
    return
  }

  describe('two nodes concurrently', () => {
    let mailed: MailedApp
    let node: TestApp
    let browsers: readonly [Browser, Browser]
    beforeEach(async () => {
      mailed = await startMailedApp(engine)
      node = await mailed.app.anotherNode()
      await addAccount(mailed.app, 'camille')
      browsers = [newBrowser(mailed.app), newBrowser(node)]
    })
    afterEach(() => mailed.close())

    /** A pending sign-in, known to a browser at each node. */
    const halfDone = async () => {
      const [here, there] = browsers
      const jwt = await tokenOf(here, 'camille')
      for (const [name, value] of here.cookies) there.cookies.set(name, value)
      return jwt
    }

    it('send one code for concurrent requests [SIGN-24]', async () => {
      const jwt = await halfDone()
      const ask = (browser: Browser) => browser.post('/api/auth/mfa_mail', { jwt })
      expect(statuses(await Promise.all(pairs(browsers).map(ask)))).toEqual([200, 429, 429, 429])
      expect(mailed.addressees()).toEqual([address])
      mailed.app.time.now += signInLimits.mailCodeResendMs - 1
      expect(statuses(await Promise.all(browsers.map(ask)))).toEqual([429, 429])
    })

    it('open one session for concurrent uses of the right code', async () => {
      const asked = await browsers[0].post('/api/auth/mfa_mail', { jwt: await halfDone() })
      const { jwt } = asked.body as { jwt: string }
      const token = mailed.codeTo(address)
      const give = (browser: Browser) =>
        browser.post('/api/auth/mfa_mail/verify', { jwt, token, source: 'web' })
      expect(statuses(await Promise.all(pairs(browsers).map(give)))).toEqual([200, 401, 401, 401])
      expect(await mailed.app.deps.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
    })

    it('count five wrong codes as five, whichever node gets them [SIGN-19]', async () => {
      const asked = await browsers[0].post('/api/auth/mfa_mail', { jwt: await halfDone() })
      const { jwt } = asked.body as { jwt: string }
      const right = mailed.codeTo(address)
      const token = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
      const give = (browser: Browser) =>
        browser.post('/api/auth/mfa_mail/verify', { jwt, token, source: 'web' })
      await Promise.all(pairs(pairs(browsers)).map(give))
      const { tries } = await mailed.app.deps.db
        .selectFrom('mail_codes')
        .select('tries')
        .executeTakeFirstOrThrow()
      expect(tries).toBe(signInLimits.mailCodeTries)
      const late = await browsers[1].post('/api/auth/mfa_mail/verify', { jwt, token: right, source: 'web' })
      expect(late.status).toBe(401)
    })

    it('send one link for concurrent requests, whichever node sends the mails', async () => {
      const ask = (app: TestApp) =>
        app.call({ method: 'POST', path: '/api/reset/password', body: { email: address } })
      expect(statuses(await Promise.all(pairs([mailed.app, node]).map(ask)))).toEqual([200, 200, 200, 200])
      await Promise.all([mailed.app.deps.resetRequests.handleDue(), node.deps.resetRequests.handleDue()])
      await Promise.all([mailed.app.deps.outbox.deliverDue(), node.deps.outbox.deliverDue()])
      expect(mailed.addressees()).toEqual([address])
    })

    it('accept a link for one of the passwords given concurrently', async () => {
      await mailed.app.call({ method: 'POST', path: '/api/reset/password', body: { email: address } })
      await node.deps.resetRequests.handleDue()
      await node.deps.outbox.deliverDue()
      const token = mailed.tokenTo(address)
      const set = (app: TestApp, nth: number) => {
        const password = `${nth + 3} girafes lisent un journal`
        const body = { token, newPassword: password, confirmPassword: password }
        return app.call({ method: 'PATCH', path: '/api/auth/pwd', body })
      }
      expect(statuses(await Promise.all([mailed.app, node].map(set)))).toEqual([200, 422])
    })
  })
})
