import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '#server/platform/crypto/secret.ts'
import { sealPasswordHash } from '#server/platform/crypto/password-hash.ts'
import { shortLivedKeys } from '#server/platform/root-keys/sealing-keys.ts'
import { startTestApp, type Reply, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, firstStep, journalled, newBrowser, rightPassword } from '#server/testing/sign-in.ts'

const newPassword = 'trois girafes lisent un journal'
const dayMs = 24 * 3_600_000

eachEngine((engine) => {
  let app: TestApp
  const start = async (env: Record<string, string> = {}) => {
    app = await startTestApp(engine, env)
    await addAccount(app, 'camille')
  }
  const signIn = (password = rightPassword, login = 'camille') => firstStep(newBrowser(app), login, password)
  const change = (oldPassword: string, password: string, login = 'camille') =>
    app.call({
      method: 'PATCH',
      path: '/api/auth/pwd',
      body: { login, oldPassword, newPassword: password, confirmPassword: password },
    })
  const chosenByAnother = () => app.deps.db.updateTable('password_hashes').set({ must_change: 1 }).execute()
  const expectRedirect = ({ status, body, headers }: Reply) => {
    expect([status, body]).toMatchObject([
      401,
      {
        code: 'PASSWORD_EXPIRED',
        message: 'Le mot de passe doit être changé',
        redirect: '/auth/password',
      },
    ])
    expect(body).not.toHaveProperty('jwt')
    expect(headers['set-cookie']).toBeUndefined()
  }

  beforeEach(() => start())
  afterEach(() => app.close())

  describe('a password that takes fewer guesses than a new one may', () => {
    const guessable = 'Printemps2026!'
    const startWith = async (env: Record<string, string>, password = guessable) => {
      await app.close()
      await start(env)
      const hash = await app.deps.hasher.hash(new Secret(password))
      const { id, mark } = await app.deps.db
        .selectFrom('users')
        .select(['id', 'mark'])
        .executeTakeFirstOrThrow()
      const keys = await shortLivedKeys(app.deps.db, app.deps.keys.keyring)
      const sealed = sealPasswordHash(keys, { id, mark }, hash)
      await app.deps.db.updateTable('password_hashes').set({ hash: sealed }).execute()
    }

    it('signs in unless the setting asks for another one [SIGN-46]', async () => {
      await startWith({})
      expect((await signIn(guessable)).status).toBe(200)
    })

    it('gives access only to the page that changes it, where the setting asks for it [SIGN-46]', async () => {
      await startWith({ TROUSSEAU_PASSWORD_FLOOR: 'ask' })
      expect((await signIn('Automne2026!!')).body).toMatchObject({ code: 'SIGN_IN_FAILED' })
      const asked = await signIn(guessable)
      expectRedirect(asked)
      expect(asked.body).toMatchObject({ details: { reason: 'guessable' } })
      const [row] = await app.deps.db
        .selectFrom('journal')
        .select('objects')
        .where('action', '=', 'sign-in.password-expired')
        .execute()
      // The journal names nobody's password as weak: it gives the reason of an age too.
      expect(JSON.parse(row?.objects ?? '')).toEqual({ reason: 'policy' })
      expect((await change(guessable, 'Hirondelle2026!')).body).toMatchObject({ code: 'PASSWORD_TOO_WEAK' })
      expect((await change(guessable, newPassword)).status).toBe(200)
      expect((await signIn(newPassword)).status).toBe(200)
    })

    it('that takes enough is not asked for another one', async () => {
      await app.close()
      await start({ TROUSSEAU_PASSWORD_FLOOR: 'ask' })
      expect((await signIn()).status).toBe(200)
    })

    it('counts what the account and its places are called as guessed first [SIGN-46]', async () => {
      const named = 'Vantibulaire-Xylocratique-1987'
      const ask = { TROUSSEAU_PASSWORD_FLOOR: 'ask' }
      await startWith(ask, named)
      expect((await signIn(named)).status).toBe(200)
      await startWith({ ...ask, TROUSSEAU_ORGANISATION: 'Vantibulaire Xylocratique' }, named)
      expectRedirect(await signIn(named))
    })

    it('keeps nobody out when the judge fails', async () => {
      await startWith({ TROUSSEAU_PASSWORD_FLOOR: 'ask' })
      app.deps.strength.isGuessable = () => Promise.reject(new Error('no thread'))
      expect((await signIn(guessable)).status).toBe(200)
      expect(app.logged()).toContain('a password was not compared with the floor')
    })

    it('keeps nobody out when the words of the account cannot be read', async () => {
      await startWith({ TROUSSEAU_PASSWORD_FLOOR: 'ask' })
      Object.defineProperty(app.deps.config.documents.facts, 'organisation', {
        get: () => {
          throw new Error('no words')
        },
      })
      expect((await signIn(guessable)).status).toBe(200)
      expect(app.logged()).toContain('a password was not compared with the floor')
    })
  })

  describe('a password chosen by another person', () => {
    beforeEach(chosenByAnother)

    it('gives access at the first sign-in only to the page that changes it [SIGN-16]', async () => {
      const asked = await signIn()
      expectRedirect(asked)
      expect(asked.body).toMatchObject({ details: { reason: 'chosen-by-another' } })
      expect(await app.deps.db.selectFrom('sign_in_steps').select('jti').execute()).toEqual([])
      expect(await journalled(app)).toEqual(['sign-in.password-accepted', 'sign-in.password-expired'])
    })

    it('is changed there without a session, and the new one signs in [SIGN-40]', async () => {
      expectRedirect(await signIn())
      const same = await change(rightPassword, rightPassword)
      expect(same.body).toMatchObject({ code: 'USER_PASSWORD_ALREADY_IN_HISTORY' })
      expect((await change(rightPassword, newPassword)).status).toBe(200)
      expect((await signIn(newPassword)).status).toBe(200)
    })

    it('is refused with the rule that the next one follows', async () => {
      expect((await signIn()).body).toMatchObject({ details: { administers: false } })
      await app.deps.db.updateTable('users').set({ role: 'ROLE_ADMINISTRATOR' }).execute()
      expect((await signIn()).body).toMatchObject({ details: { administers: true } })
      expect((await signIn('faux')).body).not.toHaveProperty('details')
    })

    it('is revealed only to a caller who knows it, and is not counted as a failure', async () => {
      expect((await signIn('faux')).body).toMatchObject({ code: 'SIGN_IN_FAILED' })
      for (let nth = 0; nth < 6; nth += 1) expectRedirect(await signIn())
      const { failures } = await app.deps.db.selectFrom('users').select('failures').executeTakeFirstOrThrow()
      expect(failures).toBe(1)
    })

    it('is not revealed during a block', async () => {
      for (let nth = 0; nth < 5; nth += 1) await signIn('faux')
      expect((await signIn()).body).toMatchObject({ code: 'ACCOUNT_BLOCKED' })
    })
  })

  it('a password that an administrator ended gives no access, to that page neither', async () => {
    await app.deps.db.updateTable('password_hashes').set({ ended_at: app.time.now }).execute()
    expect((await signIn()).body).toMatchObject({ code: 'SIGN_IN_FAILED' })
    expect((await change(rightPassword, newPassword)).body).toMatchObject({ code: 'SIGN_IN_FAILED' })
  })

  it('a password expires only when the setting defines an age, counted from the day it was set [SIGN-16]', async () => {
    app.time.now += 3_650 * dayMs
    expect((await signIn()).status).toBe(200)
    await app.close()
    await start({ TROUSSEAU_PASSWORD_MAX_DAYS: '90' })
    app.time.now += 90 * dayMs - 1
    expect((await signIn()).status).toBe(200)
    app.time.now += 1
    const asked = await signIn()
    expectRedirect(asked)
    expect(asked.body).toMatchObject({ details: { reason: 'age' } })
    expect((await change(rightPassword, newPassword)).status).toBe(200)
    app.time.now += 90 * dayMs - 1
    expect((await signIn(newPassword)).status).toBe(200)
    app.time.now += 1
    expectRedirect(await signIn(newPassword))
  })

  it('a password of less than 16 characters must be changed once its owner is an administrator [SIGN-43]', async () => {
    const short = 'zèbre-12 lune-7'
    expect((await change(rightPassword, short)).status).toBe(200)
    expect((await signIn(short)).status).toBe(200)
    await app.deps.db.updateTable('users').set({ role: 'ROLE_ADMINISTRATOR' }).execute()
    const asked = await signIn(short)
    expectRedirect(asked)
    expect(asked.body).toMatchObject({ details: { administers: true, reason: 'length' } })
    expect((await change(short, 'zèbre-14 lune-8')).body).toMatchObject({ code: 'PASSWORD_TOO_WEAK' })
    expect((await change(short, newPassword)).status).toBe(200)
    expect((await signIn(newPassword)).status).toBe(200)
  })
})
