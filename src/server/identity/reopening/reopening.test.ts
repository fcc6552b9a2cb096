import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { lockoutLimits, sessionLimits, unlockLimits } from '#domain/platform/limits.ts'
import { userStates } from '#domain/platform/roles.ts'
import { codeOfReply, startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  addAccount,
  codeOf,
  enrol,
  firstStep,
  journalled,
  newBrowser,
  secondStep,
  tokenOf,
  type Browser,
} from '#server/testing/sign-in.ts'
import { worldOf } from '#server/testing/world.ts'
import { expired, isOpen, lock, lockedIn, reopen } from './reopening-testing.ts'

const masterKey = 'Cheval-Agrafe-42-Nuage!'
const wrongKey = 'Pas-la-bonne-clé-42!'

/** Another browser with a copy of the cookies as they are now. */
const copyOf = (app: TestApp, { cookies }: Browser): Browser => {
  const copy = newBrowser(app)
  for (const [name, value] of cookies) copy.cookies.set(name, value)
  return copy
}

eachEngine((engine) => {
  let app: TestApp
  let browser: Browser
  let id: number
  let secret: string
  const start = async (env: Record<string, string> = {}) => {
    app = await startTestApp(engine, env)
    browser = newBrowser(app)
    ;({ id } = await addAccount(app, 'camille', 'ROLE_ADMINISTRATOR'))
    secret = await enrol(app, browser, 'camille')
  }
  const sessions = () => app.deps.db.selectFrom('sessions').selectAll().execute()
  const failures = async () =>
    (await app.deps.db.selectFrom('users').select('failures').where('id', '=', id).executeTakeFirstOrThrow())
      .failures
  /** Creates a guardian chest of camille. @returns its id */
  const guardian = async (): Promise<number> => {
    const bank = await worldOf(app).addBank('Mairie')
    const { db } = app.deps
    await db.insertInto('bank_users').values({ bank_id: bank, user_id: id }).execute()
    await db.updateTable('users').set({ last_bank_id: bank }).where('id', '=', id).execute()
    const reply = await browser.post('/api/user/chest', { name: 'Régie', masterKey })
    expect(reply.status, reply.text).toBe(201)
    return (reply.body as { id: number }).id
  }
  const wrongTries = () =>
    app.deps.db.selectFrom('master_key_tries').select('tries').where('tries', '>', 0).execute()
  const unlock = (chestId: number, key = masterKey, by = browser) =>
    by.post('/api/masterkey/verify', { chestId, masterkey: key })

  beforeEach(() => start())
  afterEach(() => app.close())

  describe('a locked session', () => {
    it('is refused as a missing one by every call, and shows its owner to its own browser only', async () => {
      const reply = await lock(browser)
      expect([reply.status, reply.body]).toEqual([200, { message: 'Session verrouillée' }])
      expect(reply.headers['clear-site-data']).toBe('"cache"')
      const calls = Object.values<Record<string, Endpoint>>(api).flatMap((feature) => Object.values(feature))
      for (const { method, path, access } of calls) {
        if (access === 'public') continue
        const cookie = `sid=${browser.cookies.get('sid')}`
        const refused = await app.call({ method, path: path.replace(/:[a-zA-Z]+/g, '1'), cookie })
        expect(codeOfReply(refused), `${method} ${path}`).toEqual(expired)
      }
      expect((await browser.get('/api/session/state')).body).toEqual({ userId: null })
      expect((await browser.get('/api/auth/options')).body).toMatchObject({
        signedIn: false,
        locked: { login: 'camille', name: 'Camille Dupré', means: ['password'] },
      })
      expect(await lockedIn(newBrowser(app))).toBeNull()
      const guessed = copyOf(app, browser)
      const [half = ''] = (browser.cookies.get('sid') ?? '').split('.')
      guessed.cookies.set('sid', `${half}.${'A'.repeat(43)}`)
      expect(await lockedIn(guessed)).toBeNull()
      expect(codeOfReply(await reopen(guessed))).toEqual(expired)
      expect(codeOfReply(await reopen(newBrowser(app)))).toEqual(expired)
      expect(await failures()).toBe(0)
    })

    it('is locked once, by its own cookie only', async () => {
      const guessed = copyOf(app, browser)
      const [half = ''] = (browser.cookies.get('sid') ?? '').split('.')
      guessed.cookies.set('sid', `${half}.${'A'.repeat(43)}`)
      expect([(await lock(guessed)).status, (await lock(newBrowser(app))).status]).toEqual([200, 200])
      expect(await isOpen(browser)).toBe(true)
      await Promise.all([lock(browser), lock(copyOf(app, browser)), lock(copyOf(app, browser), 'inactivity')])
      expect((await journalled(app)).filter((action) => action === 'session.locked')).toHaveLength(1)
    })

    it('reopens by the password under another cookie, with its id, its end and no proof', async () => {
      await app.deps.db.updateTable('sessions').set({ proved_at: app.time.now }).execute()
      const [before] = await sessions()
      const former = copyOf(app, browser)
      await lock(browser)
      app.time.now += 3 * 3_600_000
      const reply = await reopen(browser)
      expect([reply.status, reply.body]).toEqual([200, { message: 'Session reprise' }])
      expect(String(reply.headers['set-cookie'])).toContain(`Max-Age=${9 * 3_600};`)
      expect(await isOpen(browser)).toBe(true)
      expect(await isOpen(former)).toBe(false)
      expect(codeOfReply(await reopen(former))).toEqual(expired)
      const [after] = await sessions()
      expect(after).toMatchObject({
        id: before?.id,
        expires_at: before?.expires_at,
        created_at: before?.created_at,
      })
      expect(after).toMatchObject({ proved_at: null, locked_at: null, last_seen_at: app.time.now })
      expect((await journalled(app)).slice(-2)).toEqual(['sign-in.password-accepted', 'session.reopened'])
    })

    it('is reopened by one of two concurrent calls, and neither counts as a failure', async () => {
      await lock(browser)
      const other = copyOf(app, browser)
      const replies = await Promise.all([reopen(browser), reopen(other)])
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 401]))
      expect(new Set([await isOpen(browser), await isOpen(other)])).toEqual(new Set([false, true]))
      expect(await failures()).toBe(0)
    })

    it('counts each wrong password as a failed sign-in; the fifth blocks the account and ends the session', async () => {
      await lock(browser)
      for (let nth = 1; nth < lockoutLimits.failures; nth += 1)
        expect(codeOfReply(await reopen(browser, 'un autre mot de passe'))).toEqual([422, 'PROOF_WRONG'])
      expect(await failures()).toBe(lockoutLimits.failures - 1)
      const last = await reopen(browser, 'un autre mot de passe')
      expect(last).toMatchObject({
        status: 401,
        body: { code: 'ACCOUNT_BLOCKED', details: { until: expect.any(String) } },
      })
      expect(browser.cookies.has('sid')).toBe(false)
      expect(await sessions()).toEqual([])
      expect((await journalled(app)).slice(-3)).toEqual([
        'sign-in.failed',
        'sign-in.blocked',
        'session.ended',
      ])
      expect(codeOfReply(await firstStep(browser, 'camille'))).toEqual([401, 'ACCOUNT_BLOCKED'])
    })

    it('is not reopened while its account is blocked by others, even with the right password', async () => {
      await lock(browser)
      for (let nth = 1; nth <= lockoutLimits.failures; nth += 1)
        await firstStep(newBrowser(app), 'camille', 'un autre mot de passe')
      const copy = copyOf(app, browser)
      expect(codeOfReply(await reopen(browser))).toEqual([401, 'ACCOUNT_BLOCKED'])
      app.time.now += 30 * 60_000
      expect(codeOfReply(await reopen(copy))).toEqual(expired)
    })

    it('keeps the failures of a second factor: reopening gives no further guesses of it', async () => {
      for (let nth = 1; nth <= 3; nth += 1) {
        const there = newBrowser(app)
        await secondStep(there, await tokenOf(there, 'camille'), '000000')
      }
      await lock(browser)
      expect((await reopen(browser)).status).toBe(200)
      expect(await failures()).toBe(3)
    })

    it('ends twelve hours after its sign-in, however often it is reopened [SESS-23]', async () => {
      const end = app.time.now + sessionLimits.maximumMs
      while (app.time.now + 3_600_000 < end) {
        app.time.now += 3_600_000
        await lock(browser)
        expect((await reopen(browser)).status).toBe(200)
      }
      await lock(browser)
      app.time.now = end
      expect(await lockedIn(browser)).toBeNull()
      expect(codeOfReply(await reopen(browser))).toEqual(expired)
    })

    it('ends with a sign-out, and with another sign-in of its browser', async () => {
      await lock(browser)
      const kept = copyOf(app, browser)
      await browser.post('/api/auth/logout')
      expect(codeOfReply(await reopen(kept))).toEqual(expired)
      app.time.now += 30_000
      const enter = async () =>
        secondStep(browser, await tokenOf(browser, 'camille'), codeOf(secret, app.time.now))
      expect((await enter()).status).toBe(200)
      await lock(browser)
      const again = copyOf(app, browser)
      app.time.now += 30_000
      expect((await enter()).status).toBe(200)
      expect(codeOfReply(await reopen(again))).toEqual(expired)
      expect(await sessions()).toHaveLength(1)
    })

    it('is not reopened after its account was deactivated or deleted, or its sessions were ended', async () => {
      await lock(browser)
      const users = () => app.deps.db.updateTable('users').where('id', '=', id)
      await users().set({ state_id: userStates.inactive }).execute()
      expect([await lockedIn(browser), codeOfReply(await reopen(browser))]).toEqual([null, expired])
      await users().set({ state_id: userStates.active, deleted_at: app.time.now }).execute()
      expect([await lockedIn(browser), codeOfReply(await reopen(browser))]).toEqual([null, expired])
      await users().set({ deleted_at: null }).execute()
      expect(await lockedIn(browser)).not.toBeNull()
      const world = worldOf(app)
      const chief = await world.session(
        await world.addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' }),
      )
      const path = `/api/user/${id}`
      const listed = await app.call({ method: 'GET', path: `${path}/session`, cookie: chief })
      expect(listed.body).toMatchObject([{ isLocked: true, isCurrent: false }])
      await app.call({ method: 'DELETE', path: `${path}/session`, cookie: chief })
      expect([await lockedIn(browser), codeOfReply(await reopen(browser))]).toEqual([null, expired])
    })

    it('of an account of single sign-on alone is offered nothing but the sign-in', async () => {
      const { db } = app.deps
      await db
        .updateTable('password_hashes')
        .set({ ended_at: app.time.now })
        .where('user_id', '=', id)
        .execute()
      await lock(browser)
      expect(await lockedIn(browser)).toBeNull()
      expect(codeOfReply(await reopen(browser))).toEqual([422, 'PROOF_WRONG'])
      expect(await isOpen(browser)).toBe(false)
    })
  })

  describe('guardian chests of a locked session', () => {
    it('are closed by the lock, stay closed after the reopening, and keep the count of wrong keys', async () => {
      const chest = await guardian()
      const { key: handle } = (await unlock(chest)).body as { key: string }
      const content = () =>
        app.call({
          method: 'GET',
          path: `/api/explorer/data/?chestId=${chest}`,
          cookie: `sid=${browser.cookies.get('sid')}`,
          headers: { 'x-chest-handle': handle },
        })
      expect((await content()).status).toBe(200)
      for (let nth = 1; nth < unlockLimits.tries; nth += 1)
        expect(codeOfReply(await unlock(chest, wrongKey))[0]).toBe(422)
      await lock(browser)
      expect(await app.deps.db.selectFrom('chest_unlocks').selectAll().execute()).toEqual([])
      expect((await content()).status).toBe(401)
      await reopen(browser)
      expect((await content()).status).toBe(423)
      expect(codeOfReply(await unlock(chest, wrongKey))).toEqual(expired)
      expect(await isOpen(browser)).toBe(false)
    })

    it('stay closed when a key is verified while the session is being locked', async () => {
      const chest = await guardian()
      for (let nth = 0; nth < 6; nth += 1) {
        const unlocking = unlock(chest)
        for (let turn = 0; turn < nth * 3; turn += 1)
          await new Promise((resolve) => void setImmediate(resolve))
        await lock(browser)
        expect([200, 401]).toContain((await unlocking).status)
        expect(await app.deps.db.selectFrom('chest_unlocks').selectAll().execute()).toEqual([])
        expect(await wrongTries()).toEqual([])
        expect((await reopen(browser)).status).toBe(200)
      }
    })
  })

  describe('after inactivity', () => {
    const sleep = () => {
      app.time.now += app.deps.config.inactivityMs + 1
    }

    it('a session is locked: all but its reopening is refused [SESS-21]', async () => {
      sleep()
      expect(codeOfReply(await browser.get('/api/session'))).toEqual(expired)
      expect((await browser.get('/api/session/state')).body).toEqual({ userId: null })
      expect(await lockedIn(browser)).toMatchObject({ login: 'camille' })
      expect((await lock(browser, 'inactivity')).status).toBe(200)
      app.time.now += 3_600_000
      expect(codeOfReply(await browser.get('/api/session'))).toEqual(expired)
      expect((await reopen(browser)).status).toBe(200)
      expect(await isOpen(browser)).toBe(true)
      sleep()
      expect(await isOpen(browser)).toBe(false)
      expect((await reopen(browser)).status).toBe(200)
    })

    it('a session ends where the setting says so, unless its owner had locked it [SESS-21]', async () => {
      await app.close()
      await start({ TROUSSEAU_INACTIVITY: 'logout' })
      await lock(browser)
      sleep()
      expect((await lock(browser, 'inactivity')).status).toBe(200)
      expect((await reopen(browser)).status).toBe(200)
      sleep()
      expect(codeOfReply(await browser.get('/api/session'))).toEqual(expired)
      expect(await lockedIn(browser)).toBeNull()
      expect(codeOfReply(await reopen(browser))).toEqual(expired)
      app.time.now -= 60_000
      expect(await isOpen(browser)).toBe(true)
      await lock(browser, 'inactivity')
      expect([await sessions(), browser.cookies.has('sid')]).toEqual([[], false])
      expect((await journalled(app)).at(-1)).toBe('sign-in.ended')
    })

    it('a session that ended for want of activity is not locked afterwards [SESS-21]', async () => {
      await app.close()
      await start({ TROUSSEAU_INACTIVITY: 'logout' })
      sleep()
      expect((await lock(browser)).status).toBe(200)
      expect(codeOfReply(await reopen(browser))).toEqual(expired)
      expect(await sessions()).toEqual([])
    })

    it('an idle session is listed as locked; where it ends, it is not listed', async () => {
      const list = async (env: Record<string, string>) => {
        await app.close()
        await start(env)
        const there = newBrowser(app)
        app.time.now += 30_000
        await secondStep(there, await tokenOf(there, 'camille'), codeOf(secret, app.time.now))
        app.time.now += app.deps.config.inactivityMs
        await there.get('/api/session')
        app.time.now += 30_000
        const { body } = await there.get('/api/account/session')
        return (body as { isCurrent: boolean; isLocked: boolean }[]).map((one) => [
          one.isCurrent,
          one.isLocked,
        ])
      }
      expect(await list({})).toEqual([
        [true, false],
        [false, true],
      ])
      expect(await list({ TROUSSEAU_INACTIVITY: 'logout' })).toEqual([[true, false]])
    })
  })

  if (engine === 'postgres')
    it('a lock counts on the other node with the next call', async () => {
      const node = await app.anotherNode()
      const there = copyOf(node, browser)
      expect(await isOpen(there)).toBe(true)
      await lock(browser)
      expect(await isOpen(there)).toBe(false)
      expect((await reopen(there)).status).toBe(200)
      expect([await isOpen(there), await isOpen(browser)]).toEqual([true, false])
    })
})
