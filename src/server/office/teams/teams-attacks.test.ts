import type { Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Call, Reply } from '#server/testing/app.ts'
import { changeUser } from '#server/access/account-rows.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { refusal, startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'
import { overtaken } from '#server/testing/two-transactions.ts'

type ApiRequest = [method: Call['method'], path: string, body?: unknown]

/** An unknown id. */
const unknownId = 999_999

eachEngine((engine) => {
  describe('attacks on teams', () => {
    let at: OfficeWorld
    let agent: Person
    let own: number
    let foreign: number
    let shared: number

    beforeAll(async () => {
      at = await startOfficeWorld(engine)
      agent = await at.person('agent', [at.mairie])
      own = await at.world.addTeam('Agents', [agent], [at.mairie])
      foreign = await at.world.addTeam('Soignants', [], [at.clinique])
      shared = await at.world.addTeam('Astreinte', [], [at.mairie, at.clinique])
    })
    afterAll(() => at.app.close())

    const run = (as: Person, [method, path, body]: ApiRequest): Promise<Reply> => as.call(method, path, body)
    const changes = (id: number): ApiRequest[] => [
      ['PATCH', `/api/team/${id}`, { update: { name: 'Prise' } }],
      ['DELETE', `/api/team/${id}`],
      ['POST', `/api/team/${id}/user`, { users: [at.admin.id] }],
      ['DELETE', `/api/team/${id}/user`, { users: [agent.id] }],
    ]
    const requestsTo = (id: number): ApiRequest[] => [['GET', `/api/team/${id}`], ...changes(id)]
    const state = async () => {
      const tables = ['teams', 'team_users', 'bank_teams', 'chest_team_rights'] as const
      const rows = []
      for (const table of tables) rows.push(await at.app.deps.db.selectFrom(table).selectAll().execute())
      return JSON.stringify(rows)
    }

    it('a team of another tenant is reported like an unknown one [TEAM-04]', async () => {
      const before = await state()
      const absent = requestsTo(unknownId)
      for (const [index, request] of requestsTo(foreign).entries()) {
        const reply = await run(at.admin, request)
        expect([reply.status, reply.text]).toEqual([
          404,
          (await run(at.admin, absent[index] ?? request)).text,
        ])
      }
      expect((await run(at.admin, ['GET', '/api/team/'])).text).not.toContain('Soignants')
      expect((await run(at.admin, ['GET', `/api/team/?selectId=${foreign}`])).text).not.toContain('Soignants')
      expect(await state()).toBe(before)
    })

    it('callers without a back office are refused every action, on any id [TEAM-17]', async () => {
      const before = await state()
      const calls: ApiRequest[] = [
        ['GET', '/api/team/'],
        ['POST', '/api/team/', { name: 'La mienne' }],
      ]
      for (const call of [...calls, ...requestsTo(own), ...requestsTo(foreign), ...requestsTo(unknownId)]) {
        expect(await run(agent, call)).toMatchObject(refusal(403, 'ROLE_REQUIRED'))
      }
      expect(await state()).toBe(before)
    })

    it("a team shared with another tenant's bank is visible, but cannot be managed [TEAM-18]", async () => {
      const before = await state()
      const seen = await run(at.admin, ['GET', `/api/team/${shared}`])
      const banks = [{ id: at.mairie, label: 'Mairie' }]
      expect(seen).toMatchObject({ status: 200, body: { id: shared, banks, manageable: false } })
      expect(seen.text).not.toContain('Clinique')
      for (const request of changes(shared)) {
        expect(await run(at.admin, request)).toMatchObject(refusal(409, 'SCOPE_EXCEEDED'))
      }
      expect(await state()).toBe(before)
      expect((await run(at.chief, ['GET', `/api/team/${shared}`])).body).toMatchObject({ manageable: true })
    })

    it('users of another tenant are reported like unknown ones [TEAM-15]', async () => {
      const stranger = await at.person('soignant', [at.clinique])
      const attach = (id: number) => run(at.admin, ['POST', `/api/team/${own}/user`, { users: [id] }])
      const [reply, absent] = [await attach(stranger.id), await attach(unknownId)]
      expect([reply.status, reply.text]).toEqual([404, absent.text])
    })

    it('a team on no bank is invisible to all but its creator', async () => {
      const made = await run(at.admin, ['POST', '/api/team/', { name: 'À moi' }])
      const { id } = made.body as { id: number }
      const colleague = await at.person('collègue', [at.mairie], 'ROLE_ADMINISTRATOR')
      for (const request of requestsTo(id)) {
        expect(await run(colleague, request)).toMatchObject(refusal(404, 'TEAM_NOT_FOUND'))
      }
    })

    it('users attached concurrently are attached once [TEAM-15]', async () => {
      const users = [agent.id, at.admin.id]
      const attach = () => run(at.admin, ['POST', `/api/team/${own}/user`, { users }])
      for (const reply of await Promise.all([attach(), attach(), attach()])) {
        expect(reply).toMatchObject({ status: 200 })
        expect(reply.body).toHaveLength(2)
      }
    })

    it('a team deleted while members are attached is deleted completely, without an error [TEAM-13]', async () => {
      for (let round = 0; round < 5; round += 1) {
        const id = await at.world.addTeam(`Éphémère ${round}`, [], [at.mairie])
        const replies = await Promise.all([
          run(at.admin, ['POST', `/api/team/${id}/user`, { users: [agent.id] }]),
          run(at.admin, ['DELETE', `/api/team/${id}`]),
          run(at.chief, ['POST', `/api/bank/${at.clinique}/team/${id}`]),
          run(at.admin, ['PATCH', `/api/team/${id}`, { update: { name: 'Trop tard' } }]),
          run(at.admin, ['DELETE', `/api/team/${id}`]),
        ])
        // While it was attached to two banks, the administrator could not manage it.
        for (const reply of replies) expect([200, 404, 409]).toContain(reply.status)
        await run(at.chief, ['DELETE', `/api/team/${id}`])
        const left = at.app.deps.db.selectFrom('bank_teams').select('id').where('team_id', '=', id)
        expect(await left.execute()).toEqual([])
      }
    })

    it('a caller who loses the bank or the role while an action is queued is refused [TEAM-17]', async () => {
      const demoted = async (request: ApiRequest, how: 'bank' | 'role'): Promise<Reply> => {
        const admin = await at.person(`doublé-${Math.random()}`, [at.mairie], 'ROLE_ADMINISTRATOR')
        const hold = async (tx: Transaction<Tables>) => {
          // As all who lock both: the user first.
          await lockRows(tx, 'users', [admin.id])
          await tx.updateTable('teams').set({ description: admin.login }).where('id', '=', own).execute()
        }
        const change = async (tx: Transaction<Tables>) => {
          if (how === 'bank') await at.world.leaveBank(tx, admin, at.mairie)
          else await changeUser(tx, admin.id, { role: 'ROLE_INTERVENANT' }, at.app.time.now)
        }
        return overtaken(at.app.deps.db, hold, () => run(admin, request), change)
      }
      for (const request of changes(own)) {
        expect(await demoted(request, 'bank')).toMatchObject(refusal(404, 'TEAM_NOT_FOUND'))
        expect(await demoted(request, 'role')).toMatchObject(refusal(403, 'ROLE_REQUIRED'))
      }
    })

    it('malformed bodies are refused and change nothing', async () => {
      const before = await state()
      const bodies: unknown[] = [
        {},
        { name: 1 },
        { name: null },
        { name: 'x'.repeat(256) },
        { name: 'x', description: 'x'.repeat(10_001) },
        { name: 'x', created_by: 1 },
        { name: 'x', bankId: at.clinique },
        [],
        JSON.parse('{"name":"x","__proto__":{"description":"y"}}'),
      ]
      for (const body of bodies) {
        expect(await run(at.admin, ['POST', '/api/team/', body])).toMatchObject(
          refusal(400, 'INVALID_REQUEST'),
        )
      }
      const marked = { name: 'x', description: '<svg onload=alert(1)>' }
      expect(await run(at.admin, ['POST', '/api/team/', marked])).toMatchObject(
        refusal(422, 'PATTERN_MISMATCH'),
      )
      for (const users of [
        [],
        [agent.id, agent.id],
        ['1'],
        [0],
        [-1],
        [1.5],
        [null],
        {},
        Array(1001).fill(1),
      ]) {
        for (const method of ['POST', 'DELETE'] as const) {
          const reply = await run(at.admin, [method, `/api/team/${own}/user`, { users }])
          expect(reply).toMatchObject(refusal(400, 'INVALID_REQUEST'))
        }
      }
      const deep = `{"users":${'['.repeat(5000)}${']'.repeat(5000)}}`
      const headers = { 'content-type': 'application/json' }
      const reply = await at.admin.call('DELETE', `/api/team/${own}/user`, deep, headers)
      expect(reply).toMatchObject(refusal(400, 'INVALID_REQUEST'))
      for (const query of [
        'offset=-1',
        'limit=0',
        'bankId=x',
        'selectId=0',
        'search=' + 'x'.repeat(256),
        'more=1',
      ]) {
        expect(await run(at.admin, ['GET', `/api/team/?${query}`])).toMatchObject(
          refusal(400, 'INVALID_REQUEST'),
        )
      }
      expect(await state()).toBe(before)
    })
  })
})
