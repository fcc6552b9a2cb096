import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionLimits } from '#domain/platform/limits.ts'
import { prolongSession } from '#server/identity/authentication/session-prolonging.ts'
import { readSession } from '#server/access/session.ts'
import { codeOfReply, startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  addAccount,
  codeOf,
  enrol,
  journalled,
  newBrowser,
  prove,
  type Browser,
} from '#server/testing/sign-in.ts'
import { meet } from '#server/testing/two-transactions.ts'

const prolong = (browser: Browser) => browser.post('/api/account/session/prolong')
const endOf = async (browser: Browser) =>
  Date.parse(((await browser.get('/api/session')).body as { expiresAt: string }).expiresAt)
const isOpen = async (browser: Browser) => (await browser.get('/api/session')).status === 200

eachEngine((engine) => {
  describe('a session near its end', () => {
    let app: TestApp
    let here: Browser
    let secret: string
    let end: number
    const start = async (env: Record<string, string> = {}, passwordAge = 0) => {
      app = await startTestApp(engine, env)
      here = newBrowser(app)
      await addAccount(app, 'camille')
      app.time.now += passwordAge
      secret = await enrol(app, here, 'camille')
      end = await endOf(here)
    }
    /** Activity until a minute before the end. */
    const work = async () => {
      app.time.now = end - 60_000
      await app.deps.db.updateTable('sessions').set({ last_seen_at: app.time.now }).execute()
    }
    const proveHere = async () => expect((await prove(here, codeOf(secret, app.time.now))).status).toBe(200)
    const copy = (): Browser => {
      const other = newBrowser(app)
      for (const [name, value] of here.cookies) other.cookies.set(name, value)
      return other
    }
    beforeEach(() => start())
    afterEach(() => app.close())

    it('is prolonged by twelve hours for a fresh proof, under another cookie, and recorded', async () => {
      await work()
      expect(codeOfReply(await prolong(here))).toEqual([409, 'PROOF_REQUIRED'])
      expect(await endOf(here)).toBe(end)
      await proveHere()
      const former = copy()
      const reply = await prolong(here)
      const next = app.time.now + sessionLimits.maximumMs
      expect([reply.status, reply.body]).toEqual([
        200,
        { message: 'Session prolongée de douze heures', expiresAt: new Date(next).toISOString() },
      ])
      expect(String(reply.headers['set-cookie'])).toContain(`Max-Age=${sessionLimits.maximumMs / 1000}`)
      expect(await isOpen(former)).toBe(false)
      expect(await endOf(here)).toBe(next)
      app.time.now = end + 60_000
      expect(await isOpen(here)).toBe(true)
      expect((await journalled(app)).filter((action) => action === 'session.prolonged')).toHaveLength(1)
      // One session as before, at most twelve hours from when both factors were given.
      const [row, ...others] = await app.deps.db
        .selectFrom('sessions')
        .select(['created_at', 'expires_at'])
        .execute()
      expect(others).toEqual([])
      expect(Number(row?.expires_at) - Number(row?.created_at)).toBe(sessionLimits.maximumMs)
    })

    it('uses the proof up, and ends at its new end whatever the activity', async () => {
      await work()
      await proveHere()
      expect((await prolong(here)).status).toBe(200)
      app.time.now += 1
      expect(codeOfReply(await prolong(here))).toEqual([409, 'PROOF_REQUIRED'])
      const next = await endOf(here)
      app.time.now = next
      await app.deps.db.updateTable('sessions').set({ last_seen_at: next }).execute()
      expect(await isOpen(here)).toBe(false)
    })

    it('is not prolonged when it is over, locked, or another one', async () => {
      await work()
      await proveHere()
      const former = copy()
      await here.post('/api/auth/lock', { reason: 'asked' })
      expect(codeOfReply(await prolong(former))).toEqual([401, 'SESSION_EXPIRED'])
      expect(
        (await here.post('/api/auth/reopen', { password: 'quatre chevaux bleus galopent' })).status,
      ).toBe(200)
      // The proof went with the lock.
      expect(codeOfReply(await prolong(here))).toEqual([409, 'PROOF_REQUIRED'])
      app.time.now += 30_000
      await proveHere()
      app.time.now = end
      expect(codeOfReply(await prolong(here))).toEqual([401, 'SESSION_EXPIRED'])
      expect(codeOfReply(await prolong(newBrowser(app)))).toEqual([401, 'SESSION_EXPIRED'])
      expect(await journalled(app)).not.toContain('session.prolonged')
    })

    it('of two calls at once one prolongs, and the other keeps the cookie that it set', async () => {
      await work()
      await proveHere()
      const { db, randomBytes, config } = app.deps
      const actor = await readSession(db, here.cookies.get('sid'), app.time.now, config.inactivityMs)
      if (actor === null) throw new Error('the session is open')
      const make = { random: randomBytes, now: app.time.now, maxDays: null }
      const { first, second } = await meet(
        app.plainDb,
        (tx) => prolongSession(tx, make, actor),
        (other) => other.transaction().execute((tx) => prolongSession(tx, make, actor)),
      )
      expect(first.cookie).not.toBeNull()
      expect(second).toMatchObject({
        status: 'fulfilled',
        value: { expiresAt: first.expiresAt, cookie: null },
      })
      here.cookies.set('sid', first.cookie ?? '')
      expect(await endOf(here)).toBe(app.time.now + sessionLimits.maximumMs)
    })

    it('is not prolonged by a password that would not sign in any more', async () => {
      await app.close()
      await start({ TROUSSEAU_PASSWORD_MAX_DAYS: '1' }, 13 * 3_600_000)
      await work()
      await proveHere()
      expect(codeOfReply(await prolong(here))).toEqual([409, 'SIGN_IN_REQUIRED'])
      expect(await endOf(here)).toBe(end)
    })
  })
})
