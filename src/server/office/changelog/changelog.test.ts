import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { session } from '#contract/platform/session.ts'
import { releases } from '#texts/platform/changelog.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type TestUser } from '#server/testing/world.ts'

type Session = ReplyOf<typeof session.read>

eachEngine((engine) => {
  describe('the changelog', () => {
    let app: TestApp
    let user: TestUser
    let cookie: string
    beforeAll(async () => {
      app = await startTestApp(engine)
      const world = worldOf(app)
      user = await world.addUser({ login: 'lectrice' })
      cookie = await world.session(user)
    })
    afterAll(() => app.close())

    const unread = async () => {
      const { body } = await app.call({ method: 'GET', path: '/api/session', cookie })
      const { unread: isUnread, user: who } = body as Session
      expect(who.readFeatures).toBe(!isUnread)
      return isUnread
    }
    const markRead = () =>
      app.call({
        method: 'PATCH',
        path: `/api/user/${user.id}`,
        cookie,
        body: { update: { readFeatures: true } },
      })
    const readCount = async () => {
      const row = app.deps.db.selectFrom('users').select('read_features').where('id', '=', user.id)
      return (await row.executeTakeFirstOrThrow()).read_features
    }
    const setReadCount = (read_features: number) =>
      app.deps.db.updateTable('users').set({ read_features }).where('id', '=', user.id).execute()

    it('lists the features of each release, for signed-in users [CHLG-02]', async () => {
      const path = '/api/changelog'
      const shown = releases.map(({ version, date, features }) => ({ version, date, features }))
      expect((await app.call({ method: 'GET', path, cookie })).body).toEqual(shown)
      expect((await app.call({ method: 'GET', path })).status).toBe(401)
    })

    it('is unread until its owner has read it, and then read in every later session [CHLG-03]', async () => {
      expect(await unread()).toBe(true)
      expect((await markRead()).body).toMatchObject({ readFeatures: true })
      expect(await unread()).toBe(false)
      expect((await markRead()).status).toBe(200)
      expect(await unread()).toBe(false)
    })

    it('is unread again for every account once a release is added', async () => {
      // As a version with one release less has left the row.
      await setReadCount(releases.length - 1)
      expect(await unread()).toBe(true)
    })

    it('stays read on a node of a later version, after a node of this version marks it as read', async () => {
      await setReadCount(releases.length + 1)
      expect(await unread()).toBe(false)
      expect((await markRead()).status).toBe(200)
      expect(await readCount()).toBe(releases.length + 1)
    })
  })
})
