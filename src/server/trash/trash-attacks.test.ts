import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, startContentWorld, type ContentWorld } from '../elements/content-testing.ts'
import { eachEngine } from '../testing/databases.ts'

const folders = 8_000
/** Some fifty times what it takes; a reading of all folders for each folder takes ten times more. */
const limitMs = 5_000

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  /** A folder that holds very many. @returns its id */
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

  it('a folder of thousands goes and comes back without holding the server up', async () => {
    const id = await wideFolder()
    const began = performance.now()
    const { trashId } = bodyOf<{ trashId: number }>(await at.call('DELETE', `/api/folder/${id}`))
    const restored = await at.call('PATCH', `/api/trash/${trashId}`, { update: 'restore' })
    expect(performance.now() - began).toBeLessThan(limitMs)
    expect(restored.status).toBe(200)
    expect((await at.call('GET', `/api/folder/${id}`)).body).toMatchObject({ holds: { folders } })
  })
})
