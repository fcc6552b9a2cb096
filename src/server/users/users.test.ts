import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachEngine } from '../testing/databases.ts'
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
  beforeAll(async () => {
    office = await openOffice(engine)
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

  describe('a new user', () => {
    it('is made with what the form sends, active, without a password, and a mail leaves [USER-14] [USER-03] [USER-04] [USER-05]', async () => {
      const caller = await office.superAdministrator()
      const mails = await mailsOf('invitation')
      const login = newLogin('marie')
      const reply = await caller.create({
        login,
        email: `${login}@exemple.fr`,
        role: 'ROLE_ADMINISTRATOR',
        adId: '',
        adSamAccount: 'mdurand',
        lastName: "D'Aubigné-Le Goff",
        firstName: 'Hélène',
      })
      expect(reply.status).toBe(201)
      expect(reply.body).toMatchObject({
        login,
        email: `${login}@exemple.fr`,
        firstName: 'Hélène',
        lastName: "D'Aubigné-Le Goff",
        role: 'ROLE_ADMINISTRATOR',
        roles: ['ROLE_ADMINISTRATOR'],
        type: 'STANDARD',
        state: { id: 1, state: 'active' },
        ad: null,
        sam_account: 'mdurand',
        last_bank_id: null,
        last_chest_id: null,
        readFeatures: false,
        qrScanned: false,
        blocked: false,
        blockedUntil: null,
      })
      const { id } = reply.body as User
      const hashes = await office.app.deps.db
        .selectFrom('password_hashes')
        .select('id')
        .where('user_id', '=', id)
        .execute()
      expect(hashes).toEqual([])
      expect(await mailsOf('invitation')).toBe(mails + 1)
      expect((await caller.call('GET', `/api/user/${id}`)).body).toEqual(reply.body)
    })

    it('is in the list, and in the bank that was current [USER-15] [USER-02]', async () => {
      const bank = await office.world.addBank('Banque courante')
      const caller = await office.administrator([bank], bank)
      const { id } = (await caller.create()).body as User
      const list = (await caller.call('GET', `/api/user/?bankId=${bank}`)).body as User[]
      const found = list.find((user) => user.id === id)
      expect(found).toMatchObject({ manageable: true, banks: [{ id: bank, label: 'Banque courante' }] })
    })

    it('made with all banks current hangs on none, and its maker sees it', async () => {
      const caller = await office.administrator([await office.world.addBank('Une')])
      const { id, banks } = (await caller.create()).body as User
      expect(banks).toEqual([])
      expect((await caller.call('GET', `/api/user/${id}`)).status).toBe(200)
      const other = await office.administrator([await office.world.addBank('Autre')])
      expect((await other.call('GET', `/api/user/${id}`)).body).toMatchObject({ code: 'USER_NOT_FOUND' })
    })

    it('is STANDARD or DIRECTOR, as the form says [USER-06]', async () => {
      const caller = await office.superAdministrator()
      const director = await caller.create({ type: 'DIRECTOR' })
      expect(director.body).toMatchObject({ type: 'DIRECTOR' })
      expect((await caller.create({ type: 'OTHER' })).body).toMatchObject({ code: 'INVALID_REQUEST' })
    })

    it('has no role above its maker’s [USER-13] [USER-36]', async () => {
      const caller = await office.administrator([await office.world.addBank('Une')])
      const refused = await caller.create({ role: 'ROLE_SUPER_ADMINISTRATOR' })
      expect(refused).toMatchObject({ status: 409, body: { code: 'SCOPE_EXCEEDED' } })
      expect((await caller.create({ role: 'ROLE_ADMINISTRATOR' })).status).toBe(201)
    })

    it('does not take a login that somebody has, whatever its accents and case [USER-18]', async () => {
      const caller = await office.superAdministrator()
      const login = newLogin('helene')
      expect((await caller.create({ login })).status).toBe(201)
      const again = await caller.create({ login: login.replace('helene', 'HÉLÈNE') })
      expect(again).toMatchObject({
        status: 409,
        body: { code: 'USER_LOGIN_IS_ALREADY_USED', message: "L'utilisateur existe déjà" },
      })
    })

    it('does not take an e-mail that somebody has [USER-19]', async () => {
      const caller = await office.superAdministrator()
      const email = `${newLogin('boite')}@exemple.fr`
      expect((await caller.create({ email })).status).toBe(201)
      expect(await caller.create({ email: email.toUpperCase() })).toMatchObject({
        status: 409,
        body: { code: 'USER_MAIL_IS_ALREADY_USED', message: "L'adresse email est déjà utilisé" },
      })
    })

    it('is one, when the same login is asked for ten times at once', async () => {
      const caller = await office.superAdministrator()
      const login = newLogin('course')
      const replies = await Promise.all(Array.from({ length: 10 }, () => caller.create({ login })))
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
      const codes = new Set(
        replies.filter(({ status }) => status !== 201).map(({ body }) => (body as { code: string }).code),
      )
      expect([...codes]).toEqual(['USER_LOGIN_IS_ALREADY_USED'])
    })

    it.each([
      ['login', 'un seul <b>', 'PATTERN_MISMATCH'],
      ['login', 'x', 'PATTERN_MISMATCH'],
      ['login', '   ', 'VALUE_REQUIRED'],
      ['email', 'sans-arobase', 'PATTERN_MISMATCH'],
      ['firstName', '<img>', 'PATTERN_MISMATCH'],
      ['lastName', 'Robert2', 'PATTERN_MISMATCH'],
      ['adSamAccount', 'a/b', 'PATTERN_MISMATCH'],
    ])('follows the named rules: %s « %s » [VALI-03] [VALI-04]', async (field, value, code) => {
      const caller = await office.superAdministrator()
      const reply = await caller.create({ [field]: value })
      expect(reply).toMatchObject({ status: 422, body: { code, details: { field } } })
    })

    it.each(["O'Brien", 'Jean-Élie', 'François d’Ornano', 'Mc. Lœuil'])(
      'may be called %s [VALI-05]',
      async (name) => {
        const caller = await office.superAdministrator()
        const reply = await caller.create({ firstName: name, lastName: name })
        expect(reply).toMatchObject({ status: 201, body: { firstName: name, lastName: name } })
      },
    )

    it('of a directory that is not configured is refused', async () => {
      const caller = await office.superAdministrator()
      expect(await caller.create({ adId: 1 })).toMatchObject({
        status: 422,
        body: { code: 'DIRECTORY_UNKNOWN' },
      })
      expect((await caller.call('GET', '/api/ad/')).body).toEqual([])
    })
  })

  describe('an edit', () => {
    it('changes what it sends and keeps the rest [USER-23]', async () => {
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

    it('frees the old login and finds by the new one', async () => {
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
    ])('of the %s ends the sessions [USER-07]', async (_, update) => {
      const caller = await office.superAdministrator()
      const user = await newUser([])
      const theirs = await office.as(user)
      expect((await theirs.call('GET', '/api/session')).status).toBe(200)
      expect((await caller.update(user.id, update)).status).toBe(200)
      expect((await theirs.call('GET', '/api/session')).status).toBe(401)
    })

    it('that changes nothing keeps the sessions: forms send every field', async () => {
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

    it('does not take what somebody else has', async () => {
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

  describe('the acts', () => {
    it('a password reset takes the password away and sends a link [USER-28]', async () => {
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
      const user = await newUser([])
      await office.app.deps.db
        .updateTable('users')
        .set({ qr_scanned: 1, last_step: 12 })
        .where('id', '=', user.id)
        .execute()
      const reply = await caller.update(user.id, { googleAuthenticatorSecret: null, qrScanned: false })
      expect(reply.body).toMatchObject({ qrScanned: false })
      expect(await rowOf(user.id)).toMatchObject({
        totp_secret: null,
        totp_pending: null,
        qr_scanned: 0,
        last_step: 0,
      })
    })

    it('half of the reset of the second factor means nothing', async () => {
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

    it('unblocking an inactive user also makes them active [USER-32]', async () => {
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

    it('go together, the mails to the new address', async () => {
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

  describe('deleting a user', () => {
    it('frees the login and the e-mail, ends sessions, grants and links, and keeps the name [USER-26]', async () => {
      const { db } = office.app.deps
      const caller = await office.superAdministrator()
      const bank = await office.world.addBank('Quittée')
      const user = await newUser([bank])
      const team = await office.world.addTeam('Équipe', [user])
      const chest = await office.world.addChest('Coffre', user, [bank])
      const theirs = await office.as(user)
      const reply = await caller.call('DELETE', `/api/user/${user.id}`)
      expect(reply).toMatchObject({ status: 200, body: { message: "L'utilisateur a été supprimé" } })
      expect((await theirs.call('GET', '/api/session')).status).toBe(401)
      expect((await caller.call('GET', `/api/user/${user.id}`)).body).toMatchObject({
        code: 'USER_NOT_FOUND',
      })
      for (const [table, column, id] of [
        ['bank_users', 'bank_id', bank],
        ['team_users', 'team_id', team],
        ['chest_user_rights', 'chest_id', chest.id],
      ] as const) {
        const rows = await db
          .selectFrom(table)
          .selectAll()
          .where(column as never, '=', id as never)
          .execute()
        expect(rows).toEqual([])
      }
      expect(await rowOf(user.id)).toMatchObject({ login: user.login, last_name: user.login })
      const again = await caller.create({ login: user.login, email: `${user.login}@exemple.fr` })
      expect(again.status).toBe(201)
    })

    it('twice at once deletes once', async () => {
      const caller = await office.superAdministrator()
      const user = await newUser([])
      const replies = await Promise.all([1, 2].map(() => caller.call('DELETE', `/api/user/${user.id}`)))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 404]))
    })
  })

  describe('the current bank', () => {
    const change = async (user: Awaited<ReturnType<typeof newUser>>, bank: number) =>
      (await office.as(user)).call('PATCH', `/api/user/last_bank_id/${bank}`)

    it('is one of the caller’s, also through a team [BANK-36]', async () => {
      const [direct, viaTeam] = [
        await office.world.addBank('Directe'),
        await office.world.addBank('Par équipe'),
      ]
      const user = await newUser([direct])
      await office.world.addTeam('Équipe', [user], [viaTeam])
      for (const [id, label] of [
        [direct, 'Directe'],
        [viaTeam, 'Par équipe'],
      ] as const) {
        expect(await change(user, id)).toMatchObject({ status: 200, body: { currentBank: { id, label } } })
        expect((await (await office.as(user)).call('GET', '/api/session')).body).toMatchObject({
          currentBank: { id },
        })
      }
    })

    it('is not somebody else’s, nor an inactive one', async () => {
      const [own, foreign, closed] = [
        await office.world.addBank('Soi'),
        await office.world.addBank('Autrui'),
        await office.world.addBank('Fermée', 0),
      ]
      const user = await newUser([own, closed])
      const replies = [await change(user, foreign), await change(user, 999_999)]
      expect(replies[0]?.text).toBe(replies[1]?.text)
      expect(replies[0]).toMatchObject({ status: 404, body: { code: 'BANK_NOT_FOUND' } })
      expect(await change(user, closed)).toMatchObject({ status: 409, body: { code: 'BANK_INACTIVE' } })
    })

    it('is all banks for those whose role sees them, and any bank for super administrators [BANK-41]', async () => {
      const bank = await office.world.addBank('Lointaine')
      const caller = await office.superAdministrator()
      expect((await change(caller.user, bank)).body).toEqual({
        currentBank: { id: bank, label: 'Lointaine' },
      })
      expect((await change(caller.user, 0)).body).toEqual({ currentBank: null })
      const intervenant = await newUser([bank])
      expect(await change(intervenant, 0)).toMatchObject({ status: 403, body: { code: 'ROLE_REQUIRED' } })
    })
  })

  describe('pasted logins and e-mails', () => {
    it('find the users in scope, and list the rest', async () => {
      const [bank, foreign] = [await office.world.addBank('A'), await office.world.addBank('B')]
      const caller = await office.administrator([bank])
      const [one, two, hidden] = [await newUser([bank]), await newUser([bank]), await newUser([foreign])]
      const entries = [
        one.login,
        ` ${two.login.toUpperCase()}@exemple.fr`,
        one.login,
        hidden.login,
        'nul\u0000',
        'absent',
      ]
      const reply = await caller.call('POST', '/api/user/resolve', { entries })
      expect(reply.body).toMatchObject({
        users: [{ id: one.id, login: one.login }, { id: two.id }],
        unknown: [hidden.login, 'nul\u0000', 'absent'],
      })
    })

    it('do not choose between two people', async () => {
      const caller = await office.superAdministrator()
      const one = await newUser([])
      const email = `${one.login}@exemple.fr`
      await caller.create({ login: email })
      expect((await caller.call('POST', '/api/user/resolve', { entries: [email] })).body).toEqual({
        users: [],
        unknown: [email],
      })
    })
  })

  it('everybody says that they read the news', async () => {
    const user = await newUser([])
    const caller = await office.as(user)
    expect((await caller.update(user.id, { readFeatures: true })).body).toMatchObject({
      id: user.id,
      readFeatures: true,
    })
  })
})
