import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeUser } from '#server/access/account-rows.ts'
import {
  directoryPassword,
  dnOf,
  longPassword,
  startDirectory,
  type TestDirectory,
} from '#server/testing/directory.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { meet } from '#server/testing/two-transactions.ts'
import {
  addAccount,
  codeOf,
  enrol,
  firstStep,
  journalled,
  newBrowser,
  prove,
  rightPassword,
  secondStep,
} from '#server/testing/sign-in.ts'

const failure = { status: 401, body: { code: 'SIGN_IN_FAILED' } }
const away = { status: 503, body: { code: 'DIRECTORY_AWAY' } }

let server: TestDirectory
beforeAll(async () => {
  server = await startDirectory()
})
afterAll(() => server.stop())

eachEngine((engine) => {
  let app: TestApp
  beforeEach(async () => {
    app = await startTestApp(engine, server.env)
  })
  afterEach(() => app.close())

  /** An account whose password the directory keeps. */
  const addKept = async (login: string, sam: string | null = null): Promise<number> => {
    const { id } = await addAccount(app, login)
    const kept = { ad_id: 1, ad_sam_account: sam }
    await app.deps.db.updateTable('users').set(kept).where('id', '=', id).execute()
    return id
  }
  const enter = (login: string, password = directoryPassword) =>
    firstStep(newBrowser(app), login, password, 'DIST')
  const textsOf = (id: number) =>
    app.deps.db
      .selectFrom('users')
      .select(['first_name', 'last_name', 'email', 'search_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  describe('an account of the directory', () => {
    it("signs in with the directory's password and the local second factor", async () => {
      await addKept('hdupre')
      const browser = newBrowser(app)
      const first = await firstStep(browser, 'HDupré', directoryPassword, 'DIST')
      expect(first.status).toBe(200)
      const { jwt } = first.body as { jwt: string }
      const shown = (await browser.post('/api/auth/2fasecret', { jwt })).body as { secret: string }
      const second = await secondStep(browser, jwt, codeOf(shown.secret, app.time.now))
      expect(second).toMatchObject({ status: 200, body: { redirect: '/routes/explorer' } })
      expect((await browser.get('/api/session')).body).toMatchObject({ user: { login: 'hdupre' } })
      // The directory's password reopens the session too.
      await browser.post('/api/auth/lock', { reason: 'asked' })
      expect((await browser.get('/api/auth/options')).body).toMatchObject({ locked: { means: ['password'] } })
      const wrong = await browser.post('/api/auth/reopen', { password: rightPassword })
      expect(wrong).toMatchObject({ status: 422, body: { code: 'PROOF_WRONG' } })
      expect((await browser.post('/api/auth/reopen', { password: directoryPassword })).status).toBe(200)
      expect((await browser.get('/api/session')).status).toBe(200)
    })

    it('signs in, proves its identity and reopens its session with a password of 1,024 characters', async () => {
      expect(longPassword).toHaveLength(1_024)
      await addKept('longpasse')
      const browser = newBrowser(app)
      const first = await firstStep(browser, 'longpasse', longPassword, 'DIST')
      expect(first.status).toBe(200)
      const { jwt } = first.body as { jwt: string }
      const { secret } = (await browser.post('/api/auth/2fasecret', { jwt })).body as { secret: string }
      expect((await secondStep(browser, jwt, codeOf(secret, app.time.now))).status).toBe(200)
      app.time.now += 30_000
      expect((await prove(browser, codeOf(secret, app.time.now), longPassword)).status).toBe(200)
      await browser.post('/api/auth/lock', { reason: 'asked' })
      expect((await browser.post('/api/auth/reopen', { password: longPassword })).status).toBe(200)
      expect(await enter('longpasse', longPassword.slice(0, 128)), 'the whole counts').toMatchObject(failure)
      expect((await enter('longpasse', `${longPassword}x`)).status).toBe(400)
    })

    it("proves its identity again with the directory's password, never with a former local one", async () => {
      await addKept('hdupre')
      const browser = newBrowser(app)
      const { jwt } = (await firstStep(browser, 'hdupre', directoryPassword, 'DIST')).body as { jwt: string }
      const { secret } = (await browser.post('/api/auth/2fasecret', { jwt })).body as { secret: string }
      await secondStep(browser, jwt, codeOf(secret, app.time.now))
      expect((await browser.get('/api/account')).body).toMatchObject({
        provesBy: 'password',
        keptByDirectory: true,
        hasPassword: false,
      })
      app.time.now += 30_000
      const give = (password: string) => prove(browser, codeOf(secret, app.time.now), password)
      expect((await give(rightPassword)).body).toMatchObject({ code: 'PROOF_WRONG' })
      expect((await give(directoryPassword)).status).toBe(200)
      expect((await browser.post('/api/account/recovery')).status).toBe(200)
    })

    it('is found by the name that an administrator gave, else by the login', async () => {
      await addKept('helene.dupre', 'hdupre')
      await addKept('mleroy')
      expect((await enter('helene.dupre')).status).toBe(200)
      expect((await enter('mleroy')).status).toBe(200)
    })

    it('gets names and mail from the directory at each sign-in', async () => {
      const id = await addKept('hdupre')
      await enter('hdupre')
      expect(await textsOf(id)).toEqual({
        first_name: 'Hélène',
        last_name: 'Dupré',
        email: 'hdupre@annuaire.exemple.fr',
        search_key: 'dupre helene hdupre hdupre@annuaire.exemple.fr',
      })
      expect(await journalled(app)).toEqual([
        'directory.linked',
        'directory.refreshed',
        'sign-in.password-accepted',
      ])
      await enter('hdupre')
      expect((await journalled(app)).slice(3)).toEqual(['sign-in.password-accepted'])
    })

    it("keeps its mail when another account has the directory's one, and the journal records it", async () => {
      const id = await addKept('hdupre')
      const { id: other } = await addAccount(app, 'autre')
      const email = { email: 'HDupre@annuaire.exemple.fr', email_key: 'hdupre@annuaire.exemple.fr' }
      await app.deps.db.updateTable('users').set(email).where('id', '=', other).execute()
      expect((await enter('hdupre')).status).toBe(200)
      expect((await textsOf(id)).email).toBe('hdupre@exemple.fr')
      const told = app.deps.db
        .selectFrom('journal')
        .select('objects')
        .where('action', '=', 'directory.refreshed')
      expect(JSON.parse((await told.executeTakeFirstOrThrow()).objects)).toEqual({
        user: id,
        fields: ['firstName'],
        kept: ['email'],
      })
    })

    it("signs in while another account takes the directory's mail, and keeps its own", async () => {
      const id = await addKept('hdupre')
      const { id: other } = await addAccount(app, 'autre')
      await app.prove()
      const taken = { email: 'hdupre@annuaire.exemple.fr', email_key: 'hdupre@annuaire.exemple.fr' }
      const { second } = await meet(
        app.plainDb,
        (tx) => changeUser(tx, other, taken, app.time.now),
        () => enter('hdupre'),
      )
      expect(second).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
      expect(await textsOf(id)).toMatchObject({ first_name: 'Hélène', email: 'hdupre@exemple.fr' })
      expect((await enter('hdupre')).status).toBe(200)
    })

    it('loses its sessions when the directory changes its mail', async () => {
      const id = await addKept('hdupre')
      const browser = newBrowser(app)
      const { db } = app.deps
      await db.updateTable('users').set({ ad_id: null }).where('id', '=', id).execute()
      await enrol(app, browser, 'hdupre')
      await db.updateTable('users').set({ ad_id: 1 }).where('id', '=', id).execute()
      expect((await browser.get('/api/session')).status).toBe(200)
      expect((await enter('hdupre')).status).toBe(200)
      expect((await browser.get('/api/session')).status).toBe(401)
    })

    it('stays linked to a renamed person, and never to a namesake', async () => {
      await addKept('jpetit')
      expect((await enter('jpetit')).status).toBe(200)
      const person = { objectClass: 'inetOrgPerson', cn: 'j', sn: 'Petit', userPassword: directoryPassword }
      await server.change((client) => client.modifyDN(dnOf('jpetit'), 'uid=jgrand'))
      await server.change((client) => client.add(dnOf('jpetit'), person))
      try {
        expect((await enter('jpetit')).status).toBe(200)
        await server.change((client) => client.del(dnOf('jgrand')))
        expect(await enter('jpetit')).toMatchObject(failure)
      } finally {
        await server.change((client) => client.del(dnOf('jpetit')))
        await server.change((client) => client.add(dnOf('jpetit'), { ...person, givenName: 'Jo' }))
      }
    })

    it('is the only account of its person', async () => {
      await addKept('hdupre')
      await addKept('second', 'hdupre')
      expect((await enter('hdupre')).status).toBe(200)
      expect(await enter('second')).toMatchObject(failure)
      expect(app.logged()).toContain('has another account already')
    })
  })

  describe('a sign-in of type DIST', () => {
    it('refuses everything wrong with the same reply as a wrong guess', async () => {
      await addKept('hdupre')
      await addKept('jumeau')
      await addAccount(app, 'locale')
      await addAccount(app, 'mleroy')
      const change = (id: number, values: object) =>
        app.deps.db.updateTable('users').set(values).where('id', '=', id).execute()
      await change(await addKept('lmartin'), { state_id: 2 })
      await change(await addKept('sanspasse'), { ad_id: 2 })
      const guesses: Record<string, [login: string, password?: string]> = {
        'a wrong password': ['hdupre', 'un autre mot'],
        'a password of NUL': ['hdupre', '\0'],
        'a local account with its local password': ['locale', rightPassword],
        'a local account whose name is in the directory': ['mleroy'],
        'a person of the directory without an account': ['jpetit'],
        'an unknown login': ['personne'],
        'a filter': ['*)(uid=*'],
        'a distinguished name (DN)': [dnOf('hdupre')],
        'NUL after a login': ['hdupre\0'],
        'two people of that name': ['jumeau'],
        'an inactive account': ['lmartin'],
        'an account of a directory that left the settings': ['sanspasse'],
      }
      for (const [what, [login, password]] of Object.entries(guesses)) {
        const { status, body } = await enter(login, password)
        expect([what, { status, body }]).toMatchObject([what, failure])
      }
      expect(new Set(await journalled(app))).toEqual(new Set(['sign-in.failed']))
    })

    it('requires a password and plain texts, and queries the directory for nothing else', async () => {
      await addKept('hdupre')
      expect(await enter('hdupre', '')).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
      const wrong = [
        { password: [directoryPassword] },
        { login: { $ne: '' } },
        { type: 'LDAP' },
        { type: ['DIST'] },
      ]
      for (const change of wrong) {
        const body = { login: 'hdupre', password: directoryPassword, type: 'DIST', source: 'web', ...change }
        expect((await newBrowser(app).post('/api/auth/step1', body)).status).toBe(400)
      }
    })

    it('is blocked after five failures, for accounts and unknown logins alike [SIGN-19]', async () => {
      await addKept('hdupre')
      for (const login of ['hdupre', 'personne']) {
        for (let tries = 0; tries < 4; tries += 1) expect(await enter(login, 'faux')).toMatchObject(failure)
        expect(await enter(login, 'faux')).toMatchObject({ status: 401, body: { code: 'ACCOUNT_BLOCKED' } })
        expect(await enter(login)).toMatchObject({ status: 401, body: { code: 'ACCOUNT_BLOCKED' } })
      }
    })
  })

  it('a sign-in of type LOCAL is refused for an account of the directory', async () => {
    const id = await addKept('hdupre')
    expect(await firstStep(newBrowser(app), 'hdupre')).toMatchObject(failure)
    expect(await firstStep(newBrowser(app), 'hdupre', directoryPassword)).toMatchObject(failure)
    const change = { login: 'hdupre', oldPassword: directoryPassword, newPassword: 'x'.repeat(20) }
    const reply = await app.call({
      method: 'PATCH',
      path: '/api/auth/pwd',
      body: { ...change, confirmPassword: change.newPassword },
    })
    expect(reply).toMatchObject(failure)
    await app.deps.db.updateTable('users').set({ ad_id: null }).where('id', '=', id).execute()
    expect((await firstStep(newBrowser(app), 'hdupre')).status).toBe(200)
  })

  it('an unavailable directory is reported alike for all logins, counts no failure, and leaves local accounts working', async () => {
    await app.close()
    app = await startTestApp(engine, { ...server.env, LDAP_TIMEOUT_SECONDS: '1' })
    await addKept('hdupre')
    await addAccount(app, 'locale')
    await server.freeze()
    try {
      const asked = ['hdupre', 'locale', 'personne'].map((login) => enter(login))
      expect((await firstStep(newBrowser(app), 'locale')).status).toBe(200)
      for (const reply of await Promise.all(asked)) {
        expect(reply).toMatchObject(away)
        expect(reply.headers['retry-after']).toBe('10')
      }
    } finally {
      server.thaw()
    }
    const counted = app.deps.db.selectFrom('users').select('failures').where('failures', '>', 0)
    expect(await counted.execute()).toEqual([])
    await expect.poll(async () => (await enter('hdupre')).status, { timeout: 20_000 }).toBe(200)
    expect(app.logged()).toContain('the directory cannot be asked')
    expect(app.logged()).not.toContain(directoryPassword)
  })
})
