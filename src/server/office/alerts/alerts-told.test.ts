import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { alertLimits } from '#domain/platform/limits.ts'
import { composeMail } from '#server/platform/mail/compose.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { Person } from '#server/testing/offices.ts'
import type { TestChest } from '#server/testing/world.ts'
import { followBlock } from './follow.ts'
import { hour, startAlertWorld, startAlertWorldWithClerk, type AlertWorld } from './testing.ts'

const frame = {
  publicUrl: 'https://coffre.exemple.fr',
  from: { name: 'Trousseau', address: 'trousseau@exemple.fr' },
  messageId: '<1@exemple.fr>',
  at: 0,
}

eachEngine((engine) => {
  describe('alerts are told', () => {
    let at: AlertWorld
    let clerk: Person
    let chest: TestChest
    beforeEach(async () => {
      ;({ at, clerk, chest } = await startAlertWorldWithClerk(engine))
    })
    afterEach(() => at.app.close())

    const exported = (who: Person, from: TestChest, items = 5) =>
      at.record(who, {
        action: 'export.done',
        chest: from.id,
        objects: { format: 'csv', scope: 'chest', withOld: 'no', items, itemIds: [`1-${items}`] },
      })
    const see = (as: Person, id: number) => at.call(as, 'PATCH', `/api/alert/${id}/seen`)
    const open = async (as: Person) => (await at.call(as, 'GET', '/api/alert/count')).body

    it('to super administrators, and to the administrators of both their person and their chest [ALRT-07]', async () => {
      const carer = await at.person('soignant', [at.clinique])
      const ward = await at.world.addChest('Bloc opératoire', carer, [at.clinique])
      const shared = await at.world.addChest('Partagé', carer, [at.mairie, at.clinique])
      await exported(clerk, chest)
      await exported(carer, ward)
      await exported(carer, shared)
      await at.round()
      expect(await at.alerts()).toHaveLength(3)
      const chests = async (as: Person) => (await at.alerts(as)).map((alert) => alert.chest?.name)
      expect(await chests(at.admin)).toEqual(['Production'])
      expect(await chests(at.neighbour)).toEqual(['Partagé', 'Bloc opératoire'])
      expect([await open(at.chief), await open(at.admin), await open(at.neighbour)]).toEqual([
        { open: 3 },
        { open: 1 },
        { open: 2 },
      ])
      expect(JSON.stringify(await at.alerts(at.admin, 'state=all'))).not.toMatch(/soignant|Bloc|Partagé/)
      expect(codeOfReply(await at.call(clerk, 'GET', '/api/alert/'))).toEqual([403, 'ROLE_REQUIRED'])
      const [foreign] = await at.alerts(at.neighbour)
      expect(codeOfReply(await see(at.admin, foreign?.id ?? 0))).toEqual([404, 'ALERT_NOT_FOUND'])
      expect(codeOfReply(await see(at.admin, 9_999))).toEqual([404, 'ALERT_NOT_FOUND'])
      expect(await open(at.neighbour)).toEqual({ open: 2 })
      const told = new Map((await at.mails()).map((mail) => [mail.to, JSON.stringify(mail.values)]))
      expect([...told.keys()]).toEqual([
        'chef@exemple.fr',
        'admin-mairie@exemple.fr',
        'admin-clinique@exemple.fr',
      ])
      expect(told.get('admin-mairie@exemple.fr')).not.toMatch(/soignant|Bloc|Partagé/)
      expect(told.get('admin-clinique@exemple.fr')).not.toMatch(/agent|Production/)
    })

    it('with the readings in chests of their scope only, and only if those are many [ALRT-07]', async () => {
      const both = await at.person('remplacant', [at.mairie, at.clinique])
      const ours = await at.world.addChest('Mairie seule', both, [at.mairie])
      const theirs = await at.world.addChest('Clinique seule', both, [at.clinique])
      await at.copy(both, [...(await at.items(both, ours, 3)), ...(await at.items(both, theirs, 2))])
      await at.round()
      expect(await at.alerts()).toMatchObject([{ kind: 'many-readings', figure: 5 }])
      expect(await at.alerts(at.admin), 'three are the limit').toEqual([])
      expect(await at.alerts(at.neighbour)).toEqual([])
      expect((await at.mails()).map(({ to }) => to)).toEqual(['chef@exemple.fr'])
      await at.copy(both, await at.items(both, ours, 1))
      await at.round()
      expect(await at.alerts()).toMatchObject([{ figure: 6 }])
      expect(await at.alerts(at.admin)).toMatchObject([{ figure: 4, person: { login: 'remplacant' } }])
      expect(await at.alerts(at.neighbour)).toEqual([])
      at.app.time.now += alertLimits.mailMs
      await at.round()
      const mails = await at.mails()
      expect(mails.map(({ to }) => to)).toEqual(['chef@exemple.fr', 'admin-mairie@exemple.fr'])
      expect(mails[1]?.values.alerts[0]?.sentence).toContain('4\u00a0éléments')
    })

    it('of faults of the journal to super administrators only [ALRT-06]', async () => {
      await at.record(null, {
        action: 'journal.checked',
        outcome: 'refused',
        objects: { rows: 1, faults: 1 },
      })
      await at.round()
      expect(await at.kinds()).toEqual(['journal-check'])
      expect(await at.alerts(at.admin, 'state=all')).toEqual([])
      expect((await at.mails()).map(({ to }) => to)).toEqual(['chef@exemple.fr'])
    })

    it('of forged accounts to super administrators, and to nobody whose role or address is forged [ALRT-06]', async () => {
      const { db, forgedRows } = at.app.deps
      await at.round()
      await sql`update users set role = 'ROLE_SUPER_ADMINISTRATOR' where id = ${clerk.id}`.execute(db)
      await sql`update users set email = 'voleur@ailleurs.example' where id = ${at.admin.id}`.execute(db)
      await exported(clerk, chest)
      await at.round()
      expect((await at.mails()).map(({ to }) => to)).toEqual(['chef@exemple.fr'])
      await forgedRows.round()
      await at.round()
      expect(await at.alerts()).toMatchObject([
        { kind: 'authority-tampered', nb: 2, person: null },
        { kind: 'export' },
      ])
    })

    it('in one mail of ten minutes for each person, a flood too [ALRT-08]', async () => {
      const others = await Promise.all(
        [1, 2, 3].map((number) => at.world.addChest(`Coffre ${number}`, clerk, [at.mairie])),
      )
      for (const one of others) for (let time = 0; time < 20; time += 1) await exported(clerk, one)
      await at.round()
      await at.round()
      const toChief = async () => (await at.mails()).filter(({ to }) => to === 'chef@exemple.fr')
      expect(await toChief()).toMatchObject([{ values: { alerts: [{}, {}, {}] } }])
      await exported(clerk, chest)
      at.app.time.now += alertLimits.mailMs - 1
      await at.round()
      expect(await toChief()).toHaveLength(1)
      at.app.time.now += 1
      await at.round()
      expect(await toChief(), 'what came meanwhile').toMatchObject([{}, { values: { alerts: [{}] } }])
      at.app.time.now += alertLimits.mailMs
      await at.round()
      expect(await toChief()).toHaveLength(2)
      const [many, one] = (await toChief()).map((mail) => composeMail(mail, frame))
      expect(many?.subject).toBe('3\u00a0alertes Trousseau')
      expect(many?.text).toContain('https://coffre.exemple.fr/routes/administration')
      expect(one?.subject).toBe('Alerte Trousseau\u00a0: export')
      expect(one?.text).toContain(
        `Camille agent a exporté 5\u00a0mots de passe depuis le coffre «\u00a0Production\u00a0».`,
      )
      expect(one?.text).toContain(
        `https://coffre.exemple.fr/routes/journal?person=${clerk.id}&chestId=${chest.id}&group=transfers&from=2026-01-15&to=2026-01-15`,
      )
    })

    it('by no mail once they are seen, or a day old', async () => {
      await exported(clerk, chest)
      await at.app.deps.sealer.round()
      await followBlock(at.app.deps.db, 3)
      const [alert] = await at.alerts()
      expect((await see(at.chief, alert?.id ?? 0)).status).toBe(200)
      await exported(clerk, chest)
      await at.app.deps.sealer.round()
      while ((await followBlock(at.app.deps.db, 3)) !== null);
      expect(await at.alerts(), 'a new one').toHaveLength(1)
      at.app.time.now += alertLimits.mailableMs
      await at.round()
      expect(await at.mails()).toEqual([])
    })

    it('is marked as seen by whoever sees it, recorded, and only by another than its person [ALRT-10]', async () => {
      await at.world.grantUser(chest, at.admin)
      await exported(at.admin, chest)
      await exported(clerk, chest)
      await at.round()
      const [ofClerk, own] = await at.alerts(at.admin)
      expect([ofClerk?.mayMark, own?.mayMark]).toEqual([true, false])
      expect(codeOfReply(await see(at.admin, own?.id ?? 0))).toEqual([409, 'ALERT_OWN'])
      expect((await see(at.admin, ofClerk?.id ?? 0)).status).toBe(200)
      expect((await see(at.chief, ofClerk?.id ?? 0)).status, 'again').toBe(200)
      const objects = { alert: ofClerk?.id, kind: 'export', user: clerk.id }
      expect(await at.journalOf('alert.seen')).toEqual([{ chest: chest.id, objects }])
      expect((await at.alerts(at.chief)).map(({ id }) => id)).toEqual([own?.id])
      expect(await at.alerts(at.chief, 'state=all')).toMatchObject([
        { id: ofClerk?.id, seen: { by: 'Camille admin-mairie' }, mayMark: false },
        { id: own?.id, seen: null },
      ])
      // What happens after it was seen is a new alert, within the hour too.
      await exported(clerk, chest)
      await at.round()
      expect(await at.alerts(at.chief)).toMatchObject([{ person: { id: clerk.id }, nb: 1 }, { id: own?.id }])
      // The only super administrator marks their own.
      await exported(at.chief, chest)
      await at.round()
      const [ofChief] = await at.alerts(at.chief)
      expect(ofChief).toMatchObject({ person: { id: at.chief.id }, mayMark: true })
      expect((await see(at.chief, ofChief?.id ?? 0)).status).toBe(200)
    })

    it('page by page', async () => {
      for (let number = 1; number <= 5; number += 1)
        await exported(clerk, await at.world.addChest(`Coffre ${number}`, clerk, [at.mairie]))
      await at.round()
      const page = async (query: string) => (await at.call(at.admin, 'GET', `/api/alert/?${query}`)).body
      type Page = { alerts: { id: number }[]; next: number | null }
      const first = (await page('limit=3')) as Page
      const second = (await page(`limit=3&before=${first.next}`)) as Page
      expect([first.alerts.length, second.alerts.length, second.next]).toEqual([3, 2, null])
      expect(second.alerts[0]?.id).toBeLessThan(first.alerts[2]?.id ?? 0)
    })

    it('once, though a node stops between the alert and the cursor [ALRT-11]', async () => {
      const { db } = at.app.deps
      await exported(clerk, chest)
      await at.copy(clerk, await at.items(clerk, chest, 4))
      const never =
        engine === 'sqlite'
          ? [sql`create trigger never before update on alert_cursor begin select raise(abort, 'cut'); end`]
          : [
              sql`create function never() returns trigger language plpgsql as $$ begin raise 'cut'; end $$`,
              sql`create trigger never before update on alert_cursor for each row execute function never()`,
            ]
      for (const statement of never) await statement.execute(db)
      await expect(at.round()).rejects.toThrow('cut')
      expect(await at.alerts()).toEqual([])
      await (engine === 'sqlite' ? sql`drop trigger never` : sql`drop trigger never on alert_cursor`).execute(
        db,
      )
      await at.round()
      await at.round()
      expect(await at.alerts()).toMatchObject([
        { kind: 'many-readings', figure: 4, nb: 1 },
        { kind: 'export', nb: 1 },
      ])
      expect((await at.mails()).map(({ to }) => to)).toEqual(['chef@exemple.fr', 'admin-mairie@exemple.fr'])
    })

    it('from entries that are committed late [ALRT-11]', async () => {
      const { db } = at.app.deps
      const seq = async () =>
        Number(
          (
            await db
              .selectFrom('journal')
              .select(sql<number>`max(seq)`.as('last'))
              .executeTakeFirst()
          )?.last,
        )
      await exported(clerk, chest)
      const late = await seq()
      await exported(clerk, chest)
      const [row] = await db.selectFrom('journal').selectAll().where('seq', '=', late).execute()
      await db.deleteFrom('journal').where('seq', '=', late).execute()
      await at.round()
      expect(await at.alerts()).toMatchObject([{ nb: 1 }])
      if (row) await db.insertInto('journal').values(row).execute()
      await at.round()
      expect(await at.alerts()).toMatchObject([{ nb: 2 }])
    })

    it('not by mail with the setting, but on the page [ALRT-08]', async () => {
      const quiet = await startAlertWorld(engine, { TROUSSEAU_ALERT_MAILS: 'off' })
      try {
        await quiet.record(quiet.chief, {
          action: 'export.done',
          chest: 1,
          objects: { format: 'csv', scope: 'chest', withOld: 'no', items: 1, itemIds: ['1'] },
        })
        await quiet.round()
        expect([await quiet.kinds(), await quiet.mails()]).toEqual([['export'], []])
      } finally {
        await quiet.app.close()
      }
    })

    if (engine === 'postgres')
      it('once by two nodes [ALRT-11]', async () => {
        const node = await at.app.anotherNode()
        for (let turn = 1; turn <= 5; turn += 1) {
          for (let time = 0; time < 4; time += 1) await exported(clerk, chest)
          await at.copy(clerk, await at.items(clerk, chest, 4))
          await at.round(at.app, node, at.app, node)
        }
        expect(await at.alerts()).toMatchObject([
          { kind: 'many-readings', figure: 20, nb: 1 },
          { kind: 'export', nb: 20 },
        ])
        expect((await at.mails()).map(({ to }) => to)).toEqual(['chef@exemple.fr', 'admin-mairie@exemple.fr'])
        expect(at.app.logged()).not.toContain('alerts were not looked at')
      })

    it('to nobody by what happened before the installation knew alerts', async () => {
      const { db } = at.app.deps
      await exported(clerk, chest)
      const last = sql<number>`(select max(seq) from journal)`
      await db.updateTable('alert_cursor').set({ after_seq: last }).execute()
      await at.round()
      expect(await at.kinds()).toEqual([])
      at.app.time.now += hour
      await exported(clerk, chest)
      await at.round()
      expect(await at.kinds()).toEqual(['export'])
    })
  })
})
