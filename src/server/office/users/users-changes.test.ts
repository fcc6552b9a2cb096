import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAccount, enrol, newBrowser, tokenOf } from '#server/testing/sign-in.ts'
import type { TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { newLogin, openOffice, type Office } from './testing.ts'

type User = {
  id: number
  login: string
  role: string
  manageable: boolean
  banks: { id: number }[]
  teams: { id: number }[]
}

eachEngine((engine) => {
  let office: Office
  /** A SQLite file has one node. */
  let otherNode: TestApp
  beforeAll(async () => {
    office = await openOffice(engine)
    otherNode = engine === 'postgres' ? await office.app.anotherNode() : office.app
  })
  afterAll(() => office.app.close())

  const rowOf = (id: number) =>
    office.app.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const mailsOf = async (template: string) => {
    const rows = await office.app.deps.db
      .selectFrom('outbox')
      .select('id')
      .where('template', '=', template)
      .execute()
    return rows.length
  }
  const sessionsOf = async (id: number) => {
    const rows = await office.app.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .execute()
    return rows.length
  }
  const newUser = (banks: number[], role = 'ROLE_INTERVENANT' as const) =>
    office.world.addUser({ login: newLogin(), banks, role })

  describe('an edit', () => {
    it('changes the fields sent and keeps the others [USER-23]', async () => {
      const caller = await office.superAdministrator()
      const user = await newUser([])
      const login = newLogin('renomme')
      const reply = await caller.update(user.id, {
        email: `${login}@exemple.fr`,
        login,
        role: 'ROLE_ADMINISTRATOR',
        stateId: 2,
        adId: null,
        adSamAccount: 'sam',
        lastName: 'Ancien',
        firstName: 'Prénom',
      })
      expect(reply.status).toBe(200)
      expect(reply.body).toMatchObject({
        login,
        role: 'ROLE_ADMINISTRATOR',
        state: { id: 2, state: 'inactive' },
        sam_account: 'sam',
        lastName: 'Ancien',
      })
      expect((await caller.update(user.id, { lastName: 'Nouveau' })).body).toMatchObject({
        login,
        lastName: 'Nouveau',
        firstName: 'Prénom',
        state: { id: 2, state: 'inactive' },
      })
    })

    it('frees the old login, and the user is found by the new one', async () => {
      const caller = await office.superAdministrator()
      const user = await newUser([])
      const login = newLogin('zzyzx')
      await caller.update(user.id, { login })
      const found = (await caller.call('GET', `/api/user/?search=${login}`)).body as User[]
      expect(found.map(({ id }) => id)).toEqual([user.id])
      expect((await caller.create({ login: user.login, email: `${newLogin()}@exemple.fr` })).status).toBe(201)
    })

    it.each([
      ['role', { role: 'ROLE_ADMINISTRATOR' }],
      ['state', { stateId: 2 }],
      ['e-mail', { email: `${newLogin('neuf')}@exemple.fr` }],
      ['password', { resetPassword: true }],
      ['second factor', { googleAuthenticatorSecret: null, qrScanned: false }],
    ])('of the %s ends the sessions, immediately on every node [USER-07]', async (_, update) => {
      const caller = await office.superAdministrator()
      const user = await newUser([])
      const theirs = await office.as(user)
      const cookie = await office.world.session(user)
      const onOther = async () =>
        (await otherNode.call({ method: 'GET', path: '/api/session', cookie })).status
      expect([(await theirs.call('GET', '/api/session')).status, await onOther()]).toEqual([200, 200])
      expect((await caller.update(user.id, update)).status).toBe(200)
      expect([(await theirs.call('GET', '/api/session')).status, await onOther()]).toEqual([401, 401])
    })

    it('without a change keeps the sessions, since forms send every field', async () => {
      const caller = await office.superAdministrator()
      const user = await newUser([])
      await office.as(user)
      const before = (await caller.call('GET', `/api/user/${user.id}`)).body as Record<string, unknown>
      const { email, login, role, lastName, firstName } = before
      await caller.update(user.id, {
        email,
        login,
        role,
        lastName,
        firstName,
        stateId: 1,
        adId: '',
        adSamAccount: '',
      })
      expect(await sessionsOf(user.id)).toBe(1)
    })

    it('refuses a login or e-mail in use', async () => {
      const caller = await office.superAdministrator()
      const [one, other] = [await newUser([]), await newUser([])]
      expect((await caller.update(one.id, { login: other.login })).body).toMatchObject({
        code: 'USER_LOGIN_IS_ALREADY_USED',
      })
      const email = `${other.login}@exemple.fr`
      expect((await caller.update(one.id, { email })).body).toMatchObject({
        code: 'USER_MAIL_IS_ALREADY_USED',
      })
    })
  })

  describe('the actions', () => {
    it('a password reset ends the password and sends a link [USER-28]', async () => {
      const caller = await office.superAdministrator()
      const user = await newUser([])
      const mails = await mailsOf('passwordReset')
      expect((await caller.update(user.id, { resetPassword: true })).status).toBe(200)
      expect(await mailsOf('passwordReset')).toBe(mails + 1)
      const links = await office.app.deps.db
        .selectFrom('password_links')
        .select('purpose')
        .where('user_id', '=', user.id)
        .where('used_at', 'is', null)
        .execute()
      expect(links).toEqual([{ purpose: 'reset' }])
    })

    it('a reset of the second factor makes the next sign-in show a new QR code [USER-29]', async () => {
      const caller = await office.superAdministrator()
      const user = await addAccount(office.app, newLogin('nouveau-telephone'))
      const former = await enrol(office.app, newBrowser(office.app), user.login)
      const nextSignIn = async () => {
        const browser = newBrowser(office.app)
        const jwt = await tokenOf(browser, user.login)
        return (await browser.post('/api/auth/2fasecret', { jwt })).body
      }
      expect(await nextSignIn()).toMatchObject({ qrScanned: true })
      const reply = await caller.update(user.id, { googleAuthenticatorSecret: null, qrScanned: false })
      expect(reply.body).toMatchObject({ qrScanned: false })
      expect(await rowOf(user.id)).toMatchObject({
        totp_secret: null,
        qr_scanned: 0,
        last_step: 0,
      })
      const shown = await nextSignIn()
      expect(shown).toMatchObject({ qrScanned: false, qrCode: expect.stringMatching(/^iVBORw0KGgo/) })
      expect((shown as { secret: string }).secret).not.toBe(former)
    })

    it('an incomplete reset of the second factor is refused', async () => {
      const caller = await office.superAdministrator()
      const user = await newUser([])
      for (const update of [{ googleAuthenticatorSecret: null }, { qrScanned: false }]) {
        expect(await caller.update(user.id, update)).toMatchObject({
          status: 400,
          body: { code: 'INVALID_REQUEST' },
        })
      }
    })

    const block = async (id: number, state: 1 | 2) =>
      office.app.deps.db
        .updateTable('users')
        .set({ failures: 5, blocks: 2, blocked_until: office.app.time.now + 60_000, state_id: state })
        .where('id', '=', id)
        .execute()

    it('unblocking lifts the block of an active user [USER-31] [USER-08]', async () => {
      const caller = await office.superAdministrator()
      const user = await newUser([])
      await block(user.id, 1)
      expect((await caller.call('GET', `/api/user/${user.id}`)).body).toMatchObject({
        blocked: true,
        blockedUntil: new Date(office.app.time.now + 60_000).toISOString(),
      })
      expect((await caller.update(user.id, { unBlock: false })).body).toMatchObject({
        blocked: false,
        blockedUntil: null,
        state: { id: 1 },
      })
      expect(await rowOf(user.id)).toMatchObject({ failures: 0, blocks: 0 })
    })

    it('unblocking an inactive user also activates them [USER-32]', async () => {
      const caller = await office.superAdministrator()
      const user = await newUser([])
      await block(user.id, 2)
      expect((await caller.update(user.id, { unBlock: false, stateId: 1 })).body).toMatchObject({
        blocked: false,
        state: { id: 1, state: 'active' },
      })
    })

    it('a login is sent by mail [USER-34]', async () => {
      const caller = await office.superAdministrator()
      const user = await newUser([])
      const mails = await mailsOf('loginReminder')
      expect((await caller.update(user.id, { sendLogin: true })).status).toBe(200)
      expect(await mailsOf('loginReminder')).toBe(mails + 1)
    })

    it('may be combined, with the mails sent to the new address', async () => {
      const caller = await office.superAdministrator()
      const user = await newUser([])
      await block(user.id, 2)
      const email = `${newLogin('ensemble')}@exemple.fr`
      const reply = await caller.update(user.id, {
        email,
        stateId: 1,
        unBlock: false,
        resetPassword: true,
        googleAuthenticatorSecret: null,
        qrScanned: false,
        sendLogin: true,
      })
      expect(reply).toMatchObject({ status: 200, body: { email, blocked: false, state: { id: 1 } } })
    })
  })
})
