import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allRights } from '#domain/platform/rights.ts'
import { eachEngine } from '../testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '../testing/offices.ts'
import type { TestChest } from '../testing/world.ts'
import { changeUser } from './account-rows.ts'
import { forgetCensus } from './census.ts'

eachEngine((engine) => {
  describe('the census of what the server wrote', () => {
    let at: OfficeWorld
    let reader: Person
    let chest: TestChest

    beforeEach(async () => {
      at = await startOfficeWorld(engine)
      reader = await at.person('lectrice', [at.mairie])
      chest = await at.world.addChest('Serveurs', at.admin, [at.mairie])
      await at.world.grantUser(chest, reader)
      await count()
    })
    afterEach(() => at.app.close())

    const run = (text: ReturnType<typeof sql>) => text.execute(at.app.plainDb)
    const count = () => at.app.deps.forgedRows.count()
    const later = (minutes: number) => (at.app.time.now += minutes * 60_000)
    const told = async () => {
      await at.app.deps.forgedRows.round()
      return (await at.journalOf('authority.tampered')).map(({ objects }) => objects['row'])
    }
    const revoke = async () => {
      const body = { users: [reader.id] }
      expect((await at.admin.call('DELETE', `/api/chest/${chest.id}/user`, body)).status).toBe(200)
    }

    it('tells nothing of what honest calls do, whatever the time [PROV-14]', async () => {
      later(10)
      await revoke()
      await at.admin.call('POST', '/api/team/', { name: 'Équipe', description: '' })
      await at.person('nouvelle', [at.mairie])
      await count()
      later(10)
      await count()
      expect(await told()).toEqual([])
    })

    it('tells a grant that was withdrawn and put back at its own place [PROV-14]', async () => {
      await run(sql`create table grants_aside as select * from chest_user_rights`)
      later(10)
      await revoke()
      await count()
      await run(sql`
        insert into chest_user_rights select * from grants_aside where user_id = ${sql.lit(reader.id)}`)
      later(10)
      await count()
      expect(await told()).toEqual([`chest_user_rights ${chest.id} ${reader.id}`])
      later(120)
      await count()
      expect(await told(), 'once').toHaveLength(1)
    })

    describe('between two censuses', () => {
      const putBack = async (
        table: string,
        where: ReturnType<typeof sql>,
        change: () => Promise<unknown>,
      ) => {
        await run(sql`create table aside as select * from ${sql.table(table)} where ${where}`)
        later(1)
        await change()
        await run(sql`delete from ${sql.table(table)} where ${where}`)
        await run(sql`insert into ${sql.table(table)} select * from aside`)
        later(9)
        await count()
      }
      const ofReader = () => sql`user_id = ${sql.lit(reader.id)}`
      const grant = () => [`chest_user_rights ${chest.id} ${reader.id}`]

      it('a grant that was withdrawn and put back immediately is told, once [PROV-14]', async () => {
        await putBack('chest_user_rights', ofReader(), revoke)
        expect(await told()).toEqual(grant())
        later(10)
        await count()
        later(120)
        await count()
        expect(await told()).toEqual(grant())
      })

      it('a right that was taken away and put back is told [PROV-14]', async () => {
        await at.world.grantUser(chest, reader, allRights)
        await putBack('chest_user_rights', ofReader(), async () => {
          const rights = { ...allRights, export: false }
          const reply = await at.admin.call('PATCH', `/api/chest/${chest.id}/right/${reader.id}`, rights)
          expect(reply.status).toBe(200)
        })
        expect(await told()).toEqual(grant())
      })

      it('a session that was ended and put back is told [PROV-14]', async () => {
        await putBack('sessions', ofReader(), async () => {
          expect((await reader.call('POST', '/api/auth/logout')).status).toBe(200)
        })
        expect(await told()).toEqual([expect.stringMatching(/^sessions /)])
      })

      it('a withdrawal that a trigger sets aside is told [PROV-14]', async () => {
        await run(
          engine === 'postgres'
            ? sql`create function keep() returns trigger language plpgsql as $$ begin return null; end $$`
            : sql`create trigger keep_grant before delete on chest_user_rights begin select raise(ignore); end`,
        )
        if (engine === 'postgres')
          await run(sql`create trigger keep_grant before delete on chest_user_rights
            for each row execute function keep()`)
        if (engine === 'postgres')
          await run(sql`create trigger keep_user before update of role on users
            for each row execute function keep()`)
        else
          await run(sql`create trigger keep_user before update of role on users
            begin select raise(ignore); end`)
        later(1)
        await at.admin.call('DELETE', `/api/chest/${chest.id}/user`, { users: [reader.id] })
        await at.chief.call('PATCH', `/api/user/${reader.id}`, { update: { role: 'ROLE_ADMINISTRATOR' } })
        later(9)
        await count()
        expect(await told()).toEqual(expect.arrayContaining([...grant(), `users ${reader.id}`]))
      })

      it('a change that was undone with its transaction is not told [PROV-14]', async () => {
        later(1)
        await at.app.plainDb
          .transaction()
          .execute(async (tx) => {
            await changeUser(tx, reader.id, { role: 'ROLE_ADMINISTRATOR' }, at.app.time.now)
            throw new Error('undone')
          })
          .catch(() => undefined)
        later(9)
        await count()
        expect(await told()).toEqual([])
      })
    })

    it('tells rows that nobody reads, and links that no list has [PROV-15]', async () => {
      await run(sql`update users set role = 'ROLE_SUPER_ADMINISTRATOR' where id = ${reader.id}`)
      await run(sql`delete from bank_chests where chest_id = ${chest.id}`)
      await run(sql`insert into bank_users (bank_id, user_id) values (${at.clinique}, ${at.admin.id})`)
      await count()
      const rows = await told()
      for (const row of [`users ${reader.id}`, `bank_chests ${chest.id}`, `bank_users ${at.admin.id}`])
        expect(rows).toContain(row)
    })

    it('tells an older database that was put back as one [PROV-14]', async () => {
      for (let one = 0; one < 25; one += 1) await at.person(`agent-${one}`)
      await run(sql`create table old_users as select * from users where login like 'agent-%'`)
      later(10)
      for (const { id } of (await run(sql`select id from old_users`)).rows as { id: number }[])
        await at.chief.call('PATCH', `/api/user/${id}`, { update: { role: 'ROLE_ADMINISTRATOR' } })
      await count()
      await run(sql`
        update users set role = 'ROLE_INTERVENANT',
               mac = (select o.mac from old_users o where o.id = users.id),
               mac_at = (select o.mac_at from old_users o where o.id = users.id)
         where login like 'agent-%'`)
      later(10)
      await count()
      expect(await told()).toEqual(['25 rows'])
    })

    it('is kept beside the database, and forgotten by a new installation', async () => {
      const file = join(at.app.deps.config.dataFolder, 'authority.census')
      expect(existsSync(file)).toBe(true)
      writeFileSync(file, '')
      await count()
      expect(statSync(file).size, 'a torn one is written again').toBeGreaterThan(8)
      forgetCensus(at.app.deps.config.dataFolder)
      expect(existsSync(file)).toBe(false)
    })
  })
})
