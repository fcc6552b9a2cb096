import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { refusalOf } from './errors.ts'

let at: ContentWorld
beforeEach(async () => {
  at = await startContentWorld('sqlite')
})
afterEach(() => at.app.close())

/** Limits the size of the database, in place of a full disk. */
const leaveRoom = (pages: number) =>
  at.app.deps.db.transaction().execute((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx))
const enough = 1_000_000

const newItem = (name: string) =>
  at.call('POST', '/api/item/', {
    chestId: at.chest.id,
    name,
    password: 'Ln9!correct-Horse',
    description: 'x'.repeat(4_000),
  })

const count = async () => {
  const [row] = (await at.app.deps.db
    .selectFrom('items')
    .select((on) => on.fn.countAll<number>().as('count'))
    .execute()) as [{ count: number }]
  return row.count
}

it('a change on a full disk is refused, stores nothing, and succeeds once there is room', async () => {
  await leaveRoom(1)
  const kept: string[] = []
  let reply = await newItem('0')
  while (reply.status === 201 && kept.length < 100) {
    kept.push(reply.text)
    reply = await newItem(String(kept.length))
  }
  expect(codeOfReply(reply)).toEqual([503, 'DISK_FULL'])
  expect(reply.text).toContain('Le disque du serveur est plein')
  expect(at.app.logged()).toContain('"msg":"the disk of the database is full"')
  expect(at.app.logged()).not.toContain('unexpected error')
  expect(await count()).toBe(kept.length)
  await leaveRoom(enough)
  expect((await newItem('encore')).status).toBe(201)
})

it('reads work on a full disk, though the use of the session cannot be recorded', async () => {
  const { db } = at.app.deps
  await sql`create table filler (bytes blob)`.execute(db)
  await sql`create trigger filling after update on sessions begin insert into filler values (zeroblob(100000)); end`.execute(
    db,
  )
  await leaveRoom(1)
  at.app.time.now += 60_000
  expect((await at.call('GET', '/api/session')).status).toBe(200)
  expect(at.app.logged()).toContain('"msg":"the disk of the database is full"')
})

it("PostgreSQL's error for a full disk is recognised too", () => {
  const error = Object.assign(new Error('could not extend file'), { code: '53100' })
  expect(refusalOf(error)).toMatchObject({ code: 'DISK_FULL' })
})
