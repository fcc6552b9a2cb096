import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayNumberOf } from '#domain/platform/days.ts'
import { alertLimits } from '#domain/platform/limits.ts'
import { archiveExtension, makeArchivesFolder } from '#server/platform/journal/archives.ts'
import { dropJournalKey } from '#server/platform/journal/journal-keys.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { Person } from '#server/testing/offices.ts'
import type { TestChest } from '#server/testing/world.ts'
import { goodKey } from '#server/vault/master-key/testing.ts'
import { deleteOldAlerts } from './follow.ts'
import { hour, minute, startAlertWorldWithClerk, type AlertWorld } from './testing.ts'

const day = 24 * hour

eachEngine((engine) => {
  describe('an alert', () => {
    let at: AlertWorld
    let clerk: Person
    let chest: TestChest
    beforeEach(async () => {
      ;({ at, clerk, chest } = await startAlertWorldWithClerk(engine))
    })
    afterEach(() => at.app.close())

    const pass = (ms: number) => {
      at.app.time.now += ms
    }
    const guardianOf = async (owner: Person): Promise<TestChest> => {
      const body = { name: 'Direction', masterKey: goodKey }
      const reply = await owner.call('POST', '/api/user/chest', body)
      expect(reply.status, reply.text).toBe(201)
      return { id: (reply.body as { id: number }).id, name: body.name }
    }

    it('is raised when somebody reads secrets of more items in ten minutes than the limit [ALRT-01]', async () => {
      const items = await at.items(clerk, chest, 5)
      await at.copy(clerk, items.slice(0, 3))
      // One item again and again is one.
      await at.copy(clerk, [...items.slice(0, 3), ...items.slice(0, 3)])
      await at.round()
      expect(await at.kinds()).toEqual([])
      pass(9 * minute)
      await at.copy(clerk, items.slice(3, 4))
      await at.round()
      expect(await at.alerts()).toMatchObject([
        { kind: 'many-readings', figure: 4, nb: 1, person: { login: 'agent' }, chest: null, mayMark: true },
      ])
      expect(JSON.stringify(await at.alerts())).not.toContain('CANARI')
      // More of the same is the same alert.
      await at.copy(clerk, items.slice(4))
      await at.round()
      expect(await at.alerts()).toMatchObject([{ kind: 'many-readings', figure: 5, nb: 1 }])
    })

    it('is not raised when the readings are more than ten minutes apart', async () => {
      const items = await at.items(clerk, chest, 6)
      for (const part of [items.slice(0, 3), items.slice(3)]) {
        await at.copy(clerk, part)
        await at.round()
        pass(10 * minute)
      }
      expect(await at.kinds()).toEqual([])
    })

    it('counts every way of reading a secret, and copies to another chest [ALRT-01]', async () => {
      const readings = [
        { action: 'item.code.read', objects: { item: 1 } },
        { action: 'item.otp.read', objects: { item: 2 } },
        { action: 'item.field.read', objects: { item: 3, field: 1 } },
        { action: 'item.version.opened', objects: { item: 4, version: 1, field: 'password' } },
        { action: 'item.attachment.read', objects: { item: 5, attachment: 1 } },
      ] as const
      for (const [place, reading] of readings.entries()) {
        await at.record(clerk, { chest: chest.id, ...reading })
        await at.round()
        expect(await at.kinds(), reading.action).toEqual(place < 3 ? [] : ['many-readings'])
      }
      const other = await at.person('collegue', [at.mairie])
      const objects = { toChest: 9, items: 4, folders: 0, itemIds: ['6-8', '12'], folderIds: [], otps: 0 }
      await at.record(other, { action: 'copy.read', chest: chest.id, objects })
      await at.round()
      expect(await at.alerts()).toMatchObject([{ person: { login: 'collegue' }, figure: 4 }, {}])
    })

    it('takes five times what is usual for a person, once they have read on five days [ALRT-01]', async () => {
      const today = dayNumberOf(at.app.time.now)
      const usually = (nb: readonly number[]) =>
        at.app.deps.db
          .insertInto('reading_peaks')
          .values(nb.map((one, place) => ({ user_id: clerk.id, day: today - 1 - place, nb: one })))
          .execute()
      const read = async (count: number) => {
        for (let item = 1; item <= count; item += 1)
          await at.record(clerk, { action: 'item.copied', chest: chest.id, objects: { item } })
        await at.round()
      }
      // One busy day is not usual: the median of these is 2.
      await usually([2, 1, 2, 500, 2])
      await read(10)
      expect(await at.kinds()).toEqual([])
      await read(11)
      expect(await at.alerts()).toMatchObject([{ kind: 'many-readings', figure: 11 }])
    })

    it('takes the limit for who has read on fewer days', async () => {
      const today = dayNumberOf(at.app.time.now)
      for (const before of [1, 2, 3, 4, 31])
        await at.app.deps.db
          .insertInto('reading_peaks')
          .values({ user_id: clerk.id, day: today - before, nb: 50 })
          .execute()
      await at.copy(clerk, await at.items(clerk, chest, 4))
      await at.round()
      expect(await at.alerts()).toMatchObject([{ figure: 4 }])
    })

    it('is raised once for an export, whatever it holds [ALRT-03]', async () => {
      const objects = { format: 'csv', scope: 'chest', withOld: 'no', items: 500, itemIds: ['1-500'] }
      await at.record(clerk, { action: 'export.done', chest: chest.id, objects })
      await at.round()
      expect(await at.alerts()).toMatchObject([
        { kind: 'export', severity: 'notice', figure: 500, chest: { name: 'Production' }, nb: 1 },
      ])
      pass(hour - 1)
      await at.record(clerk, { action: 'export.done', chest: chest.id, objects })
      await at.round()
      expect(await at.alerts()).toMatchObject([{ figure: 1_000, nb: 2 }])
      pass(1)
      await at.record(clerk, { action: 'export.done', chest: chest.id, objects })
      await at.round()
      expect(await at.alerts(), 'after an hour').toMatchObject([{ nb: 1 }, { nb: 2 }])
    })

    it('is raised for an administrator who signs in from a network that is not known [ALRT-02]', async () => {
      const signIn = async (who: Person, ip: string) => {
        await at.record(who, { action: 'sign-in.done' }, ip)
        await at.round()
        return (await at.alerts()).map(({ kind, about, person }) => `${kind} ${about} ${person?.login}`)
      }
      expect(await signIn(at.admin, '192.0.2.7'), 'the first ever').toEqual([])
      expect(await signIn(at.admin, '192.0.2.200'), 'the same /24').toEqual([])
      expect(await signIn(at.admin, '::ffff:192.0.2.9'), 'mapped').toEqual([])
      const first = 'new-network 198.51.100.0/24 admin-mairie'
      expect(await signIn(at.admin, '198.51.100.1')).toEqual([first])
      expect(await signIn(at.admin, '198.51.100.2'), 'known now').toEqual([first])
      const second = 'new-network 2001:db8:1::/48 admin-mairie'
      expect(await signIn(at.admin, '2001:db8:1:ffff::1')).toEqual([second, first])
      expect(await signIn(at.admin, '2001:0db8:0001::2'), 'the same /48').toEqual([second, first])
      await signIn(clerk, '192.0.2.7')
      expect(await signIn(clerk, '203.0.113.1'), 'no administrator').toEqual([second, first])
      pass(alertLimits.knownNetworkMs)
      expect(await signIn(at.admin, '192.0.2.7'), 'forgotten').toHaveLength(3)
    })

    it('is raised when somebody widens their own rights on a chest [ALRT-04]', async () => {
      const attach = (users: number[]) => at.admin.call('POST', `/api/chest/${chest.id}/user`, { users })
      const grant = (who: Person, rights: object) =>
        at.admin.call('PATCH', `/api/chest/${chest.id}/right/${who.id}`, {
          read: true,
          create: false,
          update: false,
          delete: false,
          export: false,
          ...rights,
        })
      const other = await at.person('collegue', [at.mairie])
      expect((await attach([other.id])).status).toBe(200)
      expect((await grant(other, { update: true })).status).toBe(200)
      await at.round()
      expect(await at.kinds(), 'on somebody else').toEqual([])
      expect((await attach([at.admin.id])).status).toBe(200)
      await at.round()
      expect(await at.alerts()).toMatchObject([{ kind: 'own-rights', nb: 1, chest: { id: chest.id } }])
      expect((await grant(at.admin, { export: true })).status).toBe(200)
      await at.round()
      expect(await at.alerts()).toMatchObject([{ nb: 2, person: { id: at.admin.id } }])
      expect((await grant(at.admin, {})).status).toBe(200)
      await at.round()
      expect(await at.alerts(), 'fewer rights').toMatchObject([{ nb: 2 }])
    })

    it('is raised when somebody widens the rights of a team that they are or were in [ALRT-04]', async () => {
      const own = await at.world.addTeam('Réseau', [at.admin, clerk], [at.mairie])
      const foreign = await at.world.addTeam('Accueil', [clerk], [at.mairie])
      const attach = (team: number) => at.admin.call('POST', `/api/chest/${chest.id}/team`, { teams: [team] })
      expect((await attach(foreign)).status).toBe(200)
      await at.round()
      expect(await at.kinds()).toEqual([])
      expect((await attach(own)).status).toBe(200)
      // Who leaves the team before it is looked at was in it all the same.
      const left = await at.admin.call('DELETE', `/api/team/${own}/user`, { users: [at.admin.id] })
      expect(left.status, left.text).toBe(200)
      await at.round()
      expect(await at.alerts()).toMatchObject([{ kind: 'own-rights', person: { id: at.admin.id } }])
    })

    it('is raised when somebody joins a team by themselves [ALRT-04]', async () => {
      const team = await at.world.addTeam('Réseau', [], [at.mairie])
      const add = (who: Person) => at.admin.call('POST', `/api/team/${team}/user`, { users: [who.id] })
      expect((await add(clerk)).status).toBe(200)
      await at.round()
      expect(await at.kinds()).toEqual([])
      expect((await add(at.admin)).status).toBe(200)
      await at.round()
      expect(await at.alerts()).toMatchObject([{ kind: 'own-team', person: { id: at.admin.id } }])
    })

    it('is raised when a role is raised, or given to a new account [ALRT-04]', async () => {
      const set = (who: Person, update: object) => at.chief.call('PATCH', `/api/user/${who.id}`, { update })
      expect((await set(clerk, { firstName: 'Élodie' })).status).toBe(200)
      await at.round()
      expect(await at.kinds()).toEqual([])
      expect((await set(clerk, { role: 'ROLE_ADMINISTRATOR' })).status).toBe(200)
      await at.round()
      expect(await at.alerts()).toMatchObject([{ kind: 'role-given', person: { id: clerk.id } }])
      expect((await set(clerk, { role: 'ROLE_INTERVENANT' })).status).toBe(200)
      await at.round()
      expect(await at.alerts(), 'lowered').toMatchObject([{ nb: 1 }])
      const account = (login: string, role: string) =>
        at.chief.call('POST', '/api/user/', { login, email: `${login}@exemple.fr`, role })
      expect((await account('nouvelle', 'ROLE_INTERVENANT')).status).toBe(201)
      await at.round()
      expect(await at.kinds()).toHaveLength(1)
      expect((await account('seconde', 'ROLE_ADMINISTRATOR')).status).toBe(201)
      await at.round()
      expect(await at.alerts()).toMatchObject([{ kind: 'role-given', person: { login: 'seconde' } }, {}])
    })

    it('is raised when master keys are guessed at, in one session or over several [ALRT-05]', async () => {
      const guarded = await guardianOf(at.admin)
      const guess = async (times: number) => {
        const cookie = await at.world.session(at.admin)
        for (let time = 0; time < times; time += 1)
          await at.app.call({
            method: 'POST',
            path: '/api/masterkey/verify',
            body: { chestId: guarded.id, masterkey: 'Fausse-Clé-42-Nuage!' },
            cookie,
          })
        await at.round()
      }
      await guess(4)
      await guess(4)
      await guess(1)
      expect(await at.kinds(), 'nine in all').toEqual([])
      await guess(1)
      expect(await at.alerts()).toMatchObject([
        { kind: 'master-key-guessed', person: { id: at.admin.id }, chest: { id: guarded.id } },
      ])
      pass(day)
      await guess(4)
      expect(await at.alerts()).toHaveLength(1)
      await guess(5)
      expect(await at.alerts(), 'the fifth ends the session').toHaveLength(2)
    })

    it('is raised when the daily check fails, and when the chain finds what it did not write [ALRT-06]', async () => {
      await at.record(clerk, { action: 'sign-in.ended' })
      await at.round()
      await at.app.jobs['verify-journal'](async () => true)
      await at.round()
      expect(await at.kinds()).toEqual([])
      await sql`insert into journal (at, ip, action, outcome, objects)
        values (${at.app.time.now}, 'x', 'sign-in.ended', 'done', '{}')`.execute(at.app.deps.db)
      await at.round()
      expect(await at.kinds()).toEqual(['journal-tampered'])
      pass(day)
      await at.app.jobs['verify-journal'](async () => true)
      await at.round()
      expect(await at.kinds()).toEqual(['journal-check', 'journal-tampered'])
      await sql`update journal_blocks set size = size + 1`.execute(at.app.deps.db)
      await at.record(clerk, { action: 'sign-in.ended' })
      await at.round()
      await at.round()
      expect(await at.alerts(), 'a chain that stops tells it itself').toMatchObject([
        { kind: 'journal-tampered', nb: 1, person: null },
        {},
        {},
      ])
    })

    it('is raised when the daily check finds an archive that was changed [ALRT-06] [PROO-17]', async () => {
      await at.record(clerk, { action: 'sign-in.ended' })
      const folder = await makeArchivesFolder(at.app.deps.config.dataFolder)
      writeFileSync(join(folder, `journal-2025-01${archiveExtension}`), 'changed')
      await at.app.jobs['verify-journal'](async () => true)
      await at.round()
      expect(await at.kinds()).toEqual(['journal-check'])
    })

    it('does not look again at entries when the chain starts again', async () => {
      const objects = { format: 'csv', scope: 'chest', withOld: 'no', items: 5, itemIds: ['1-5'] }
      const exporting = () => at.record(clerk, { action: 'export.done', chest: chest.id, objects })
      await exporting()
      await at.round()
      await at.app.deps.db.transaction().execute(dropJournalKey)
      await at.round()
      expect(await at.alerts()).toMatchObject([{ nb: 1 }])
    })

    it('is deleted after a year, with what it was computed from [ALRT-09]', async () => {
      const { db } = at.app.deps
      await at.copy(clerk, await at.items(clerk, chest, 4))
      await at.record(at.admin, { action: 'sign-in.done' })
      await at.round()
      const left = async () => {
        const count = (
          table: 'alerts' | 'alert_readings' | 'recent_readings' | 'reading_peaks' | 'sign_in_places',
        ) =>
          db
            .selectFrom(table)
            .select(sql`1`.as('one'))
            .execute()
        return (
          await Promise.all([
            count('alerts'),
            count('alert_readings'),
            count('recent_readings'),
            count('reading_peaks'),
            count('sign_in_places'),
          ])
        ).map((rows) => rows.length)
      }
      pass(hour)
      await deleteOldAlerts(db, at.app.time.now)
      expect(await left()).toEqual([1, 1, 4, 1, 1])
      pass(2 * hour)
      await deleteOldAlerts(db, at.app.time.now)
      expect(await left()).toEqual([1, 1, 0, 1, 1])
      pass(alertLimits.keptMs)
      await at.app.jobs['delete-old-alerts'](async () => true)
      expect(await left()).toEqual([0, 0, 0, 0, 0])
    })
  })
})
