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

    it('refuses a page beyond the maximum size', async () => {
      expect(await caller.call('GET', '/api/user/?limit=101')).toMatchObject({ status: 400 })
      expect(await caller.call('GET', '/api/user/?sort=login')).toMatchObject({ status: 400 })
    })
  })
})
