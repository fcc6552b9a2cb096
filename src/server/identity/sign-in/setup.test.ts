import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeOfReply, startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { isSetupOpen, prepareSetup } from './setup.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'

const person = {
  login: 'c.dupre',
  password: 'trois pommes vertes sur un mur',
  firstName: 'Camille',
  lastName: 'Dupré',
  email: 'c.dupre@exemple.fr',
}

eachEngine((engine) => {
  let app: TestApp
  beforeEach(async () => {
    app = await startTestApp(engine)
  })
  afterEach(() => app.close())

  const setUp = (token: string | null, change: object = {}) =>
    app.call({ method: 'POST', path: '/api/setup', body: { ...person, token: token ?? '', ...change } })

  describe('the set-up of an empty installation', () => {
    it('creates the first super administrator, who can then sign in [SIGN-14]', async () => {
      const token = await prepareSetup(app.deps)
      const made = await setUp(token)
      expect([made.status, made.body]).toEqual([201, { id: expect.any(Number), login: 'c.dupre' }])
      const signedIn = await firstStep(newBrowser(app), 'C.Dupré', person.password)
      expect([signedIn.status, signedIn.body]).toEqual([200, { jwt: expect.any(String) }])
      const user = await app.deps.db.selectFrom('users').select('role').executeTakeFirstOrThrow()
      expect(user.role).toBe('ROLE_SUPER_ADMINISTRATOR')
    })

    it('counts names and address as guessed first in the password [SIGN-46]', async () => {
      const token = await prepareSetup(app.deps)
      const password = 'Vantibulaire-Xylocratique-1987'
      const named = { password, lastName: 'Vantibulaire', email: 'c.xylocratique@exemple.fr' }
      expect(codeOfReply(await setUp(token, named))).toEqual([422, 'PASSWORD_TOO_WEAK'])
      expect((await setUp(token, { password })).status).toBe(201)
    })

    it('is closed permanently afterwards, like an unknown path', async () => {
      const token = await prepareSetup(app.deps)
      await setUp(token)
      const again = await setUp(token, { login: 'autre', email: 'autre@exemple.fr' })
      const unknown = await app.call({ method: 'POST', path: '/api/nothing', body: {} })
      expect([again.status, again.text]).toEqual([404, unknown.text])
      const call = { method: 'POST', path: '/api/setup' } as const
      for (const wrong of [call, { ...call, body: { token: 1 } }, { ...call, body: {}, foreign: true }]) {
        const reply = await app.call(wrong)
        expect([reply.status, reply.text]).toEqual([404, unknown.text])
      }
      expect([await isSetupOpen(app.deps), await prepareSetup(app.deps)]).toEqual([false, null])
      await app.deps.db
        .updateTable('users')
        .set({ deleted_at: 1, login_key: null, email_key: null })
        .execute()
      expect((await setUp(token)).status).toBe(404)
    })

    it('accepts one of two concurrent calls', async () => {
      const tokens = [await prepareSetup(app.deps), await prepareSetup(app.deps)]
      const replies = await Promise.all(
        tokens.map((token, index) =>
          setUp(token, { login: `premier${index}`, email: `premier${index}@exemple.fr` }),
        ),
      )
      expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([201, 404])
      expect(await app.deps.db.selectFrom('users').select('id').execute()).toHaveLength(1)
    })

    it('accepts the token of each node and each start, and no other', async () => {
      const first = await prepareSetup(app.deps)
      await prepareSetup(app.deps)
      expect((await setUp(`${first}x`)).body).toMatchObject({ code: 'SETUP_TOKEN_WRONG' })
      expect((await setUp(first)).status).toBe(201)
    })

    it('accepts the last token after many starts by a clock that was ahead', async () => {
      app.time.now += 3 * 365 * 86_400_000
      for (let start = 0; start < 12; start += 1) await prepareSetup(app.deps)
      app.time.now -= 3 * 365 * 86_400_000
      const token = await prepareSetup(app.deps)
      expect((await setUp(token)).status).toBe(201)
    })

    it('stores no token in clear', async () => {
      const token = await prepareSetup(app.deps)
      const rows = await app.deps.db.selectFrom('settings').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
      expect(app.logged()).not.toContain(token)
    })

    it('refuses a password of 15 characters with the reason in French [SIGN-43]', async () => {
      const reply = await setUp(await prepareSetup(app.deps), { password: 'pommes vertes x' })
      expect([reply.status, reply.body]).toEqual([
        422,
        {
          code: 'PASSWORD_TOO_WEAK',
          message: 'Il faut au moins 16 caractères pour un compte administrateur',
          details: { faults: ['TOO_SHORT_FOR_ADMINISTRATOR'] },
        },
      ])
    })

    it('returns the path of an invalid field [SIGN-13]', async () => {
      const token = await prepareSetup(app.deps)
      for (const [field, value] of Object.entries({
        login: 'deux mots',
        firstName: '<b>',
        lastName: '42',
        email: 'sans-arobase',
      })) {
        const reply = await setUp(token, { [field]: value })
        expect([reply.status, reply.body]).toMatchObject([422, { details: { field: `body/${field}` } }])
      }
      expect((await setUp(token)).status).toBe(201)
    })

    it('is closed where an account already exists', async () => {
      const token = await prepareSetup(app.deps)
      await addAccount(app, 'venu.autrement')
      expect((await setUp(token)).status).toBe(404)
    })
  })
})
