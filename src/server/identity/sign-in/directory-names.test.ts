import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { domainPassword, startDomain, type TestDomain } from '#server/testing/active-directory.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'
import { worldOf } from '#server/testing/world.ts'

let domain: TestDomain
beforeAll(async () => {
  domain = await startDomain(['l.martin'])
})
afterAll(() => domain.stop())

eachEngine((engine) => {
  let app: TestApp
  beforeEach(async () => {
    app = await startTestApp(engine, domain.env)
  })
  afterEach(() => app.close())

  it('names with commas and parentheses are taken over from the directory, and stay editable', async () => {
    const { id } = await addAccount(app, 'l.martin')
    await app.deps.db.updateTable('users').set({ ad_id: 1 }).where('id', '=', id).execute()
    Object.assign(domain.people.get('l.martin') ?? {}, { firstName: 'Luc (DSI)', lastName: 'Martin, Luc' })
    expect((await firstStep(newBrowser(app), 'l.martin', domainPassword, 'DIST')).status).toBe(200)
    const world = worldOf(app)
    const chief = await world.session(
      await world.addUser({ login: 'cheffe', role: 'ROLE_SUPER_ADMINISTRATOR' }),
    )
    const names = { firstName: 'Luc (DSI)', lastName: 'Martin, Luc' }
    const saved = await app.call({
      method: 'PATCH',
      path: `/api/user/${id}`,
      body: { update: { ...names, email: 'luc.martin@exemple.fr' } },
      cookie: chief,
    })
    expect(saved).toMatchObject({ status: 200, body: names })
  })
})
