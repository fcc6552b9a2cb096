import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { refusal, startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'

type Bank = { id: number; label: string }
type Criteria = { field: string; comparator: string; value: unknown; operator?: string }

eachEngine((engine) => {
  describe('the extended list of banks', () => {
    let at: OfficeWorld
    let ids: number[]
    beforeAll(async () => {
      at = await startOfficeWorld(engine)
      ids = [at.mairie, at.clinique]
      for (const label of ['École 2', 'École 10', '100 % local', 'Cœur_de_ville']) {
        ids.push(await at.world.addBank(label))
      }
      ids.push(await at.world.addBank('Fermée', 0))
    })
    afterAll(() => at.app.close())

    const ask = (header: unknown, query = '', as: Person = at.chief) => {
      const text = typeof header === 'string' ? header : JSON.stringify(header)
      return as.call('GET', `/api/bank/extend/${query}`, undefined, { 'meta-data-guardian': text })
    }
    const labels = async (header: unknown, query = '', as: Person = at.chief) => {
      const reply = await ask(header, query, as)
      expect(reply.status).toBe(200)
      return (reply.body as Bank[]).map((bank) => bank.label)
    }
    const found = (...criterias: Criteria[]) => labels({ criterias })
    const page = async (header: unknown, query = '') =>
      JSON.parse(String((await ask(header, query)).headers['meta-data-guardian']))

    it('returns the page that the header requests, with its position [BANK-07] [PAGI-03] [PAGI-07]', async () => {
      expect(await page({})).toEqual({ countTotal: 7, offset: 0, limit: 25 })
      expect(await page({ limit: 2, offset: 4 })).toEqual({ countTotal: 7, offset: 4, limit: 2 })
      expect(await labels({ limit: 2, offset: 4 })).toEqual(['100 % local', 'Cœur_de_ville'])
      expect(await labels({ limit: 2, offset: 6 })).toEqual(['Fermée'])
      expect(await labels({ limit: 2, offset: 60 })).toEqual([])
      // The query string works as well; the header takes precedence.
      expect(await labels({}, '?limit=1&offset=1')).toEqual(['Clinique'])
      expect(await labels({ limit: 2 }, '?limit=1&offset=1')).toEqual(['Clinique', 'École 2'])
      const plain = await at.chief.call('GET', '/api/bank/extend/')
      expect((plain.body as Bank[]).map((bank) => bank.id)).toEqual(ids)
    })

    it('finds by id and by label as the search box requests [BANK-08] [BANK-11]', async () => {
      const like = (value: unknown) => found({ field: 'label', comparator: 'LIKE', value, operator: 'AND' })
      expect(await found({ field: 'id', comparator: '=', value: at.clinique })).toEqual(['Clinique'])
      expect(await found({ field: 'id', comparator: '=', value: String(at.clinique) })).toEqual(['Clinique'])
      expect(await like('ecole')).toEqual(['École 2', 'École 10'])
      expect(await like('ÉCOLE 1')).toEqual(['École 10'])
      expect(await like('coeur')).toEqual(['Cœur_de_ville'])
      expect(await like('%')).toEqual(['100 % local'])
      expect(await like('_')).toEqual(['Cœur_de_ville'])
      expect(await like('%l%')).toEqual([])
      expect(await like('')).toHaveLength(7)
    })

    it('combines criterias from left to right [BANK-08]', async () => {
      const school = { field: 'label', comparator: 'LIKE', value: 'école' }
      const closed = { field: 'active', comparator: '=', value: false }
      expect(await found(school, { ...closed, operator: 'AND' })).toEqual([])
      expect(await found(school, { ...closed, operator: 'OR' })).toEqual(['École 2', 'École 10', 'Fermée'])
      const ten = { field: 'label', comparator: '=', value: 'École 10' }
      expect(await found(school, { ...closed, operator: 'OR' }, ten)).toEqual(['École 10'])
      // (école and closed) or ten, not école and (closed or ten): equal here, unlike below.
      expect(await found(ten, { ...closed, operator: 'OR' }, { ...closed, operator: 'AND' })).toEqual([
        'Fermée',
      ])
      expect(await found({ ...closed, operator: 'OR' })).toEqual(['Fermée'])
    })

    it('compares numbers as numbers, labels in French order and flags as flags [BANK-08]', async () => {
      const label = (comparator: string, value: string) => found({ field: 'label', comparator, value })
      expect(await label('<', 'École 10')).toEqual(['Clinique', 'École 2', '100 % local', 'Cœur_de_ville'])
      expect(await label('>', 'Fermée')).toEqual(['Mairie'])
      expect(await label('=', 'mairie')).toEqual([])
      expect(await label('!=', 'Mairie')).toHaveLength(6)
      expect(await found({ field: 'id', comparator: '<', value: at.clinique })).toEqual(['Mairie'])
      expect(await found({ field: 'id', comparator: '=', value: 'x' })).toEqual([])
      expect(await found({ field: 'id', comparator: '!=', value: 'x' })).toHaveLength(7)
      expect(await found({ field: 'id', comparator: '<', value: 'x' })).toEqual([])
      expect(await found({ field: 'active', comparator: '!=', value: 'true' })).toEqual(['Fermée'])
      expect(await found({ field: 'description', comparator: '=', value: '' })).toHaveLength(7)
    })

    it('sorts by the orders of the header, by id without any [BANK-10]', async () => {
      const sorted = async (orders: object) => {
        const reply = await ask({ orders })
        return (reply.body as Bank[]).map((bank) => bank.id)
      }
      expect(await sorted({ id: 'ASC' })).toEqual(ids)
      expect(await sorted({ id: 'DESC' })).toEqual(ids.toReversed())
      expect(await labels({ orders: { label: 'ASC' } })).toEqual([
        '100 % local',
        'Clinique',
        'Cœur_de_ville',
        'École 2',
        'École 10',
        'Fermée',
        'Mairie',
      ])
      expect((await labels({ orders: { active: 'ASC', label: 'DESC' } })).slice(0, 2)).toEqual([
        'Fermée',
        'Mairie',
      ])
    })

    it('sorts by creator, limit and numbers of links, equal ones by id, and pages keep the order [BANK-43]', async () => {
      const sorted = async (orders: object, paging: object = {}) =>
        ((await ask({ orders, ...paging })).body as Bank[]).map((bank) => bank.id)
      const [first, second] = ids
      const last = ids.at(-1) ?? 0
      await at.chief.call('PATCH', `/api/bank/${last}`, { update: { maxUser: 2 } })
      await at.chief.call('PATCH', `/api/bank/${second}`, { update: { maxUser: 1 } })
      const limited = await sorted({ max_user: 'ASC' })
      expect(limited).toEqual([second, last, ...ids.filter((id) => id !== second && id !== last)])
      expect((await sorted({ max_user: 'DESC' })).slice(-2)).toEqual([last, second])
      await at.world.addTeam('Seul', [], [last])
      await at.world.addTeam('Deux', [], [last, first ?? 0])
      expect((await sorted({ team: 'DESC' })).slice(0, 2)).toEqual([last, first])
      expect(await sorted({ team: 'DESC' }, { limit: 1, offset: 1 })).toEqual([first])
      for (const field of ['create_by', 'user', 'team', 'chest', 'description']) {
        const every = await sorted({ [field]: 'ASC' })
        expect(every.toSorted((one, other) => one - other)).toEqual(ids)
        const pages = [0, 2, 4, 6].map((offset) => sorted({ [field]: 'ASC' }, { limit: 2, offset }))
        expect((await Promise.all(pages)).flat()).toEqual(every)
      }
    })

    it('starts at the page of the row in the query string', async () => {
      const last = ids.at(-1)
      expect(await page({ limit: 2 }, `?selectId=${last}`)).toEqual({ countTotal: 7, offset: 6, limit: 2 })
      expect(await page({ limit: 2, offset: 2 }, '?selectId=999999')).toMatchObject({ offset: 2 })
    })

    it('accepts a header in Latin-1, in UTF-8 and escaped', async () => {
      const header = JSON.stringify({ criterias: [{ field: 'label', comparator: 'LIKE', value: 'Fermé' }] })
      const asBytes = Buffer.from(header, 'utf8').toString('latin1')
      for (const text of [header, asBytes, header.replace('é', String.raw`\u00e9`)]) {
        expect(await labels(text)).toEqual(['Fermée'])
      }
    })

    it('refuses values outside the closed lists with their path [BANK-09]', async () => {
      const criteria = { field: 'label', comparator: 'LIKE', value: 'x', operator: 'AND' }
      const inFirst = (change: object) => ({ criterias: [{ ...criteria, ...change }] })
      const refused: [unknown, string][] = [
        ['{', ''],
        ['[]', ''],
        ['null', ''],
        ['"x"', ''],
        [inFirst({ field: 'max_user' }), '/criterias/0/field'],
        [inFirst({ field: 'create_by' }), '/criterias/0/field'],
        [inFirst({ field: ['label'] }), '/criterias/0/field'],
        [inFirst({ field: '__proto__' }), '/criterias/0/field'],
        [inFirst({ field: 'constructor' }), '/criterias/0/field'],
        [inFirst({ field: 'label; drop table banks' }), '/criterias/0/field'],
        [inFirst({ comparator: 'REGEXP' }), '/criterias/0/comparator'],
        [inFirst({ comparator: 'like' }), '/criterias/0/comparator'],
        [inFirst({ comparator: '= 1 or 1 =' }), '/criterias/0/comparator'],
        [inFirst({ operator: 'XOR' }), '/criterias/0/operator'],
        [inFirst({ operator: null }), '/criterias/0/operator'],
        [inFirst({ value: 'x'.repeat(256) }), '/criterias/0/value'],
        [inFirst({ value: null }), '/criterias/0/value'],
        [inFirst({ value: { $ne: 1 } }), '/criterias/0/value'],
        [inFirst({ more: 1 }), '/criterias/0/more'],
        [{ criterias: [{ field: 'id', comparator: '=' }] }, '/criterias/0/value'],
        [{ criterias: {} }, '/criterias'],
        [{ criterias: Array.from({ length: 21 }, () => criteria) }, '/criterias'],
        [{ orders: { created_at: 'ASC' } }, '/orders/created_at'],
        [{ orders: { id: 'asc' } }, '/orders/id'],
        [{ orders: { id: 'ASC; drop table banks' } }, '/orders/id'],
        ['{"orders":{"__proto__":"ASC"}}', '/orders/__proto__'],
        ['{"__proto__":{"limit":1}}', '/__proto__'],
        [
          '{"criterias":[{"__proto__":{"field":"id"},"field":"id","comparator":"=","value":1}]}',
          '/criterias/0/__proto__',
        ],
        [{ limit: 101 }, '/limit'],
        [{ limit: 0 }, '/limit'],
        [{ limit: '25' }, '/limit'],
        [{ offset: -1 }, '/offset'],
        [{ offset: 1.5 }, '/offset'],
        [{ selectId: 1 }, '/selectId'],
      ]
      for (const [header, path] of refused) {
        expect(await ask(header)).toMatchObject({
          status: 400,
          body: { code: 'INVALID_REQUEST', details: { field: `headers/meta-data-guardian${path}` } },
        })
      }
      expect(await labels({})).toHaveLength(7)
    })

    it('refuses deeply nested JSON', async () => {
      const deep = '['.repeat(5000) + ']'.repeat(5000)
      for (const header of [deep, `{"criterias":${deep}}`, '{"a":'.repeat(2000) + '1' + '}'.repeat(2000)]) {
        expect(await ask(header)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
      }
    })

    it('treats SQL like any other text', async () => {
      for (const value of [`' OR 1=1 --`, `"; drop table banks; --`, String.raw`\' or ''='`, 'x\0y']) {
        for (const comparator of ['LIKE', '=', '<']) {
          expect((await ask({ criterias: [{ field: 'label', comparator, value }] })).status).toBe(200)
          expect((await ask({ criterias: [{ field: 'id', comparator, value }] })).status).toBe(200)
        }
      }
      const half = { field: 'label', comparator: 'LIKE', value: '\ud800' }
      expect((await ask({ criterias: [half] })).status).toBe(400)
      expect(await labels({})).toHaveLength(7)
    })

    it("stays within the caller's scope, whatever the criterias", async () => {
      const all = { field: 'label', comparator: 'LIKE', value: '' }
      const asked = { criterias: [all, { ...all, operator: 'OR' }] }
      expect(await labels(asked, '', at.admin)).toEqual(['Mairie'])
      expect(await labels({}, `?selectId=${at.clinique}`, at.admin)).toEqual(['Mairie'])
      const reply = await ask(asked, '', at.admin)
      expect(JSON.parse(String(reply.headers['meta-data-guardian'])).countTotal).toBe(1)
      expect(await ask({}, '', await at.person('intervenant', [at.mairie]))).toMatchObject(
        refusal(403, 'ROLE_REQUIRED'),
      )
    })
  })
})
