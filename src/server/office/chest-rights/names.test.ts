import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights, newGrant } from '#domain/platform/rights.ts'
import { refusal, startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { TestChest } from '#server/testing/world.ts'

type Listed = {
  id: number
  creator: string | null
  users: { id: number }[]
  hiddenUsers: number
  teams: { id: number }[]
  hiddenTeams: number
}
type Audience = {
  people: { user: { id: number }; ways: { team: { id: number } | null; isHidden: boolean }[] }[]
  hidden: number
}

eachEngine((engine) => {
  describe('a chest on two banks', () => {
    let at: OfficeWorld
    /** One member of the clinic only, and one of both banks. */
    let nurse: Person
    let both: Person
    let ward: number
    let frontDeskTeam: number
    let chest: TestChest

    beforeAll(async () => {
      at = await startOfficeWorld(engine)
      nurse = await at.person('infirmiere-cachee', [at.clinique])
      const clerk = await at.person('agent', [at.mairie])
      both = await at.person('des-deux', [at.mairie, at.clinique])
      ward = await at.world.addTeam('Service cache', [nurse, both], [at.clinique])
      frontDeskTeam = await at.world.addTeam('Guichet', [clerk], [at.mairie])
      chest = await at.world.addChest('Commun', nurse, [at.mairie, at.clinique])
      await at.world.grantUser(chest, both)
      await at.world.grantTeam(chest, ward, { update: true })
      await at.world.grantTeam(chest, frontDeskTeam)
    })
    afterAll(() => at.app.close())

    const listedFor = async (caller: Person) => {
      const reply = await caller.call('GET', '/api/chest/?limit=100')
      return (reply.body as Listed[]).find(({ id }) => id === chest.id)
    }
    const audienceFor = async (caller: Person) =>
      (await caller.call('GET', `/api/chest/${chest.id}/audience`)).body as Audience
    const everywhere = [
      '/api/chest/?limit=100',
      '/api/chest/{id}/audience',
      '/actions/chest/get_content?limit=100',
    ]
    const textOf = async (caller: Person, path: string) => {
      const reply = await caller.call('GET', path.replace('{id}', String(chest.id)))
      expect(reply.status, path).toBe(200)
      return reply.text
    }

    it('shows callers who may not manage it only the number of users and teams out of scope', async () => {
      const row = await listedFor(at.admin)
      expect(row).toMatchObject({ hiddenUsers: 1, hiddenTeams: 1, creator: null })
      expect(row?.users.map(({ id }) => id)).toEqual([both.id])
      expect(row?.teams.map(({ id }) => id)).toEqual([frontDeskTeam])
      const audience = await audienceFor(at.admin)
      expect(audience.hidden).toBe(1)
      expect(audience.people.map(({ user }) => user.id)).not.toContain(nurse.id)
      const ways = audience.people.find(({ user }) => user.id === both.id)?.ways
      expect(ways).toEqual([
        { team: null, isHidden: false, rights: newGrant, dormant: null },
        { team: null, isHidden: true, rights: { ...newGrant, update: true }, dormant: null },
      ])
      for (const path of [...everywhere, `/api/user/${both.id}/access`]) {
        const text = await textOf(at.admin, path)
        expect(text, path).not.toContain('infirmiere-cachee')
        expect(text, path).not.toContain('Service cache')
      }
    })

    it('returns the rights of users and teams out of scope like those of unknown ones', async () => {
      const rightOf = (caller: Person, id: number | string) =>
        caller.call('GET', `/api/chest/${chest.id}/right/${id}`)
      for (const [hidden, code] of [
        [nurse.id, 'USER_NOT_FOUND'],
        [`team/${ward}`, 'TEAM_NOT_FOUND'],
      ] as const) {
        const reply = await rightOf(at.admin, hidden)
        const absent = await rightOf(at.admin, String(hidden).replace(/\d+/, '9999999'))
        expect(reply).toMatchObject(refusal(404, code))
        expect(reply.text).toBe(absent.text)
        expect((await rightOf(at.chief, hidden)).status).toBe(200)
      }
      expect((await rightOf(at.admin, both.id)).body).toEqual(newGrant)
      expect((await rightOf(at.admin, `team/${frontDeskTeam}`)).body).toEqual(newGrant)
    })

    it('is found by its own words, not by the names of hidden users and teams', async () => {
      const find = async (search: string) =>
        (await at.admin.call('GET', `/api/chest/?search=${encodeURIComponent(search)}`)).body
      expect(await find('commun')).toHaveLength(1)
      for (const search of ['infirmiere', 'service', 'Clinique', nurse.login]) {
        expect(await find(search), search).toEqual([])
      }
    })

    it('shows all names to callers who manage both banks, or all', async () => {
      const manager = await at.person('admin-des-deux', [at.mairie, at.clinique], 'ROLE_ADMINISTRATOR')
      for (const caller of [manager, at.chief]) {
        const row = await listedFor(caller)
        expect(row).toMatchObject({ hiddenUsers: 0, hiddenTeams: 0, creator: nurse.login })
        expect(row?.users).toHaveLength(2)
        expect(row?.teams).toHaveLength(2)
        const audience = await audienceFor(caller)
        expect(audience.hidden).toBe(0)
        expect(audience.people.flatMap(({ ways }) => ways).some(({ isHidden }) => isHidden)).toBe(false)
      }
    })

    it('shows all names to callers who may read it, as long as the grant lasts', async () => {
      const reader = await at.person('admin-lecteur', [at.mairie], 'ROLE_ADMINISTRATOR')
      expect(await listedFor(reader)).toMatchObject({ hiddenUsers: 1, hiddenTeams: 1 })
      await at.chief.call('POST', `/api/chest/${chest.id}/user`, { users: [reader.id] })
      expect(await listedFor(reader)).toMatchObject({ hiddenUsers: 0, hiddenTeams: 0, creator: nurse.login })
      expect((await audienceFor(reader)).hidden).toBe(0)
      // Rights without read do not count.
      await at.world.grantUser(chest, reader, { ...allRights, read: false })
      expect(await listedFor(reader)).toMatchObject({ hiddenUsers: 1, hiddenTeams: 1, creator: null })
      expect((await audienceFor(reader)).hidden).toBe(1)
      await at.chief.call('DELETE', `/api/chest/${chest.id}/user`, { users: [reader.id] })
    })
  })
})
