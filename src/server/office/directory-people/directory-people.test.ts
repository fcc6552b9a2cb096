import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { domainPersonDn, startDomain, type TestDomain } from '#server/testing/active-directory.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { dnOf, groupDn, startDirectory, type TestDirectory } from '#server/testing/directory.ts'
import { openOffice, type Caller, type Office } from '#server/office/users/testing.ts'

type Person = {
  key: string
  name: string | null
  firstName: string
  lastName: string
  email: string
  isDisabled: boolean
  hasAccount: boolean
}
type People = { people: Person[]; isCut: boolean }
type Place = { key: string; name: string; dn: string }

const searchOf =
  (caller: Caller) =>
  async (body: object): Promise<People> => {
    const reply = await caller.call('POST', '/api/ad/person/search', body)
    expect(reply.status, reply.text).toBe(200)
    return reply.body as People
  }
const placesOf =
  (caller: Caller) =>
  async (by: 'group' | 'unit', search: string): Promise<Place[]> =>
    (await caller.call('POST', '/api/ad/place/search', { by, search })).body as Place[]
const namesIn = ({ people }: People) => people.map(({ name }) => name)

describe('in an OpenLDAP', () => {
  let directory: TestDirectory
  const manyUnit = 'ou=nombreux,dc=exemple,dc=fr'
  beforeAll(async () => {
    directory = await startDirectory()
    await directory.change(async (client) => {
      await client.add(manyUnit, { objectClass: 'organizationalUnit', ou: 'nombreux' })
      for (let number = 0; number < 60; number += 1) {
        const uid = `agent${String(number).padStart(2, '0')}`
        const names = {
          uid,
          cn: uid,
          givenName: 'Ana (DSI)',
          sn: 'Roux, née Petit',
          mail: `${uid}@exemple.fr`,
        }
        await client.add(`uid=${uid},${manyUnit}`, { objectClass: 'inetOrgPerson', ...names })
      }
      const member = Array.from(
        { length: 60 },
        (_, number) => `uid=agent${String(number).padStart(2, '0')},${manyUnit}`,
      )
      await client.add(groupDn('foule'), { objectClass: 'groupOfNames', cn: 'foule', member })
    })
  })
  afterAll(() => directory.stop())

  eachEngine((engine) => {
    let office: Office
    let chief: Caller
    beforeEach(async () => {
      office = await openOffice(engine, directory.env)
      chief = await office.superAdministrator()
    })
    afterEach(() => office.app.close())

    it('finds people by every word of a name, with names and mail, and marks who has an account', async () => {
      const search = searchOf(chief)
      expect(await search({ search: 'dup hdu' })).toMatchObject({
        isCut: false,
        people: [
          {
            name: 'hdupre',
            firstName: 'Hélène',
            lastName: 'Dupré',
            email: 'hdupre@annuaire.exemple.fr',
            isDisabled: false,
            hasAccount: false,
          },
        ],
      })
      expect(namesIn(await search({ search: 'hdupre mleroy' }))).toEqual([])
      expect((await chief.upload('sam\r\nhdupre', false)).body).toMatchObject({ created: 1 })
      await chief.create({ login: 'jpetit', adId: 1 })
      const marked = await search({ search: '@annuaire' })
      const withAccount = marked.people.filter(({ hasAccount }) => hasAccount)
      expect(withAccount.map(({ name }) => name)).toEqual(['hdupre', 'jpetit'])
      expect(namesIn(marked)).toContain('A.Dupont')
    })

    it('finds the people of a group, of the groups in it, and of a POSIX group', async () => {
      const [search, places] = [searchOf(chief), placesOf(chief)]
      const [mairie] = await places('group', 'mairi')
      expect(mairie).toMatchObject({ name: 'mairie', dn: groupDn('mairie') })
      expect(namesIn(await search({ by: 'group', key: mairie?.key }))).toEqual(['hdupre', 'mleroy'])
      const [posix] = await places('group', 'posix')
      expect(namesIn(await search({ by: 'group', key: posix?.key }))).toEqual(['hdupre'])
      const [empty] = await places('group', 'vide')
      expect(await search({ by: 'group', key: empty?.key })).toEqual({ people: [], isCut: false })
    })

    it('finds the people of an organisational unit, and says where fifty are not all', async () => {
      const [search, places] = [searchOf(chief), placesOf(chief)]
      expect((await places('unit', '')).map(({ name }) => name)).toEqual([
        'externes',
        'groups',
        'nombreux',
        'people',
      ])
      const [outside] = await places('unit', 'extern')
      expect(namesIn(await search({ by: 'unit', key: outside?.key }))).toEqual(['jumeau'])
      const [many] = await places('unit', 'nombreux')
      const [crowd] = await places('group', 'foule')
      for (const body of [
        { by: 'unit', key: many?.key },
        { by: 'group', key: crowd?.key },
        { search: 'agent' },
      ]) {
        const found = await search(body)
        expect([found.people.length, found.isCut]).toEqual([50, true])
        expect(found.people[0]).toMatchObject({ firstName: 'Ana (DSI)', lastName: 'Roux, née Petit' })
      }
      // The others are found by words within the place, and nobody outside it.
      for (const [by, key] of [
        ['unit', many?.key],
        ['group', crowd?.key],
      ] as const) {
        expect(await search({ by, key, search: 'ana agent57' })).toMatchObject({
          people: [{ name: 'agent57' }],
          isCut: false,
        })
        expect(await search({ by, key, search: 'hdupre' })).toEqual({ people: [], isCut: false })
      }
    })

    it('a search is plain text: no character of it is read as a filter or a place', async () => {
      const [search, places] = [searchOf(chief), placesOf(chief)]
      for (const text of ['**', '*)(uid=*', '\\2a\\2a', 'x)(|(uid=*)', '\\00\\00', 'dupre)(mail=*'])
        expect(await search({ search: text })).toEqual({ people: [], isCut: false })
      // The commas, signs and parentheses of a real name are found as they are.
      expect(namesIn(await search({ search: 'luc + (1)*' }))).toEqual(['lmartin'])
      for (const text of ['*', ')(ou=*', '\\2a']) {
        expect(await places('unit', text)).toEqual([])
        expect(await places('group', text)).toEqual([])
      }
      for (const key of ['ou=people,dc=exemple,dc=fr', 'entryUUID:*', 'uid:hdupre']) {
        const reply = await chief.call('POST', '/api/ad/person/search', { by: 'unit', key })
        expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
      }
      // A person is no place, and an entry that is not there holds nobody.
      const [person] = (await search({ search: 'hdupre' })).people
      expect(await search({ by: 'unit', key: person?.key })).toEqual({ people: [], isCut: false })
      const absent = 'entryUUID:00000000-0000-4000-8000-000000000000'
      expect(await search({ by: 'group', key: absent })).toEqual({ people: [], isCut: false })
      for (const body of [{}, { search: 'a' }, { search: '   ' }, { by: 'unit' }])
        expect((await chief.call('POST', '/api/ad/person/search', body)).status).toBeGreaterThanOrEqual(400)
    })

    it('a search is journalled by its number of people, without its words; others learn nothing', async () => {
      const bank = await office.world.addBank('Mairie')
      const administrator = await office.administrator([bank], bank)
      expect(namesIn(await searchOf(administrator)({ search: 'hdupre' }))).toEqual(['hdupre'])
      const { db } = office.app.deps
      const [entry, ...more] = await db
        .selectFrom('journal')
        .select(['action', 'objects', 'actor_id'])
        .execute()
      expect(more).toEqual([])
      expect(entry).toMatchObject({ action: 'directory.people-searched', actor_id: administrator.user.id })
      expect(entry?.objects).toBe('{"directory":1,"users":1}')
      const agent = await office.as(await office.world.addUser({ login: 'agent', banks: [bank] }))
      for (const [path, body] of [
        ['/api/ad/person/search', { search: 'hdupre' }],
        ['/api/ad/place/search', { by: 'group', search: '' }],
      ] as const) {
        const refused = await agent.call('POST', path, body)
        expect(refused.status).toBe(403)
        expect(refused.text).not.toContain('dupre')
      }
    })

    it('a directory that is away is told; without one there is none to search in', async () => {
      await office.app.close()
      office = await openOffice(engine, { ...directory.env, LDAP_TIMEOUT_SECONDS: '1' })
      const other = await office.superAdministrator()
      await directory.freeze()
      try {
        const away = await other.call('POST', '/api/ad/person/search', { search: 'hdupre' })
        expect(away).toMatchObject({ status: 503, body: { code: 'DIRECTORY_AWAY' } })
      } finally {
        directory.thaw()
      }
      await office.app.close()
      office = await openOffice(engine)
      const none = await office.superAdministrator()
      const reply = await none.call('POST', '/api/ad/person/search', { search: 'hdupre' })
      expect(reply).toMatchObject({ status: 422, body: { code: 'DIRECTORY_UNKNOWN' } })
    })
  })
})

