import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { returnFragment } from '#contract/platform/return-place.ts'
import { sessionLimits } from '#domain/platform/limits.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type World } from '#server/testing/world.ts'

const typed = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
const place = '/routes/explorer?chestId=3&folderId=7'

eachEngine((engine) => {
  describe('a page that requires a session', () => {
    let app: TestApp
    let world: World
    beforeEach(async () => {
      app = await startTestApp(engine)
      world = worldOf(app)
    })
    afterEach(() => app.close())

    const visit = (headers: Record<string, string>, cookie?: string, path = place) =>
      app.call({ method: 'GET', path, headers, foreign: true, ...(cookie && { cookie }) })

    it('redirects a caller without a session to sign-in and back, before it is loaded', async () => {
      for (const headers of [typed, { ...typed, 'sec-fetch-site': 'same-origin' }]) {
        const { status, headers: told } = await visit(headers)
        expect([status, told['location'], told['cache-control']]).toEqual([
          302,
          `/auth${returnFragment}${place}`,
          'no-store',
        ])
      }
      expect(app.logged()).not.toContain('chestId')
      const outside = await visit(typed, undefined, '/routes//ailleurs.example/%0d%0aset-cookie:x=1')
      expect(outside.headers['location']).toBe(
        `/auth${returnFragment}/routes//ailleurs.example/%0d%0aset-cookie:x=1`,
      )
    })

    it('is served to a caller with a session, without extending it', async () => {
      const user = await world.addUser({ login: 'camille' })
      const cookie = await world.session(user)
      expect(await visit(typed, cookie)).toMatchObject({ status: 200, text: expect.stringContaining('root') })
      app.time.now += sessionLimits.inactivityMs - 1_000
      expect((await visit(typed, cookie)).status).toBe(200)
      app.time.now += 2_000
      expect((await visit(typed, cookie)).status).toBe(302)
    })

    it('is served when the request has no cookie because of its origin, or no Sec-Fetch headers', async () => {
      for (const headers of [
        { ...typed, 'sec-fetch-site': 'cross-site' },
        { ...typed, 'sec-fetch-site': 'same-site' },
        { ...typed, 'sec-fetch-mode': 'cors' },
        {},
      ])
        expect((await visit(headers)).status, JSON.stringify(headers)).toBe(200)
    })

    it('is served to a caller with a session while the database is unavailable', async () => {
      const cookie = await world.session(await world.addUser({ login: 'camille' }))
      await app.deps.db.schema.alterTable('sessions').renameTo('lost').execute()
      expect((await visit(typed, cookie)).status).toBe(200)
      await app.deps.db.schema.alterTable('lost').renameTo('sessions').execute()
      expect((await visit(typed, cookie)).status).toBe(200)
    })
  })
})
