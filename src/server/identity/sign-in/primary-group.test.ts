import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  domainGroupDn,
  domainPassword,
  domainPersonDn,
  startDomain,
  type TestDomain,
} from '#server/testing/active-directory.ts'
import { startTestApp, type Reply, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'
import { worldOf } from '#server/testing/world.ts'

const path = '/api/administration/directory-group'

let domain: TestDomain
beforeAll(async () => {
  domain = await startDomain(['h.dupre'])
  domain.groups.set('Agents', { members: [domainPersonDn('h.dupre')], rid: 1_104 })
  domain.groups.set('Tous', { members: [domainGroupDn('Domain Users')], rid: 1_105 })
})
afterAll(() => domain.stop())

eachEngine((engine) => {
  let app: TestApp
  let chief: (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Reply>
  const startWith = async (env: Record<string, string> = {}) => {
    app = await startTestApp(engine, { ...domain.env, ...env })
    const world = worldOf(app)
    const cookie = await world.session(
      await world.addUser({ login: 'cheffe', role: 'ROLE_SUPER_ADMINISTRATOR' }),
    )
    chief = (method, at, body) => app.call({ method, path: at, body, cookie })
  }
  const mapped: Record<string, number> = {}
  beforeEach(() => {
    for (const name of Object.keys(mapped)) delete mapped[name]
  })
  afterEach(() => app.close())

  const map = async (name: string) => {
    const team = (await chief('POST', '/api/team/', { name, description: '' })).body as { id: number }
    const reply = await chief('POST', path, { dn: domainGroupDn(name), teamId: team.id })
    expect(reply.status, reply.text).toBe(201)
    mapped[name] = team.id
    return reply.body
  }
  /** Signs a person of the domain in, and returns the mapped groups whose teams they then are in. */
  const entered = async (): Promise<string[]> => {
    const { id } = await addAccount(app, 'h.dupre')
    await app.deps.db.updateTable('users').set({ ad_id: 1 }).where('id', '=', id).execute()
    const reply = await firstStep(newBrowser(app), 'h.dupre', domainPassword, 'DIST')
    expect(reply.status, reply.text).toBe(200)
    const rows = app.deps.db.selectFrom('team_users').select('team_id').where('user_id', '=', id)
    const teams = new Set((await rows.execute()).map((row) => row.team_id))
    return Object.keys(mapped).filter((name) => teams.has(mapped[name] ?? 0))
  }

  it('a mapping of a primary group, which lists no members, carries a warning and gives nobody a team', async () => {
    await startWith()
    expect(await map('Domain Users')).toMatchObject({ isUncounted: true })
    expect(await map('Agents')).toMatchObject({ isUncounted: false })
    expect((await chief('GET', path)).body).toMatchObject([
      { name: 'Agents', isUncounted: false },
      { name: 'Domain Users', isUncounted: true },
    ])
    expect(await entered()).toEqual(['Agents'])
  })

  it('with LDAP_PRIMARY_GROUP=on it counts, and so do the groups that contain it', async () => {
    await startWith({ LDAP_PRIMARY_GROUP: 'on' })
    expect(await map('Domain Users')).toMatchObject({ isUncounted: false })
    await map('Agents')
    await map('Tous')
    expect(await entered()).toEqual(['Domain Users', 'Agents', 'Tous'])
  })
})