describe('in an Active Directory', () => {
  let domain: TestDomain
  let office: Office
  beforeAll(async () => {
    domain = await startDomain(['h.dupre', 'm.leroy', 'z.petit'])
    domain.groups.set('Agents, mairie', { members: [domainPersonDn('h.dupre')], rid: 1200 })
    office = await openOffice('sqlite', domain.env)
  })
  afterAll(async () => {
    await office.app.close()
    await domain.stop()
  })

  it('finds the members of a group, and those who have it as their primary group', async () => {
    const chief = await office.superAdministrator()
    const [search, places] = [searchOf(chief), placesOf(chief)]
    const [agents] = await places('group', 'agents, mairie')
    expect(namesIn(await search({ by: 'group', key: agents?.key }))).toEqual(['h.dupre'])
    expect(namesIn(await search({ by: 'group', key: agents?.key, search: 'dup' }))).toEqual(['h.dupre'])
    expect(namesIn(await search({ by: 'group', key: agents?.key, search: 'leroy' }))).toEqual([])
    const [everybody] = await places('group', 'domain users')
    expect(namesIn(await search({ by: 'group', key: everybody?.key }))).toEqual([
      'h.dupre',
      'm.leroy',
      'z.petit',
    ])
  })

  it('shows who is disabled', async () => {
    const leroy = domain.people.get('m.leroy')
    if (leroy) leroy.control = 514
    const found = await searchOf(await office.superAdministrator())({ search: 'm.leroy' })
    expect(found.people).toMatchObject([{ name: 'm.leroy', isDisabled: true }])
  })
})

it('people are offered by the name that the filter of the settings finds them by', async () => {
  const directory = await startDirectory()
  const LDAP_USER_FILTER = '(&(objectClass=person)(mail={login}@annuaire.exemple.fr))'
  const office = await openOffice('sqlite', { ...directory.env, LDAP_USER_FILTER })
  try {
    const chief = await office.superAdministrator()
    const found = await searchOf(chief)({ search: dnOf('hdupre').slice(4, 10) })
    expect(namesIn(found)).toEqual(['hdupre'])
    expect((await chief.upload('sam\r\nhdupre', false)).body).toMatchObject({ created: 1 })
  } finally {
    await office.app.close()
    await directory.stop()
  }
})
