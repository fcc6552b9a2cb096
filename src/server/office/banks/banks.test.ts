import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { refusal, startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'

type Links = Record<'user' | 'team' | 'chest', { id: number; entity: { id: number } }[]>
type Bank = { id: number; label: string; max_user: number | null; links: Links }

eachEngine((engine) => {
  describe('banks', () => {
    let at: OfficeWorld
    beforeAll(async () => {
      at = await startOfficeWorld(engine)
    })
    afterAll(() => at.app.close())

    const create = async (body: object): Promise<Bank> => {
      const reply = await at.chief.call('POST', '/api/bank/', body)
      expect(reply.status).toBe(201)
      return reply.body as Bank
    }
    /** A bank without members: one created by a call would have its creator attached. */
    const withNobody = async (label: string) => ({ id: await at.world.addBank(label) })
    const extended = async (as: Person, header: object = {}, query = ''): Promise<Bank[]> => {
      const headers = { 'meta-data-guardian': JSON.stringify(header) }
      const reply = await as.call('GET', `/api/bank/extend/${query}`, undefined, headers)
      expect(reply.status).toBe(200)
      return reply.body as Bank[]
    }
    const ofId = (id: number) => ({ criterias: [{ field: 'id', comparator: '=', value: id }] })
    const one = async (id: number, as = at.chief) => (await extended(as, ofId(id)))[0]

    it('are created by a super administrator, with the fields of the form [BANK-05] [BANK-20]', async () => {
      const bank = await create({ label: ' Préfecture ', description: 'Deux\nlignes', maxUser: 3 })
      const expected = {
        id: bank.id,
        label: 'Préfecture',
        description: 'Deux\nlignes',
        max_user: 3,
        create_by: 'chef',
        active: true,
        // The creator of a bank is attached to it.
        links: {
          user: [
            {
              id: expect.any(Number) as number,
              entity: { id: at.chief.id, login: 'chef', first_name: 'Camille', last_name: 'chef' },
            },
          ],
          team: [],
          chest: [],
        },
      }
      expect(bank).toEqual(expected)
      expect(await one(bank.id)).toEqual(expected)
      expect(await at.journalOf('bank.created')).toContainEqual({ chest: null, objects: { bank: bank.id } })
      const joined = { bank: bank.id, users: [String(at.chief.id)] }
      expect(await at.journalOf('bank.users-attached')).toContainEqual({ chest: null, objects: joined })
      expect(await create({ label: 'Sans limite', maxUser: '' })).toMatchObject({ max_user: null })
      expect(await create({ label: 'Rien que le nom' })).toMatchObject({ max_user: null, description: '' })
    })

    it('have links with their entities [BANK-05] [BANK-06] [BANK-28] [BANK-29] [BANK-30]', async () => {
      const { id } = await withNobody('Rattachements')
      const user = await at.person('rattaché', [at.mairie])
      const team = await at.world.addTeam('Réseau', [], [at.mairie])
      const chest = await at.world.addChest('Serveurs', user)
      const made = async (path: string) => {
        const reply = await at.chief.call('POST', `/api/bank/${id}/${path}`)
        expect(reply.status).toBe(200)
        return reply.body
      }
      const links = {
        user: [await made(`user/${user.id}`)],
        team: [await made(`team/${team}`)],
        chest: [await made(`chest/${chest.id}`)],
      }
      const entity = { id: user.id, login: 'rattaché', first_name: 'Camille', last_name: 'rattaché' }
      expect(links.user).toEqual([{ id: expect.any(Number), entity }])
      expect(links.team).toEqual([{ id: expect.any(Number), entity: { id: team, name: 'Réseau' } }])
      expect(links.chest).toEqual([{ id: expect.any(Number), entity: { id: chest.id, name: 'Serveurs' } }])
      expect((await one(id))?.links).toEqual(links)
      // Attaching again returns the existing link.
      expect([await made(`user/${user.id}`), await made(`chest/${chest.id}`)]).toEqual([
        links.user[0],
        links.chest[0],
      ])
      expect(await at.journalOf('bank.chest-attached')).toEqual([{ chest: chest.id, objects: { bank: id } }])
    })

    it('lose what is detached [BANK-31] [BANK-32] [BANK-33]', async () => {
      const { id } = await withNobody('Détachements')
      const user = await at.person('détaché', [at.mairie])
      const team = await at.world.addTeam('Astreinte', [], [])
      const chest = await at.world.addChest('Messagerie', user)
      const texts = {
        [`user/${user.id}`]: 'Utilisateur retiré',
        [`team/${team}`]: 'Groupe retiré',
        [`chest/${chest.id}`]: 'Coffre retiré',
      }
      for (const [path, message] of Object.entries(texts)) {
        const { id: link } = (await at.chief.call('POST', `/api/bank/${id}/${path}`)).body as { id: number }
        const detach = () => at.chief.call('DELETE', `/api/bank/${path.split('/')[0]}/link/${link}`)
        expect(await detach()).toMatchObject({ status: 200, body: { message } })
        expect(await detach()).toMatchObject(refusal(404, 'LINK_NOT_FOUND'))
      }
      expect((await one(id))?.links).toEqual({ user: [], team: [], chest: [] })
      const event = { chest: null, objects: { bank: id, user: user.id } }
      expect(await at.journalOf('bank.user-detached')).toEqual([event])
    })

    it('show neither deleted users nor deleted chests as attached [BANK-05]', async () => {
      const { id } = await withNobody('Départs')
      const user = await at.person('partie', [id])
      const chest = await at.world.addChest('Ancien', user, [id])
      expect((await one(id))?.links).toMatchObject({ user: [{}], chest: [{}] })
      for (const [table, row] of [
        ['users', user.id],
        ['chests', chest.id],
      ] as const) {
        await at.app.deps.db.updateTable(table).set({ deleted_at: 1 }).where('id', '=', row).execute()
      }
      expect((await one(id))?.links).toEqual({ user: [], team: [], chest: [] })
    })

    it('are listed by label, only those of the caller [BANK-19]', async () => {
      const list = async (as: Person) => (await as.call('GET', '/api/bank/')).body as { label: string }[]
      expect(await list(at.admin)).toEqual([{ id: at.mairie, label: 'Mairie', active: true }])
      const member = await at.person('deux-banques', [at.mairie, at.clinique])
      const closed = await at.world.addBank('École fermée', 0)
      await at.world.addTeam('École', [member], [closed])
      expect(await list(member)).toEqual([
        { id: at.clinique, label: 'Clinique', active: true },
        { id: closed, label: 'École fermée', active: false },
        { id: at.mairie, label: 'Mairie', active: true },
      ])
      expect(await list(await at.person('sans-banque'))).toEqual([])
      expect((await list(at.chief)).map((bank) => bank.label)).toContain('Mairie')
    })

    it('are read for the edit form, and for the counter of active users [BANK-17] [BANK-18]', async () => {
      const { id } = await create({ label: 'Compteur', description: 'Un mot', maxUser: 10 })
      await at.person('compté-1', [id])
      await at.person('compté-2', [id])
      const inactive = await at.person('inactif', [id])
      await at.app.deps.db.updateTable('users').set({ state_id: 2 }).where('id', '=', inactive.id).execute()
      await at.person('administrateur', [id], 'ROLE_ADMINISTRATOR')
      await at.world.addTeam('Par groupe', [await at.person('par-groupe')], [id])
      const read = async (query: string) => (await at.chief.call('GET', `/api/bank/${id}${query}`)).body
      expect(await read('')).toEqual({
        id,
        label: 'Compteur',
        description: 'Un mot',
        active: true,
        max_user: 10,
      })
      expect(await read('?active_user=true')).toEqual({ number_active_user: 2, max_user: 10 })
      expect(await read('?active_user=false')).toMatchObject({ label: 'Compteur' })
    })

    it('are changed with the edit form [BANK-23]', async () => {
      const { id } = await create({ label: 'Avant', maxUser: 5 })
      const path = `/api/bank/${id}`
      const update = { label: 'Après', description: 'Changée', maxUser: '' }
      const reply = await at.chief.call('PATCH', path, { update })
      const changed = { id, label: 'Après', description: 'Changée', max_user: null }
      expect(reply).toMatchObject({ status: 200, body: changed })
      expect(await one(id)).toMatchObject(changed)
      const fields = ['label', 'description', 'max_user']
      expect(await at.journalOf('bank.updated')).toContainEqual({
        chest: null,
        objects: { bank: id, fields },
      })
      for (const update of [{}, { label: '' }, { id: 3 }, { active: 1 }, { maxUser: -1 }, { maxUser: 1.5 }]) {
        expect(await at.chief.call('PATCH', path, { update })).toMatchObject(refusal(400, 'INVALID_REQUEST'))
      }
      expect(await at.chief.call('PATCH', path, { update: { label: '  ' } })).toMatchObject(
        refusal(422, 'VALUE_REQUIRED'),
      )
      expect(await at.chief.call('PATCH', path, { update: { label: '<b>x' } })).toMatchObject({
        status: 422,
        body: { code: 'PATTERN_MISMATCH', details: { field: 'body/update/label' } },
      })
      expect(await one(id)).toMatchObject(changed)
    })

    it('of an administrator are changed by them, except for the limit of users [BANK-23]', async () => {
      const { id } = await create({ label: 'Limitée', maxUser: 5 })
      const admin = await at.person('admin-limité', [id], 'ROLE_ADMINISTRATOR')
      // The form sends the limit unchanged.
      const update = { label: 'Renommée', description: '', maxUser: 5 }
      expect(await admin.call('PATCH', `/api/bank/${id}`, { update })).toMatchObject({
        status: 200,
        body: { label: 'Renommée', max_user: 5 },
      })
      for (const maxUser of [6, null, '']) {
        const reply = await admin.call('PATCH', `/api/bank/${id}`, { update: { label: 'Non', maxUser } })
        expect(reply).toMatchObject(refusal(409, 'SCOPE_EXCEEDED'))
      }
      expect(await one(id)).toMatchObject({ label: 'Renommée', max_user: 5 })
    })

    it('of an administrator are neither deactivated nor activated by them', async () => {
      const { id } = await create({ label: 'Fermée par contrat' })
      const admin = await at.person('admin-contrat', [id], 'ROLE_ADMINISTRATOR')
      const change = (by: Person, update: object) => by.call('PATCH', `/api/bank/${id}`, { update })
      expect(await change(admin, { active: false })).toMatchObject(refusal(409, 'SCOPE_EXCEEDED'))
      expect((await change(at.chief, { active: false })).status).toBe(200)
      expect(await change(admin, { active: true })).toMatchObject(refusal(409, 'SCOPE_EXCEEDED'))
      expect(await change(admin, { active: true, label: 'Non' })).toMatchObject(
        refusal(409, 'SCOPE_EXCEEDED'),
      )
      expect(await one(id)).toMatchObject({ label: 'Fermée par contrat', active: false })
      // An unchanged state may be sent back by the form.
      expect(await change(admin, { label: 'Fermée', active: false })).toMatchObject({
        status: 200,
        body: { label: 'Fermée', active: false },
      })
      expect((await change(at.chief, { active: true })).status).toBe(200)
    })

    it('are deleted with their links once they have no chest [BANK-25] [BANK-27]', async () => {
      const { id } = await withNobody('À supprimer')
      const user = await at.person('orphelin', [id])
      await at.app.deps.db.updateTable('users').set({ last_bank_id: id }).where('id', '=', user.id).execute()
      const team = await at.world.addTeam('Reste', [], [id])
      const chest = await at.world.addChest('Dernier', user, [id])
      const remove = () => at.chief.call('DELETE', `/api/bank/${id}`)
      expect(await remove()).toMatchObject(refusal(409, 'BANK_NOT_EMPTY'))
      expect((await one(id))?.links).toMatchObject({ user: [{}], team: [{}], chest: [{}] })
      await at.app.deps.db.updateTable('chests').set({ deleted_at: 1 }).where('id', '=', chest.id).execute()
      expect(await remove()).toMatchObject({ status: 200, body: { message: 'La banque a été supprimée' } })
      expect(await remove()).toMatchObject(refusal(404, 'BANK_NOT_FOUND'))
      expect(await one(id)).toBeUndefined()
      const row = at.app.deps.db.selectFrom('users').select('last_bank_id').where('id', '=', user.id)
      expect(await row.executeTakeFirst()).toEqual({ last_bank_id: null })
      const teams = at.app.deps.db.selectFrom('teams').select('id').where('id', '=', team)
      expect(await teams.executeTakeFirst()).toEqual({ id: team })
    })

    it('of an administrator are not deleted by them [BANK-25]', async () => {
      expect(await at.admin.call('DELETE', `/api/bank/${at.mairie}`)).toMatchObject(
        refusal(409, 'SCOPE_EXCEEDED'),
      )
    })

    it('are no longer the current bank of a detached user [BANK-31]', async () => {
      const { id } = await withNobody('Quittée')
      const user = await at.person('quitte', [id, at.mairie])
      await at.app.deps.db.updateTable('users').set({ last_bank_id: id }).where('id', '=', user.id).execute()
      const current = async () =>
        ((await user.call('GET', '/api/session')).body as { currentBank: unknown }).currentBank
      expect(await current()).toEqual({ id, label: 'Quittée' })
      const link = (await one(id))?.links.user[0]?.id
      await at.chief.call('DELETE', `/api/bank/user/link/${link}`)
      expect(await current()).toEqual({ id: at.mairie, label: 'Mairie' })
    })

    it('give no right while they are inactive', async () => {
      const { id } = await create({ label: 'Suspendue' })
      const [owner, user] = [await at.person('propriétaire', [id]), await at.person('lecteur', [id])]
      const chest = await at.world.addChest('Suspendu', owner, [id])
      await at.world.grantUser(chest, user)
      const open = async () => (await user.call('GET', `/api/chest/${chest.id}/right/user`)).status
      expect(await open()).toBe(200)
      await at.chief.call('PATCH', `/api/bank/${id}`, { update: { active: false } })
      expect(await open()).toBe(404)
      await at.chief.call('PATCH', `/api/bank/${id}`, { update: { active: true } })
      expect(await open()).toBe(200)
    })
  })
})
