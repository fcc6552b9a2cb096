import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allRights } from '#domain/platform/rights.ts'
import { eachEngine } from '../testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '../testing/offices.ts'
import type { TestChest } from '../testing/world.ts'

const secret = 'Canari des droits'

eachEngine((engine) => {
  describe('an attacker with an account who writes to the database and has no root key', () => {
    let at: OfficeWorld
    let owner: Person
    let intruder: Person
    let chest: TestChest
    let item: number

    beforeEach(async () => {
      at = await startOfficeWorld(engine)
      owner = await at.person('soignante', [at.clinique])
      intruder = await at.person('intruse', [at.mairie])
      chest = await at.world.addChest('Bloc opératoire', owner, [at.clinique])
      const made = await owner.call('POST', '/api/item/', { chestId: chest.id, name: secret, password: 'x' })
      expect(made.status).toBe(201)
      item = (made.body as { id: number }).id
    })
    afterEach(() => at.app.close())

    const run = (text: ReturnType<typeof sql>) => text.execute(at.app.plainDb)
    /** Everything through which a person may read a chest, its items or their names. */
    const readings = async (person: Person): Promise<string> => {
      const replies = [
        await person.call('GET', `/api/explorer/data/?chestId=${chest.id}`),
        await person.call('GET', `/api/chest/${chest.id}/tree/`),
        await person.call('GET', `/api/item/${item}`),
        await person.call('GET', `/api/item/${item}/copy`),
        await person.call('GET', '/api/chest/user/'),
        await person.call('GET', '/api/favorite/chest'),
        await person.call('POST', '/api/search', { search: 'canari' }),
        await person.call('GET', '/api/explorer/arrival'),
      ]
      return replies.map(({ text }) => text).join('\n')
    }
    const expectNothing = async (person = intruder) => {
      const read = await readings(person)
      expect(read).not.toContain(secret)
      expect(read).not.toContain('Bloc opératoire')
    }
    const expectEverything = async (person: Person) => expect(await readings(person)).toContain(secret)
    const expectTold = async (row: string) => {
      await at.app.deps.forgedRows.round()
      expect((await at.journalOf('authority.tampered')).map(({ objects }) => objects['row'])).toContain(row)
    }
    const onClinique = () =>
      run(sql`insert into bank_users (bank_id, user_id) values (${at.clinique}, ${intruder.id})`)

    it('reads by no grant that they insert [PROV-09]', async () => {
      await onClinique()
      await run(sql`
        insert into chest_user_rights (chest_id, user_id, can_read, can_create, can_update, can_delete, can_export)
        values (${chest.id}, ${intruder.id}, 1, 1, 1, 1, 1)`)
      await run(
        sql`insert into favourite_chests (user_id, chest_id, created_at) values (${intruder.id}, ${chest.id}, 1)`,
      )
      await expectNothing()
      await expectTold(`chest_user_rights ${chest.id} ${intruder.id}`)
    })

    it('copies no proof from one grant to another [PROV-09]', async () => {
      await at.world.addChest('À soi', intruder)
      await onClinique()
      await run(sql`
        insert into chest_user_rights (chest_id, user_id, can_read, can_create, can_update, can_delete, can_export,
                                       chest_mark, user_mark, mac, mac_at)
        select chest_id, ${intruder.id}, can_read, can_create, can_update, can_delete, can_export,
               chest_mark, user_mark, mac, mac_at
          from chest_user_rights where user_id = ${owner.id} and chest_id = ${chest.id}`)
      await expectNothing()
      await run(sql`delete from chest_user_rights where user_id = ${intruder.id} and chest_id = ${chest.id}`)
      // A grant of their own, moved to the other chest.
      await run(sql`
        update chest_user_rights set chest_id = ${chest.id},
               chest_mark = (select mark from chests where id = ${chest.id}) where user_id = ${intruder.id}`)
      await expectNothing()
    })

    it('has no right that they add to a grant of theirs [PROV-09]', async () => {
      await at.world.grantUser(chest, owner, allRights)
      const reader = await at.person('lectrice', [at.clinique])
      await at.world.grantUser(chest, reader)
      await expectEverything(reader)
      await run(sql`update chest_user_rights set can_update = 1 where user_id = ${reader.id}`)
      await expectNothing(reader)
      await run(sql`update chest_user_rights set can_update = 0 where user_id = ${reader.id}`)
      await expectEverything(reader)
    })

    it('joins no team by a row [PROV-10]', async () => {
      const team = await at.world.addTeam('Soignants', [owner], [at.clinique])
      await at.world.grantTeam(chest, team, allRights)
      await run(sql`insert into team_users (team_id, user_id) values (${team}, ${intruder.id})`)
      await expectNothing()
      await run(sql`
        update users set team_marks = (select team_marks from users where id = ${owner.id})
         where id = ${intruder.id}`)
      expect((await intruder.call('GET', '/api/account')).status).toBe(401)
    })

    it('gives no team of theirs a grant [PROV-10]', async () => {
      const team = await at.world.addTeam('Intrus', [intruder], [at.mairie])
      await onClinique()
      await run(sql`
        insert into chest_team_rights (chest_id, team_id, can_read, can_create, can_update, can_delete, can_export)
        values (${chest.id}, ${team}, 1, 1, 1, 1, 1)`)
      await expectNothing()
      await expectTold(`chest_team_rights ${chest.id} ${team}`)
    })

    it('makes no dormant grant count by the links of banks [PROV-11]', async () => {
      await at.world.grantUser(chest, intruder, allRights)
      await expectNothing()
      await onClinique()
      await expectNothing()
      const team = await at.world.addTeam('Intrus', [intruder])
      await run(sql`insert into bank_teams (bank_id, team_id) values (${at.clinique}, ${team})`)
      await expectNothing()
      // A chest on no bank is open to every grant.
      await run(sql`delete from bank_chests where chest_id = ${chest.id}`)
      await expectNothing()
      await run(sql`insert into bank_chests (bank_id, chest_id) values (${at.mairie}, ${chest.id})`)
      await expectNothing()
      await run(sql`update chests set bank_marks = '' where id = ${chest.id}`)
      await expectNothing()
      await expectTold(`chests ${chest.id}`)
    })

    it('reopens no bank that was closed [PROV-11]', async () => {
      await expectEverything(owner)
      const closed = await at.chief.call('PATCH', `/api/bank/${at.clinique}`, { update: { active: false } })
      expect(closed.status).toBe(200)
      await expectNothing(owner)
      await run(sql`update banks set active = 1 where id = ${at.clinique}`)
      await expectNothing(owner)
      await expectTold(`banks ${at.clinique}`)
    })

    it('revives no chest that was deleted [PROV-11]', async () => {
      expect((await at.chief.call('DELETE', `/api/chest/${chest.id}`)).status).toBe(200)
      await run(sql`update chests set deleted_at = null where id = ${chest.id}`)
      await expectNothing(owner)
    })

    it('has the server prove no grant that they wrote [PROV-09]', async () => {
      await run(sql`insert into bank_users (bank_id, user_id) values (${at.clinique}, ${intruder.id})`)
      await run(sql`
        insert into chest_user_rights (chest_id, user_id, can_read, can_create, can_update, can_delete, can_export)
        values (${chest.id}, ${intruder.id}, 1, 0, 0, 0, 0)`)
      const change = { ...allRights, export: false }
      const changed = await at.chief.call('PATCH', `/api/chest/${chest.id}/user/${intruder.id}`, change)
      expect([404, 405]).toContain(changed.status)
      await expectNothing()
    })

    it('manages as an administrator nothing that links in the database lead to [PROV-12]', async () => {
      const { admin, mairie, clinique } = at
      const manage = () => admin.call('PATCH', `/api/chest/${chest.id}`, { update: { name: 'À moi' } })
      expect((await manage()).status).toBe(404)
      await run(sql`insert into bank_users (bank_id, user_id) values (${clinique}, ${admin.id})`)
      expect((await manage()).status).toBe(404)
      // What is created in a bank that is not theirs would attach them to it.
      await admin.call('PATCH', `/api/user/last_bank_id/${clinique}`)
      await admin.call('POST', '/api/user/chest', { name: 'Pont', type: 'service', masterKey: '' })
      expect((await manage()).status).toBe(404)
      await run(sql`delete from bank_users where user_id = ${admin.id} and bank_id = ${clinique}`)
      // A chest that is shared is managed by nobody of one bank alone.
      await run(sql`insert into bank_chests (bank_id, chest_id) values (${mairie}, ${chest.id})`)
      await run(sql`delete from bank_chests where bank_id = ${clinique}`)
      await run(sql`update chests set created_by = ${admin.id} where id = ${chest.id}`)
      expect((await manage()).status).toBe(404)
    })

    it('takes over no user by rows that move them to a bank of theirs [PROV-12]', async () => {
      const { admin, mairie } = at
      const alone = await at.person('sans-banque')
      await run(sql`insert into bank_users (bank_id, user_id) values (${mairie}, ${alone.id})`)
      const mail = { update: { email: 'attaque@exemple.fr' } }
      expect((await admin.call('PATCH', `/api/user/${alone.id}`, mail)).status).toBe(404)
      // Nor by having the server attach them.
      const team = await admin.call('POST', '/api/team/', { name: 'Filet', description: '' })
      const { id } = team.body as { id: number }
      expect((await admin.call('POST', `/api/team/${id}/user`, { users: [alone.id] })).status).toBe(404)
      expect((await admin.call('POST', `/api/bank/${mairie}/user`, { users: [alone.id] })).status).toBe(404)
    })

    it('narrows no list of banks by deleting a team: its members are managed by nobody new [PROV-12]', async () => {
      const { admin, mairie, clinique } = at
      const both = await at.person('partagée', [mairie])
      const team = await at.world.addTeam('Soignants', [both], [clinique])
      const rename = () => admin.call('PATCH', `/api/user/${both.id}`, { update: { firstName: 'X' } })
      expect((await rename()).status).toBe(409)
      await run(sql`delete from bank_teams where team_id = ${team}`)
      expect((await rename()).status).toBe(409)
      await run(sql`delete from team_users where team_id = ${team}`)
      expect((await rename()).status).toBe(404)
    })
  })
})
