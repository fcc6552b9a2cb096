import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userStates } from '#domain/roles.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { eachEngine } from '../testing/databases.ts'
import { addAccount, codeOf, enrol, firstStep, newBrowser, secondStep, tokenOf } from './testing.ts'

/** Long enough for a call to be read and to wait for its turn to write. */
const waitingMs = 150

eachEngine((engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  it.each(['nul\u0000', 'demi\ud800', "' or 1=1 --", '%', '\u202E', '__proto__'])(
    'the login %j is one that nobody has',
    async (login) => {
      const reply = await firstStep(newBrowser(app), login, 'x')
      expect(reply).toMatchObject({ status: 401, body: { code: 'SIGN_IN_FAILED' } })
    },
  )

  it('an account that is shut while its second step waits gets no session', async () => {
    const { db } = app.deps
    const { id, login } = await addAccount(app, 'fermee')
    const browser = newBrowser(app)
    const secret = await enrol(app, browser, login)
    app.time.now += 60_000
    const jwt = await tokenOf(browser, login)
    const [begun, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // What the users' screen does: the state changes, and the sessions end with it.
    const shutting = db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ state_id: userStates.inactive }).where('id', '=', id).execute()
      await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
      begun.resolve()
      await asked.promise
    })
    await begun.promise
    const reply = secondStep(browser, jwt, codeOf(secret, app.time.now))
    await pause(waitingMs)
    asked.resolve()
    await shutting
    expect(await reply).toMatchObject({ status: 401, body: { code: 'SIGN_IN_FAILED' } })
    expect(await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([])
  })

  it('of two cookies of one name the session is one that somebody opened, or none', async () => {
    const { login } = await addAccount(app, 'doubles')
    const browser = newBrowser(app)
    await enrol(app, browser, login)
    const sid = browser.cookies.get('sid') ?? ''
    const [id = ''] = sid.split('.')
    for (const cookie of [
      `sid=${id}.${'A'.repeat(43)}; sid=${sid}`,
      `sid=${sid}; sid=${id}.${'A'.repeat(43)}`,
      `__Host-sid=${sid}`,
      `sid=${sid}x`,
      `sid=${id}`,
      `sid=%22${sid}`,
      `sid=; __proto__=${sid}`,
    ]) {
      const { status, body } = await app.call({ method: 'GET', path: '/api/session', cookie })
      if (status === 200) expect(body).toMatchObject({ user: { login } })
      else expect([status, body]).toMatchObject([401, { code: 'SESSION_EXPIRED' }])
    }
  })
})
