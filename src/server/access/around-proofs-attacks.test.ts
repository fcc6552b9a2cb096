import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eachEngine } from '../testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '../testing/offices.ts'
import type { TestChest } from '../testing/world.ts'
import { isGenuine, proofColumns } from './authority.ts'

const secret = 'Canari des droits'

eachEngine((engine) => {
  describe('an attacker with an account who goes round what is proved', () => {
    let at: OfficeWorld
    let owner: Person
    let intruder: Person

    beforeEach(async () => {
      at = await startOfficeWorld(engine)
      owner = await at.person('soignante', [at.clinique])
      intruder = await at.person('intruse', [at.mairie])
    })
    afterEach(() => at.app.close())

    const run = (text: ReturnType<typeof sql>) => text.execute(at.app.plainDb)
    const itemIn = async (chest: TestChest, person: Person): Promise<number> => {
      const made = await person.call('POST', '/api/item/', { chestId: chest.id, name: secret, password: 'x' })
      expect(made.status).toBe(201)
      return (made.body as { id: number }).id
    }
    const look = async (person: Person, chest: number, item: number): Promise<string> =>
      [
        await person.call('GET', `/api/explorer/data/?chestId=${chest}`),
        await person.call('GET', `/api/chest/${chest}/tree/`),
        await person.call('GET', `/api/item/${item}`),
        await person.call('POST', '/api/search', { search: 'canari' }),
      ]
        .map(({ text }) => text)
        .join('\n')

    it('wakes no dormant grant when the last bank of a chest is detached [PROV-11]', async () => {
      const chest = await at.world.addChest('Bloc opératoire', owner, [at.clinique])
      const item = await itemIn(chest, owner)
      await at.world.grantUser(chest, intruder)
      expect(await look(intruder, chest.id, item)).not.toContain(secret)
      // What the server would have deleted as dormant looks awake.
      await run(sql`insert into bank_users (bank_id, user_id) values (${at.clinique}, ${intruder.id})`)
      const { rows } = await sql<{
        id: number
      }>`select id from bank_chests where chest_id = ${chest.id}`.execute(at.app.plainDb)
      await at.chief.call('DELETE', `/api/bank/chest/link/${rows[0]?.id}`)
      expect(await look(intruder, chest.id, item)).not.toContain(secret)
    })

    it('wakes no dormant grant by a second link of the chest [PROV-11]', async () => {
      const chest = await at.world.addChest('Bloc opératoire', owner, [at.clinique])
      const item = await itemIn(chest, owner)
      await at.world.grantUser(chest, intruder)
      const { rows } = await sql<{
        id: number
      }>`select id from bank_chests where chest_id = ${chest.id}`.execute(at.app.plainDb)
      await run(sql`insert into bank_chests (bank_id, chest_id) values (${at.mairie}, ${chest.id})`)
      await at.chief.call('DELETE', `/api/bank/chest/link/${rows[0]?.id}`)
      expect(await look(intruder, chest.id, item)).not.toContain(secret)
    })

    it('wakes no dormant grant when a bank is deleted [PROV-11]', async () => {
      const chest = await at.world.addChest('Bloc opératoire', owner, [at.clinique])
      const item = await itemIn(chest, owner)
      await at.world.grantUser(chest, intruder)
      await run(sql`insert into bank_users (bank_id, user_id) values (${at.clinique}, ${intruder.id})`)
      expect((await at.chief.call('DELETE', `/api/chest/${chest.id}`)).status).toBe(200)
      expect((await at.chief.call('DELETE', `/api/bank/${at.clinique}`)).status).toBe(200)
      await at.chief.call('POST', `/api/chest/${chest.id}/restore`)
      expect(await look(intruder, chest.id, item)).not.toContain(secret)
    })

    it('detaches by a link of theirs only what that link attaches [PROV-12]', async () => {
      const { admin, mairie, clinique } = at
      const chest = await at.world.addChest('Commun', owner, [clinique, mairie])
      const item = await itemIn(chest, owner)
      const { rows } = await sql<{ id: number }>`
        select id from bank_chests where chest_id = ${chest.id} and bank_id = ${clinique}`.execute(
        at.app.plainDb,
      )
      const link = rows[0]?.id ?? 0
      // Each reading of the link tells another bank.
      await run(sql`alter table bank_chests rename to links`)
      const flips = engine === 'postgres' ? sql`nextval('flips') % 2 = 0` : sql`abs(random()) % 2 = 0`
      if (engine === 'postgres') await run(sql`create sequence flips`)
      await run(sql`
        create view bank_chests as select id, chest_id,
          case when id = ${sql.lit(link)} and ${flips} then ${sql.lit(mairie)} else bank_id end as bank_id from links`)
      if (engine === 'sqlite')
        await run(sql`create trigger gone instead of delete on bank_chests
          begin delete from links where id = old.id; end`)
      const marks = async () =>
        (
          await at.app.plainDb
            .selectFrom('chests')
            .select('bank_marks')
            .where('id', '=', chest.id)
            .executeTakeFirstOrThrow()
        ).bank_marks.split(' ').length
      for (let tries = 0; tries < 60 && (await marks()) === 2; tries += 1) {
        if (engine === 'postgres' && tries % 2 === 1) await run(sql`select nextval('flips')`)
        await admin.call('DELETE', `/api/bank/chest/link/${link}`)
      }
      await run(sql`drop view bank_chests`)
      await run(sql`alter table links rename to bank_chests`)
      expect(
        (await admin.call('PATCH', `/api/chest/${chest.id}`, { update: { name: 'À moi' } })).status,
      ).not.toBe(200)
      await admin.call('POST', `/api/chest/${chest.id}/user`, { users: [admin.id] })
      expect(await look(admin, chest.id, item)).not.toContain(secret)
    })

    it('stays within reach of a super administrator, whatever rows of theirs they delete [PROV-12]', async () => {
      await at.world.addTeam('Intrus', [intruder], [at.mairie])
      await run(sql`delete from team_users where user_id = ${intruder.id}`)
      const update = { update: { stateId: 2 } }
      expect((await at.chief.call('PATCH', `/api/user/${intruder.id}`, update)).status).toBe(200)
      expect((await intruder.call('GET', '/api/account')).status).toBe(401)
    })

    it('keeps its proofs through changes at the same moment [PROV-10]', async () => {
      const { chief, mairie, clinique } = at
      const alone = await at.person('seule')
      const teams = [await at.world.addTeam('Un', [], [mairie]), await at.world.addTeam('Deux', [], [mairie])]
      const replies = await Promise.all([
        chief.call('POST', `/api/bank/${mairie}/user`, { users: [alone.id] }),
        chief.call('POST', `/api/bank/${clinique}/user`, { users: [alone.id] }),
        ...teams.map((team) => chief.call('POST', `/api/team/${team}/user`, { users: [alone.id] })),
        chief.call('PATCH', `/api/user/${alone.id}`, { update: { firstName: 'Autre', type: 'DIRECTOR' } }),
      ])
      expect(replies.map(({ status }) => status < 300)).toEqual([true, true, true, true, true])
      const row = await at.app.plainDb
        .selectFrom('users')
        .select(proofColumns('users'))
        .where('id', '=', alone.id)
        .executeTakeFirstOrThrow()
      expect(isGenuine(at.app.plainDb, 'users', row, { id: alone.id })).toBe(true)
      expect([row.bank_marks, row.team_marks].map((list) => list.split(' ').length)).toEqual([2, 2])
    })

    it('has nothing created in a bank that they wrote as the current one [PROV-12]', async () => {
      const { admin, chief, mairie } = at
      await run(sql`update users set last_bank_id = ${mairie} where id = ${chief.id}`)
      const made = await chief.call('POST', '/api/user/chest', {
        name: 'Direction',
        type: 'service',
        masterKey: '',
      })
      expect(made.status, 'whose row was changed is nobody').toBe(401)
      expect((await admin.call('GET', '/api/chest/')).body).toEqual([])
    })

    // SQLite sets its foreign keys aside only outside a transaction, where the server runs none.
    if (engine === 'postgres') {
      const aside = (text: ReturnType<typeof sql>[]) =>
        at.app.plainDb.transaction().execute(async (tx) => {
          await sql`set local session_replication_role = replica`.execute(tx)
          for (const one of text) await one.execute(tx)
        })

      it('reads no content under the number of their own chest [PROV-13]', async () => {
        const chest = await at.world.addChest('Bloc opératoire', owner, [at.clinique])
        const item = await itemIn(chest, owner)
        const creator = await at.person('créatrice', [at.mairie], 'ROLE_ADMINISTRATOR')
        await aside([
          sql`create table keys_aside as select * from chest_keys where chest_id = ${sql.lit(chest.id)}`,
          ...(['chest_keys', 'bank_chests', 'chest_user_rights'] as const).map(
            (table) => sql`delete from ${sql.table(table)} where chest_id = ${chest.id}`,
          ),
          sql`delete from chests where id = ${chest.id}`,
        ])
        await run(sql`select setval(pg_get_serial_sequence('chests', 'id'), ${chest.id}, false)`)
        await creator.call('POST', '/api/user/chest', {
          name: 'À moi',
          type: 'service',
          masterKey: '',
        })
        // What is in memory under that number is not theirs either.
        await run(sql`update chests set revision = 100 where id = ${chest.id}`)
        expect(await look(creator, chest.id, item), 'by what is in memory').not.toContain(secret)
        // Only the key: their own row of the chest stays.
        await aside([
          sql`delete from chest_keys where chest_id = ${chest.id}`,
          sql`insert into chest_keys select * from keys_aside`,
        ])
        expect(await look(creator, chest.id, item)).not.toContain(secret)
      })

      it('has no grant written for the chest of another that has had its number [PROV-13]', async () => {
        const chest = await at.world.addChest('Bloc opératoire', owner, [at.clinique])
        const item = await itemIn(chest, owner)
        const creator = await at.person('créatrice', [at.mairie], 'ROLE_ADMINISTRATOR')
        const pawn = await at.person('pion', [at.mairie, at.clinique])
        const id = sql.lit(chest.id)
        await aside([
          sql`create table chests_aside as select * from chests where id = ${id}`,
          sql`create table keys_aside as select * from chest_keys where chest_id = ${id}`,
          ...(['chest_keys', 'bank_chests', 'chest_user_rights'] as const).map(
            (table) => sql`delete from ${sql.table(table)} where chest_id = ${id}`,
          ),
          sql`delete from chests where id = ${id}`,
        ])
        await run(sql`select setval(pg_get_serial_sequence('chests', 'id'), ${chest.id}, false)`)
        await creator.call('POST', '/api/user/chest', { name: 'À moi', type: 'service', masterKey: '' })
        // Both chests have the number; which one is seen is theirs to choose, even within a call.
        await run(sql`create table chooser as select mark from chests where id = ${id}`)
        await run(sql`alter table chests drop constraint chests_pkey cascade`)
        await run(sql`insert into chests select * from chests_aside`)
        await run(sql`alter table chests rename to chests_real`)
        await run(sql`create view chests as select * from chests_real r
          where r.id <> ${id} or r.mark = (select mark from chooser)`)
        await run(sql`create function choose() returns trigger language plpgsql as $$
          begin update chooser set mark = (select mark from chests_aside); return old; end $$`)
        await run(sql`
          insert into chest_user_rights (chest_id, user_id, can_read, can_create, can_update, can_delete, can_export)
          values (${id}, ${pawn.id}, 1, 0, 0, 0, 0)`)
        await run(sql`create trigger choose before delete on chest_user_rights
          for each row execute function choose()`)
        await creator.call('POST', `/api/chest/${chest.id}/user`, { users: [pawn.id] })
        await run(sql`drop trigger choose on chest_user_rights`)
        await run(sql`drop view chests`)
        await run(sql`alter table chests_real rename to chests`)
        await aside([
          sql`delete from chests where id = ${id} and mark <> (select mark from chests_aside)`,
          sql`delete from chest_keys where chest_id = ${id}`,
          sql`insert into chest_keys select * from keys_aside`,
          sql`insert into bank_chests (bank_id, chest_id) values (${at.clinique}, ${id})`,
        ])
        expect(await look(pawn, chest.id, item)).not.toContain(secret)
      })

      it('manages nothing by the number of the user who created it [PROV-13]', async () => {
        const maker = await at.person('fondatrice', [], 'ROLE_SUPER_ADMINISTRATOR')
        const chest = await at.world.addChest('Direction', maker)
        const item = await itemIn(chest, maker)
        await aside([
          sql`delete from sessions where user_id = ${maker.id}`,
          sql`delete from users where id = ${maker.id}`,
        ])
        await run(sql`select setval(pg_get_serial_sequence('users', 'id'), ${maker.id}, false)`)
        const own = await at.person('remplaçante', [at.mairie], 'ROLE_ADMINISTRATOR')
        await run(sql`delete from chest_user_rights where chest_id = ${chest.id}`)
        const granted = await own.call('POST', `/api/chest/${chest.id}/user`, { users: [own.id] })
        expect(granted.status).toBe(404)
        expect(await look(own, chest.id, item)).not.toContain(secret)
      })
    }
  })
})
