import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { passwords, startFiguresWorld, type FiguresWorld } from './testing.ts'
import { storeSummaries } from '#server/vault/summaries/store-summaries.ts'

const organisation = readFileSync(
  new URL('../../vault/imports/fixtures/keepass2-organisation.xml', import.meta.url),
)

eachEngine((engine) => {
  let world: FiguresWorld
  beforeAll(async () => {
    world = await startFiguresWorld(engine)
  })
  afterAll(() => world.app.close())

  const importInto = async (chestId: number) => {
    const form = new FormData()
    form.append('chestId', String(chestId))
    form.append('file', new Blob([new Uint8Array(organisation)], { type: 'text/xml' }), 'export.xml')
    const reply = await world.call('POST', '/api/import/keepass', form)
    expect(reply.status, reply.text).toBe(200)
  }
  /** Counts the rows of a chest: items with a password, and folders, without deleted ones. */
  const rowsOf = async (chestId: number) => {
    const { db } = world.app.deps
    const of = (table: 'items' | 'folders') =>
      db.selectFrom(table).select('id').where('chest_id', '=', chestId).where('deleted_at', 'is', null)
    const withPassword = await db
      .selectFrom('items')
      .select('id')
      .where('chest_id', '=', chestId)
      .where('has_password', '=', 1)
      .execute()
    return { passwords: withPassword.length, folders: (await of('folders').execute()).length }
  }

  it('imported passwords count at the next call, in a chest with stored figures [DASH-08] [DASH-11] [IMPT-11]', async () => {
    await world.item(passwords.veryStrong, { name: 'avant' })
    await storeSummaries(world.app.deps, async () => true)
    expect(await world.levels()).toEqual({ 5: 1 })
    await importInto(world.chest.id)
    const rows = await rowsOf(world.chest.id)
    expect(rows).toEqual({ passwords: 12, folders: 7 })
    const levels = Object.values(await world.levels())
    expect(levels.reduce((sum, nb) => sum + nb, 0)).toBe(rows.passwords)
    const { readable } = await world.health()
    expect(readable.passwords).toBe(rows.passwords)
    // Imported today: none is old, whatever dates the file has.
    expect(readable.old).toBe(0)
    expect(await world.worst()).toHaveLength(5)
    const { passwords: listed, total } = await world.list('?limit=100')
    expect(total).toBe(rows.passwords)
    expect(listed.map(({ name }) => name)).toContain('Mastodon de la ville')
  })

  it('repeating an import changes no figure, and importing into another chest makes each password reused', async () => {
    const before = await world.health()
    await importInto(world.chest.id)
    expect(await world.health()).toEqual(before)
    const other = await world.world.addChest('Seconde copie', world.owner)
    await importInto(other.id)
    const { readable } = await world.health()
    expect(readable.passwords).toBe(2 * before.readable.passwords - 1)
    expect(readable.reused).toBe(readable.passwords - 1)
  })

  it("the company's figures count imported passwords and folders too [DASH-09] [DASH-12]", async () => {
    const root = await world.world.addUser({ login: 'racine', role: 'ROLE_SUPER_ADMINISTRATOR' })
    const cookie = await world.world.session(root)
    const { body } = await world.call('GET', '/api/kpi/various_kpi', undefined, { cookie })
    const values = Object.fromEntries(
      (body as { indicator: string; value: number }[]).map(({ indicator, value }) => [indicator, value]),
    )
    const { readable } = await world.health()
    expect(values).toMatchObject({ items: readable.passwords, folders: 14, reused: readable.reused, old: 0 })
  })
})
