import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pagingHeader } from '#server/platform/http/paging-header.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { newLogin, openOffice, type Caller, type Office } from './testing.ts'

type Row = { id: number; login: string; lastName: string; firstName: string }

eachEngine((engine) => {
  describe('the list of users', () => {
    let office: Office
    let bank: number
    let caller: Caller
    const ids: number[] = []
    const people = [
      ['Zola', 'Émile'],
      ['Élan', 'Zoé'],
      ['de Beauvoir', 'Simone'],
      ['Elan', 'Anne'],
      ['Œuvrard', 'Luc'],
    ] as const
    beforeAll(async () => {
      office = await openOffice(engine)
      bank = await office.world.addBank('Liste')
      caller = await office.administrator([bank], bank)
      for (const [lastName, firstName] of people) {
        const { body } = await caller.create({ lastName, firstName, login: newLogin('liste') })
        ids.push((body as Row).id)
      }
    })
    afterAll(() => office.app.close())

    const list = async (query: string) => {
      const reply = await caller.call('GET', `/api/user/?${query}`)
      const page = JSON.parse(String(reply.headers[pagingHeader])) as Record<string, number>
      return { rows: reply.body as Row[], page }
    }
    const namesOf = (rows: Row[]) => rows.map(({ lastName }) => lastName)

    it('is sorted by last and first name, ignoring accents, equally on both engines [USER-02]', async () => {
      const { rows, page } = await list(`bankId=${bank}`)
      expect(namesOf(rows).filter((name) => !name.startsWith('office'))).toEqual([
        'de Beauvoir',
        'Elan',
        'Élan',
        'Œuvrard',
        'Zola',
      ])
      expect(page).toEqual({ countTotal: 6, offset: 0, limit: 25 })
    })

    it('has pages that contain every user once [USER-02]', async () => {
      const seen: number[] = []
      for (const offset of [0, 2, 4, 6]) {
        const { rows, page } = await list(`limit=2&offset=${offset}`)
        expect(page).toEqual({ countTotal: 6, offset, limit: 2 })
        seen.push(...rows.map(({ id }) => id))
      }
      expect(new Set(seen).size).toBe(6)
      expect(seen).toHaveLength(6)
    })

    it.each([
      ['elan', ['Elan', 'Élan']],
      ['ÉLAN zoe', ['Élan']],
      ['zoe elan', ['Élan']],
      ['oeuv', ['Œuvrard']],
      ['beauvoir simone liste', ['de Beauvoir']],
      ['@exemple.fr zola', ['Zola']],
      ['nobody', []],
      ['élan luc', []],
    ])('is searched by every word, ignoring accents and case: %s [USER-11]', async (search, names) => {
      const { rows, page } = await list(`search=${encodeURIComponent(search)}`)
      expect(namesOf(rows)).toEqual(names)
      expect(page['countTotal']).toBe(names.length)
    })

    it('is searched by id', async () => {
      const { rows } = await list(`search=${ids[2]}`)
      expect(rows.map(({ id }) => id)).toContain(ids[2])
    })

    it('returns the page that contains a user [USER-10]', async () => {
      for (const id of ids) {
        const { rows, page } = await list(`limit=2&selectId=${id}`)
        expect(rows.map((row) => row.id)).toContain(id)
        expect((page['offset'] ?? 1) % 2).toBe(0)
      }
      expect((await list('limit=2&offset=2&selectId=999999')).page).toMatchObject({ offset: 2 })
    })

    it('is filtered by bank, including members of attached teams', async () => {
      const other = await office.world.addBank('Autre')
      const chief = await office.superAdministrator()
      const direct = await office.world.addUser({ login: newLogin(), banks: [other] })
      const member = await office.world.addUser({ login: newLogin() })
      await office.world.addTeam('Équipe', [member], [other])
      const reply = await chief.call('GET', `/api/user/?bankId=${other}`)
      expect((reply.body as Row[]).map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
        direct.id,
        member.id,
      ])
    })

    it('tells the last sign-in to who manages a user only, neither by filter nor by order', async () => {
      const [mine, other] = [await office.world.addBank('Ici'), await office.world.addBank('Ailleurs')]
      const chief = await office.administrator([mine], mine)
      const { now } = office.app.time
      const add = async (banks: number[], role?: 'ROLE_SUPER_ADMINISTRATOR') => {
        const user = await office.world.addUser({ login: newLogin('signe'), banks, ...(role && { role }) })
        const change = { last_sign_in_at: now - 1_000 }
        await office.app.deps.db.updateTable('users').set(change).where('id', '=', user.id).execute()
        const refusal = { user_id: user.id, code: '533', refused_at: now } as const
        await office.app.deps.db.insertInto('directory_refusals').values(refusal).execute()
        return user.id
      }
      const [managed, shared, higher] = [
        await add([mine]),
        await add([mine, other]),
        await add([mine], 'ROLE_SUPER_ADMINISTRATOR'),
      ]
      const find = async (query: string) => {
        const reply = await chief.call('GET', `/api/user/?bankId=${mine}&search=signe&${query}`)
        return reply.body as (Row & { lastSignIn: string | null; directoryRefusal: object | null })[]
      }
      const shown = Object.fromEntries(
        (await find('')).map(({ id, lastSignIn }) => [id, lastSignIn !== null]),
      )
      expect(shown).toEqual({ [managed]: true, [shared]: false, [higher]: false })
      const refused = (await find('')).map(({ id, directoryRefusal }) => [id, directoryRefusal])
      expect(Object.fromEntries(refused)).toEqual({
        [managed]: { code: '533', at: new Date(now).toISOString() },
        [shared]: null,
        [higher]: null,
      })
      const idsOf = (rows: Row[]) => rows.map(({ id }) => id)
      expect(idsOf(await find('lastSignIn=within30Days'))).toEqual([managed])
      expect(idsOf(await find('lastSignIn=never'))).toEqual([])
      const ordered = idsOf(await find('orderBy=lastSignIn'))
      await office.app.deps.db
        .updateTable('users')
        .set({ last_sign_in_at: now + 1_000 })
        .where('id', '=', ordered[0] ?? 0)
        .execute()
      expect(idsOf(await find('orderBy=lastSignIn'))).toEqual(ordered)
      expect(ordered.at(-1)).toBe(managed)
    })

    it('is filtered by role, state, bank, team and last sign-in, alone and together [USER-38]', async () => {
      const place = await office.world.addBank('Filtres')
      const chief = await office.superAdministrator()
      const add = async (login: string, change: object, role?: 'ROLE_ADMINISTRATOR') => {
        const user = await office.world.addUser({
          login: newLogin(login),
          banks: [place],
          ...(role && { role }),
        })
        if (Object.keys(change).length > 0)
          await office.app.deps.db.updateTable('users').set(change).where('id', '=', user.id).execute()
        return user
      }
      const { now } = office.app.time
      const day = 24 * 60 * 60 * 1000
      const recent = await add('recent', { last_sign_in_at: now - 2 * day }, 'ROLE_ADMINISTRATOR')
      const old = await add('ancien', { last_sign_in_at: now - 40 * day, state_id: 2 })
      const older = await add('tres-ancien', { last_sign_in_at: now - 100 * day })
      const never = await add('jamais', { blocked_until: now + 5 * 60_000 })
      const team = await office.world.addTeam('Filtrés', [recent, never], [place])
      const find = async (query: string, by: Caller = chief) => {
        const reply = await by.call('GET', `/api/user/?bankId=${place}&orderBy=lastSignIn&${query}`)
        expect(reply.status, reply.text).toBe(200)
        return (reply.body as Row[]).map(({ id }) => id)
      }
      expect(await find('')).toEqual([never, older, old, recent].map(({ id }) => id))
      expect(await find('role=ROLE_ADMINISTRATOR')).toEqual([recent.id])
      expect(await find('state=inactive')).toEqual([old.id])
      expect(await find('state=blocked')).toEqual([never.id])
      expect(await find('state=active')).toHaveLength(3)
      expect(await find(`teamId=${team}`)).toEqual([never.id, recent.id])
      expect(await find('lastSignIn=within30Days')).toEqual([recent.id])
      expect(await find('lastSignIn=over30Days')).toEqual([older.id, old.id])
      expect(await find('lastSignIn=over90Days')).toEqual([older.id])
      expect(await find('lastSignIn=never')).toEqual([never.id])
      expect(await find(`lastSignIn=never&state=blocked&role=ROLE_INTERVENANT&teamId=${team}`)).toEqual([
        never.id,
      ])
      expect(await find(`state=active&teamId=${team}&search=recent`)).toEqual([recent.id])

      // A block ends by itself, without a change of the back offices.
      office.app.time.now += 6 * 60_000
      expect(await find('state=blocked')).toEqual([])

      // A team that the caller does not see filters like an unknown one, though its members are seen.
      const elsewhere = await office.world.addBank('Ailleurs')
      const hidden = await office.world.addTeam('Cachée', [recent], [elsewhere])
      const local = await office.administrator([place])
      expect(await find(`teamId=${hidden}`, local)).toEqual([])
      expect(await find('teamId=999999', local)).toEqual([])
      // The last sign-in of a user who also belongs to another bank is not told: it comes first.
      expect(await find(`teamId=${team}`, local)).toEqual([recent.id, never.id])

      for (const query of ['role=ROLE_X', 'state=3', 'lastSignIn=today', 'teamId=0', 'teamId=a'])
        expect(await chief.call('GET', `/api/user/?${query}`)).toMatchObject({ status: 400 })
    })

    it('refuses a page beyond the maximum size', async () => {
      expect(await caller.call('GET', '/api/user/?limit=101')).toMatchObject({ status: 400 })
      expect(await caller.call('GET', '/api/user/?sort=login')).toMatchObject({ status: 400 })
    })
  })
})
