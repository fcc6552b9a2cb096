import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal, startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'
import { eachEngine } from '#server/testing/databases.ts'

type Team = {
  id: number
  name: string
  users: { id: number; login: string }[]
  banks: { id: number }[]
  manageable: boolean
}

eachEngine((engine) => {
  describe('teams', () => {
    let at: OfficeWorld
    beforeAll(async () => {
      at = await startOfficeWorld(engine)
    })
    afterAll(() => at.app.close())

    const create = async (name: string, as: Person = at.admin, description = ''): Promise<Team> => {
      const reply = await as.call('POST', '/api/team/', { name, description })
      expect(reply.status).toBe(201)
      return reply.body as Team
    }
    const workIn = (person: Person, bank: number | null) =>
      at.app.deps.db.updateTable('users').set({ last_bank_id: bank }).where('id', '=', person.id).execute()
    const list = async (as: Person, query = ''): Promise<Team[]> => {
      const reply = await as.call('GET', `/api/team/${query}`)
      expect(reply.status).toBe(200)
      return reply.body as Team[]
    }
    const names = async (as: Person, query = '') => (await list(as, query)).map((team) => team.name)

    it('are created with a name, a description and their creator [TEAM-02] [TEAM-04] [TEAM-08]', async () => {
      const team = await create(' Équipe réseau ', at.admin, 'Deux\nlignes')
      const expected = {
        id: team.id,
        name: 'Équipe réseau',
        description: 'Deux\nlignes',
        creator: 'admin-mairie',
        users: [],
        banks: [],
        hiddenBanks: 0,
        manageable: true,
      }
      expect(team).toEqual(expected)
      expect((await at.admin.call('GET', `/api/team/${team.id}`)).body).toEqual(expected)
      expect(await list(at.admin)).toEqual([expected])
      const objects = { team: team.id, bank: null }
      expect(await at.journalOf('team.created')).toEqual([{ chest: null, objects }])
    })

    it('are attached to the current bank [TEAM-10]', async () => {
      await workIn(at.admin, at.mairie)
      const { id, banks } = await create('Dans la mairie')
      expect(banks).toEqual([{ id: at.mairie, label: 'Mairie' }])
      expect(await list(at.admin, `?bankId=${at.mairie}`)).toMatchObject([{ id, banks: [{ id: at.mairie }] }])
      const all = await at.chief.call('GET', `/api/bank/extend/?selectId=${at.mairie}`)
      const mairie = (all.body as { id: number; links: unknown }[]).find((bank) => bank.id === at.mairie)
      expect(mairie?.links).toMatchObject({ team: [{ entity: { id, name: 'Dans la mairie' } }] })
      // An inactive bank is no current bank.
      const closed = await at.world.addBank('Fermée', 0)
      await workIn(at.chief, closed)
      expect((await create('Sans banque', at.chief)).banks).toEqual([])
      await workIn(at.admin, null)
    })

    it('get and lose members [TEAM-05] [TEAM-15] [TEAM-16]', async () => {
      const team = await create('Astreinte')
      const [one, two] = [await at.person('zoé', [at.mairie]), await at.person('abel', [at.mairie])]
      const path = `/api/team/${team.id}/user`
      const person = (user: Person) => ({
        id: user.id,
        login: user.login,
        firstName: 'Camille',
        lastName: user.login,
      })
      const users = [one.id, two.id]
      const attached = await at.admin.call('POST', path, { users })
      expect(attached.status).toBe(200)
      expect(attached.body).toEqual(expect.arrayContaining([person(one), person(two)]))
      // Attaching again is harmless.
      expect((await at.admin.call('POST', path, { users: [one.id] })).body).toHaveLength(2)
      expect((await at.admin.call('GET', `/api/team/${team.id}`)).body).toMatchObject({
        users: attached.body,
      })
      expect((await at.admin.call('DELETE', path, { users: [one.id] })).body).toEqual([person(two)])
      expect((await at.admin.call('DELETE', path, { users: [one.id, 999_999] })).body).toEqual([person(two)])
      expect(await at.journalOf('team.users-attached')).toMatchObject([{ objects: { team: team.id } }])
      expect(await at.journalOf('team.users-detached')).toEqual([
        { chest: null, objects: { team: team.id, users: [String(one.id)] } },
      ])
    })

    it('accept a list of users completely or not at all [TEAM-15]', async () => {
      const { id } = await create('Tout ou rien')
      const seen = await at.person('vu', [at.mairie])
      const foreign = await at.person('étranger', [at.clinique])
      const deleted = await at.person('supprimé', [at.mairie])
      await at.app.deps.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', deleted.id).execute()
      for (const stranger of [foreign.id, deleted.id, 999_999]) {
        const reply = await at.admin.call('POST', `/api/team/${id}/user`, { users: [seen.id, stranger] })
        expect(reply).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
      }
      expect((await at.admin.call('GET', `/api/team/${id}`)).body).toMatchObject({ users: [] })
      // Users are in their own scope.
      const own = await at.admin.call('POST', `/api/team/${id}/user`, { users: [at.admin.id, seen.id] })
      expect(own.body).toHaveLength(2)
    })

    it('are changed with the edit dialog [TEAM-11]', async () => {
      const { id } = await create('Avant')
      const update = { name: 'Après', description: 'Changée' }
      const reply = await at.admin.call('PATCH', `/api/team/${id}`, { update })
      expect(reply).toMatchObject({ status: 200, body: { id, ...update, creator: 'admin-mairie' } })
      expect((await at.admin.call('GET', `/api/team/${id}`)).body).toMatchObject(update)
      const event = { chest: null, objects: { team: id, fields: ['name', 'description'] } }
      expect(await at.journalOf('team.updated')).toEqual([event])
      for (const update of [{}, { name: '' }, { id: 1 }, { name: null }, { created_by: 1 }]) {
        expect(await at.admin.call('PATCH', `/api/team/${id}`, { update })).toMatchObject(
          refusal(400, 'INVALID_REQUEST'),
        )
      }
      expect(
        await at.admin.call('PATCH', `/api/team/${id}`, { update: { name: '<img src=x>' } }),
      ).toMatchObject({
        status: 422,
        body: { code: 'PATTERN_MISMATCH', details: { field: 'body/update/name' } },
      })
      expect(await at.admin.call('POST', '/api/team/', { name: '   ' })).toMatchObject(
        refusal(422, 'VALUE_REQUIRED'),
      )
    })

    it('are deleted with the rights that they gave [TEAM-13]', async () => {
      const { id } = await create('À supprimer')
      const [owner, member] = [await at.person('patron', [at.mairie]), await at.person('membre', [at.mairie])]
      const chest = await at.world.addChest('Partagé', owner, [at.mairie])
      await at.admin.call('POST', `/api/team/${id}/user`, { users: [member.id] })
      await at.world.grantTeam(chest, id)
      const open = async () => (await member.call('GET', `/api/chest/${chest.id}/right/user`)).status
      expect(await open()).toBe(200)
      const remove = () => at.admin.call('DELETE', `/api/team/${id}`)
      expect(await remove()).toMatchObject({ status: 200, body: { message: 'Le groupe a été supprimé' } })
      expect(await open()).toBe(404)
      expect(await remove()).toMatchObject(refusal(404, 'TEAM_NOT_FOUND'))
      expect(await names(at.admin)).not.toContain('À supprimer')
      const objects = { team: id, name: 'À supprimer', banks: [] }
      expect(await at.journalOf('team.deleted')).toEqual([{ chest: null, objects }])
    })

    it('withdraw the right of a removed member at the next request [TEAM-16]', async () => {
      const { id } = await create('Révocation')
      const [owner, member] = [
        await at.person('garant', [at.mairie]),
        await at.person('sortant', [at.mairie]),
      ]
      const chest = await at.world.addChest('Révoqué', owner, [at.mairie])
      await at.world.grantTeam(chest, id)
      const open = async () => (await member.call('GET', `/api/chest/${chest.id}/right/user`)).status
      const path = `/api/team/${id}/user`
      expect(await open()).toBe(404)
      await at.admin.call('POST', path, { users: [member.id] })
      expect(await open()).toBe(200)
      await at.admin.call('DELETE', path, { users: [member.id] })
      expect(await open()).toBe(404)
    })

    describe('in a list', () => {
      let admin: Person
      let bank: number
      beforeAll(async () => {
        bank = await at.world.addBank('Lycée')
        admin = await at.person('proviseure', [bank], 'ROLE_ADMINISTRATOR')
        await workIn(admin, bank)
        for (const name of ['Groupe 10', 'Groupe 2', 'école', 'Élèves', 'Zone']) await create(name, admin)
        const zone = (await list(admin)).find((team) => team.name === 'Zone')
        const reply = await admin.call('POST', '/api/team/', { name: 'Autre', description: 'Réseau câblé' })
        expect(reply.status).toBe(201)
        const gardener = await at.person('jardinière', [bank])
        await admin.call('POST', `/api/team/${zone?.id}/user`, { users: [gardener.id] })
      })

      it('are sorted by name in French order, one page at a time [TEAM-02] [PAGI-03]', async () => {
        const all = ['Autre', 'école', 'Élèves', 'Groupe 2', 'Groupe 10', 'Zone']
        expect(await names(admin)).toEqual(all)
        expect(await names(admin, '?limit=2&offset=2')).toEqual(['Élèves', 'Groupe 2'])
        const page = async (query: string) =>
          JSON.parse(String((await admin.call('GET', `/api/team/${query}`)).headers['meta-data-guardian']))
        expect(await page('?limit=2&offset=2')).toEqual({ countTotal: 6, offset: 2, limit: 2 })
        const zone = (await list(admin)).at(-1)?.id
        expect(await page(`?limit=2&selectId=${zone}`)).toEqual({ countTotal: 6, offset: 4, limit: 2 })
        expect(await names(admin, `?limit=2&selectId=${zone}`)).toEqual(['Groupe 10', 'Zone'])
        expect(await page('?limit=2&selectId=999999')).toMatchObject({ offset: 0 })
        expect(await admin.call('GET', '/api/team/?limit=101')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
      })

      it('are found by their name, description and members [TEAM-02]', async () => {
        const search = (text: string) => names(admin, `?search=${encodeURIComponent(text)}`)
        expect(await search('ELEVES')).toEqual(['Élèves'])
        expect(await search('reseau CABLE')).toEqual(['Autre'])
        expect(await search('JARDINIERE')).toEqual(['Zone'])
        expect(await search('zone jardiniere')).toEqual(['Zone'])
        expect(await search('groupe jardiniere')).toEqual([])
        expect(await search('%')).toEqual([])
        expect(await search('_')).toEqual([])
        expect(await search("' or 1=1 --")).toEqual([])
        expect(await search('x\0')).toEqual([])
        expect(await search('   ')).toHaveLength(6)
      })

      it('are filtered by bank, and by none out of scope [TEAM-03]', async () => {
        expect(await names(admin, `?bankId=${bank}`)).toHaveLength(6)
        const [zone] = await list(admin, '?search=zone')
        await at.chief.call('POST', `/api/bank/${at.clinique}/team/${zone?.id}`)
        // The administrator learns nothing of the other bank, not even with its id.
        expect(await list(admin, `?bankId=${at.clinique}`)).toEqual([])
        expect(await list(admin, '?search=zone')).toMatchObject([
          { banks: [{ id: bank }], hiddenBanks: 1, manageable: false },
        ])
        expect(await names(at.chief, `?bankId=${at.clinique}`)).toEqual(['Zone'])
        expect((await list(at.chief, '?search=zone'))[0]?.banks).toHaveLength(2)
      })
    })
  })
})
