import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { allRights } from '#domain/platform/rights.ts'
import { eachEngine } from '../testing/databases.ts'
import { startOfficeWorld, type OfficeWorld } from '../testing/offices.ts'
import { banksOfUser } from './scope.ts'

/** Returns the same sequence each time (mulberry32), so that a failure can be reproduced. */
function draws(seed: number): <Thing>(from: readonly Thing[]) => Thing {
  let state = seed
  return (from) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const share = ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
    return from[Math.floor(share * from.length)] as (typeof from)[number]
  }
}

const rounds = 500

eachEngine((engine) => {
  describe('an administrator who tries everything', () => {
    let at: OfficeWorld
    let foreign: { users: number[]; teams: number[]; chests: number[] }

    beforeAll(async () => {
      at = await startOfficeWorld(engine)
      const { world, mairie, clinique } = at
      const both = await at.person('partagée', [mairie, clinique])
      const doctor = await at.person('soignant', [clinique])
      const alone = await at.person('sans-banque')
      const peer = await at.person('collègue', [mairie, clinique], 'ROLE_ADMINISTRATOR')
      await at.person('agent', [mairie])
      await at.person('chef-ici', [mairie], 'ROLE_SUPER_ADMINISTRATOR')
      const teams = [
        await world.addTeam('Astreinte', [both, peer], [mairie, clinique]),
        await world.addTeam('Soignants', [doctor], [clinique]),
        await world.addTeam('Sans banque', [alone, doctor]),
      ]
      await world.addTeam('Agents', [both], [mairie])
      const chests = [
        await world.addChest('Commun', doctor, [mairie, clinique]),
        await world.addChest('Clinique', doctor, [clinique]),
        await world.addChest('Direction', at.chief),
      ]
      await world.addChest('Mairie', both, [mairie])
      for (const chest of chests) {
        await world.grantTeam(chest, teams[0] ?? 0, allRights)
        await world.grantUser(chest, both, allRights)
      }
      const users = [both.id, doctor.id, alone.id, peer.id, at.neighbour.id, at.chief.id]
      foreign = { users, teams, chests: chests.map(({ id }) => id) }
    }, 60_000)
    afterAll(() => at.app.close())

    /** Reads all rows of objects that the administrator may not change. */
    const ground = async () => {
      const { db } = at.app.deps
      const { users, teams, chests } = foreign
      const from = (table: 'team_users' | 'chest_team_rights' | 'chest_user_rights') =>
        db.selectFrom(table).selectAll()
      const links = ['bank_users', 'bank_teams', 'bank_chests'] as const
      const rows: unknown[] = [
        (await db.selectFrom('users').selectAll().where('id', 'in', users).orderBy('id').execute()).map(
          // They list the user's teams and banks, own ones of the administrator too; the links follow.
          ({ bank_marks: _banks, team_marks: _teams, mac: _mac, mac_at: _at, ...row }) => row,
        ),
        await db.selectFrom('teams').selectAll().where('id', 'in', teams).orderBy('id').execute(),
        await db.selectFrom('chests').selectAll().where('id', 'in', chests).orderBy('id').execute(),
        await db.selectFrom('banks').selectAll().where('id', '=', at.clinique).execute(),
        await from('team_users')
          .where('team_id', 'in', teams)
          .orderBy('team_id')
          .orderBy('user_id')
          .execute(),
        await from('chest_user_rights')
          .where('chest_id', 'in', chests)
          .orderBy('chest_id')
          .orderBy('user_id')
          .execute(),
        await from('chest_team_rights')
          .where('chest_id', 'in', chests)
          .orderBy('chest_id')
          .orderBy('team_id')
          .execute(),
      ]
      for (const link of links) {
        rows.push(
          await db.selectFrom(link).selectAll().where('bank_id', '=', at.clinique).orderBy('id').execute(),
        )
      }
      return rows
    }

    /** Reads the banks in scope of the administrator, and of users whom they created or manage. */
    const reached = async () => {
      const { rows } = await sql<{ bank_id: number }>`
        select bank_id from (${banksOfUser(at.admin.id)}) as own
        union select l.bank_id from bank_users l join users u on u.id = l.user_id and u.created_by = ${at.admin.id}
        union select bt.bank_id from bank_teams bt join team_users tu on tu.team_id = bt.team_id
          join users u on u.id = tu.user_id and u.created_by = ${at.admin.id}`.execute(at.app.deps.db)
      return rows.map((row) => row.bank_id)
    }

    it('widens no scope, changes nothing foreign, and reads no foreign chest', async () => {
      const { db } = at.app.deps
      const pick = draws(20_261_121)
      const before = await ground()
      const idsOf = async (table: 'users' | 'teams' | 'chests' | 'banks') =>
        (await db.selectFrom(table).select('id').orderBy('id').execute()).map((row) => row.id)
      const linksOf = async (table: 'bank_users' | 'bank_teams' | 'bank_chests') =>
        (await db.selectFrom(table).select('id').orderBy('id').execute()).map((row) => row.id)
      let made = 0
      for (let round = 0; round < rounds; round += 1) {
        const [user, team, chest] = [
          pick(await idsOf('users')),
          pick(await idsOf('teams')),
          pick(await idsOf('chests')),
        ]
        // More tries use the own bank than the other.
        const bank = pick([at.mairie, at.mairie, at.clinique])
        const name = `x${round}`
        const kind = pick(['user', 'team', 'chest'] as const)
        const link = pick(await linksOf(`bank_${kind}s`))
        const someone = {
          login: name,
          email: `${name}@exemple.fr`,
          role: pick(['ROLE_ADMINISTRATOR', 'ROLE_INTERVENANT']),
        }
        const calls: ['POST' | 'PATCH' | 'DELETE', string, unknown?][] = [
          ['POST', `/api/bank/${bank}/user/${user}`],
          ['POST', `/api/bank/${bank}/team/${team}`],
          ['POST', `/api/bank/${bank}/chest/${chest}`],
          ['POST', '/api/team/', { name }],
          ['POST', `/api/team/${team}/user`, { users: [pick([user, at.admin.id])] }],
          ['DELETE', `/api/team/${team}/user`, { users: [user] }],
          ['POST', '/api/chest/', { name, type: 'service' }],
          ['POST', `/api/chest/${chest}/user`, { users: [pick([user, at.admin.id])] }],
          ['POST', `/api/chest/${chest}/team`, { teams: [team] }],
          ['PATCH', `/api/chest/${chest}/right/${user}`, allRights],
          ['PATCH', `/api/chest/${chest}`, { update: { name } }],
          ['POST', '/api/user/', someone],
          ['POST', '/api/user/', { ...someone, banks: [bank], teams: pick([[], [team]]) }],
          ['PATCH', `/api/user/${user}`, { update: { resetPassword: true, email: `${name}@pirate.fr` } }],
          ['PATCH', `/api/user/${user}`, { update: { role: 'ROLE_ADMINISTRATOR' } }],
          ['PATCH', `/api/user/last_bank_id/${pick([0, bank])}`],
          ['PATCH', `/api/bank/${bank}`, { update: { description: name } }],
          ...(round % 10 === 0
            ? ([
                ['DELETE', `/api/user/${user}`],
                ['DELETE', `/api/team/${team}`],
                ['DELETE', `/api/chest/${chest}`],
                ['DELETE', `/api/bank/${kind}/link/${link}`],
              ] as ['DELETE', string][])
            : []),
        ]
        const [method, path, body] = pick(calls)
        const reply = await at.admin.call(method, path, body)
        const where = `${round}: ${method} ${path} ${JSON.stringify(body)} answered ${reply.status} ${reply.text}`
        expect(reply.status, where).toBeLessThan(500)
        if (reply.status < 300) made += 1
        expect(
          (await reached()).filter((id) => id !== at.mairie),
          where,
        ).toEqual([])
        if (round % 10 === 9) expect(await ground(), where).toEqual(before)
      }
      for (const chest of foreign.chests) {
        for (const path of [`/api/chest/${chest}/tree`, `/api/explorer/?chestId=${chest}`]) {
          expect((await at.admin.call('GET', path)).status, path).toBe(404)
        }
      }
      // The test proves something only if many of the calls are allowed.
      expect(made).toBeGreaterThan(rounds / 5)
    }, 120_000)
  })
})
