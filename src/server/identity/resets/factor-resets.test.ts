import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signInLimits } from '#domain/platform/limits.ts'
import { userStates, type Role } from '#domain/platform/roles.ts'
import { codeOfReply, type Call, type Reply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type TestUser, type World } from '#server/testing/world.ts'
import { createPasswordLink } from '#server/identity/passwords/password-links.ts'
import { startMailedApp, type MailedApp } from '#server/testing/mailed-app.ts'
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

const { approvalMs, resetAgainMs, resetLinkMs, resetsPerHour } = signInLimits

eachEngine((engine) => {
  let mailed: MailedApp
  let world: World
  let browser: Browser

  const call = (method: Call['method'], path: string, body?: object, user?: TestUser): Promise<Reply> =>
    (user ? world.session(user) : Promise.resolve('')).then((cookie) =>
      mailed.app.call({ method, path, cookie, ...(body && { body }) }),
    )
  const request = (jwt: string, from = browser) =>
    mailed.app.call({
      method: 'PATCH',
      path: '/api/reset/2fasecret',
      body: { jwt },
      cookie: [...from.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    })
  const follow = (token: string) => call('POST', '/api/reset/2fasecret/confirm', { token })
  const waiting = async (user: TestUser) =>
    (await call('GET', '/api/user/second_factor_reset', undefined, user)).body
  const decide = (user: TestUser, id: number, decision: string) =>
    call('POST', `/api/user/${id}/second_factor_reset`, { decision }, user)
  const factorOf = (login: string) =>
    mailed.app.deps.db
      .selectFrom('users')
      .select(['totp_secret', 'qr_scanned', 'last_step', 'second_factor'])
      .where('login', '=', login)
      .executeTakeFirstOrThrow()
  const dropped = { totp_secret: null, qr_scanned: 0, last_step: 0, second_factor: 'totp' }
  const isDropped = async (login: string) =>
    JSON.stringify(await factorOf(login)) === JSON.stringify({ ...dropped })

  /** An account with an authenticator whose enrolment notice was sent, and the link that resets it. */
  const linkOf = async (login: string, role: Role = 'ROLE_INTERVENANT') => {
    const { id } = await addAccount(mailed.app, login, role)
    await enrol(mailed.app, browser, login)
    await mailed.app.deps.outbox.deliverDue()
    mailed.app.time.now += 60_000
    const jwt = await tokenOf(browser, login)
    expect((await request(jwt)).status).toBe(200)
    return { id, jwt, token: mailed.tokenTo(`${login}@exemple.fr`) }
  }

  beforeEach(async () => {
    mailed = await startMailedApp(engine)
    world = worldOf(mailed.app)
    browser = newBrowser(mailed.app)
  })
  afterEach(() => mailed.close())

  describe('a user who lost their second factor', () => {
    it('resets it by a mailed link, and enrols another one [SIGN-33] [SIGN-34]', async () => {
      const { token, jwt } = await linkOf('camille')
      expect(mailed.mailTo('camille@exemple.fr')).toContain('http://localhost:8420/auth/second-factor#token=')
      expect(await isDropped('camille'), 'nothing happens by the mail alone').toBe(false)
      const reply = await follow(token)
      expect([reply.status, reply.body]).toEqual([
        200,
        { state: 'done', message: 'QR code réinitialisé', redirect: '/auth?message=reset_2fa_success' },
      ])
      expect(await factorOf('camille')).toEqual(dropped)
      expect((await browser.post('/api/auth/2fasecret', { jwt })).status, 'the sign-in is over').toBe(401)
      expect(await mailed.app.deps.db.selectFrom('sessions').select('id').execute()).toEqual([])
      const shown = await browser.post('/api/auth/2fasecret', { jwt: await tokenOf(browser, 'camille') })
      expect(shown.body).toMatchObject({ qrScanned: false })
      expect(await journalled(mailed.app)).toEqual(
        expect.arrayContaining(['second-factor.reset-asked', 'second-factor.reset']),
      )
      await mailed.app.deps.outbox.deliverDue()
      expect(mailed.mailTo('camille@exemple.fr')).toContain('par le lien qui vous a été envoyé')
    })

    it('needs the password and the same browser to request the link', async () => {
      const { jwt } = await linkOf('camille')
      mailed.app.time.now += resetAgainMs
      expect(codeOfReply(await request('forged'))).toEqual([401, 'SIGN_IN_FAILED'])
      expect(codeOfReply(await request(jwt, newBrowser(mailed.app)))).toEqual([401, 'STEP_OVER'])
      for (const body of [{ jwt: [jwt] }, { jwt: { jwt } }, {}, { jwt, userId: 1 }]) {
        const reply = await call('PATCH', '/api/reset/2fasecret', body)
        expect(codeOfReply(reply)).toEqual([400, 'INVALID_REQUEST'])
      }
      expect(mailed.addressees()).toHaveLength(2)
    })

    it('uses the link once, within thirty minutes, and a newer one ends it', async () => {
      const { token, jwt } = await linkOf('camille')
      mailed.app.time.now += resetAgainMs
      expect((await request(jwt)).status).toBe(200)
      const newer = mailed.tokenTo('camille@exemple.fr')
      expect(codeOfReply(await follow(token))).toEqual([422, 'RESET_LINK_WRONG'])
      const both = await Promise.all([follow(newer), follow(newer)])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
      const late = await linkOf('dominique')
      mailed.app.time.now += resetLinkMs
      expect(codeOfReply(await follow(late.token))).toEqual([422, 'RESET_LINK_WRONG'])
      expect(await isDropped('dominique')).toBe(false)
    })

    it('gets a link that sets no password, and a password link resets no factor', async () => {
      const { id, token } = await linkOf('camille')
      const newPassword = 'trois girafes lisent un journal'
      const body = { token, newPassword, confirmPassword: newPassword }
      expect(codeOfReply(await call('PATCH', '/api/auth/pwd', body))).toEqual([422, 'RESET_LINK_WRONG'])
      const { db } = mailed.app.deps
      const link = await db
        .transaction()
        .execute((tx) => createPasswordLink(tx, { userId: id, purpose: 'reset', now: mailed.app.time.now }))
      expect(codeOfReply(await follow(link.token.reveal()))).toEqual([422, 'RESET_LINK_WRONG'])
      expect(await isDropped('camille')).toBe(false)
      expect((await firstStep(newBrowser(mailed.app), 'camille')).status).toBe(200)
    })

    it('gets one mail a minute, five an hour', async () => {
      const { jwt } = await linkOf('camille')
      expect(codeOfReply(await request(jwt))).toEqual([429, 'TOO_MANY_TRIES'])
      for (let nth = 1; nth < resetsPerHour; nth += 1) {
        mailed.app.time.now += resetAgainMs
        expect((await request(await tokenOf(browser, 'camille'))).status).toBe(200)
      }
      mailed.app.time.now += resetAgainMs
      const refused = await request(await tokenOf(browser, 'camille'))
      // Until the first of the five is an hour old.
      expect([refused.status, refused.headers['retry-after']]).toEqual([
        429,
        String((3_600_000 - resetsPerHour * resetAgainMs) / 1_000),
      ])
      mailed.app.time.now += 3_600_000 - resetsPerHour * resetAgainMs
      expect((await request(await tokenOf(browser, 'camille'))).status).toBe(200)
    })

    it('gets an error when the mail server refuses the mail [SIGN-34]', async () => {
      await addAccount(mailed.app, 'camille')
      await mailed.app.deps.db.updateTable('users').set({ email: 'refus@exemple.fr' }).execute()
      for (let nth = 1; nth <= resetsPerHour; nth += 1) {
        const reply = await request(await tokenOf(browser, 'camille'))
        expect(codeOfReply(reply)).toEqual([409, 'MAIL_WAS_NOT_SEND'])
        mailed.app.time.now += 1_000
      }
      expect((await request(await tokenOf(browser, 'camille'))).status).toBe(429)
    })

    it('can no longer use the link once the password, the address or the state has changed', async () => {
      const chief = await world.addUser({ login: 'cheffe', role: 'ROLE_SUPER_ADMINISTRATOR' })
      for (const [login, update] of [
        ['une', { email: 'ailleurs@exemple.fr' }],
        ['deux', { stateId: userStates.inactive }],
        ['trois', { resetPassword: true }],
      ] as const) {
        const { id, token } = await linkOf(login)
        expect((await call('PATCH', `/api/user/${id}`, { update }, chief)).status).toBe(200)
        await mailed.app.deps.db.updateTable('users').set({ state_id: userStates.active }).execute()
        expect(codeOfReply(await follow(token))).toEqual([422, 'RESET_LINK_WRONG'])
        expect(await isDropped(login)).toBe(false)
      }
    })
  })

  describe('an administrator who lost their second factor', () => {
    let bank: number
    let chief: TestUser
    let peer: TestUser
    let stranger: TestUser
    let asked: { id: number; token: string; jwt: string }
    beforeEach(async () => {
      bank = await world.addBank('Mairie')
      const other = await world.addBank('Clinique')
      chief = await world.addUser({ login: 'cheffe', role: 'ROLE_SUPER_ADMINISTRATOR' })
      peer = await world.addUser({ login: 'paire', role: 'ROLE_ADMINISTRATOR', banks: [bank] })
      stranger = await world.addUser({ login: 'ailleurs', role: 'ROLE_ADMINISTRATOR', banks: [other] })
      asked = await linkOf('adjoint', 'ROLE_ADMINISTRATOR')
      await mailed.app.deps.db.insertInto('bank_users').values({ bank_id: bank, user_id: asked.id }).execute()
    })

    it('waits for the approval of another administrator, who is notified by mail [SIGN-33]', async () => {
      const reply = await follow(asked.token)
      expect(reply.body).toMatchObject({ state: 'waiting', redirect: null })
      expect(await isDropped('adjoint')).toBe(false)
      await mailed.app.deps.outbox.deliverDue()
      expect(mailed.addressees().slice(2).toSorted()).toEqual(['cheffe@exemple.fr', 'paire@exemple.fr'])
      expect(await waiting(peer)).toMatchObject([
        { user: { id: asked.id, login: 'adjoint' }, manageable: true },
      ])
      expect(await waiting(stranger)).toEqual([])
      expect((await decide(peer, asked.id, 'approve')).status).toBe(200)
      expect(await isDropped('adjoint')).toBe(true)
      expect(await waiting(peer)).toEqual([])
      expect(await journalled(mailed.app)).toContain('user.second-factor-reset')
      await mailed.app.deps.outbox.deliverDue()
      expect(mailed.mailTo('adjoint@exemple.fr')).toContain('Un administrateur a réinitialisé')
      const shown = await browser.post('/api/auth/2fasecret', { jwt: await tokenOf(browser, 'adjoint') })
      expect(shown.body).toMatchObject({ qrScanned: false })
    })

    it('learns that no other administrator may approve, and waits for a future one [SIGN-33]', async () => {
      await mailed.app.deps.db
        .updateTable('users')
        .set({ state_id: userStates.inactive })
        .where('id', 'in', [chief.id, peer.id])
        .execute()
      expect((await follow(asked.token)).body).toMatchObject({ state: 'alone', redirect: null })
      await mailed.app.deps.outbox.deliverDue()
      expect(mailed.addressees()).toHaveLength(2)
      const next = await world.addUser({ login: 'suivante', role: 'ROLE_ADMINISTRATOR', banks: [bank] })
      expect((await decide(next, asked.id, 'approve')).status).toBe(200)
      expect(await isDropped('adjoint')).toBe(true)
    })

    it('cannot approve their own request, nor can a caller without rights over them', async () => {
      await follow(asked.token)
      const self = { ...peer, id: asked.id }
      expect(codeOfReply(await decide(self, asked.id, 'approve'))).toEqual([409, 'SCOPE_EXCEEDED'])
      expect(await waiting(self)).toMatchObject([{ manageable: false }])
      expect(codeOfReply(await decide(stranger, asked.id, 'approve'))).toEqual([404, 'USER_NOT_FOUND'])
      const agent = await world.addUser({ login: 'agent', banks: [bank] })
      expect((await decide(agent, asked.id, 'approve')).status).toBe(403)
      expect((await call('GET', '/api/user/second_factor_reset', undefined, agent)).status).toBe(403)
      const { db } = mailed.app.deps
      await db
        .updateTable('users')
        .set({ role: 'ROLE_SUPER_ADMINISTRATOR' })
        .where('id', '=', asked.id)
        .execute()
      expect(codeOfReply(await decide(peer, asked.id, 'approve'))).toEqual([409, 'SCOPE_EXCEEDED'])
      expect(await isDropped('adjoint')).toBe(false)
      expect((await decide(chief, asked.id, 'approve')).status).toBe(200)
    })

    it('is notified of a refusal', async () => {
      await follow(asked.token)
      expect((await decide(peer, asked.id, 'refuse')).status).toBe(200)
      expect(await isDropped('adjoint')).toBe(false)
      expect(codeOfReply(await decide(chief, asked.id, 'approve'))).toEqual([409, 'REQUEST_OVER'])
      await mailed.app.deps.outbox.deliverDue()
      expect(mailed.mailTo('adjoint@exemple.fr')).toContain('a refusé la réinitialisation')
      expect(await journalled(mailed.app)).toContain('user.second-factor-kept')
    })

    it('gets the first of two concurrent decisions', async () => {
      await follow(asked.token)
      const replies = await Promise.all([
        decide(peer, asked.id, 'approve'),
        decide(chief, asked.id, 'refuse'),
      ])
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    })

    it('needs the mailed link first, and approval within the time limit', async () => {
      expect(codeOfReply(await decide(peer, asked.id, 'approve'))).toEqual([409, 'REQUEST_OVER'])
      await follow(asked.token)
      mailed.app.time.now += approvalMs
      expect(await waiting(peer)).toEqual([])
      expect(codeOfReply(await decide(peer, asked.id, 'approve'))).toEqual([409, 'REQUEST_OVER'])
      expect(await isDropped('adjoint')).toBe(false)
    })

    it('still waits when another link is requested, and no longer when the password is reset', async () => {
      await follow(asked.token)
      mailed.app.time.now += resetAgainMs
      expect((await request(await tokenOf(browser, 'adjoint'))).status).toBe(200)
      expect(await waiting(peer)).toHaveLength(1)
      await call('PATCH', `/api/user/${asked.id}`, { update: { resetPassword: true } }, chief)
      expect(await waiting(peer)).toEqual([])
    })

    it('may sign in meanwhile with the factor that was found again', async () => {
      const login = 'retrouve'
      await addAccount(mailed.app, login, 'ROLE_ADMINISTRATOR')
      const secret = await enrol(mailed.app, browser, login)
      mailed.app.time.now += 60_000
      const jwt = await tokenOf(browser, login)
      await request(jwt)
      await follow(mailed.tokenTo(`${login}@exemple.fr`))
      expect(await waiting(chief)).toHaveLength(1)
      expect((await secondStep(browser, jwt, codeOf(secret, mailed.app.time.now))).status).toBe(200)
      expect(await waiting(chief), 'no decision is pending').toEqual([])
    })
  })
})
