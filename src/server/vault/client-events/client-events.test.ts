import { afterAll, beforeAll, expect, it } from 'vitest'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  it('a copy or a view that a client reports is recorded in the journal [EXPL-24] [EXPL-25]', async () => {
    const spy = (action: string, type: string) =>
      at.call('POST', '/api/system/spy', { action, type, source: 'web' })
    expect(await spy('copy_password', 'explorer')).toMatchObject({ status: 200 })
    expect(await spy('view_password', 'edit')).toMatchObject({ status: 200 })
    expect(await spy('steal_password', 'edit')).toMatchObject({ status: 400 })
    const rows = await at.app.deps.db
      .selectFrom('journal')
      .select(['action', 'objects', 'actor_name'])
      .where('action', 'like', 'client.%')
      .orderBy('seq')
      .execute()
    expect(rows).toEqual([
      {
        action: 'client.copy_password',
        objects: '{"source":"web","type":"explorer"}',
        actor_name: 'camille',
      },
      { action: 'client.view_password', objects: '{"source":"web","type":"edit"}', actor_name: 'camille' },
    ])
  })
})
