import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionLimits } from '#domain/platform/limits.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type World } from '#server/testing/world.ts'

eachEngine((engine) => {
  describe('the session state, as an idle tab polls it', () => {
    let app: TestApp
    let world: World
    beforeEach(async () => {
      app = await startTestApp(engine)
      world = worldOf(app)
    })
    afterEach(() => app.close())

    const stateOf = async (cookie?: string) => {
      const path = '/api/session/state'
      const { status, body } = await app.call({ method: 'GET', path, ...(cookie && { cookie }) })
      return [status, (body as { userId: number | null }).userId]
    }

    it('is returned without a refusal, with and without a session [SESS-20]', async () => {
      const user = await world.addUser({ login: 'camille' })
      const cookie = await world.session(user)
      expect(await stateOf(cookie)).toEqual([200, user.id])
      expect(await stateOf(cookie.replace(/\.[^.]*$/, `.${'A'.repeat(43)}`))).toEqual([200, null])
      expect(await stateOf()).toEqual([200, null])
      await app.call({ method: 'POST', path: '/api/auth/logout', cookie })
      expect(await stateOf(cookie)).toEqual([200, null])
    })

    it('changes as soon as an administrator ends the session or changes the role', async () => {
      const chief = await world.session(
        await world.addUser({ login: 'chief', role: 'ROLE_SUPER_ADMINISTRATOR' }),
      )
      const user = await world.addUser({ login: 'camille' })
      const first = await world.session(user)
      const path = `/api/user/${user.id}`
      await app.call({ method: 'DELETE', path: `${path}/session`, cookie: chief })
      expect(await stateOf(first)).toEqual([200, null])
      const second = await world.session(user)
      expect(await stateOf(second)).toEqual([200, user.id])
      const body = { update: { role: 'ROLE_ADMINISTRATOR' } }
      expect((await app.call({ method: 'PATCH', path, body, cookie: chief })).status).toBe(200)
      expect(await stateOf(second)).toEqual([200, null])
    })

    it('does not count as activity: a session that is only polled expires [SESS-21]', async () => {
      const user = await world.addUser({ login: 'camille' })
      const cookie = await world.session(user)
      const end = app.time.now + sessionLimits.inactivityMs
      while (app.time.now < end) {
        app.time.now += 20_000
        if (app.time.now <= end) expect(await stateOf(cookie)).toEqual([200, user.id])
      }
      app.time.now += 1_000
      expect(await stateOf(cookie)).toEqual([200, null])
      expect((await app.call({ method: 'GET', path: '/api/session', cookie })).status).toBe(401)
      // Polling must not fill the log either.
      expect(app.logged()).not.toContain('/api/session/state')
    })
  })
})
