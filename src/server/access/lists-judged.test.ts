import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachEngine } from '../testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '../testing/offices.ts'
import { reachOf, type Noun } from './scope.ts'

type Row = { id: number; manageable?: boolean; name?: string; login?: string }

const lists: Record<Noun, string> = {
  bank: '/api/bank/extend/',
  chest: '/api/chest/',
  team: '/api/team/',
  user: '/api/user/',
}
const nouns = Object.keys(lists) as Noun[]
const tables = { bank: 'banks', chest: 'chests', team: 'teams', user: 'users' } as const
const links = { chest: 'bank_chests', team: 'bank_teams', user: 'bank_users' } as const

/** A seeded source of pseudo-random numbers. */
const draws = () => {
  let state = 11
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

eachEngine((engine) => {
  describe('the lists of the back offices and the access check', () => {
    let at: OfficeWorld
    let callers: Person[]
    let banks: number[]
    const ids = {} as Record<Noun, number[]>

    beforeAll(async () => {
      at = await startOfficeWorld(engine)
      const { world } = at
      const { db } = at.app.deps
      const draw = draws()
      banks = [at.mairie, at.clinique, await world.addBank('École'), await world.addBank('Fermée', 0)]
      const some = () => banks.filter(() => draw(3) === 0)
      const administrators = [
        at.admin,
        at.neighbour,
        await at.person('deux-banques', banks.slice(1, 3), 'ROLE_ADMINISTRATOR'),
        await at.person('sans-rien', [], 'ROLE_ADMINISTRATOR'),
        await at.person('par-groupe', [], 'ROLE_ADMINISTRATOR'),
      ]
      callers = [...administrators, at.chief]
      await world.addTeam('Direction', administrators.slice(-1), [at.mairie])
      const people = [...callers]
      for (let one = 0; one < 25; one += 1) people.push(await at.person(`personne-${one}`, some()))
      const members = () => people.filter(() => draw(9) === 0)
      const teams: number[] = []
      for (let one = 0; one < 15; one += 1)
        teams.push(await world.addTeam(`groupe-${one}`, members(), some()))
      const maker = () => callers[draw(callers.length)]?.id ?? at.admin.id
      for (let one = 0; one < 25; one += 1) {
        const owner = people[draw(people.length)] ?? at.admin
        await world.addChest(`coffre-${one}`, owner, some())
      }
      for (const [table, some] of [
        ['teams', teams],
        ['users', people.slice(callers.length).map(({ id }) => id)],
      ] as const) {
        for (const id of some)
          await sql`update ${sql.table(table)} set created_by = ${maker()} where id = ${id}`.execute(db)
      }
      const gone = { deleted_at: at.app.time.now }
      for (const table of ['users', 'chests'] as const) {
        const last = db.selectFrom(table).select('id').orderBy('id', 'desc').limit(3)
        await db
          .updateTable(table)
          .set(gone)
          .where(
            'id',
            'in',
            (await last.execute()).map(({ id }) => id),
          )
          .execute()
      }
      await at.app.prove(['users', 'teams', 'chests'])
      for (const noun of nouns) {
        const rows = await db.selectFrom(tables[noun]).select('id').execute()
        ids[noun] = rows.map(({ id }) => id)
      }
    }, 60_000)
    afterAll(() => at.app.close())

    const listed = async (caller: Person, noun: Noun, more = ''): Promise<Row[]> => {
      const reply = await caller.call('GET', `${lists[noun]}?limit=100${more}`)
      expect(reply.status).toBe(200)
      return reply.body as Row[]
    }
    const sorted = (some: Iterable<number>) => [...some].toSorted((one, other) => one - other)

    it.each(nouns)('agree on every %s, for every caller', async (noun) => {
      for (const caller of callers) {
        const reached = new Map<number, string>()
        for (const id of ids[noun]) {
          const reach = await reachOf(at.app.deps.db, caller.id, noun, id)
          if (reach !== 'none' && reach !== 'self') reached.set(id, reach)
        }
        const rows = (await listed(caller, noun)).filter(({ id }) => noun !== 'user' || id !== caller.id)
        expect(sorted(rows.map(({ id }) => id)), caller.login).toEqual(sorted(reached.keys()))
        for (const { id, manageable } of rows) {
          if (manageable !== undefined)
            expect(manageable, `${caller.login} ${id}`).toBe(reached.get(id) === 'managed')
        }
      }
    })

    it.each(['chest', 'team', 'user'] as const)('filter the %ss by one bank in scope', async (noun) => {
      const { db } = at.app.deps
      for (const caller of callers) {
        const all = new Set((await listed(caller, noun)).map(({ id }) => id))
        for (const bank of banks) {
          const isSeen = (await reachOf(db, caller.id, 'bank', bank)) !== 'none'
          const rows = await db.selectFrom(links[noun]).selectAll().where('bank_id', '=', bank).execute()
          const direct = rows.map((row) => (row as unknown as Record<string, number>)[`${noun}_id`] ?? 0)
          const byTeam = await db
            .selectFrom('team_users as m')
            .innerJoin('bank_teams as l', 'l.team_id', 'm.team_id')
            .select('m.user_id')
            .where('l.bank_id', '=', bank)
            .execute()
          const hanging = new Set([...direct, ...(noun === 'user' ? byTeam.map((row) => row.user_id) : [])])
          const expected = isSeen ? [...hanging].filter((id) => all.has(id)) : []
          const found = (await listed(caller, noun, `&bankId=${bank}`)).map(({ id }) => id)
          expect(sorted(found), `${caller.login} ${bank}`).toEqual(sorted(expected))
        }
      }
    })

    it.each([
      ['chest', 'coffre-'],
      ['team', 'groupe-'],
      ['user', 'personne-'],
    ] as const)('find by a search only a %s of the list', async (noun, word) => {
      for (const caller of callers) {
        for (const place of ['', ...banks.map((bank) => `&bankId=${bank}`)]) {
          const whole = await listed(caller, noun, place)
          const expected = whole.filter(({ name, login }) => (name ?? login ?? '').startsWith(word))
          const found = await listed(caller, noun, `${place}&search=${word}`)
          const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
          expect(idsOf(found), `${caller.login} ${place}`).toEqual(idsOf(expected))
        }
      }
    })

    it.each(nouns)(
      'find by selectId only a %s of the list',
      async (noun) => {
        for (const caller of callers) {
          const whole = (await listed(caller, noun)).map(({ id }) => id)
          for (const id of ids[noun]) {
            const reply = await caller.call('GET', `${lists[noun]}?limit=2&selectId=${id}`)
            const page = (reply.body as Row[]).map((row) => row.id)
            const at = Math.max(0, whole.indexOf(id))
            expect(page, `${caller.login} ${id}`).toEqual(whole.slice(at - (at % 2), at - (at % 2) + 2))
          }
        }
      },
      60_000,
    )
  })
})
