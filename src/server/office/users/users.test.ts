import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  beforeAll(async () => {
    office = await openOffice(engine)
  })
  afterAll(() => office.app.close())

  const mailsOf = async (template: string) => {
    const rows = await office.app.deps.db
      .selectFrom('outbox')
      .select('id')
      .where('template', '=', template)
      .execute()
    return rows.length
  }

  describe('a new user', () => {
    it('is created from the form, active and without a password, and an invitation is mailed [USER-14] [USER-03] [USER-04] [USER-05]', async () => {
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
        readFeatures: true,
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

    it('is listed, and attached to the current bank of the creator [USER-15] [USER-02]', async () => {
      const bank = await office.world.addBank('Banque courante')
      const caller = await office.administrator([bank], bank)
      const { id } = (await caller.create()).body as User
      const list = (await caller.call('GET', `/api/user/?bankId=${bank}`)).body as User[]
      const found = list.find((user) => user.id === id)
      expect(found).toMatchObject({ manageable: true, banks: [{ id: bank, label: 'Banque courante' }] })
    })

    it('created with all banks as the current one is attached to none, and visible to the creator', async () => {
      const caller = await office.administrator([await office.world.addBank('Une')])
      const { id, banks } = (await caller.create()).body as User
      expect(banks).toEqual([])
      expect((await caller.call('GET', `/api/user/${id}`)).status).toBe(200)
      const other = await office.administrator([await office.world.addBank('Autre')])
      expect((await other.call('GET', `/api/user/${id}`)).body).toMatchObject({ code: 'USER_NOT_FOUND' })
    })

    it('is attached to the given banks and teams in one call, instead of the current bank', async () => {
      const [current, first, second] = [
        await office.world.addBank('Courante'),
        await office.world.addBank('Première'),
        await office.world.addBank('Seconde'),
      ]
      const caller = await office.administrator([current, first, second], current)
      const team = await office.world.addTeam('Équipe choisie', [], [first])
      const made = await caller.create({ banks: [first, second], teams: [team] })
      expect(made).toMatchObject({
        status: 201,
        body: {
          banks: [
            { id: first, label: 'Première' },
            { id: second, label: 'Seconde' },
          ],
          teams: [{ id: team, name: 'Équipe choisie' }],
        },
      })
      // An empty list means none, and the creator still manages the account.
      expect((await caller.create({ banks: [] })).body).toMatchObject({ banks: [], manageable: true })
      expect((await caller.create({ teams: [team] })).body).toMatchObject({ banks: [{ id: current }] })
    })

    it('is STANDARD or DIRECTOR, as the form states [USER-06]', async () => {
      const caller = await office.superAdministrator()
      const director = await caller.create({ type: 'DIRECTOR' })
      expect(director.body).toMatchObject({ type: 'DIRECTOR' })
      expect((await caller.create({ type: 'OTHER' })).body).toMatchObject({ code: 'INVALID_REQUEST' })
    })

    it('cannot have a role above its creator’s [USER-13] [USER-36]', async () => {
      const caller = await office.administrator([await office.world.addBank('Une')])
      const refused = await caller.create({ role: 'ROLE_SUPER_ADMINISTRATOR' })
      expect(refused).toMatchObject({ status: 409, body: { code: 'SCOPE_EXCEEDED' } })
      expect((await caller.create({ role: 'ROLE_ADMINISTRATOR' })).status).toBe(201)
    })

    it('cannot have a login in use, ignoring accents and case [USER-18]', async () => {
      const caller = await office.superAdministrator()
      const login = newLogin('helene')
      expect((await caller.create({ login })).status).toBe(201)
      const again = await caller.create({ login: login.replace('helene', 'HÉLÈNE') })
      expect(again).toMatchObject({
        status: 409,
        body: { code: 'USER_LOGIN_IS_ALREADY_USED', message: "L'utilisateur existe déjà" },
      })
    })

    it('cannot have an e-mail in use [USER-19]', async () => {
      const caller = await office.superAdministrator()
      const email = `${newLogin('boite')}@exemple.fr`
      expect((await caller.create({ email })).status).toBe(201)
      expect(await caller.create({ email: email.toUpperCase() })).toMatchObject({
        status: 409,
        body: { code: 'USER_MAIL_IS_ALREADY_USED', message: "L'adresse email est déjà utilisé" },
      })
    })

    it('is created once for ten concurrent requests with the same login', async () => {
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
    ])('is validated by the named patterns: %s « %s » [VALI-03] [VALI-04]', async (field, value, code) => {
      const caller = await office.superAdministrator()
      const reply = await caller.create({ [field]: value })
      expect(reply).toMatchObject({ status: 422, body: { code, details: { field: `body/${field}` } } })
      const { id } = (await caller.create({})).body as { id: number }
      expect(await caller.update(id, { [field]: value })).toMatchObject({
        status: 422,
        body: { code, details: { field: `body/update/${field}` } },
      })
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
})
