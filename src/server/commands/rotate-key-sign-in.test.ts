import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { randomBytes } from 'node:crypto'
import { createJournal } from '#server/platform/journal/journal.ts'
import type { TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  addAccount,
  codeOf,
  enrol,
  firstStep,
  journalled,
  newBrowser,
  proven,
  rightPassword,
  secondStep,
  startWithCamille,
  tokenOf,
  type Browser,
} from '#server/testing/sign-in.ts'
import { createLinkingCode, identityOfCode } from '#server/identity/sso/identities.ts'
import { startMailedApp, type MailedApp } from '#server/testing/mailed-app.ts'
import { worldOf } from '#server/testing/world.ts'
import { commandOrigin } from './command.ts'
import { rotateKeys } from './rotate-key.ts'

eachEngine((engine) => {
  let app: TestApp
  let browser: Browser
  beforeEach(async () => {
    ;({ app, browser } = await startWithCamille(engine))
  })
  afterEach(() => app.close())

  /** Replaces the root key, up to the retirement of the former one. */
  const rotate = async ({ deps }: TestApp = app) => {
    const { db, keys, clock } = deps
    const journal = createJournal({ clock, keys, randomBytes })
    await rotateKeys({
      db,
      keys,
      clock,
      say: () => undefined,
      pause: async () => undefined,
      note: (event) => journal.record(db, null, commandOrigin, event),
    })
    expect(keys.keyring.versions).toHaveLength(1)
  }
  const countedTries = async ({ deps: { db } }: TestApp = app) => {
    const networks = await db.selectFrom('sign_in_networks').select('tries').where('tries', '>', 0).execute()
    const users = await db.selectFrom('users').select('failures').where('failures', '>', 0).execute()
    return [...networks, ...users]
  }
  const over = { status: 401, body: { code: 'STEP_OVER' } }

  it('a sign-in half done across a rotation is over, and counts as no wrong guess', async () => {
    const secret = await enrol(app, browser, 'camille')
    const there = newBrowser(app)
    const jwt = await tokenOf(there, 'camille')
    await rotate()
    app.time.now += 30_000
    const code = codeOf(secret, app.time.now)
    expect(await there.post('/api/auth/2fasecret', { jwt })).toMatchObject(over)
    for (let count = 0; count < 6; count += 1) expect(await secondStep(there, jwt, code)).toMatchObject(over)
    expect(await countedTries()).toEqual([])
    expect(await journalled(app)).not.toContain('sign-in.failed')
    const again = await tokenOf(there, 'camille')
    expect((await secondStep(there, again, code)).status).toBe(200)
  })

  it('a forged token of a key that is not retired is still a wrong guess', async () => {
    await rotate()
    const jwt = await tokenOf(browser, 'camille')
    const [header = '', payload = ''] = jwt.split('.')
    const reply = await secondStep(browser, `${header}.${payload}.${'A'.repeat(43)}`, '123456')
    expect(reply.body).toMatchObject({ code: 'SIGN_IN_FAILED' })
    expect(await countedTries()).not.toEqual([])
  })

  it('an authenticator scanned before a rotation is the one that the next sign-in confirms', async () => {
    const jwt = await tokenOf(browser, 'camille')
    const { secret } = (await browser.post('/api/auth/2fasecret', { jwt })).body as { secret: string }
    await rotate()
    const { jwt: next } = (await firstStep(browser, 'camille')).body as { jwt: string }
    const shown = (await browser.post('/api/auth/2fasecret', { jwt: next })).body
    expect(shown).toMatchObject({ secret })
    expect((await secondStep(browser, next, codeOf(secret, app.time.now))).status).toBe(200)
  })

  it('an authenticator that replaces another is confirmed after a rotation', async () => {
    await enrol(app, browser, 'camille')
    const { db } = app.deps
    const before = await db.selectFrom('sessions').select('id').execute()
    expect(before).toHaveLength(1)
    const { drawPending, enrolmentInSession, readPending } =
      await import('#server/identity/authentication/pending-factor.ts')
    const { user_id: id } = await db.selectFrom('sessions').select('user_id').executeTakeFirstOrThrow()
    const enrolment = enrolmentInSession({ id, sessionId: before[0]?.id ?? '' })
    const inTransaction = <Result>(work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) =>
      db.transaction().execute(work) as Promise<Result>
    const drawn = await inTransaction<Uint8Array>((tx) =>
      drawPending(tx, app.deps.keys.keyring, enrolment, randomBytes),
    )
    await rotate()
    expect(
      await inTransaction((tx) => readPending(tx, app.deps.keys.keyring, enrolment)),
      'the same secret',
    ).toEqual(drawn)
  })

  describe('a code by mail for a fresh proof', () => {
    let mailed: MailedApp
    afterEach(() => mailed.close())

    it('that was sent before a rotation is over, and counts as no wrong guess', async () => {
      mailed = await startMailedApp(engine)
      const here = newBrowser(mailed.app)
      await addAccount(mailed.app, 'camille')
      await proven(mailed.app, here, 'camille')
      expect((await here.post('/api/account/mail-factor')).status).toBe(200)
      expect((await here.post('/api/account/proof/mail')).status).toBe(200)
      const prove = (token: string) =>
        here.post('/api/account/proof', { password: rightPassword, factor: { method: 'mail', token } })
      const code = mailed.codeTo('camille@exemple.fr')
      await rotate(mailed.app)
      for (let count = 0; count < 12; count += 1)
        expect(await prove(code)).toMatchObject({ status: 422, body: { code: 'CODE_OUTLIVED' } })
      expect(await countedTries(mailed.app)).toEqual([])
      expect(await journalled(mailed.app)).not.toContain('sign-in.failed')
      mailed.app.time.now += 60_000
      expect((await here.post('/api/account/proof/mail')).status).toBe(200)
      const wrong = mailed.codeTo('camille@exemple.fr') === '111111' ? '222222' : '111111'
      expect((await prove(wrong)).body).toMatchObject({ code: 'PROOF_WRONG' })
      expect((await prove(mailed.codeTo('camille@exemple.fr'))).status).toBe(200)
    })
  })

  it('a linking code of single sign-on shown before a rotation is over, which the administrator reads', async () => {
    const { db, keys } = app.deps
    const world = worldOf(app)
    const chief = await world.addUser({ login: 'cheffe', role: 'ROLE_SUPER_ADMINISTRATOR' })
    const user = await world.addUser({ login: 'reliee' })
    const identity = { issuer: 'https://a.fr', subject: '1', name: 'N', email: 'n@a.fr', hasMfa: false }
    const draw = () =>
      db
        .transaction()
        .execute((tx) =>
          createLinkingCode(tx, { keyring: keys.keyring, random: randomBytes, now: app.time.now }, identity),
        )
    const read = async (code: string) =>
      app.call({
        method: 'GET',
        path: `/api/user/${user.id}/sso?code=${code}`,
        cookie: await world.session(chief),
      })
    const code = await draw()
    expect(await identityOfCode(db, keys.keyring, code, app.time.now)).not.toBeNull()
    expect((await read('ABCD-EFGH-JKLM')).body).toMatchObject({ code: 'SSO_CODE_WRONG' })
    await rotate()
    expect(await read(code)).toMatchObject({ status: 422, body: { code: 'CODE_OUTLIVED' } })
    const next = await draw()
    expect((await read(code)).body).toMatchObject({ code: 'SSO_CODE_WRONG' })
    expect((await read(next)).status).toBe(200)
  })
})
