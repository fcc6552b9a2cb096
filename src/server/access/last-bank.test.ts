import type { Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tables } from '#server/platform/database/tables.ts'
import { eachEngine } from '../testing/databases.ts'
import { startOfficeWorld, type OfficeWorld } from '../testing/offices.ts'
import { overtaken } from '../testing/two-transactions.ts'
import { dropDormantGrants } from './last-bank.ts'
import { changeMarks, markOf } from './proved-changes.ts'

eachEngine((engine) => {
  describe('a chest that loses its last bank', () => {
    let office: OfficeWorld
    beforeAll(async () => {
      office = await startOfficeWorld(engine)
    })
    afterAll(() => office.app.close())

    /** Creates a chest with three grants: to a user of its bank, to one of no bank, and to a team on none of its banks. */
    async function chestOf(name: string) {
      const { world, mairie, clinique, chief } = office
      const insider = await office.person(`dedans-${name}`, [mairie])
      const former = await office.person(`ancien-${name}`, [clinique])
      const outsider = await office.person(`dehors-${name}`, [clinique])
      const team = await world.addTeam(`Prestataires ${name}`, [insider, outsider])
      const chest = await world.addChest(name, chief, [mairie])
      await world.grantUser(chest, insider)
      await world.grantUser(chest, former)
      await world.grantTeam(chest, team)
      const { id: link } = await office.app.deps.db
        .selectFrom('bank_chests')
        .select('id')
        .where('chest_id', '=', chest.id)
        .executeTakeFirstOrThrow()
      const statuses = async () => {
        const replies = [insider, former, outsider].map((person) =>
          person.call('GET', `/api/chest/${chest.id}/`),
        )
        return (await Promise.all(replies)).map(({ status }) => status)
      }
      return { chest, link, statuses }
    }

    it('activates no dormant grant when it is detached [RGHT-10]', async () => {
      const { chest, link, statuses } = await chestOf('Serveurs')
      expect(await statuses()).toEqual([200, 404, 404])
      expect((await office.chief.call('DELETE', `/api/bank/chest/link/${link}`)).status).toBe(200)
      expect(await statuses()).toEqual([200, 404, 404])
      expect(await office.journalOf('rights.lapsed')).toEqual([{ chest: chest.id, objects: {} }])
    })

    it('keeps every grant as long as another bank is left', async () => {
      const { chest, link, statuses } = await chestOf('Réseau')
      const path = `/api/bank/${office.clinique}/chest/${chest.id}`
      expect((await office.chief.call('POST', path)).status).toBe(200)
      expect(await statuses()).toEqual([200, 200, 200])
      expect((await office.chief.call('DELETE', `/api/bank/chest/link/${link}`)).status).toBe(200)
      expect(await statuses()).toEqual([404, 200, 200])
    })

    it('activates no dormant grant when its last two banks are detached concurrently', async () => {
      const { chest, link, statuses } = await chestOf('Sauvegardes')
      const other = await office.world.addBank('Seconde')
      const { db } = office.app.deps
      await db.insertInto('bank_chests').values({ bank_id: other, chest_id: chest.id }).execute()
      await office.app.prove()
      // Detaches the other bank.
      const hold = async (tx: Transaction<Tables>) => {
        await dropDormantGrants(tx, other, chest.id)
        await tx.deleteFrom('bank_chests').where('bank_id', '=', other).execute()
        const marks = { list: 'bank_marks', remove: [await markOf(tx, 'banks', other)] } as const
        await changeMarks(tx, 'chests', [chest.id], marks, office.app.time.now)
      }
      const detach = () => office.chief.call('DELETE', `/api/bank/chest/link/${link}`)
      expect((await overtaken(db, hold, detach)).status).toBe(200)
      expect(await statuses()).toEqual([200, 404, 404])
    })

    it('activates no dormant grant when it is restored after its bank was deleted', async () => {
      const bank = await office.world.addBank('Éphémère')
      const { chest, link, statuses } = await chestOf('Archives')
      const { chief } = office
      expect((await chief.call('POST', `/api/bank/${bank}/chest/${chest.id}`)).status).toBe(200)
      expect((await chief.call('DELETE', `/api/bank/chest/link/${link}`)).status).toBe(200)
      expect(await statuses()).toEqual([404, 404, 404])
      expect((await chief.call('DELETE', `/api/chest/${chest.id}`)).status).toBe(200)
      expect((await chief.call('DELETE', `/api/bank/${bank}`)).status).toBe(200)
      expect((await chief.call('POST', `/api/chest/${chest.id}/restore`)).status).toBe(200)
      expect(await statuses()).toEqual([404, 404, 404])
    })
  })
})
