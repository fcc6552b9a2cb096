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
  describe('attacks on banks', () => {
    let at: OfficeWorld
    /** What is attached to the other tenant's bank, with the ids of the links. */
    let foreign: Record<'user' | 'team' | 'chest', { id: number; link: number }>
    let own: Record<'user' | 'team' | 'chest', number>

    beforeAll(async () => {
      at = await startOfficeWorld(engine)
      const { world, mairie, clinique } = at
      const link = async (member: 'user' | 'team' | 'chest', id: number) => {
        const reply = await at.chief.call('POST', `/api/bank/${clinique}/${member}/${id}`)
        return { id, link: (reply.body as { id: number }).id }
      }
      foreign = {
        user: await link('user', (await at.person('soignant', [])).id),
        team: await link('team', await world.addTeam('Soins', [], [])),
        chest: await link('chest', (await world.addChest('Dossiers', at.neighbour)).id),
      }
      own = {
        user: (await at.person('agent', [mairie])).id,
        team: await world.addTeam('Agents', [], [mairie]),
        chest: (await world.addChest('Mairie', at.admin, [mairie])).id,
      }
    })
    afterAll(() => at.app.close())

    const run = (as: Person, [method, path, body]: ApiRequest): Promise<Reply> => as.call(method, path, body)
    const update = { update: { label: 'Prise', active: false } }
    /** Every action on a bank and what is attached to it, for the given ids. */
    const requestsTo = (
      bank: number,
      ids: Record<'user' | 'team' | 'chest', number>,
      link: number,
    ): ApiRequest[] => [
      ['GET', `/api/bank/${bank}`],
      ['GET', `/api/bank/${bank}?active_user=true`],
      ['PATCH', `/api/bank/${bank}`, update],
      ['DELETE', `/api/bank/${bank}`],
      ['POST', `/api/bank/${bank}/user/${ids.user}`],
      ['POST', `/api/bank/${bank}/user`, { users: [ids.user] }],
      ['POST', `/api/bank/${bank}/team/${ids.team}`],
      ['POST', `/api/bank/${bank}/chest/${ids.chest}`],
      ['DELETE', `/api/bank/user/link/${link}`],
      ['DELETE', `/api/bank/team/link/${link}`],
      ['DELETE', `/api/bank/chest/link/${link}`],
    ]
    const state = async () => {
      const tables = ['banks', 'bank_users', 'bank_teams', 'bank_chests'] as const
      const rows = []
      for (const table of tables) rows.push(await at.app.deps.db.selectFrom(table).selectAll().execute())
      return JSON.stringify(rows)
    }

    it('a bank of another tenant and its links are reported like unknown ones', async () => {
      const before = await state()
      const links = [foreign.user.link, foreign.team.link, foreign.chest.link] as const
      const absent = requestsTo(unknownId, own, unknownId)
      const there = requestsTo(at.clinique, own, 0)
      for (const [index, request] of there.entries()) {
        const [method, path, body] = request
        const link = links[index - 8]
        const asked: ApiRequest =
          link === undefined ? request : [method, path.replace(/\d+$/, String(link)), body]
        const reply = await run(at.admin, asked)
        const none = await run(at.admin, absent[index] ?? request)
        expect([reply.status, reply.text]).toEqual([404, none.text])
      }
      expect(await state()).toBe(before)
    })

    it('members and chests of another tenant cannot be attached, and are reported like unknown ones', async () => {
      const before = await state()
      const pick = (id: (member: 'user' | 'team' | 'chest') => number) =>
        requestsTo(at.mairie, { user: id('user'), team: id('team'), chest: id('chest') }, 0).slice(4, 8)
      const absent = pick(() => unknownId)
      for (const [index, request] of pick((member) => foreign[member].id).entries()) {
        const reply = await run(at.admin, request)
        expect([reply.status, reply.text]).toEqual([
          404,
          (await run(at.admin, absent[index] ?? request)).text,
        ])
      }
      expect(await state()).toBe(before)
    })

    it('callers without a back office are refused every action, on any id', async () => {
      const before = await state()
      const agent = await at.person('curieux', [])
      const calls: ApiRequest[] = [
        ...requestsTo(at.mairie, own, foreign.user.link),
        ...requestsTo(unknownId, own, unknownId),
        ['GET', '/api/bank/extend/'],
        ['POST', '/api/bank/', { label: 'La mienne' }],
      ]
      for (const call of calls) expect(await run(agent, call)).toMatchObject(refusal(403, 'ROLE_REQUIRED'))
      expect(await run(at.admin, ['POST', '/api/bank/', { label: 'La mienne' }])).toMatchObject(
        refusal(403, 'ROLE_REQUIRED'),
      )
      expect((await state()).length).toBe(before.length)
    })

    it("a chest shared with another tenant's bank cannot be attached to a further bank", async () => {
      const shared = await at.world.addChest('Commun', at.chief, [at.mairie, at.clinique])
      const second = await at.world.addBank('Annexe')
      const admin = await at.person('annexe', [at.mairie, second], 'ROLE_ADMINISTRATOR')
      expect(await run(admin, ['POST', `/api/bank/${second}/chest/${shared.id}`])).toMatchObject(
        refusal(409, 'SCOPE_EXCEEDED'),
      )
      // A deleted chest cannot be attached by anybody.
      await at.app.deps.db.updateTable('chests').set({ deleted_at: 1 }).where('id', '=', shared.id).execute()
      for (const as of [admin, at.chief]) {
        expect(await run(as, ['POST', `/api/bank/${second}/chest/${shared.id}`])).toMatchObject(
          refusal(404, 'CHEST_NOT_FOUND'),
        )
      }
    })

    it('concurrent attachments of the same member make one link', async () => {
      const bank = await at.world.addBank('Double')
      const user = await at.person('double', [at.mairie])
      const attach = () => at.chief.call('POST', `/api/bank/${bank}/user/${user.id}`)
      const replies = await Promise.all([attach(), attach(), attach(), attach()])
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
      const [first] = replies
      expect(first.status).toBe(200)
      const { id } = first.body as { id: number }
      const detach = () => at.chief.call('DELETE', `/api/bank/user/link/${id}`)
      const ends = await Promise.all([detach(), detach(), detach()])
      expect(ends.filter((reply) => reply.status === 200)).toHaveLength(1)
      expect(ends.filter((reply) => reply.status === 404)).toHaveLength(2)
    })

    it('a bank deleted while members are attached is deleted completely, without an error', async () => {
      for (let round = 0; round < 5; round += 1) {
        const bank = await at.world.addBank(`Éphémère ${round}`)
        const user = await at.person(`éphémère-${round}`, [at.mairie])
        const team = await at.world.addTeam(`Éphémère ${round}`, [], [at.mairie])
        const replies = await Promise.all([
          at.chief.call('POST', `/api/bank/${bank}/user/${user.id}`),
          at.chief.call('DELETE', `/api/bank/${bank}`),
          at.chief.call('POST', `/api/bank/${bank}/team/${team}`),
          at.chief.call('PATCH', `/api/bank/${bank}`, { update: { label: 'Trop tard' } }),
          at.chief.call('DELETE', `/api/bank/${bank}`),
        ])
        for (const reply of replies) expect([200, 404]).toContain(reply.status)
        const left = at.app.deps.db.selectFrom('bank_users').select('id').where('bank_id', '=', bank)
        expect(await left.execute()).toEqual([])
      }
    })

    it('a caller who loses the bank or the role while an action is queued is refused', async () => {
      /** Lets a call be authorised, then changes its caller before the call's own transaction begins. */
      const demoted = async (request: ApiRequest, how: 'bank' | 'role'): Promise<Reply> => {
        const role = how === 'bank' ? 'ROLE_ADMINISTRATOR' : 'ROLE_SUPER_ADMINISTRATOR'
        const admin = await at.person(`doublé-${Math.random()}`, [at.mairie], role)
        const hold = async (tx: Transaction<Tables>) => {
          // As all who lock both: the user first.
          await lockRows(tx, 'users', [admin.id])
          await tx
            .updateTable('banks')
            .set({ description: admin.login })
            .where('id', '=', at.mairie)
            .execute()
        }
        const change = async (tx: Transaction<Tables>) => {
          if (how === 'bank') await at.world.leaveBank(tx, admin, at.mairie)
          else await changeUser(tx, admin.id, { role: 'ROLE_INTERVENANT' }, at.app.time.now)
        }
        return overtaken(at.app.deps.db, hold, () => run(admin, request), change)
      }
      for (const request of requestsTo(at.mairie, own, 0).slice(2, 8)) {
        expect(await demoted(request, 'bank')).toMatchObject(refusal(404, 'BANK_NOT_FOUND'))
        expect(await demoted(request, 'role')).toMatchObject(refusal(403, 'ROLE_REQUIRED'))
      }
      // No queue on PostgreSQL, where the role is read in the call's own transaction.
      if (engine === 'postgres') return
      const create = await demoted(['POST', '/api/bank/', { label: 'Volée' }], 'role')
      expect(create).toMatchObject(refusal(403, 'ROLE_REQUIRED'))
    })

    it('malformed bodies are refused and change nothing', async () => {
      const before = await state()
      const deep = '{"update":'.repeat(2000) + '1' + '}'.repeat(2000)
      const bodies: unknown[] = [
        { label: 1 },
        { label: null },
        { label: ['x'] },
        { label: 'x'.repeat(256) },
        { label: 'x', description: 'x'.repeat(10_001) },
        { label: 'x', maxUser: '3' },
        { label: 'x', maxUser: 1e9 },
        { label: 'x', id: 1 },
        { label: 'x', active: false },
        { description: 'sans nom' },
        [],
        JSON.parse('{"label":"x","__proto__":{"max_user":1}}'),
        { label: 'x', constructor: { prototype: {} } },
      ]
      for (const body of bodies) {
        expect(await run(at.chief, ['POST', '/api/bank/', body])).toMatchObject(
          refusal(400, 'INVALID_REQUEST'),
        )
      }
      const marked = { label: 'x', description: '<script>alert(1)</script>' }
      expect(await run(at.chief, ['POST', '/api/bank/', marked])).toMatchObject(
        refusal(422, 'PATTERN_MISMATCH'),
      )
      for (const body of [deep, '{', 'null', '"x"']) {
        const headers = { 'content-type': 'application/json' }
        const reply = await at.chief.call('PATCH', `/api/bank/${at.mairie}`, body, headers)
        expect(reply).toMatchObject(refusal(400, 'INVALID_REQUEST'))
      }
      const big = await run(at.chief, ['POST', '/api/bank/', { label: 'x', description: 'x'.repeat(1e7) }])
      expect(big).toMatchObject(refusal(413, 'TOO_LARGE'))
      for (const id of [
        '0',
        '-1',
        '1.5',
        'x',
        '1e3',
        `${at.mairie}%00`,
        '9007199254740993',
        "1' or '1'='1",
      ]) {
        const reply = await run(at.chief, ['DELETE', `/api/bank/${encodeURIComponent(id)}`])
        expect([400, 404]).toContain(reply.status)
      }
      for (const users of [[], [own.user, own.user], ['1'], [0], [1.5], [null], 'x', Array(1001).fill(1)]) {
        expect(await run(at.chief, ['POST', `/api/bank/${at.mairie}/user`, { users }])).toMatchObject(
          refusal(400, 'INVALID_REQUEST'),
        )
      }
      expect(await state()).toBe(before)
    })
  })
})
