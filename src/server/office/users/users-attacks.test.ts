import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#domain/platform/roles.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { newLogin, openOffice, type Office } from './testing.ts'

eachEngine((engine) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(engine)
  })
  afterAll(() => office.app.close())

  const addUser = (banks: number[], role: Role = 'ROLE_INTERVENANT') =>
    office.world.addUser({ login: newLogin(), banks, role })
  const rowOf = (id: number) =>
    office.app.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  const acts = [
    { role: 'ROLE_ADMINISTRATOR' },
    { stateId: 2 },
    { email: 'pirate@exemple.fr' },
    { login: 'pirate' },
    { resetPassword: true },
    { googleAuthenticatorSecret: null, qrScanned: false },
    { unBlock: false },
    { unBlock: false, stateId: 1 },
    { sendLogin: true },
    { type: 'DIRECTOR' },
    { readFeatures: true, role: 'ROLE_ADMINISTRATOR' },
  ]

  describe('a new user for places outside the scope', () => {
    it('is refused like for an unknown place, to the byte, and not created', async () => {
      const [own, foreign] = [await office.world.addBank('Une'), await office.world.addBank('Autre')]
      const caller = await office.administrator([own], own)
      const theirs = await office.world.addTeam('Équipe secrète', [], [foreign])
      const login = newLogin('faufile')
      const refused = async (places: object) => caller.create({ login, ...places })
      for (const [real, absent, code] of [
        [{ banks: [own, foreign] }, { banks: [own, 9_999_999] }, 'BANK_NOT_FOUND'],
        [{ teams: [theirs] }, { teams: [9_999_999] }, 'TEAM_NOT_FOUND'],
      ] as const) {
        const replies = [await refused(real), await refused(absent)]
        expect(replies[0]).toMatchObject({ status: 404, body: { code } })
        expect(replies[0]?.text).toBe(replies[1]?.text)
      }
      const rows = office.app.deps.db.selectFrom('users').select('id').where('login', '=', login)
      expect(await rows.execute()).toEqual([])
    })

    it('is refused for a team that also belongs to another bank, by which it would enter that bank', async () => {
      const [own, foreign] = [await office.world.addBank('Une'), await office.world.addBank('Autre')]
      const caller = await office.administrator([own], own)
      const shared = await office.world.addTeam('Astreinte', [], [own, foreign])
      const reply = await caller.create({ teams: [shared] })
      expect(reply).toMatchObject({ status: 409, body: { code: 'SCOPE_EXCEEDED' } })
    })
  })

  describe('a user of another bank', () => {
    it('is reported like an unknown one, to the byte, and stays unchanged', async () => {
      const [own, foreign] = [await office.world.addBank('Une'), await office.world.addBank('Autre')]
      const caller = await office.administrator([own])
      const victim = await addUser([foreign])
      const before = await rowOf(victim.id)
      const calls = [
        ['GET', undefined],
        ['DELETE', undefined],
        ...acts.map((update) => ['PATCH', { update }] as const),
      ] as const
      for (const [method, body] of calls) {
        const [real, absent] = [
          await caller.call(method, `/api/user/${victim.id}`, body),
          await caller.call(method, '/api/user/9999999', body),
        ]
        expect(real.status).toBe(404)
        expect(real.text).toBe(absent.text)
      }
      expect(await rowOf(victim.id)).toEqual(before)
    })

    it('is in no list, whatever the query', async () => {
      const [own, foreign] = [await office.world.addBank('Une'), await office.world.addBank('Autre')]
      const caller = await office.administrator([own])
      const victim = await addUser([foreign])
      for (const query of ['', `?search=${victim.login}`, `?bankId=${foreign}`, `?selectId=${victim.id}`]) {
        const reply = await caller.call('GET', `/api/user/${query}`)
        expect(reply.status).toBe(200)
        expect(reply.text).not.toContain(victim.login)
      }
    })

    it('who shares one bank with the caller is visible without the other bank, and cannot be managed', async () => {
      const [own, foreign] = [await office.world.addBank('Une'), await office.world.addBank('Secret')]
      const caller = await office.administrator([own])
      const shared = await addUser([own, foreign])
      await office.world.addTeam('Équipe secrète', [shared], [foreign])
      await office.app.deps.db
        .updateTable('users')
        .set({ last_bank_id: foreign })
        .where('id', '=', shared.id)
        .execute()
      const read = await caller.call('GET', `/api/user/${shared.id}`)
      expect(read.body).toMatchObject({
        banks: [{ id: own }],
        hiddenBanks: 1,
        teams: [],
        last_bank_id: null,
        manageable: false,
      })
      expect(read.text).not.toMatch(/secr/i)
      const inForeign = await caller.call('GET', `/api/user/?bankId=${foreign}`)
      expect(inForeign.body).toEqual([])
      for (const update of acts) {
        expect(await caller.update(shared.id, update)).toMatchObject({
          status: 409,
          body: { code: 'SCOPE_EXCEEDED' },
        })
      }
      expect(await caller.call('DELETE', `/api/user/${shared.id}`)).toMatchObject({ status: 409 })
    })
  })

  describe('a user of a higher role', () => {
    it('cannot be managed, even with every bank in scope [USER-36]', async () => {
      const bank = await office.world.addBank('Une')
      const caller = await office.administrator([bank])
      const superior = await addUser([bank], 'ROLE_SUPER_ADMINISTRATOR')
      const before = await rowOf(superior.id)
      for (const update of acts) {
        expect(await caller.update(superior.id, update)).toMatchObject({ body: { code: 'SCOPE_EXCEEDED' } })
      }
      expect((await caller.call('DELETE', `/api/user/${superior.id}`)).status).toBe(409)
      expect(await rowOf(superior.id)).toEqual(before)
    })

    it("cannot be made by raising a managed user's role [USER-36]", async () => {
      const bank = await office.world.addBank('Une')
      const caller = await office.administrator([bank])
      const user = await addUser([bank])
      const refused = await caller.update(user.id, { role: 'ROLE_SUPER_ADMINISTRATOR', firstName: 'X' })
      expect(refused).toMatchObject({ status: 409, body: { code: 'SCOPE_EXCEEDED' } })
      expect(await rowOf(user.id)).toMatchObject({ role: 'ROLE_INTERVENANT', first_name: 'Camille' })
    })
  })

  describe('the caller’s own account', () => {
    it.each(['ROLE_SUPER_ADMINISTRATOR', 'ROLE_ADMINISTRATOR'] as const)(
      'of a %s cannot be changed through the back office [USER-36]',
      async (role) => {
        const user = await addUser([await office.world.addBank('Une')], role)
        const caller = await office.as(user)
        const before = await rowOf(user.id)
        for (const update of acts) {
          expect(await caller.update(user.id, update)).toMatchObject({
            status: 409,
            body: { code: 'SCOPE_EXCEEDED' },
          })
        }
        expect((await caller.call('DELETE', `/api/user/${user.id}`)).status).toBe(409)
        expect(await rowOf(user.id)).toEqual(before)
      },
    )

    it('of an intervenant accepts only the read changelog [USER-35] [USER-36]', async () => {
      const user = await addUser([await office.world.addBank('Une')])
      const caller = await office.as(user)
      for (const update of acts) {
        expect(await caller.update(user.id, update)).toMatchObject({
          status: 403,
          body: { code: 'ROLE_REQUIRED' },
        })
      }
    })
  })

  it('an intervenant has no back office, not even for users of the same bank [USER-35]', async () => {
    const bank = await office.world.addBank('Une')
    const [caller, other] = [await office.as(await addUser([bank])), await addUser([bank])]
    const calls = [
      ['GET', '/api/user/', undefined],
      ['GET', `/api/user/${other.id}`, undefined],
      ['GET', `/api/user/${caller.user.id}`, undefined],
      ['GET', '/api/ad/', undefined],
      ['DELETE', `/api/user/${other.id}`, undefined],
      ['POST', '/api/user/resolve', { entries: [other.login] }],
      ['POST', '/api/user/', { login: 'xx', email: 'x@exemple.fr', role: 'ROLE_INTERVENANT' }],
      ['POST', '/api/user/import', { dryRun: true }],
      ...acts.map((update) => ['PATCH', `/api/user/${other.id}`, { update }] as const),
    ] as const
    for (const [method, path, body] of calls) {
      expect(await caller.call(method, path, body)).toMatchObject({
        status: 403,
        body: { code: 'ROLE_REQUIRED' },
      })
    }
  })

  it('the changelog cannot be marked as read for another user', async () => {
    const caller = await office.superAdministrator()
    const user = await addUser([])
    expect(await caller.update(user.id, { readFeatures: true })).toMatchObject({ status: 409 })
    expect(await rowOf(user.id)).toMatchObject({ read_features: 0 })
  })

  it.each([
    { id: 1 },
    { created_by: 1 },
    { lastBankId: 1 },
    { last_bank_id: 1 },
    { password: 'x' },
    { totp_secret: null },
    { deleted_at: null },
    { qrScanned: true },
    { unBlock: true },
    { googleAuthenticatorSecret: 'JBSWY3DPEHPK3PXP', qrScanned: false },
    { resetPassword: false },
    { stateId: 3 },
    { stateId: '1' },
    { role: 'ROLE_DIRECTOR' },
    { role: ['ROLE_INTERVENANT'] },
    { blockedUntil: null },
    JSON.parse('{"__proto__": {"role": "ROLE_SUPER_ADMINISTRATOR"}, "firstName": "A"}') as object,
    {},
  ])('a field outside the contract is refused: %j', async (update) => {
    const caller = await office.superAdministrator()
    const user = await addUser([])
    const before = await rowOf(user.id)
    expect(await caller.update(user.id, update)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    })
    if (Object.keys(update).length > 0) expect((await caller.create(update)).status).not.toBe(201)
    expect(await rowOf(user.id)).toEqual(before)
  })

  it.each(["' or 1=1 --", '%', '_', '\\', 'nul\u0000', '"; drop table users; --'])(
    'a search treats its text literally: %j',
    async (search) => {
      const caller = await office.superAdministrator()
      const reply = await caller.call('GET', `/api/user/?search=${encodeURIComponent(search.toWellFormed())}`)
      expect(reply).toMatchObject({ status: 200, body: [] })
      const pasted = await caller.call('POST', '/api/user/resolve', { entries: [search] })
      expect(pasted).toMatchObject({ status: 200, body: { users: [], unknown: [search] } })
    },
  )

  it('a pasted list must be valid Unicode', async () => {
    const caller = await office.superAdministrator()
    const pasted = await caller.call('POST', '/api/user/resolve', { entries: ['x', '\ud800'] })
    expect(pasted).toMatchObject({ status: 400, body: { details: { field: 'body/entries/1' } } })
  })

  it('two administrators who deactivate each other concurrently leave one active', async () => {
    const bank = await office.world.addBank('Duel')
    const people = [await office.administrator([bank]), await office.administrator([bank])] as const
    const [one, other] = people
    const replies = await Promise.all([
      one.update(other.user.id, { stateId: 2 }),
      other.update(one.user.id, { stateId: 2 }),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('a withdrawn role takes effect at the next request', async () => {
    const bank = await office.world.addBank('Retrait')
    const [chief, caller] = [await office.superAdministrator(), await office.administrator([bank])]
    const user = await addUser([bank])
    expect((await caller.call('GET', `/api/user/${user.id}`)).status).toBe(200)
    await chief.update(caller.user.id, { role: 'ROLE_INTERVENANT' })
    expect((await caller.call('GET', `/api/user/${user.id}`)).status).toBe(401)
    const again = await office.as(caller.user)
    expect((await again.call('GET', `/api/user/${user.id}`)).status).toBe(403)
  })

  it('the log and the journal contain neither links nor values', async () => {
    const caller = await office.superAdministrator()
    const login = newLogin('discret')
    const { id } = (await caller.create({ login, lastName: 'Zwxcv' })).body as { id: number }
    await caller.update(id, { resetPassword: true, lastName: 'Qsdfg' })
    const events = await office.app.deps.db.selectFrom('journal').select('objects').execute()
    const traces = JSON.stringify(events) + office.app.logged()
    expect(traces).not.toMatch(/Zwxcv|Qsdfg|token=/)
    expect(traces).not.toContain(login)
    expect(events.some(({ objects }) => objects.includes('"last_name"'))).toBe(true)
  })
})
