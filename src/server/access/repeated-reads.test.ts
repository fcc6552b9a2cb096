import { expect, it } from 'vitest'
import { startTestApp } from '#server/testing/app.ts'
import { testedEngines } from '#server/testing/databases.ts'
import { loseConnection } from '#server/testing/lose-connection.ts'
import { worldOf } from '#server/testing/world.ts'

it.runIf(testedEngines.includes('postgres'))(
  'a read that loses its transaction is repeated and recorded once; a change is refused and stores nothing',
  async () => {
    const app = await startTestApp('postgres')
    const world = worldOf(app)
    const user = await world.addUser({ login: 'lectrice' })
    const [cookie, chest] = [await world.session(user), await world.addChest('Reprise', user)]
    const { db } = app.deps
    const create = (name: string) =>
      app.call({
        method: 'POST',
        path: '/api/item/',
        body: { chestId: chest.id, name, password: 'secret' },
        cookie,
      })
    const { id } = (await create('Serveur')).body as { id: number }
    const journalled = async () => (await db.selectFrom('journal').select('seq').execute()).length
    const before = await journalled()

    const reading = await loseConnection(db, 'journal')
    const copied = await app.call({ method: 'GET', path: `/api/item/${id}/copy`, cookie })
    expect([copied.status, copied.body]).toEqual([200, 'secret'])
    expect([await reading.inserts(), await journalled()]).toEqual([2, before + 1])
    await reading.end()

    const writing = await loseConnection(db, 'journal')
    expect(await create('Perdu')).toMatchObject({ status: 503, body: { code: 'DATABASE_AWAY' } })
    expect([await writing.inserts(), await journalled()]).toEqual([1, before + 1])
    const items = await db.selectFrom('items').select('id').execute()
    expect(items).toHaveLength(1)
    await writing.end()
    await app.close()
  },
)
