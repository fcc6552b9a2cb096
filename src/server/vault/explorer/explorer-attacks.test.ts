import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const shown = async (): Promise<string> =>
    (await at.call('GET', `/api/explorer/data/?chestId=${at.chest.id}`)).text
  const destroyed = async (path: string): Promise<void> => {
    const { trashId } = bodyOf<{ trashId: number }>(await at.call('DELETE', path))
    expect((await at.call('PATCH', `/api/trash/${trashId}`, { update: 'delete' })).status).toBe(200)
  }

  it('an element destroyed before the index read its deletion is removed from the lists', async () => {
    const item = await at.item({ name: 'Fantôme-7', login: 'fantome' })
    const folder = await at.folder('Revenant-7')
    await at.item({ name: 'Dedans', parentFolderId: folder })
    expect(await shown()).toMatch(/Revenant-7.*Fantôme-7/)
    // No list is read in between; on another node none may be read for hours.
    await destroyed(`/api/item/${item}`)
    await destroyed(`/api/folder/${folder}`)
    expect(await shown()).not.toMatch(/Fantôme-7|Revenant-7|fantome/)
    const tree = await at.call('GET', `/api/chest/${at.chest.id}/tree/`)
    expect(tree.text).not.toContain('Revenant-7')
  })
})
