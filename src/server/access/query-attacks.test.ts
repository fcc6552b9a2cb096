import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allRights } from '#domain/platform/rights.ts'
import { followGroups } from '#server/identity/directory/directory-rows.ts'
import { codeOfReply } from '../testing/app.ts'
import { eachEngine } from '../testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '../testing/offices.ts'
import type { TestChest } from '../testing/world.ts'
import { officersOf } from './account-rows.ts'
import { proofOfRow } from './authority.ts'
import { markOf } from './proved-changes.ts'

const secret = 'Canari des requêtes'
/** A query that draws the answer of each reading of a column passes once in four tries. */
const tries = 60

eachEngine((engine) => {
  describe('an attacker who decides what the queries of the server answer', () => {
    let at: OfficeWorld
    let owner: Person
    let intruder: Person
    let chest: TestChest
    let own: TestChest
    let item: number

    beforeEach(async () => {
      at = await startOfficeWorld(engine)
      owner = await at.person('soignante', [at.mairie])
      intruder = await at.person('intruse', [at.mairie])
      chest = await at.world.addChest('Bloc opératoire', owner, [at.mairie])
      own = await at.world.addChest('À soi', intruder, [at.mairie])
      const made = await owner.call('POST', '/api/item/', { chestId: chest.id, name: secret, password: 'x' })
      item = (made.body as { id: number }).id
    })
    afterEach(() => at.app.close())

    const run = (text: ReturnType<typeof sql>) => text.execute(at.app.plainDb)
    const readings = async (): Promise<string> => {
      const replies = [
        await intruder.call('GET', `/api/explorer/data/?chestId=${chest.id}`),
        await intruder.call('GET', `/api/explorer/data/?chestId=${own.id}`),
        await intruder.call('GET', `/api/chest/${chest.id}/tree/`),
        await intruder.call('GET', `/api/item/${item}`),
        await intruder.call('GET', `/api/item/${item}/copy`),
        await intruder.call('POST', '/api/search', { search: 'canari' }),
        await intruder.call('GET', `/api/chest/${chest.id}/journal/`),
        await intruder.call('GET', `/api/chest/${own.id}/journal/`),
      ]
      return replies.map(({ text }) => text).join('\n')
    }
    const expectNothing = async () => expect(await readings()).not.toContain(secret)
    /** A column that is one value in a condition and another one in the answer, at random. */
    const eitherOf = async (real: string, wanted: string | number) => {
      if (engine === 'sqlite')
        return sql`case when abs(random()) % 2 = 0 then ${sql.ref(real)} else ${sql.lit(wanted)} end`
      await run(sql`
        create or replace function either(one anyelement, other anyelement) returns anyelement
        language plpgsql immutable as $$ begin if random() < 0.5 then return one; end if; return other; end $$`)
      return typeof wanted === 'number'
        ? sql`either(${sql.ref(real)}, ${sql.lit(wanted)}::bigint)`
        : sql`either(${sql.ref(real)}, ${sql.lit(wanted)}::text)`
    }

    it('joins no team by the group of other people [PROV-10]', async () => {
      const { plainDb: db, time } = at.app
      const team = await at.world.addTeam('Direction', [owner], [at.mairie])
      const mapped = {
        ad_id: 1,
        entry_key: 'direction',
        team_id: team,
        team_mark: await markOf(db, 'teams', team),
      }
      const shown = { dn: 'cn=direction', name: 'direction', created_by: null, created_at: time.now }
      await db
        .insertInto('directory_groups')
        .values({ ...mapped, ...proofOfRow(db, 'directory_groups', mapped, time.now), ...shown })
        .execute()
      const key = await eitherOf('entry_key', 'stagiaires')
      await run(sql`alter table directory_groups rename to mapped`)
      await run(sql`create view directory_groups as
        select id, ad_id, ${key} as entry_key, dn, name, team_id, team_mark, mac, mac_at from mapped`)
      const groups = new Set(['stagiaires'])
      const held = { groups, isWhole: true } as unknown as Parameters<typeof followGroups>[2]
      for (let one = 0; one < tries; one += 1) {
        const { joined } = await db
          .transaction()
          .execute((tx) => followGroups(tx, { userId: intruder.id, directoryId: 1 }, held, time.now))
        expect(joined).toEqual([])
      }
    })

    it('gets no mail that is for those who administer [PROV-03]', async () => {
      const { plainDb: db } = at.app
      await run(sql`alter table users rename to people`)
      const role = await eitherOf('role', 'ROLE_SUPER_ADMINISTRATOR')
      const { rows } = await run(sql`select * from people limit 1`)
      const columns = Object.keys(rows[0] as object).map((name) =>
        name === 'role' ? sql`${role} as role` : sql.ref(name),
      )
      await run(sql`create view users as select ${sql.join(columns)} from people`)
      for (let one = 0; one < tries; one += 1)
        expect((await officersOf(db, ['ROLE_SUPER_ADMINISTRATOR'])).map(({ id }) => id)).not.toContain(
          intruder.id,
        )
    })

    it('has no link mailed by an address that finds the account of another [PROV-05]', async () => {
      await run(sql`update users set email_key = 'attaque@exemple.fr' where id = ${at.chief.id}`)
      const body = { email: 'attaque@exemple.fr' }
      const sent: string[] = []
      const { outbox } = at.app.deps
      const add = outbox.add.bind(outbox)
      Object.assign(outbox, {
        add: (...[tx, mail]: Parameters<typeof add>) => {
          sent.push(mail.to)
          return add(tx, mail)
        },
      })
      expect((await at.app.call({ method: 'POST', path: '/api/reset/password', body })).status).toBe(200)
      await at.app.deps.resetRequests.handleDue()
      expect(sent).not.toContain('attaque@exemple.fr')
    })

    it('reads no item whose row names a chest of theirs, at one reading or at all [PROV-11]', async () => {
      await run(sql`update items set chest_id = ${own.id} where id = ${item}`)
      await expectNothing()
      await run(sql`update items set chest_id = ${chest.id} where id = ${item}`)
      const { rows } = await run(sql`select * from items limit 1`)
      const either = await eitherOf('chest_id', own.id)
      await run(sql`alter table items rename to contents`)
      const columns = Object.keys(rows[0] as object).map((name) =>
        name === 'chest_id' ? sql`${either} as chest_id` : sql.ref(name),
      )
      await run(sql`create view items as select ${sql.join(columns)} from contents`)
      for (let one = 0; one < 5; one += 1) await expectNothing()
    })

    it('reads nothing through a chest of theirs that has the number or the key of another [PROV-11]', async () => {
      await run(sql`create table keys_aside as select * from chest_keys`)
      await run(sql`
        update chest_keys set wrapped = (select k.wrapped from keys_aside k where k.chest_id = ${sql.lit(chest.id)})
         where chest_id = ${own.id}`)
      await run(sql`update items set chest_id = ${own.id} where id = ${item}`)
      await expectNothing()
      await run(sql`alter table chests rename to real_chests`)
      const { rows } = await run(sql`select * from real_chests limit 1`)
      const names = Object.keys(rows[0] as object)
      const columns = names.map((name) =>
        name === 'id'
          ? sql`case id when ${sql.lit(own.id)} then ${sql.lit(chest.id)} else -id end as id`
          : sql.ref(name),
      )
      await run(sql`create view chests as select ${sql.join(columns)} from real_chests`)
      await expectNothing()
    })

    it('has no grant that a trigger turns towards them when the server writes it [PROV-09]', async () => {
      const colleague = await at.person('collègue', [at.mairie])
      if (engine === 'postgres') {
        await run(sql`create function turn() returns trigger language plpgsql as $$
          begin new.user_id := ${sql.lit(intruder.id)}; new.user_mark := (select mark from users where id = new.user_id);
          return new; end $$`)
        await run(
          sql`create trigger turn before insert on chest_user_rights for each row execute function turn()`,
        )
      } else
        await run(sql`create trigger turn after insert on chest_user_rights when new.user_id = ${sql.lit(colleague.id)}
          begin update chest_user_rights set user_id = ${sql.lit(intruder.id)},
            user_mark = (select mark from users where id = ${sql.lit(intruder.id)})
            where chest_id = new.chest_id and user_id = new.user_id; end`)
      await at.chief.call('POST', `/api/chest/${chest.id}/user`, { users: [colleague.id] })
      await expectNothing()
    })

    it.each([
      ['a text', sql`cast(can_read as text)`],
      ['a number with a fraction', sql`can_read + 0.5`],
    ])('gains no right by a flag that is %s [PROV-09]', async (_, value) => {
      await run(sql`alter table chest_user_rights rename to grants`)
      await run(sql`create view chest_user_rights as select chest_id, chest_mark, user_id, user_mark, ${value} as can_read,
        can_create, can_update, can_delete, can_export, mac, mac_at from grants`)
      expect((await owner.call('GET', `/api/explorer/data/?chestId=${chest.id}`)).text).not.toContain(secret)
    })

    it('administers nothing by a role that the database computes [PROV-12]', async () => {
      if (engine === 'sqlite') {
        await run(sql`alter table users rename column role to former_role`)
        await run(
          sql`alter table users add column role text generated always as ('ROLE_SUPER_ADMINISTRATOR') virtual`,
        )
      } else {
        await run(sql`alter table users drop column role cascade`)
        await run(
          sql`alter table users add column role text generated always as ('ROLE_SUPER_ADMINISTRATOR') stored`,
        )
      }
      expect((await intruder.call('GET', '/api/user/')).status).toBe(401)
      expect((await intruder.call('GET', '/api/account')).status).toBe(401)
    })

    it('has no other row proved by a change that a trigger widens [PROV-09]', async () => {
      await at.world.grantUser(chest, owner, allRights)
      const team = await at.world.addTeam('Soignants', [owner], [at.mairie])
      await at.world.grantTeam(chest, team, allRights)
      // Whatever proof the server writes for the owner is written for the intruder too.
      if (engine === 'postgres') {
        await run(sql`create function copy() returns trigger language plpgsql as $$ begin
          if pg_trigger_depth() = 1 then
            update users set mac = new.mac, mac_at = new.mac_at, team_marks = new.team_marks, bank_marks = new.bank_marks
             where id = ${sql.lit(intruder.id)};
          end if; return new; end $$`)
        await run(sql`create trigger copy after update on users for each row execute function copy()`)
      } else
        await run(sql`create trigger copy after update on users when new.id = ${sql.lit(owner.id)}
          begin update users set mac = new.mac, mac_at = new.mac_at, team_marks = new.team_marks,
            bank_marks = new.bank_marks where id = ${sql.lit(intruder.id)}; end`)
      await at.chief.call('PATCH', `/api/user/${owner.id}`, {
        update: { firstName: 'Autre', type: 'DIRECTOR' },
      })
      await expectNothing()
      expect(codeOfReply(await intruder.call('GET', '/api/account'))[0]).toBe(401)
    })

    if (engine === 'postgres')
      it('reads nothing by policies that hide what limits them [PROV-11]', async () => {
        await at.world.grantUser(chest, intruder)
        expect(
          (await at.chief.call('PATCH', `/api/bank/${at.mairie}`, { update: { active: false } })).status,
        ).toBe(200)
        for (const table of ['bank_chests', 'banks', 'team_users']) {
          await run(sql`alter table ${sql.table(table)} enable row level security`)
          await run(sql`alter table ${sql.table(table)} force row level security`)
        }
        await expectNothing()
      })
  })
})
