import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { retentionLimits } from '#domain/platform/limits.ts'
import { startTestApp, type Call, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type TestChest, type TestUser, type World } from '#server/testing/world.ts'
import { eraseDueChests } from './erase.ts'

const always = async () => true

eachEngine((engine) => {
  describe('a deleted chest', () => {
    let app: TestApp
    let world: World
    let bank: number
    let root: TestUser
    let cookie: string

    beforeAll(async () => {
      app = await startTestApp(engine)
      world = worldOf(app)
      bank = await world.addBank('Région')
      root = await world.addUser({ login: 'racine', role: 'ROLE_SUPER_ADMINISTRATOR' })
      cookie = await world.session(root)
    })
    afterAll(() => app.close())

    const call = (method: Call['method'], path: string, body?: unknown, as = cookie) =>
      app.call({ method, path, body, cookie: as })
    const remove = (chest: TestChest) => call('DELETE', `/api/chest/${chest.id}`)
    const rowsOf = async (table: string, chest: TestChest): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)} where chest_id = ${chest.id}`.execute(app.deps.db)
      return Number(rows[0]?.count)
    }
    /** Every table that has a `chest_id`, also future ones. */
    const tablesOfChests = async (): Promise<string[]> => {
      const all = await app.deps.db.introspection.getTables()
      return all
        .filter(({ columns }) => columns.some(({ name }) => name === 'chest_id'))
        .map(({ name }) => name)
    }

    /** Creates a chest with nested folders, items, old versions, history and a trash. */
    async function fill(name: string): Promise<TestChest> {
      const owner = await world.addUser({ login: `${name}-${engine}`, banks: [bank] })
      const as = await world.session(owner)
      const chest = await world.addChest(name, owner, [bank])
      await world.grantTeam(chest, await world.addTeam(name, [owner], [bank]))
      let parent: number | '' = ''
      for (const depth of [1, 2, 3]) {
        const folder: object = { chestId: chest.id, parentFolderId: parent, name: `Dossier ${depth}` }
        parent = ((await call('POST', '/api/folder/', folder, as)).body as { id: number }).id
        const item = { chestId: chest.id, parentFolderId: parent, name: 'Borne', password: 'Secret-2345' }
        const reply = await call('POST', '/api/item/', item, as)
        expect(reply.status, reply.text).toBe(201)
        const { id } = reply.body as { id: number }
        await call('PATCH', `/api/item/${id}`, { elementType: 'name', elementValue: 'Autre' }, as)
        if (depth === 2) await call('DELETE', `/api/item/${id}`, undefined, as)
      }
      await call('GET', `/api/chest/${chest.id}/`, undefined, as)
      return chest
    }

    it('is announced with what goes with it, at any depth and without its trash [CHST-30]', async () => {
      const chest = await fill('Annoncé')
      const path = `/api/chest/${chest.id}/holds`
      expect(await call('GET', path)).toMatchObject({ status: 200, body: { items: 2, folders: 3 } })
      // A reader without the chest in scope, and a manager of another bank, learn nothing.
      const reader = await world.addUser({ login: 'curieuse', banks: [bank] })
      await world.grantUser(chest, reader, world.allRights)
      expect((await call('GET', path, undefined, await world.session(reader))).status).toBe(403)
      const elsewhere = await world.addBank('Département')
      const other = await world.addUser({
        login: 'voisin',
        role: 'ROLE_ADMINISTRATOR',
        banks: [elsewhere],
      })
      expect((await call('GET', path, undefined, await world.session(other))).status).toBe(404)
    })

    it('of a guardian chest, nothing is counted', async () => {
      const masterKey = 'tambour lune marché rivière'
      const made = await call('POST', '/api/user/chest', { name: 'Direction', type: 'service', masterKey })
      const { id } = made.body as { id: number }
      expect(await call('GET', `/api/chest/${id}/holds`)).toMatchObject({ status: 200, body: null })
    })

    it('is immediately hidden from every user [CHST-20]', async () => {
      const reader = await world.addUser({ login: 'lectrice', banks: [bank] })
      const admin = await world.addUser({ login: 'admin', role: 'ROLE_ADMINISTRATOR', banks: [bank] })
      const chest = await world.addChest('À supprimer', root, [bank])
      await world.grantUser(chest, reader, world.allRights)
      const [as, manager] = [await world.session(reader), await world.session(admin)]
      const reply = await call('DELETE', `/api/chest/${chest.id}`, undefined, manager)
      expect(reply).toMatchObject({ status: 200, body: { message: 'Le coffre a été supprimé' } })
      for (const path of ['/', '/tree/', '/right/user', '/audience']) {
        const gone = await call(
          'GET',
          `/api/chest/${chest.id}${path}`,
          undefined,
          path === '/audience' ? manager : as,
        )
        expect(gone, path).toMatchObject({ status: 404, body: { code: 'CHEST_NOT_FOUND' } })
      }
      expect((await call('GET', '/api/chest/', undefined, manager)).text).not.toContain('À supprimer')
      expect((await call('GET', '/api/chest/user/', undefined, as)).text).not.toContain('À supprimer')
      expect((await remove(chest)).status, 'a second time').toBe(404)
    })

    it('can be restored unchanged, by a super administrator only', async () => {
      const admin = await world.addUser({ login: 'admin-2', role: 'ROLE_ADMINISTRATOR', banks: [bank] })
      const as = await world.session(admin)
      const chest = await fill('Regretté')
      await remove(chest)
      expect((await call('GET', '/api/chest/deleted', undefined, as)).status).toBe(403)
      expect((await call('POST', `/api/chest/${chest.id}/restore`, {}, as)).status).toBe(403)
      const [deleted] = (await call('GET', '/api/chest/deleted')).body as Record<string, unknown>[]
      expect(deleted).toMatchObject({
        id: chest.id,
        name: 'Regretté',
        deletedAt: new Date(app.time.now).toISOString(),
        erasedAt: new Date(app.time.now + retentionLimits.deletedChestMs).toISOString(),
      })
      const before = await rowsOf('items', chest)
      const back = await call('POST', `/api/chest/${chest.id}/restore`)
      expect(back).toMatchObject({ status: 200, body: { id: chest.id, name: 'Regretté' } })
      expect(await rowsOf('items', chest)).toBe(before)
      const list = (await call('GET', '/api/chest/', undefined, as)).body as {
        id: number
        users: unknown[]
      }[]
      expect(list.find(({ id }) => id === chest.id)?.users).toHaveLength(1)
      const again = await call('POST', `/api/chest/${chest.id}/restore`)
      expect(again, 'a chest that lives').toMatchObject({ status: 404, body: { code: 'CHEST_NOT_FOUND' } })
    })

    it('is destroyed with every row after thirty days, and no other chest is', async () => {
      const [gone, kept, fresh] = [await fill('Perdu'), await fill('Gardé'), await fill('Récent')]
      await remove(gone)
      app.time.now += retentionLimits.deletedChestMs - 1
      await eraseDueChests(app.deps, always)
      expect(await rowsOf('chest_keys', gone)).toBe(1)
      const session = await world.session(root)
      await call('DELETE', `/api/chest/${fresh.id}`, undefined, session)
      app.time.now += 1
      await eraseDueChests(app.deps, always)

      for (const table of await tablesOfChests()) {
        if (table === 'journal') continue
        expect(await rowsOf(table, gone), table).toBe(0)
      }
      const { db } = app.deps
      const chests = await db.selectFrom('chests').select('id').execute()
      expect(chests.map(({ id }) => id)).not.toContain(gone.id)
      expect(chests.map(({ id }) => id)).toEqual(expect.arrayContaining([kept.id, fresh.id]))
      for (const chest of [kept, fresh]) {
        expect(await rowsOf('items', chest)).toBe(3)
        expect(await rowsOf('folders', chest)).toBe(3)
        expect(await rowsOf('chest_keys', chest)).toBe(1)
      }
      for (const element of ['folder', 'item'] as const) {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from versions v where v.element = ${element}
           and not exists (select 1 from ${sql.table(`${element}s`)} e where e.id = v.element_id)`.execute(db)
        expect(Number(rows[0]?.count), 'versions of nothing').toBe(0)
      }
      const told = await db
        .selectFrom('journal')
        .select('action')
        .where('chest_id', '=', gone.id)
        .where('action', '=', 'chest.erased')
        .execute()
      expect(told).toHaveLength(1)
    })

    it('whose destruction was interrupted is destroyed by the next round, and cannot be restored', async () => {
      const chest = await fill('Interrompu')
      const session = await world.session(root)
      await call('DELETE', `/api/chest/${chest.id}`, undefined, session)
      app.time.now += retentionLimits.deletedChestMs
      // A crash after n steps, for each n: the runner asks before each step, so it can end there.
      for (let steps = 1; steps < 12; steps += 1) {
        let left = steps
        await eraseDueChests(app.deps, async () => {
          left -= 1
          return left > 0
        })
        // As by a node whose clock is late.
        app.time.now -= 1
        const late = await call('POST', `/api/chest/${chest.id}/restore`, {}, await world.session(root))
        if (steps > 1) expect(late.status, `after ${steps} steps`).toBe(404)
        else {
          expect(late.status).toBe(200)
          await call('DELETE', `/api/chest/${chest.id}`, undefined, await world.session(root))
          app.time.now += retentionLimits.deletedChestMs
        }
        app.time.now += 1
      }
      await eraseDueChests(app.deps, always)
      expect(await rowsOf('items', chest)).toBe(0)
      const row = await app.deps.db
        .selectFrom('chests')
        .select('id')
        .where('id', '=', chest.id)
        .executeTakeFirst()
      expect(row).toBeUndefined()
    })

    it('is recorded as destroyed once when two nodes destroy it concurrently', async () => {
      const chest = await fill('Deux fois')
      await call('DELETE', `/api/chest/${chest.id}`, undefined, await world.session(root))
      app.time.now += retentionLimits.deletedChestMs
      await Promise.all([eraseDueChests(app.deps, always), eraseDueChests(app.deps, always)])
      expect(await rowsOf('folders', chest)).toBe(0)
      const told = await app.deps.db
        .selectFrom('journal')
        .select('action')
        .where('chest_id', '=', chest.id)
        .where('action', '=', 'chest.erased')
        .execute()
      expect(told).toHaveLength(1)
    })
  })
})
