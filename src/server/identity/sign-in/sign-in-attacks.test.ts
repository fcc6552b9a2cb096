import type { Transaction } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userStates } from '#domain/platform/roles.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { changeUser } from '#server/access/account-rows.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { overtaken, untilQueued } from '#server/testing/two-transactions.ts'
import { resetPassword } from '#server/identity/passwords/password-links.ts'
import {
  addAccount,
  codeOf,
  enrol,
  firstStep,
  newBrowser,
  secondStep,
  tokenOf,
} from '#server/testing/sign-in.ts'

eachEngine((engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  it.each(['nul\u0000', "' or 1=1 --", '%', '\u202E', '__proto__'])(
    'the login %j is unknown',
    async (login) => {
      const reply = await firstStep(newBrowser(app), login, 'x')
      expect(reply).toMatchObject({ status: 401, body: { code: 'SIGN_IN_FAILED' } })
    },
  )

  it('a login that is not valid Unicode is refused as malformed, before any account is looked up', async () => {
    const reply = await firstStep(newBrowser(app), 'demi\ud800', 'x')
    expect(reply).toMatchObject({ status: 400, body: { details: { field: 'body/login', rule: 'unicode' } } })
  })

  it('an account deactivated while its second step waits gets no session', async () => {
    const { db } = app.deps
    const { id, login } = await addAccount(app, 'fermee')
    const browser = newBrowser(app)
    const secret = await enrol(app, browser, login)
    app.time.now += 60_000
    const jwt = await tokenOf(browser, login)
    // As the handler of the users does: it changes the state and ends the sessions.
    const hold = async (tx: Transaction<Tables>) => {
      await changeUser(tx, id, { state_id: userStates.inactive }, app.time.now)
      await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
    }
    const signIn = () => secondStep(browser, jwt, codeOf(secret, app.time.now))
    expect(await overtaken(db, hold, signIn)).toMatchObject({ status: 401, body: { code: 'STEP_OVER' } })
    expect(await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([])
  })

  it('a password reset during the first step gives no second step', async () => {
    const { db, hasher } = app.deps
    const { id, login } = await addAccount(app, 'reprise')
    const verify = hasher.verify.bind(hasher)
    const [begun, queued, committed] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ]
    // As the handler of the users does: begun during the comparison, committed while the step is written.
    const takeAway = async () => {
      const work = db.transaction().execute(async (tx) => {
        await lockRows(tx, 'users', [id])
        await resetPassword(tx, { userId: id, now: app.time.now })
        begun.resolve()
        await queued.promise
      })
      void work.then(committed.resolve, committed.reject)
      await begun.promise
    }
    Object.assign(hasher, {
      verify: async (...asked: Parameters<typeof verify>) => {
        const verdict = await verify(...asked)
        await takeAway()
        return verdict
      },
    })
    try {
      const reply = firstStep(newBrowser(app), login)
      await begun.promise
      await untilQueued(db, reply).finally(queued.resolve)
      expect(await reply).toMatchObject({ status: 401, body: { code: 'SIGN_IN_FAILED' } })
      await committed.promise
    } finally {
      Object.assign(hasher, { verify })
    }
    const steps = db.selectFrom('sign_in_steps').select('jti').where('user_id', '=', id)
    expect(await steps.where('used_at', 'is', null).execute()).toEqual([])
  })

  it('two cookies of the same name give the session that one of them opened, or none', async () => {
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
