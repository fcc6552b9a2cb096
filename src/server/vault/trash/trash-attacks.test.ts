import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

const folders = 8_000
/** Writes that must succeed while a trash is emptied; emptying in one transaction would allow one. */
const writesBetween = 5

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  /** Creates a folder with very many subfolders. @returns its id */
  async function wideFolder(): Promise<number> {
    const groups = '<Group/>'.repeat(folders)
    const form = new FormData()
    form.append('chestId', String(at.chest.id))
    form.append(
      'file',
      new Blob([`<KeePassFile><Root><Group><Name>Large</Name>${groups}</Group></Root></KeePassFile>`]),
      'large.xml',
    )
    expect((await at.call('POST', '/api/import/keepass', form)).status).toBe(200)
    const { body } = await at.call('GET', `/api/explorer/data/?chestId=${at.chest.id}`)
    return (body as { folders: { id: number }[] }).folders[0]?.id ?? 0
  }

  it('a folder with thousands of folders is trashed and restored', async () => {
    const id = await wideFolder()
    const { trashId } = bodyOf<{ trashId: number }>(await at.call('DELETE', `/api/folder/${id}`))
    const restored = await at.call('PATCH', `/api/trash/${trashId}`, { update: 'restore' })
    expect(restored.status).toBe(200)
    expect((await at.call('GET', `/api/folder/${id}`)).body).toMatchObject({ holds: { folders } })
  })

  it('a trash with thousands of entries is paged, and other requests write while it is emptied', async () => {
    const id = await wideFolder()
    const { db } = at.app.deps
    // As if each had been trashed separately.
    await sql`insert into trash_entries (chest_id, element, element_id, deleted_by, deleted_at)
      select chest_id, 'folder', id, created_by, ${at.app.time.now} from folders
       where parent_id = ${id} order by id`.execute(db)
    const shift = sql`(select min(id) from trash_entries where deleted_at = ${at.app.time.now} and element_id in
      (select id from folders where parent_id = ${id}))
      - (select min(id) from folders where parent_id = ${id})`
    await sql`update folders set deleted_at = ${at.app.time.now}, trash_id = id + ${shift}
       where parent_id = ${id}`.execute(db)

    for (const offset of [0, folders - 25]) {
      const page = await at.call('GET', `/api/trash/?chestId=${at.chest.id}&offset=${offset}`)
      expect(page.body, page.text.slice(0, 200)).toHaveLength(25)
    }
    const reply = await at.call('GET', `/api/trash/summary?chestId=${at.chest.id}`)
    const { lastId, folders: count } = bodyOf<{ lastId: number; folders: number }>(reply)
    expect(count).toBe(folders)

    let isEmptied = false
    let written = 0
    const writeMeanwhile = async () => {
      while (!isEmptied) {
        const name = `Pendant ${written}`
        expect((await at.call('POST', '/api/folder/', { chestId: at.chest.id, name })).status).toBe(201)
        written += 1
      }
    }
    const [emptied] = await Promise.all([
      at.call('DELETE', '/api/trash/', { chestId: at.chest.id, lastId }).finally(() => (isEmptied = true)),
      writeMeanwhile(),
    ])
    expect(emptied, emptied.text).toMatchObject({ status: 200, body: { destroyed: folders } })
    expect(written).toBeGreaterThanOrEqual(writesBetween)
  }, 60_000)
})
