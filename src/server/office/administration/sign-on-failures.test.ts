import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type World } from '#server/testing/world.ts'
import { locationOf, newVisitor, startProvider, type TestProvider } from '#server/identity/sso/testing.ts'

const path = '/api/administration/sign-on'

eachEngine((engine) => {
  let provider: TestProvider
  let app: TestApp
  let world: World
  beforeAll(async () => {
    provider = await startProvider()
    app = await startTestApp(engine, provider.env)
    world = worldOf(app)
  })
  afterAll(async () => {
    await app.close()
    await provider.stop()
  })

  const readAs = async (role: Parameters<World['addUser']>[0]) => {
    const cookie = await world.session(await world.addUser(role))
    return app.call({ method: 'GET', path, cookie })
  }
  const failWith = async (query: Record<string, string>) => {
    const visitor = newVisitor(app)
    const away = new URL(locationOf(await visitor.go('/api/auth/sso/authorize')))
    const state = away.searchParams.get('state') ?? ''
    const search = new URLSearchParams({ state, iss: provider.issuer, ...query }).toString()
    await visitor.go(`/api/auth/sso/callback?${search}`)
  }
  const chief = { login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' } as const

  it('a super administrator reads the last failures of single sign-on, the latest first', async () => {
    await failWith({ error: 'server_error', error_description: '<b>plus tard</b>' })
    app.time.now += 1_000
    await failWith({ error: 'access_denied' })
    const { body } = await readAs(chief)
    const requestId = expect.any(String)
    expect(body).toEqual({
      issuer: new URL(provider.issuer).href,
      failures: [
        {
          code: 'PERSON_REFUSED',
          at: new Date(app.time.now).toISOString(),
          error: 'access_denied',
          description: null,
          requestId,
        },
        {
          code: 'REQUEST_REFUSED',
          at: new Date(app.time.now - 1_000).toISOString(),
          error: 'server_error',
          description: '<b>plus tard</b>',
          requestId,
        },
      ],
    })
  })

  it('nobody else does', async () => {
    expect((await readAs({ login: 'admin', role: 'ROLE_ADMINISTRATOR' })).status).toBe(403)
    expect((await readAs({ login: 'simple', role: 'ROLE_INTERVENANT' })).status).toBe(403)
    expect((await app.call({ method: 'GET', path })).status).toBe(401)
  })

  it('without single sign-on there is none', async () => {
    const plain = await startTestApp(engine)
    try {
      const there = worldOf(plain)
      const cookie = await there.session(await there.addUser(chief))
      const { body } = await plain.call({ method: 'GET', path, cookie })
      expect(body).toEqual({ issuer: null, failures: [] })
    } finally {
      await plain.close()
    }
  })
})
