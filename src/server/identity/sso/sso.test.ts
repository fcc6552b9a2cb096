import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'
import { createPasswordLink } from '#server/identity/passwords/password-links.ts'
import {
  camille,
  locationOf,
  newVisitor,
  publicUrl,
  signOn,
  startProvider,
  type TestProvider,
} from './testing.ts'

const jwtIn = (location: string): string => new URL(location, publicUrl).searchParams.get('jwt') ?? ''
const codeIn = (location: string): string => /#code=([A-Z0-9-]+)$/.exec(location)?.[1] ?? ''

eachEngine((engine) => {
  let provider: TestProvider
  let office: OfficeWorld
  let person: Person
  let admin: Person
  beforeAll(async () => {
    provider = await startProvider()
    office = await startOfficeWorld(engine, { ...provider.env, SSO_LABEL: 'Compte de la ville' })
  })
  afterAll(async () => {
    await office.app.close()
    await provider.stop()
  })
  beforeEach(async () => {
    provider.someone = { ...camille, sub: `objet-${Math.random()}` }
    person = await office.person(`personne-${Math.random()}`, [office.mairie])
    admin = await signedIn(office.admin)
  })

  const signedIn = async (user: Person): Promise<Person> => {
    const cookie = await office.world.session(user)
    return { ...user, call: (method, path, body) => office.app.call({ method, path, body, cookie }) }
  }

  const visitor = () => newVisitor(office.app)
  /** Links an account to the identity that signs in at the provider, as an administrator does. */
  const link = async (to: Person = person) => {
    const code = codeIn(await signOn(visitor(), provider))
    return admin.call('POST', `/api/user/${to.id}/sso`, { code })
  }
  const secondFactor = async (browser = visitor()) => {
    const jwt = jwtIn(await signOn(browser, provider))
    return { browser, jwt, reply: await browser.post('/api/auth/2fasecret', { jwt }) }
  }

  it('the sign-in page shows that single sign-on is available, with its label', async () => {
    expect((await office.app.call({ method: 'GET', path: '/api/auth/options' })).body).toMatchObject({
      sso: { label: 'Compte de la ville' },
    })
  })

  it('the button redirects to the provider with the parameters of the specification, and more [SIGN-05]', async () => {
    const location = new URL(locationOf(await visitor().go('/api/auth/sso/authorize')))
    expect(location.origin).toBe(provider.issuer)
    expect(Object.fromEntries(location.searchParams)).toEqual({
      client_id: 'trousseau',
      redirect_uri: `${publicUrl}/api/auth/sso/callback`,
      response_type: 'code',
      response_mode: 'query',
      scope: 'openid profile email user.read',
      prompt: 'select_account',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  it('the cookie of a pending sign-in is sent on the return from another site, and hidden from scripts', async () => {
    const reply = await visitor().go('/api/auth/sso/authorize')
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^sso=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  describe('an unlinked identity', () => {
    it('is shown without what nobody sees in a name; its subject shows that by its number', async () => {
      const told = { name: 'Zo\u00e9\u202e Pet\u200bit\nChef', email: 'z\u202ee@exemple.fr' }
      provider.someone = { ...told, sub: 'z\u202ep' }
      const code = codeIn(await signOn(visitor(), provider))
      expect((await admin.call('GET', `/api/user/${person.id}/sso?code=${code}`)).body).toMatchObject({
        request: { name: 'Zo\u00e9 Petit Chef', email: 'ze@exemple.fr', subject: 'z‹U+202E›p' },
      })
    })

    it('opens nothing, and gets a code with which an administrator links it to an account [SIGN-11]', async () => {
      const browser = visitor()
      const location = await signOn(browser, provider)
      expect(location).toMatch(/^\/auth\?message=sso_unknown#code=(?:[A-Z2-9]{4}-){2}[A-Z2-9]{4}$/)
      expect([...browser.cookies.keys()]).toEqual([])

      const path = `/api/user/${person.id}/sso`
      const code = codeIn(location).toLowerCase().replaceAll('-', ' ')
      const { email, name } = camille
      expect((await admin.call('GET', `${path}?code=${encodeURIComponent(code)}`)).body).toEqual({
        linked: null,
        request: { issuer: provider.issuer, subject: provider.someone.sub, name, email },
      })
      expect((await admin.call('POST', path, { code })).body).toEqual({ message: 'Compte lié' })
      expect((await admin.call('GET', path)).body).toEqual({
        linked: {
          issuer: provider.issuer,
          subject: provider.someone.sub,
          name,
          email,
          linkedAt: expect.any(String),
        },
        request: null,
      })
      expect(await office.journalOf('sso.linked')).toContainEqual({
        chest: null,
        objects: { user: person.id },
      })
      expect((await secondFactor()).reply.body).toMatchObject({ qrScanned: false, methods: ['totp', 'mail'] })
    })

    it('has one valid code, the latest one, once and for three days', async () => {
      const first = codeIn(await signOn(visitor(), provider))
      const last = codeIn(await signOn(visitor(), provider))
      const path = `/api/user/${person.id}/sso`
      const wrong = { status: 422, body: { code: 'SSO_CODE_WRONG' } }
      expect(await admin.call('POST', path, { code: first })).toMatchObject(wrong)
      office.app.time.now += 72 * 3_600_000
      const later = await signedIn(office.admin)
      expect(await later.call('POST', path, { code: last })).toMatchObject(wrong)
      const code = codeIn(await signOn(visitor(), provider))
      expect((await later.call('POST', path, { code })).status).toBe(200)
      expect(await later.call('POST', path, { code })).toMatchObject(wrong)
    })

    it('is not matched to an account with the same e-mail', async () => {
      const { email } = await office.app.deps.db
        .selectFrom('users')
        .select('email')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
      provider.someone = { ...provider.someone, email, email_verified: true, preferred_username: email }
      expect(await signOn(visitor(), provider)).toContain('message=sso_unknown')
    })
  })

  describe('a linked account', () => {
    it('still needs its second factor', async () => {
      await link()
      const { browser, jwt, reply } = await secondFactor()
      expect(reply).toMatchObject({ status: 200, body: { qrScanned: false } })
      expect((await browser.post('/api/auth/sso/complete', { jwt, source: 'web' })).body).toMatchObject({
        code: 'SIGN_IN_FAILED',
      })
      expect((await browser.go('/api/session')).status).toBe(403)
      expect(browser.cookies.has('sid')).toBe(false)
    })

    it('is refused once it is inactive, deleted or unlinked', async () => {
      await link()
      const { db } = office.app.deps
      const row = db.updateTable('users').where('id', '=', person.id)
      await row.set({ state_id: 2 }).execute()
      expect(await signOn(visitor(), provider)).toContain('message=sso_unknown')
      await row.set({ state_id: 1 }).execute()
      const { browser, jwt } = await secondFactor()
      expect((await admin.call('DELETE', `/api/user/${person.id}/sso`)).body).toEqual({
        message: 'Lien supprimé',
      })
      expect((await browser.post('/api/auth/2fasecret', { jwt })).status).toBe(401)
      expect(await signOn(visitor(), provider)).toContain('message=sso_unknown')
      await link()
      expect((await admin.call('DELETE', `/api/user/${person.id}`)).status).toBe(200)
      expect(await signOn(visitor(), provider)).toContain('message=sso_unknown')
    })

    it('stays blocked, whatever the way in', async () => {
      await link()
      const blocked = { failures: 0, blocked_until: office.app.time.now + 60_000 }
      await office.app.deps.db.updateTable('users').set(blocked).where('id', '=', person.id).execute()
      const { reply } = await secondFactor()
      expect(reply).toMatchObject({ status: 401, body: { code: 'ACCOUNT_BLOCKED' } })
    })

    it('belongs to one identity: a new link replaces the old one, also of another account', async () => {
      await link()
      const taken = await office.person(`autre-${Math.random()}`, [office.mairie])
      // The code is requested while the identity is free.
      await admin.call('DELETE', `/api/user/${person.id}/sso`)
      const code = codeIn(await signOn(visitor(), provider))
      expect((await admin.call('POST', `/api/user/${taken.id}/sso`, { code })).status).toBe(200)
      expect((await secondFactor()).reply.status).toBe(200)
    })

    it('is linked and unlinked only by callers who manage the user', async () => {
      const code = codeIn(await signOn(visitor(), provider))
      const path = `/api/user/${person.id}/sso`
      for (const stranger of [
        await signedIn(office.neighbour),
        await office.person(`simple-${Math.random()}`, [office.mairie]),
      ]) {
        expect([403, 404]).toContain((await stranger.call('GET', path)).status)
        expect([403, 404]).toContain((await stranger.call('POST', path, { code })).status)
        expect([403, 404]).toContain((await stranger.call('DELETE', path)).status)
      }
      expect((await admin.call('GET', path)).body).toMatchObject({ linked: null })
    })
  })

  describe('an invitation', () => {
    const invited = async (purpose: 'invitation' | 'reset' = 'invitation') => {
      const { deps, time } = office.app
      const link = await deps.db
        .transaction()
        .execute((tx) => createPasswordLink(tx, { userId: person.id, purpose, now: time.now }))
      return { id: person.id, token: link.token.reveal() }
    }

    it('can be accepted with single sign-on instead of a password', async () => {
      const { id, token } = await invited()
      const browser = visitor()
      const { redirect } = (await browser.post('/api/auth/sso/invitation', { token })).body as {
        redirect: string
      }
      const back = await provider.visit(redirect)
      const location = locationOf(await browser.go(back.pathname + back.search))
      const reply = await browser.post('/api/auth/2fasecret', { jwt: jwtIn(location) })
      expect(reply.body).toMatchObject({ qrScanned: false })
      expect((await admin.call('GET', `/api/user/${id}/sso`)).body).toMatchObject({
        linked: { name: camille['name'] },
      })
      expect((await visitor().post('/api/auth/sso/invitation', { token })).body).toMatchObject({
        code: 'RESET_LINK_WRONG',
      })
    })

    it('ends when the account is linked, and no link sets a password afterwards', async () => {
      const links = [await invited(), await invited('reset')]
      await link(person)
      for (const { token } of links) {
        const password = 'Brouette-Pivoine-Rhubarbe-71'
        const body = { token, newPassword: password, confirmPassword: password }
        const reply = await office.app.call({ method: 'PATCH', path: '/api/auth/pwd', body })
        expect(reply.body).toMatchObject({ code: 'RESET_LINK_WRONG' })
      }
    })

    it('is required: a reset link does not allow linking, since access to a mailbox must not', async () => {
      const { token } = await invited('reset')
      expect((await visitor().post('/api/auth/sso/invitation', { token })).body).toMatchObject({
        code: 'RESET_LINK_WRONG',
      })
    })

    it('does not link an identity of another account', async () => {
      await link(await office.person(`autre-${Math.random()}`, [office.mairie]))
      const { token } = await invited()
      const browser = visitor()
      const { redirect } = (await browser.post('/api/auth/sso/invitation', { token })).body as {
        redirect: string
      }
      const back = await provider.visit(redirect)
      expect(locationOf(await browser.go(back.pathname + back.search))).toBe('/auth?message=sso_taken')
      expect((await visitor().post('/api/auth/sso/invitation', { token })).status).toBe(200)
    })
  })
})
