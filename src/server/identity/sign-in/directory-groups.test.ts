import { Attribute, Change } from 'ldapts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Role } from '#domain/platform/roles.ts'
import { startTestApp, type Reply, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  directoryPassword,
  dnOf,
  groupDn,
  startDirectory,
  type TestDirectory,
} from '#server/testing/directory.ts'
import { worldOf, type World } from '#server/testing/world.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'

const path = '/api/administration/directory-group'

let server: TestDirectory
beforeAll(async () => {
  server = await startDirectory()
})
afterAll(() => server.stop())

eachEngine((engine) => {
  let app: TestApp
  let world: World
  let chief: (method: 'GET' | 'POST' | 'DELETE' | 'PATCH', path: string, body?: unknown) => Promise<Reply>
  const as = async (role: Role, login: string): Promise<typeof chief> => {
    const cookie = await world.session(await world.addUser({ login, role }))
    return (method, at, body) => app.call({ method, path: at, body, cookie })
  }
  beforeEach(async () => {
    app = await startTestApp(engine, server.env)
    world = worldOf(app)
    chief = await as('ROLE_SUPER_ADMINISTRATOR', 'cheffe')
  })
  afterEach(() => app.close())

  const addKept = async (login: string): Promise<number> => {
    const { id } = await addAccount(app, login)
    await app.deps.db.updateTable('users').set({ ad_id: 1 }).where('id', '=', id).execute()
    return id
  }
  const enter = async (login: string) => {
    const reply = await firstStep(newBrowser(app), login, directoryPassword, 'DIST')
    if (reply.status !== 200) throw new Error(`step 1 answered ${reply.text}`)
  }
  const addTeam = async (name: string): Promise<number> =>
    ((await chief('POST', '/api/team/', { name, description: '' })).body as { id: number }).id
  const map = async (cn: string, teamId: number) =>
    ((await chief('POST', path, { dn: groupDn(cn), teamId })).body as { id: number }).id
  const teamsOf = (userId: number) =>
    app.deps.db
      .selectFrom('team_users')
      .select(['team_id', 'origin'])
      .where('user_id', '=', userId)
      .orderBy('team_id')
      .execute()
  const told = async (action: string) => {
    const rows = app.deps.db.selectFrom('journal').select('objects').where('action', '=', action)
    return (await rows.orderBy('seq').execute()).map(({ objects }) => JSON.parse(objects) as unknown)
  }

  it('groups of the directory, nested ones too, add people to teams and remove them at sign-in', async () => {
    const id = await addKept('hdupre')
    const [agents, mairie, vide] = [await addTeam('Agents'), await addTeam('Mairie'), await addTeam('Vide')]
    await map('agents', agents)
    const line = await map('mairie', mairie)
    await map('vide', vide)
    expect(await teamsOf(id)).toEqual([])
    await enter('hdupre')
    expect(await teamsOf(id)).toEqual([
      { team_id: agents, origin: 'directory' },
      { team_id: mairie, origin: 'directory' },
    ])
    // The user leaves the group in the directory, and with it the outer group.
    await server.change((client) => client.modify(groupDn('agents'), memberChange('delete', 'hdupre')))
    try {
      await enter('hdupre')
      expect(await teamsOf(id)).toEqual([])
    } finally {
      await server.change((client) => client.modify(groupDn('agents'), memberChange('add', 'hdupre')))
    }
    await enter('hdupre')
    expect((await chief('DELETE', `${path}/${line}`)).status).toBe(200)
    expect(await teamsOf(id)).toEqual([{ team_id: agents, origin: 'directory' }])
    expect(await told('directory.teams-followed')).toEqual([
      { user: id, joined: [String(agents), String(mairie)], left: [] },
      { user: id, joined: [], left: [String(agents), String(mairie)] },
      { user: id, joined: [String(agents), String(mairie)], left: [] },
    ])
    expect(await told('directory.group-removed')).toEqual([{ line, team: mairie, users: [String(id)] }])
  })

  it('a member added to a team manually stays, whatever the directory returns', async () => {
    const id = await addKept('hdupre')
    const team = await addTeam('À la main')
    const line = await map('agents', team)
    await enter('hdupre')
    expect((await chief('POST', `/api/team/${team}/user`, { users: [id] })).status).toBe(200)
    expect(await teamsOf(id)).toEqual([{ team_id: team, origin: 'manual' }])
    await chief('DELETE', `${path}/${line}`)
    await enter('hdupre')
    expect(await teamsOf(id)).toEqual([{ team_id: team, origin: 'manual' }])
  })

  it("removing one of a team's two mappings leaves its members until they sign in", async () => {
    const id = await addKept('mleroy')
    const team = await addTeam('Deux groupes')
    const [first] = [await map('agents', team), await map('vide', team)]
    await enter('mleroy')
    await chief('DELETE', `${path}/${first}`)
    expect(await teamsOf(id)).toHaveLength(1)
    await enter('mleroy')
    expect(await teamsOf(id)).toEqual([])
  })

  it('an account that leaves the directory, or is linked to another person, loses the teams of its groups', async () => {
    const id = await addKept('hdupre')
    await map('agents', await addTeam('Agents'))
    for (const update of [{ adSamAccount: 'mleroy' }, { adId: null, adSamAccount: null }]) {
      if (update.adId === undefined) await enter('hdupre')
      expect((await chief('PATCH', `/api/user/${id}`, { update })).status).toBe(200)
      expect(await teamsOf(id)).toEqual([])
      const links = app.deps.db.selectFrom('directory_links').select('user_id')
      expect(await links.execute()).toEqual([])
      if (update.adId === undefined) await enter('hdupre')
    }
  })

  it('a mapping is checked in the directory, created once and listed with its team', async () => {
    const team = await addTeam('Agents')
    const body = { dn: groupDn('agents').toUpperCase(), teamId: team }
    const first = await chief('POST', path, body)
    const shown = { dn: groupDn('agents'), name: 'agents', team: { id: team, name: 'Agents' } }
    expect(first).toMatchObject({ status: 201, body: shown })
    const twice = await Promise.all([chief('POST', path, body), chief('POST', path, body)])
    for (const again of twice) expect(again.body).toEqual(first.body)
    expect((await chief('GET', path)).body).toEqual([first.body])
    expect((await chief('GET', `${path}/search?search=AIR`)).body).toEqual([
      { dn: groupDn('mairie'), name: 'mairie' },
    ])
    expect((await chief('DELETE', `/api/team/${team}`)).status).toBe(200)
    expect((await chief('GET', path)).body).toEqual([])
  })

  it.each<[string, object, string]>([
    ['a person', { dn: dnOf('hdupre') }, 'DIRECTORY_GROUP_UNKNOWN'],
    ['an unknown name', { dn: groupDn('absent') }, 'DIRECTORY_GROUP_UNKNOWN'],
    ['an invalid name', { dn: '*)(cn=*' }, 'DIRECTORY_GROUP_UNKNOWN'],
    ['a name with NUL', { dn: `${groupDn('agents')}\0` }, 'DIRECTORY_GROUP_UNKNOWN'],
    ['an unknown team', { teamId: 4_000 }, 'TEAM_NOT_FOUND'],
    ['an empty name', { dn: '' }, 'INVALID_REQUEST'],
    ['a list', { dn: [groupDn('agents')] }, 'INVALID_REQUEST'],
  ])('a mapping to %s is refused', async (_what, change, code) => {
    const body = { dn: groupDn('agents'), teamId: await addTeam('Agents'), ...change }
    expect(await chief('POST', path, body)).toMatchObject({ body: { code } })
    expect((await chief('GET', path)).body).toEqual([])
  })

  it('mappings are accessible to super administrators only', async () => {
    const team = await addTeam('Agents')
    const line = await map('agents', team)
    for (const role of ['ROLE_ADMINISTRATOR', 'ROLE_INTERVENANT'] as const) {
      const call = await as(role, role.toLowerCase().replaceAll('_', '.'))
      for (const reply of [
        await call('GET', path),
        await call('GET', `${path}/search`),
        await call('POST', path, { dn: groupDn('vide'), teamId: team }),
        await call('DELETE', `${path}/${line}`),
      ]) {
        expect(reply).toMatchObject({ status: 403, body: { code: 'ROLE_REQUIRED' } })
      }
    }
    expect(await chief('DELETE', `${path}/4000`)).toMatchObject({
      status: 404,
      body: { code: 'LINK_NOT_FOUND' },
    })
  })

  it('an unavailable directory is reported to the caller who searches for a group', async () => {
    const hasty = await startTestApp(engine, { ...server.env, LDAP_TIMEOUT_SECONDS: '1' })
    onTestFinished(() => hasty.close())
    const there = worldOf(hasty)
    const cookie = await there.session(
      await there.addUser({ login: 'pressee', role: 'ROLE_SUPER_ADMINISTRATOR' }),
    )
    await server.freeze()
    try {
      const away = { status: 503, body: { code: 'DIRECTORY_AWAY' } }
      expect(await hasty.call({ method: 'GET', path: `${path}/search`, cookie })).toMatchObject(away)
    } finally {
      server.thaw()
    }
  })
})

const memberChange = (operation: 'add' | 'delete', uid: string) => {
  const modification = new Attribute({ type: 'member', values: [dnOf(uid)] })
  return new Change({ operation, modification })
}
